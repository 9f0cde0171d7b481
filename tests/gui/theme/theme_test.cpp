// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/gui_tests.h"
#include "ui/theme/icons.h"
#include "ui/theme/oklab.h"
#include "ui/theme/theme.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>

namespace longpole::test {

using namespace theme;

namespace {

constexpr std::size_t kHues = 8; // MatMul .. OtherKernel

using Matrix = std::array<std::array<double, 3>, 3>;

// Viénot, Brettel, Mollon 1999, on linear RGB.
constexpr Matrix kDeuteranopia{
    {{0.29275, 0.70725, 0}, {0.29275, 0.70725, 0}, {-0.02234, 0.02234, 1}}};
constexpr Matrix kProtanopia{
    {{0.11238, 0.88762, 0}, {0.11238, 0.88762, 0}, {0.00401, -0.00401, 1}}};
constexpr Matrix kNormal{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

QColor seenBy(const Matrix& eye, const QColor& colour)
{
    const std::array<double, 3> in{linearOf(colour.redF()), linearOf(colour.greenF()),
                                   linearOf(colour.blueF())};
    std::array<float, 3> out{};
    for (std::size_t i = 0; i < 3; ++i) {
        const double v = eye[i][0] * in[0] + eye[i][1] * in[1] + eye[i][2] * in[2];
        out[i] = static_cast<float>(std::clamp(srgbOf(std::clamp(v, 0.0, 1.0)), 0.0, 1.0));
    }
    return QColor::fromRgbF(out[0], out[1], out[2]);
}

double luminance(const QColor& c)
{
    return 0.2126 * linearOf(c.redF()) + 0.7152 * linearOf(c.greenF())
        + 0.0722 * linearOf(c.blueF());
}

double contrast(const QColor& a, const QColor& b)
{
    const double x = luminance(a) + 0.05;
    const double y = luminance(b) + 0.05;
    return std::max(x, y) / std::min(x, y);
}

double chroma(QRgb colour)
{
    const OkLab lab = toOkLab(QColor(colour));
    return std::hypot(lab.a, lab.b);
}

} // namespace

class ThemeTest : public QObject
{
    Q_OBJECT

private slots:
    void eightHuesStayApartForEveryEye()
    {
        for (const Mode mode : {Mode::Dark, Mode::Light}) {
            for (const auto& [eye, least] :
                 {std::pair(kNormal, 0.10), std::pair(kDeuteranopia, 0.055),
                  std::pair(kProtanopia, 0.055)}) {
                for (std::size_t i = 0; i < kHues; ++i) {
                    for (std::size_t j = 0; j < i; ++j) {
                        const auto colour = [&](std::size_t k) {
                            return toOkLab(seenBy(eye,
                                                  QColor(theme::theme(mode).slice(
                                                      static_cast<model::SliceClass>(k), false))));
                        };
                        const double apart = distance(colour(i), colour(j));
                        QVERIFY2(
                            apart > least,
                            qPrintable(QStringLiteral("%1 and %2: %3").arg(i).arg(j).arg(apart)));
                    }
                }
            }
        }
    }
    void eightHuesHaveAboutOneLightness()
    {
        for (const Mode mode : {Mode::Dark, Mode::Light}) {
            for (std::size_t i = 0; i < kHues; ++i) {
                const double l =
                    toOkLab(
                        QColor(theme::theme(mode).slice(static_cast<model::SliceClass>(i), false)))
                        .lightness;
                QVERIFY(l > 0.60 && l < 0.85);
            }
        }
    }
    void noSliceLooksLikeTheAccentOrTheAlarm()
    {
        for (const Mode mode : {Mode::Dark, Mode::Light}) {
            const Theme& t = theme::theme(mode);
            for (std::size_t i = 0; i < model::kSliceClassCount; ++i) {
                const OkLab slice =
                    toOkLab(QColor(t.slice(static_cast<model::SliceClass>(i), false)));
                QVERIFY(distance(slice, toOkLab(t.accent)) > 0.08);
                QVERIFY(distance(slice, toOkLab(t.alarm)) > 0.08);
            }
        }
    }
    void fasterAndSlowerStayApartForEveryEye()
    {
        for (const Mode mode : {Mode::Dark, Mode::Light}) {
            const Theme& t = theme::theme(mode);
            for (const Matrix& eye : {kNormal, kDeuteranopia, kProtanopia}) {
                const auto seen = [&](const QColor& c) { return toOkLab(seenBy(eye, c)); };
                QVERIFY(distance(seen(t.faster), seen(t.slower)) > 0.2);
                // Unchanged is grey.
                QVERIFY(distance(seen(t.faster), seen(t.dimText)) > 0.08);
                QVERIFY(distance(seen(t.slower), seen(t.dimText)) > 0.08);
            }
            for (const QColor& other : {t.accent, t.alarm}) {
                QVERIFY(distance(toOkLab(t.faster), toOkLab(other)) > 0.08);
                QVERIFY(distance(toOkLab(t.slower), toOkLab(other)) > 0.08);
            }
            QVERIFY(contrast(t.faster, t.panel) >= 3.9);
            QVERIFY(contrast(t.slower, t.panel) >= 4.5);
        }
    }
    void theHostIsAThirdAsSaturatedAndPythonIsGrey()
    {
        for (const Mode mode : {Mode::Dark, Mode::Light}) {
            const Theme& t = theme::theme(mode);
            for (std::size_t i = 0; i < kHues; ++i) {
                const auto cls = static_cast<model::SliceClass>(i);
                QVERIFY(chroma(t.slice(cls, true)) < 0.45 * chroma(t.slice(cls, false)));
            }
            QVERIFY(chroma(t.slice(model::SliceClass::Python, false)) < 0.02);
        }
    }
    void textIsReadable()
    {
        for (const Mode mode : {Mode::Dark, Mode::Light}) {
            const Theme& t = theme::theme(mode);
            for (const QColor& background :
                 {t.window, t.panel, t.panelAlternate, t.lane, t.laneAlternate, t.header}) {
                QVERIFY(contrast(t.text, background) >= 7);
                QVERIFY(contrast(t.dimText, background) >= 4.5);
            }
            QVERIFY(contrast(t.highlightText, t.highlight) >= 4.5);
            for (std::size_t i = 0; i < model::kSliceClassCount; ++i) {
                for (const bool host : {false, true}) {
                    const QRgb slice = t.slice(static_cast<model::SliceClass>(i), host);
                    QVERIFY(contrast(QColor(t.textOn(slice)), QColor(slice)) >= 4.5);
                }
            }
        }
    }
    void okLabGoesThereAndBack()
    {
        for (const QColor& colour :
             {QColor(10, 200, 30), QColor(255, 255, 255), QColor(0, 0, 0), QColor(43, 80, 160)}) {
            QCOMPARE(fromOkLab(toOkLab(colour)).rgb(), colour.rgb());
        }
    }
    void everyIconOfTheActionsExists()
    {
        for (const char* name : {"open", "export", "search", "fit", "undo", "redo", "theme", "help",
                                 "palette", "close", "copy", "bookmark"}) {
            QVERIFY2(!icon(QLatin1String(name)).isNull(), name);
        }
        QVERIFY(icon(QStringLiteral("no-such-icon")).isNull());
        QVERIFY(!applicationIcon().isNull());
    }
};

std::unique_ptr<QObject> makeThemeTest()
{
    return std::make_unique<ThemeTest>();
}

} // namespace longpole::test

#include "theme_test.moc"
