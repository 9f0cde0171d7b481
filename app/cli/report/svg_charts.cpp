// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/report/svg_charts.h"

#include "app/cli/output.h"
#include "app/cli/report/diff_report.h"
#include "core/analysis/critical_path/categories.h"
#include "core/diff/statistics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace longpole::cli {

namespace {

constexpr int kWidth = 1080;
constexpr int kLabel = 190; // room for words on the left
constexpr int kRight = 110; // and for figures on the right
constexpr std::size_t kMostBars = 400;

std::string px(double v)
{
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.1f", v);
    return text.data();
}

std::string rect(double x, double y, double w, double h, const std::string& cls,
                 const std::string& title)
{
    return "<rect class=\"" + cls + "\" x=\"" + px(x) + "\" y=\"" + px(y) + "\" width=\""
        + px(std::max(w, 1.0)) + "\" height=\"" + px(h) + "\"><title>" + htmlEscaped(title)
        + "</title></rect>\n";
}

std::string text(double x, double y, const std::string& words, const std::string& cls = {},
                 const char* anchor = "start")
{
    return "<text" + (cls.empty() ? "" : " class=\"" + cls + "\"") + " x=\"" + px(x) + "\" y=\""
        + px(y) + "\" text-anchor=\"" + anchor + "\">" + htmlEscaped(words) + "</text>\n";
}

std::string picture(double height, const std::string& label, const std::string& inside)
{
    return "<svg viewBox=\"0 0 " + std::to_string(kWidth) + " " + px(height)
        + "\" role=\"img\" aria-label=\"" + htmlEscaped(label) + "\">\n" + inside + "</svg>\n";
}

std::string signedDuration(std::int64_t ns)
{
    return (ns > 0 ? "+" : ns < 0 ? "−" : "±") + humanDuration(std::abs(ns));
}

std::string stateClass(diff::IterationState state)
{
    return state == diff::IterationState::Regular ? "bar"
        : state == diff::IterationState::Odd      ? "odd"
                                                  : "left";
}

} // namespace

std::string iterationsSvg(const diff::TraceDiff& d)
{
    const auto& a = d.iterationsBefore.all;
    const auto& b = d.iterationsAfter.all;
    const std::size_t most = std::min(kMostBars, std::max(a.size(), b.size()));
    std::int64_t longest = 1;
    for (const auto* side : {&a, &b}) {
        for (const diff::Iteration& n : *side) {
            longest = std::max(longest, n.range.duration().ns);
        }
    }
    constexpr double kHeight = 90;
    const double room = kWidth - kLabel - kRight;
    const double step = room / static_cast<double>(std::max<std::size_t>(most, 1));
    const auto scale = [&](double ns) { return kHeight * ns / static_cast<double>(longest); };
    std::string out;
    double base = 10 + kHeight;
    int index = 0;
    for (const auto* side : {&a, &b}) {
        const bool before = index++ == 0;
        out += text(10, base - kHeight / 2, before ? "before" : "after");
        for (std::size_t i = 0; i < std::min(most, side->size()); ++i) {
            const diff::Iteration& n = (*side)[i];
            const double h = scale(static_cast<double>(n.range.duration().ns));
            out += rect(kLabel + step * static_cast<double>(i), base - h,
                        std::min(step * 0.8, 60.0), h, stateClass(n.state),
                        n.name + ": " + humanDuration(n.range.duration().ns) + ", "
                            + std::string(diff::iterationStateName(n.state)));
        }
        if (d.unit == "iteration") {
            const double middle = diff::median(before ? d.effect.before : d.effect.after);
            const double y = base - scale(middle);
            out += "<line class=\"median\" x1=\"" + std::to_string(kLabel) + "\" x2=\""
                + px(kWidth - kRight) + "\" y1=\"" + px(y) + "\" y2=\"" + px(y) + "\"/>\n";
            out += text(kWidth - kRight + 6, y + 4, humanDuration(std::llround(middle)));
        }
        out += "<line class=\"rule\" x1=\"" + std::to_string(kLabel) + "\" x2=\""
            + px(kWidth - kRight) + "\" y1=\"" + px(base) + "\" y2=\"" + px(base) + "\"/>\n";
        base += kHeight + 16;
    }
    return picture(base - kHeight, "Durations of the iterations, before and after", out);
}

std::string waterfallSvg(const diff::TraceDiff& d)
{
    const diff::Waterfall& w = d.waterfall;
    if (!w.known) {
        return {};
    }
    // The scale has to hold every sum on the way.
    std::int64_t most = std::max(w.before.makespanNs, w.after.makespanNs);
    std::int64_t at = w.before.makespanNs;
    for (const diff::Stretch& s : w.categories) {
        at += s.deltaNs();
        most = std::max(most, at);
    }
    const double room = kWidth - kLabel - kRight;
    const auto x = [&](std::int64_t ns) {
        return kLabel
            + room * static_cast<double>(ns) / static_cast<double>(std::max<std::int64_t>(most, 1));
    };
    constexpr double kRow = 22;
    double y = 8;
    std::string out;
    const auto total = [&](const char* label, std::int64_t ns) {
        out += text(10, y + 14, label);
        out += rect(kLabel, y + 2, x(ns) - kLabel, kRow - 6, "total",
                    std::string(label) + ": " + humanDuration(ns));
        out += text(x(ns) + 6, y + 14, humanDuration(ns));
        y += kRow;
    };
    total("before", w.before.makespanNs);
    at = w.before.makespanNs;
    for (const diff::Stretch& s : w.categories) {
        if (s.deltaNs() == 0) {
            continue;
        }
        std::string name(critical_path::categoryName(s.category));
        std::replace(name.begin(), name.end(), '_', ' ');
        const std::int64_t to = at + s.deltaNs();
        out += text(10, y + 14, name);
        out += rect(x(std::min(at, to)), y + 2, x(std::max(at, to)) - x(std::min(at, to)), kRow - 6,
                    s.deltaNs() < 0 ? "faster" : "slower",
                    name + ": " + humanDuration(s.beforeNs) + " → " + humanDuration(s.afterNs));
        out += text(x(std::max(at, to)) + 6, y + 14, signedDuration(s.deltaNs()), "dim");
        at = to;
        y += kRow;
    }
    total("after", w.after.makespanNs);
    return picture(y + 6, "Waterfall of the critical paths", out);
}

} // namespace longpole::cli
