// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/theme.h"

#include "core/model/names.h"
#include "ui/theme/oklab.h"

#include <QApplication>
#include <QFile>
#include <QFont>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStyle>
#include <QStyleFactory>

#include <algorithm>
#include <utility>

namespace longpole::theme {
namespace {

constexpr std::pair<const char*, QColor Theme::*> kColours[] = {
    {"window", &Theme::window},
    {"panel", &Theme::panel},
    {"panelAlternate", &Theme::panelAlternate},
    {"lane", &Theme::lane},
    {"laneAlternate", &Theme::laneAlternate},
    {"header", &Theme::header},
    {"text", &Theme::text},
    {"dimText", &Theme::dimText},
    {"separator", &Theme::separator},
    {"highlight", &Theme::highlight},
    {"highlightText", &Theme::highlightText},
    {"accent", &Theme::accent},
    {"alarm", &Theme::alarm},
    {"caution", &Theme::caution},
    {"good", &Theme::good},
    {"selectionOutline", &Theme::selectionOutline},
    {"rangeFill", &Theme::rangeFill},
    {"searchHit", &Theme::searchHit},
    {"bookmark", &Theme::bookmark},
    {"faster", &Theme::faster},
    {"slower", &Theme::slower},
    {"counter", &Theme::counter},
    {"counterBand", &Theme::counterBand},
    {"link", &Theme::link},
    {"outlier", &Theme::outlier}};

QColor hostColour(const QColor& colour, double chroma, double lightness)
{
    OkLab lab = toOkLab(colour);
    lab.lightness = std::min(lab.lightness * lightness, 0.92);
    lab.a *= chroma;
    lab.b *= chroma;
    return fromOkLab(lab);
}

Theme load(Mode mode)
{
    QFile file(QStringLiteral(":/longpole/theme.json"));
    const bool opened = file.open(QIODevice::ReadOnly);
    Q_ASSERT(opened);
    Q_UNUSED(opened)
    const QJsonObject all = QJsonDocument::fromJson(file.readAll()).object();
    const QJsonObject json =
        all.value(QLatin1String(mode == Mode::Dark ? "dark" : "light")).toObject();
    Theme result;
    result.mode = mode;
    for (const auto& [key, member] : kColours) {
        result.*member = QColor(json.value(QLatin1String(key)).toString());
        Q_ASSERT((result.*member).isValid());
    }
    const QJsonObject classes = json.value(QLatin1String("classes")).toObject();
    const double chroma = json.value(QLatin1String("hostChroma")).toDouble(1.0 / 3);
    const double lightness = json.value(QLatin1String("hostLightness")).toDouble(1);
    for (std::size_t i = 0; i < model::kSliceClassCount; ++i) {
        const std::string_view name = model::sliceClassName(static_cast<model::SliceClass>(i));
        const QLatin1String key(name.data(), static_cast<qsizetype>(name.size()));
        const QColor colour(classes.value(key).toString());
        Q_ASSERT(colour.isValid());
        result.m_slices[0][i] = colour.rgb();
        result.m_slices[1][i] = hostColour(colour, chroma, lightness).rgb();
    }
    const QJsonObject answers = json.value(QLatin1String("answers")).toObject();
    const auto colourOf = [&](std::string_view name) {
        const QLatin1String key(name.data(), static_cast<qsizetype>(name.size()));
        const QColor colour(answers.value(key).toString());
        Q_ASSERT(colour.isValid());
        return colour.rgb();
    };
    for (std::size_t i = 0; i < critical_path::kCategoryCount; ++i) {
        result.m_path[i] =
            colourOf(critical_path::categoryName(static_cast<critical_path::Category>(i)));
    }
    for (std::size_t i = 0; i < critical_path::kCauseCount; ++i) {
        result.m_stalls[i] =
            colourOf(critical_path::causeName(static_cast<critical_path::Cause>(i)));
    }
    return result;
}

Mode& currentMode()
{
    static Mode mode = Mode::Dark;
    return mode;
}

} // namespace

QRgb Theme::textOn(QRgb background) const
{
    // Relative luminance (WCAG 2): contrast with black and white is equal at about 0.18.
    const QColor c(background);
    const double luminance =
        0.2126 * linearOf(c.redF()) + 0.7152 * linearOf(c.greenF()) + 0.0722 * linearOf(c.blueF());
    return luminance > 0.18 ? qRgb(0, 0, 0) : qRgb(255, 255, 255);
}

QPalette Theme::palette() const
{
    QPalette p;
    p.setColor(QPalette::Window, window);
    p.setColor(QPalette::WindowText, text);
    p.setColor(QPalette::Base, panel);
    p.setColor(QPalette::AlternateBase, panelAlternate);
    p.setColor(QPalette::ToolTipBase, header);
    p.setColor(QPalette::ToolTipText, text);
    p.setColor(QPalette::PlaceholderText, dimText);
    p.setColor(QPalette::Text, text);
    p.setColor(QPalette::Button, header);
    p.setColor(QPalette::ButtonText, text);
    p.setColor(QPalette::BrightText, alarm);
    p.setColor(QPalette::Light, mode == Mode::Dark ? separator.lighter(120) : panel);
    p.setColor(QPalette::Midlight, mode == Mode::Dark ? separator : panelAlternate);
    p.setColor(QPalette::Mid, separator);
    p.setColor(QPalette::Dark, separator.darker(110));
    p.setColor(QPalette::Shadow, mode == Mode::Dark ? QColor(Qt::black) : separator.darker(130));
    p.setColor(QPalette::Highlight, highlight);
    p.setColor(QPalette::HighlightedText, highlightText);
    p.setColor(QPalette::Link, counter);
    p.setColor(QPalette::LinkVisited, counter);
    for (const QPalette::ColorRole role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText}) {
        QColor faded = dimText;
        faded.setAlphaF(0.6F);
        p.setColor(QPalette::Disabled, role, faded);
    }
    return p;
}

const Theme& theme(Mode mode)
{
    static const Theme dark = load(Mode::Dark);
    static const Theme light = load(Mode::Light);
    return mode == Mode::Dark ? dark : light;
}

const Theme& current()
{
    return theme(currentMode());
}

void apply(QApplication& application, const QString& choice)
{
    // Qt 6.4 can't say whether the desktop is dark; its palette can.
    static const bool systemIsDark =
        QApplication::palette().color(QPalette::Window).lightness() < 128;
    const bool dark =
        choice == QLatin1String("dark") || (choice != QLatin1String("light") && systemIsDark);
    currentMode() = dark ? Mode::Dark : Mode::Light;
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    QApplication::setPalette(current().palette());
    QFile css(QStringLiteral(":/longpole/viewer.qss"));
    if (css.open(QIODevice::ReadOnly)) {
        QString sheet = QString::fromUtf8(css.readAll());
        for (const auto& [key, member] : kColours) {
            sheet.replace(QLatin1String("@") + QLatin1String(key) + QLatin1String("@"),
                          (current().*member).name(QColor::HexArgb));
        }
        application.setStyleSheet(sheet);
    }
}

QString className(model::SliceClass cls)
{
    static const std::array<const char*, model::kSliceClassCount> names{
        "matrix multiplication, convolution",
        "attention",
        "elementwise",
        "reduction, normalisation",
        "communication",
        "copy",
        "memset",
        "other kernel",
        "annotation",
        "operator",
        "API call",
        "synchronisation",
        "Python",
        "profiler overhead",
        "other"};
    return QString::fromLatin1(names[static_cast<std::size_t>(cls)]);
}

} // namespace longpole::theme
