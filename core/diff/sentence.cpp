// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/sentence.h"

#include "core/analysis/critical_path/categories.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace longpole::diff {

namespace {

namespace cp = critical_path;

constexpr double kUnchanged = 0.01; // less than this share is no change worth a word

double relative(std::int64_t before, std::int64_t after)
{
    return before == 0 ? (after == 0 ? 0.0 : 1.0)
                       : static_cast<double>(after - before) / static_cast<double>(before);
}

std::string arrow(std::int64_t before, std::int64_t after)
{
    return exactDuration(before) + " → " + exactDuration(after);
}

std::string ofMedians(const TraceDiff& diff)
{
    const Effect& e = diff.effect;
    const auto a = std::llround(median(e.before));
    const auto b = std::llround(median(e.after));
    const double change = relative(a, b);
    const std::string what = diff.unit == "window" ? "The window" : "The median " + diff.unit;
    std::string out = a == b ? what + " took as long as before (" + exactDuration(a)
        : std::fabs(change) < kUnchanged
        ? what + " did not change (" + arrow(a, b)
        : what + (change < 0 ? " fell (" : " rose (") + arrow(a, b);
    if (e.before.size() > 1 && e.after.size() > 1 && a != b) {
        out += "; mean " + arrow(std::llround(mean(e.before)), std::llround(mean(e.after)));
    }
    return out + ")";
}

std::string ofGpu(const TraceDiff& diff)
{
    const std::int64_t a = diff.totalsBefore.kernelNs;
    const std::int64_t b = diff.totalsAfter.kernelNs;
    if (a == 0 && b == 0) {
        return "no GPU work was recorded";
    }
    const double change = relative(a, b);
    const std::string figures = " (kernels " + arrow(a, b)
        + (diff.matching.iterations.size() > 1
               ? " over " + std::to_string(diff.matching.iterations.size()) + " iterations"
               : "")
        + ")";
    return std::fabs(change) < kUnchanged
        ? "GPU work is unchanged" + figures
        : std::string(change < 0 ? "GPU time fell by " : "GPU time rose by ")
            + exactDuration(std::abs(b - a)) + figures;
}

std::string_view placeName(cp::Category c)
{
    switch (c) {
    case cp::Category::Cpu:
        return "host code";
    case cp::Category::HostUntracked:
        return "host time that nothing was recorded of";
    case cp::Category::Launch:
        return "launching";
    case cp::Category::Kernel:
        return "kernels";
    case cp::Category::Memcpy:
    case cp::Category::Memset:
        return "copies";
    case cp::Category::KernelGap:
        return "gaps between kernels";
    case cp::Category::EventWait:
        return "waits between streams";
    case cp::Category::SyncReturn:
        return "returning from waits";
    case cp::Category::HandOff:
        return "hand-offs between threads";
    case cp::Category::CollectiveSkew:
        return "waiting for other ranks";
    case cp::Category::CollectiveTransfer:
        return "communication";
    case cp::Category::QueueFull:
        return "a full launch queue";
    case cp::Category::Unexplained:
        break;
    }
    return "time that nothing explains";
}

std::string named(const Stretch& s)
{
    return std::string(placeName(s.category))
        + (s.operation.empty() ? "" : " (" + s.operation + ")");
}

// All of a host operator's time, on the path or not.
std::pair<std::int64_t, std::int64_t> wholeOf(const TraceDiff& diff, const std::string& stem)
{
    std::pair<std::int64_t, std::int64_t> out;
    for (const CpuName& n : diff.cpu.names) {
        if (hostStem(n.name) == stem) {
            out.first += n.calls.totalBeforeNs;
            out.second += n.calls.totalAfterNs;
        }
    }
    return out;
}

// The operation whose part of the path changed most.
std::string ofChange(const TraceDiff& diff, const Stretch& s)
{
    std::string out = std::string("the critical path ") + (s.deltaNs() < 0 ? "lost" : "gained")
        + " most in " + named(s) + ": ";
    const bool allOfIt = s.category == cp::Category::Cpu && diff.waterfall.note.empty();
    const auto [a, b] =
        allOfIt ? wholeOf(diff, s.operation) : std::pair<std::int64_t, std::int64_t>();
    if (a + b > 0) {
        return out + exactDuration(s.beforeNs) + " of its " + exactDuration(a)
            + " were on it before, " + exactDuration(s.afterNs) + " of its " + exactDuration(b)
            + " after";
    }
    return out + arrow(s.beforeNs, s.afterNs);
}

std::string ofPath(const TraceDiff& diff)
{
    const Waterfall& w = diff.waterfall;
    if (!w.known || w.operations.empty()) {
        return {};
    }
    const double change = relative(w.before.makespanNs, w.after.makespanNs);
    const double gpu = relative(diff.totalsBefore.kernelNs, diff.totalsAfter.kernelNs);
    if (std::fabs(change) < kUnchanged && std::fabs(gpu) >= kUnchanged) {
        // Why the GPU's gain or loss does not show: what the path runs through besides.
        const auto most = std::max_element(
            w.operations.begin(), w.operations.end(), [](const Stretch& a, const Stretch& b) {
                return std::min(a.beforeNs, a.afterNs) < std::min(b.beforeNs, b.afterNs);
            });
        return "the path runs through " + named(*most) + " before and after ("
            + arrow(most->beforeNs, most->afterNs) + " of " + exactDuration(w.after.makespanNs)
            + ")";
    }
    // What moved the whole, not what it was partly made up for by.
    const bool fell = w.after.makespanNs < w.before.makespanNs;
    const auto most = std::find_if(w.operations.begin(), w.operations.end(), [&](const Stretch& s) {
        return fell ? s.deltaNs() < 0 : s.deltaNs() > 0;
    });
    return most == w.operations.end() ? std::string() : ofChange(diff, *most);
}

// The fusion or split that matters most, if it is a tenth of what the GPU's time changed by.
std::string ofGroups(const TraceDiff& diff)
{
    const auto& rows = diff.groups.rows;
    const std::int64_t gpu = diff.totalsAfter.kernelNs - diff.totalsBefore.kernelNs;
    if (rows.empty() || gpu == 0
        || std::abs(std::get<std::int64_t>(rows[0][8])) < std::abs(gpu) / 10) {
        return {};
    }
    return std::get<std::string>(rows[0][1]) + " became " + std::get<std::string>(rows[0][2]) + " ("
        + std::to_string(std::get<std::int64_t>(rows[0][5])) + " times, "
        + arrow(std::get<std::int64_t>(rows[0][6]), std::get<std::int64_t>(rows[0][7])) + ")";
}

// The operation that takes most on both sides, per call: what may be said of unequal windows.
std::string perCall(const TraceDiff& diff)
{
    const std::vector<analysis::Cell>* most = nullptr;
    std::int64_t longest = 0;
    const auto at = [](const std::vector<analysis::Cell>& row, std::size_t c) {
        return std::get<std::int64_t>(row[c]);
    };
    for (const auto& row : diff.rows.rows) {
        const std::int64_t both = std::min(at(row, 6), at(row, 7));
        if (both > longest) {
            longest = both;
            most = &row;
        }
    }
    return most == nullptr ? std::string()
                           : "per call, " + std::get<std::string>((*most)[0]) + " took "
            + arrow(at(*most, 8), at(*most, 9)) + " (" + std::to_string(at(*most, 4)) + " → "
            + std::to_string(at(*most, 5)) + " launches)";
}

} // namespace

std::string withoutAnonymousScopes(std::string text)
{
    constexpr std::string_view kScope = "(anonymous namespace)::";
    for (auto at = text.find(kScope); at != std::string::npos; at = text.find(kScope, at)) {
        text.erase(at, kScope.size());
    }
    return text;
}

std::string exactDuration(std::int64_t ns)
{
    struct Scale
    {
        std::int64_t size;
        int digits;
        const char* unit;
    };
    constexpr std::array<Scale, 3> kScales{Scale{1'000'000'000, 6, " s"},
                                           Scale{1'000'000, 3, " ms"}, Scale{1'000, 3, " µs"}};
    for (const Scale& s : kScales) {
        if (std::abs(ns) >= s.size) {
            std::array<char, 48> text{};
            std::snprintf(text.data(), text.size(), "%.*f%s", s.digits,
                          static_cast<double>(ns) / static_cast<double>(s.size), s.unit);
            return text.data();
        }
    }
    return std::to_string(ns) + " ns";
}

std::string sentenceOf(const TraceDiff& diff)
{
    if (!diff.comparability.equalWork) {
        const Comparison* const why = diff.comparability.blocking();
        const std::string calls = perCall(diff);
        return withoutAnonymousScopes(
            "The recordings hold unequal work"
            + (why == nullptr ? std::string() : ", so they cannot be compared as a whole")
            + (calls.empty() ? "" : "; " + calls) + ".");
    }
    std::string out = ofMedians(diff) + ": " + ofGpu(diff);
    const std::string groups = ofGroups(diff);
    out += groups.empty() ? "" : ", " + groups;
    const std::string path = ofPath(diff);
    return withoutAnonymousScopes(out + (path.empty() ? "" : ", and " + path) + ".");
}

} // namespace longpole::diff
