// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The running figures of one tensor's comparison.
#pragma once

#include "core/diff/agreement/agreement.h"

#include <span>

namespace longpole::agreement {

class Measures
{
public:
    // components: numbers per element (2 for complex ones).
    Measures(Tolerance tolerance, bool sameType, unsigned components)
        : m_tolerance(tolerance)
        , m_sameType(sameType)
        , m_components(components)
    { }

    // The next components of both sides.
    void add(std::span<const Real> before, std::span<const Real> after);
    void add(std::span<const Whole> before, std::span<const Whole> after);
    // The next elements as bytes of `size` each.
    void addOpaque(std::span<const std::byte> before, std::span<const std::byte> after,
                   std::size_t size);

    // Writes the figures; returns the number of the worst element, none if all are equal.
    std::optional<std::uint64_t> finish(TensorAgreement& out) const;

private:
    // Begins and ends the bookkeeping of a component; special: NaN or infinity on one side.
    void unequal(double excess, bool outside, bool special);
    void special(const Real& b, const Real& a);
    void finite(double b, double a, double difference);

    Tolerance m_tolerance;
    bool m_sameType;
    unsigned m_components;
    std::uint64_t m_next = 0; // component
    std::uint64_t m_unequal = 0;
    std::uint64_t m_outside = 0;
    std::uint64_t m_lastUnequal = 0; // element + 1: a complex number counts once
    std::uint64_t m_lastOutside = 0;
    std::uint64_t m_nan = 0;
    std::uint64_t m_infinity = 0;
    std::uint64_t m_finite = 0;
    double m_maxAbs = 0;
    double m_maxRel = 0;
    bool m_anyRel = false;
    double m_squares = 0;
    double m_dot = 0;
    double m_normBefore = 0;
    double m_normAfter = 0;
    std::uint64_t m_maxUlp = 0;
    bool m_anyUlp = false;
    std::array<std::uint64_t, TensorAgreement::kUlpBins> m_histogram{};
    double m_worstExcess = -1;
    std::uint64_t m_worst = 0;
};

} // namespace longpole::agreement
