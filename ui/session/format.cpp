// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/format.h"

#include <QLocale>

#include <algorithm>
#include <array>
#include <cmath>

namespace longpole::session {
namespace {

constexpr QChar kThinSpace(0x202f); // narrow, no break

struct Step
{
    double size;
    const char* name;
};

// The largest step not above the value; rounding up to the next step counts ("999.6 ns" is 1.00
// µs).
template <std::size_t N>
QString scaled(double value, const std::array<Step, N>& steps)
{
    std::size_t i = 0;
    while (i + 1 < N && std::abs(value) >= steps[i + 1].size * 0.9995) {
        ++i;
    }
    return threeDigits(value / steps[i].size) + QChar(0xa0) + QString::fromUtf8(steps[i].name);
}

} // namespace

QString text(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

QString threeDigits(double value)
{
    if (!std::isfinite(value)) {
        return QStringLiteral("–");
    }
    const double size = std::abs(value);
    const int decimals = size >= 99.95 || size == 0 ? 0
        : size >= 9.995                             ? 1
        : size >= 0.9995                            ? 2
                                                    : 3;
    return QString::number(value, 'f', decimals);
}

QString humanDuration(std::int64_t ns)
{
    if (std::abs(static_cast<double>(ns)) < 1000) {
        return QString::number(ns) + QStringLiteral(" ns");
    }
    static constexpr std::array<Step, 5> steps{
        Step{1, "ns"}, {1e3, "µs"}, {1e6, "ms"}, {1e9, "s"}, {6e10 * 10, "min"}};
    if (std::abs(static_cast<double>(ns)) >= 6e11) {
        return threeDigits(static_cast<double>(ns) / 6e10) + QStringLiteral(" min");
    }
    return scaled(static_cast<double>(ns), steps);
}

QString groupedCount(std::int64_t count)
{
    QString digits = QString::number(count);
    for (qsizetype i = digits.size() - 3; i > (count < 0 ? 1 : 0); i -= 3) {
        digits.insert(i, kThinSpace);
    }
    return digits;
}

QString exactDuration(std::int64_t ns)
{
    return groupedCount(ns) + QStringLiteral(" ns");
}

QString humanTime(TimeNs time, std::int64_t resolutionNs)
{
    // Seconds with the decimals that the resolution asks for, in groups of three.
    int decimals = 9;
    for (std::int64_t unit = 10; unit <= resolutionNs && decimals > 3; unit *= 10) {
        --decimals;
    }
    const bool negative = time.ns < 0;
    const auto magnitude =
        negative ? 0 - static_cast<std::uint64_t>(time.ns) : static_cast<std::uint64_t>(time.ns);
    QString fraction = QStringLiteral("%1")
                           .arg(magnitude % 1'000'000'000U, 9, 10, QLatin1Char('0'))
                           .left(decimals);
    for (qsizetype i = 3; i < fraction.size(); i += 4) {
        fraction.insert(i, kThinSpace);
    }
    return (negative ? QStringLiteral("−") : QString())
        + groupedCount(static_cast<std::int64_t>(magnitude / 1'000'000'000U)) + QLatin1Char('.')
        + fraction + QStringLiteral(" s");
}

QString humanBytes(double bytes)
{
    static constexpr std::array<Step, 5> steps{
        Step{1, "B"}, {1e3, "kB"}, {1e6, "MB"}, {1e9, "GB"}, {1e12, "TB"}};
    return std::abs(bytes) < 1000 ? QString::number(bytes, 'f', 0) + QStringLiteral(" B")
                                  : scaled(bytes, steps);
}

QString humanCount(double count)
{
    static constexpr std::array<Step, 4> steps{Step{1, ""}, {1e3, "k"}, {1e6, "M"}, {1e9, "G"}};
    return std::abs(count) < 1000 ? QString::number(count, 'f', 0) : scaled(count, steps);
}

QString slicesText(const QString& count)
{
    return count == QLatin1String("1") ? QStringLiteral("1 slice")
                                       : QStringLiteral("%1 slices").arg(count);
}

QString gpuOperationsText(const QString& count)
{
    return count == QLatin1String("1") ? QStringLiteral("1 GPU operation")
                                       : QStringLiteral("%1 GPU operations").arg(count);
}

QString percent(double share)
{
    return threeDigits(share * 100) + QStringLiteral(" %");
}

QString shortened(const QString& name, int length)
{
    if (name.size() <= length || length < 5) {
        return name;
    }
    const auto head = (length * 2) / 3;
    return name.left(head) + QChar(0x2026) + name.right(length - head - 1);
}

QString withoutUnnamed(const QString& full)
{
    QString name = full;
    name.remove(QStringLiteral("(anonymous namespace)::"));
    name.remove(QStringLiteral("<unnamed>::")); // the same, as NVIDIA's demangler writes it
    return name;
}

QString listedName(const QString& full)
{
    const QString name = withoutUnnamed(full);
    return name.startsWith(QStringLiteral("void ")) ? name.mid(5) : name;
}

QString plainKernelName(const QString& full)
{
    const QString name = withoutUnnamed(full);
    QString out;
    int angle = 0;
    int round = 0;
    for (qsizetype i = 0; i < name.size(); ++i) {
        const QChar c = name[i];
        const QChar last = i > 0 ? name[i - 1] : QChar();
        // "Memcpy HtoD (Pageable -> Device)" is no function with arguments.
        const bool opens =
            (c == QLatin1Char('<') || c == QLatin1Char('(')) && i > 0 && last != QLatin1Char(' ');
        if (angle == 0 && round == 0) {
            out += c;
            if (opens) {
                out += QChar(0x2026);
            }
        }
        if (opens || angle + round > 0) {
            angle += c == QLatin1Char('<')                          ? 1
                : c == QLatin1Char('>') && last != QLatin1Char('-') ? -1
                                                                    : 0;
            round += c == QLatin1Char('(') ? 1 : c == QLatin1Char(')') ? -1 : 0;
            if (angle <= 0 && round <= 0) {
                out += c;
                angle = round = 0;
            }
        }
    }
    return angle + round > 0 ? name : out; // unbalanced: as it is
}

QString kernelLabel(const QString& name)
{
    const QString plain = plainKernelName(name);
    const QString label = plain.startsWith(QStringLiteral("void ")) ? plain.mid(5) : plain;
    const auto* const tail = std::find_if(label.begin(), label.end(), [](QChar c) {
        return c == QLatin1Char('<') || c == QLatin1Char('(');
    });
    if (tail == label.end()) {
        return label; // no C++ function: "aten::add"
    }
    const qsizetype scope = QStringView(label.begin(), tail).lastIndexOf(QStringView(u"::"));
    return scope < 0 ? label : label.mid(scope + 2);
}

} // namespace longpole::session
