// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/agreement/measures.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace longpole::agreement {

namespace {

// How much of the tolerance a difference uses up; where none is allowed, far more than any other,
// by its size.
double shareOf(double difference, double allowed)
{
    constexpr double kFar = 1e100;
    return allowed > 0 ? difference / allowed : kFar * difference;
}

double asDouble(const Whole& w)
{
    const auto magnitude = static_cast<double>(w.magnitude);
    return w.negative ? -magnitude : magnitude;
}

// |a - b|, exact up to 2^64.
double distance(const Whole& a, const Whole& b)
{
    if (a.negative != b.negative) {
        return static_cast<double>(a.magnitude) + static_cast<double>(b.magnitude);
    }
    return static_cast<double>(std::max(a.magnitude, b.magnitude)
                               - std::min(a.magnitude, b.magnitude));
}

} // namespace

std::size_t ulpBin(std::uint64_t distance)
{
    return distance < 2 ? static_cast<std::size_t>(distance)
                        : static_cast<std::size_t>(std::bit_width(distance - 1)) + 1;
}

void Measures::unequal(double excess, bool outside, bool special)
{
    const std::uint64_t element = m_next / m_components;
    m_unequal += m_lastUnequal == element + 1 ? 0U : 1U;
    m_lastUnequal = element + 1;
    if (outside) {
        m_outside += m_lastOutside == element + 1 ? 0U : 1U;
        m_lastOutside = element + 1;
    }
    // NaN before anything, then by how far outside.
    const double rank = special ? std::numeric_limits<double>::infinity()
                                : std::min(excess, std::numeric_limits<double>::max());
    if (rank > m_worstExcess) {
        m_worstExcess = rank;
        m_worst = element;
    }
}

void Measures::special(const Real& b, const Real& a)
{
    const bool nanBefore = std::isnan(b.value);
    const bool nanAfter = std::isnan(a.value);
    if ((nanBefore && nanAfter) || b.value == a.value) {
        return;
    }
    if (nanBefore != nanAfter) {
        ++m_nan;
    } else {
        ++m_infinity;
    }
    unequal(0, true, true);
}

void Measures::finite(double b, double a, double difference)
{
    ++m_finite;
    m_squares += difference * difference;
    m_dot += a * b;
    m_normBefore += b * b;
    m_normAfter += a * a;
    if (b != 0) {
        m_anyRel = true;
        m_maxRel = std::max(m_maxRel, difference / std::abs(b));
    }
    m_maxAbs = std::max(m_maxAbs, difference);
    if (difference != 0) {
        const double allowed = m_tolerance.absolute + m_tolerance.relative * std::abs(b);
        unequal(shareOf(difference, allowed), difference > allowed, false);
    }
}

void Measures::add(std::span<const Real> before, std::span<const Real> after)
{
    for (std::size_t i = 0; i < before.size(); ++i, ++m_next) {
        const Real& b = before[i];
        const Real& a = after[i];
        if (m_sameType && !std::isnan(b.value) && !std::isnan(a.value)) {
            const auto ub = static_cast<std::uint64_t>(b.place);
            const auto ua = static_cast<std::uint64_t>(a.place);
            const std::uint64_t ulp = a.place > b.place ? ua - ub : ub - ua;
            ++m_histogram[ulpBin(ulp)];
            m_maxUlp = std::max(m_maxUlp, ulp);
            m_anyUlp = true;
        }
        if (!std::isfinite(b.value) || !std::isfinite(a.value)) {
            special(b, a);
        } else {
            finite(b.value, a.value, std::abs(a.value - b.value));
        }
    }
}

void Measures::add(std::span<const Whole> before, std::span<const Whole> after)
{
    for (std::size_t i = 0; i < before.size(); ++i, ++m_next) {
        finite(asDouble(before[i]), asDouble(after[i]), distance(after[i], before[i]));
    }
}

void Measures::addOpaque(std::span<const std::byte> before, std::span<const std::byte> after,
                         std::size_t size)
{
    for (std::size_t at = 0; at < before.size(); at += size, ++m_next) {
        if (std::memcmp(before.data() + at, after.data() + at, size) != 0) {
            unequal(1, true, false);
        }
    }
}

std::optional<std::uint64_t> Measures::finish(TensorAgreement& out) const
{
    out.unequal = m_unequal;
    out.outside = m_outside;
    out.nanOnOneSide = m_nan;
    out.infinityOnOneSide = m_infinity;
    if (m_finite > 0) {
        out.maxAbs = m_maxAbs;
        out.rms = std::sqrt(m_squares / static_cast<double>(m_finite));
        const double norms = std::sqrt(m_normBefore) * std::sqrt(m_normAfter);
        if (norms > 0 && std::isfinite(norms)) {
            out.cosine = std::clamp(m_dot / norms, -1.0, 1.0);
        } else if (m_normBefore == 0 && m_normAfter == 0) {
            out.cosine = 1;
        }
    }
    if (m_anyRel) {
        out.maxRel = m_maxRel;
    }
    if (m_anyUlp) {
        out.maxUlp = m_maxUlp;
        out.ulpHistogram = m_histogram;
    }
    return m_unequal > 0 ? std::optional(m_worst) : std::nullopt;
}

} // namespace longpole::agreement
