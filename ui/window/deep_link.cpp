// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/deep_link.h"

#include <QRegularExpression>
#include <QUrl>
#include <QUrlQuery>

#include <cmath>

namespace longpole::window {
namespace {

const QString kScheme = QStringLiteral("longpole");

std::optional<std::int64_t> parseTime(const QString& text)
{
    static const QRegularExpression form(
        QStringLiteral("^\\s*([-+]?[0-9]+)(?:\\.([0-9]*))?\\s*(ns|us|µs|ms|s)?\\s*$"));
    const QRegularExpressionMatch match = form.match(text);
    if (!match.hasMatch()) {
        return std::nullopt;
    }
    const QString unit = match.captured(3);
    const int digits = unit == QLatin1String("s")       ? 9
        : unit == QLatin1String("ms")                   ? 6
        : unit.isEmpty() || unit == QLatin1String("ns") ? 0
                                                        : 3;
    // In integers: shift the decimal point by the digits of the unit.
    const QString fraction = match.captured(2).left(digits).leftJustified(digits, QLatin1Char('0'));
    bool fine = false;
    const qlonglong ns = (match.captured(1) + fraction).toLongLong(&fine);
    return fine ? std::optional<std::int64_t>(ns) : std::nullopt;
}

} // namespace

std::optional<TimeRange> parseRange(const QString& text)
{
    const qsizetype colon = text.indexOf(QLatin1Char(':'));
    if (colon < 0) {
        return std::nullopt;
    }
    const auto begin = parseTime(text.left(colon));
    const auto end = parseTime(text.mid(colon + 1));
    return begin && end && *begin < *end ? std::optional(TimeRange{{*begin}, {*end}})
                                         : std::nullopt;
}

QString toText(const DeepLink& link)
{
    QUrl url;
    url.setScheme(kScheme);
    url.setHost(QString());
    url.setPath(link.paths.value(0));
    QUrlQuery query;
    for (qsizetype i = 1; i < link.paths.size(); ++i) {
        query.addQueryItem(QStringLiteral("with"),
                           QString::fromLatin1(QUrl::toPercentEncoding(link.paths[i])));
    }
    url.setQuery(query);
    QStringList parts;
    if (link.view) {
        parts << QStringLiteral("t=%1..%2")
                     .arg(QString::number(link.view->begin.ns), QString::number(link.view->end.ns));
    }
    if (link.selection.valid()) {
        parts << QStringLiteral("sel=%1").arg(link.selection.value);
    }
    if (!parts.isEmpty()) {
        url.setFragment(parts.join(QLatin1Char('&')));
    }
    const QString encoded = url.toString(QUrl::FullyEncoded);
    // QUrl leaves out the empty host; "longpole:///path" is the documented form.
    return encoded.startsWith(QLatin1String("longpole:///"))
        ? encoded
        : QStringLiteral("longpole://") + encoded.mid(kScheme.size() + 1);
}

std::optional<DeepLink> parseDeepLink(const QString& text)
{
    const QUrl url(text);
    if (url.scheme() != kScheme || url.path().isEmpty()) {
        return std::nullopt;
    }
    DeepLink link;
    link.paths << url.path(QUrl::FullyDecoded);
    for (const QString& other :
         QUrlQuery(url).allQueryItemValues(QStringLiteral("with"), QUrl::FullyDecoded)) {
        link.paths << other;
    }
    const QUrlQuery fragment(url.fragment(QUrl::FullyDecoded));
    const QString times = fragment.queryItemValue(QStringLiteral("t"));
    if (const qsizetype dots = times.indexOf(QLatin1String("..")); dots > 0) {
        link.view = parseRange(times.left(dots) + QLatin1Char(':') + times.mid(dots + 2));
    }
    bool number = false;
    const uint slice = fragment.queryItemValue(QStringLiteral("sel")).toUInt(&number);
    link.selection = number ? SliceId(slice) : SliceId();
    return link;
}

} // namespace longpole::window
