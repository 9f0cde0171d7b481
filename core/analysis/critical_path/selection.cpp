// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/critical_path/selection.h"

#include <algorithm>
#include <regex>
#include <unordered_map>

namespace longpole::critical_path {

namespace {

// Answers once per distinct name.
class NameMatcher
{
public:
    static Result<NameMatcher> make(const model::Trace& trace, const std::string& pattern)
    {
        NameMatcher m(trace, pattern);
        if (pattern.find_first_of("\\^$.|?*+()[]{}") != std::string::npos) {
            try {
                m.m_regex.emplace(pattern, std::regex::ECMAScript | std::regex::optimize);
            } catch (const std::regex_error&) {
                return fail(Errc::Format,
                            "\"" + pattern
                                + "\" is no regular expression; escape its special "
                                  "characters with a backslash");
            }
        }
        return m;
    }

    bool matches(StringId name)
    {
        const auto [it, isNew] = m_known.try_emplace(name.value, false);
        if (isNew) {
            // The library's matcher recurses per character: names are cut to what it can bear.
            constexpr std::size_t kLongest = 4096;
            const std::string_view text = m_trace->string(name).substr(0, kLongest);
            it->second = m_regex ? std::regex_search(text.begin(), text.end(), *m_regex)
                                 : m_trace->string(name).find(m_pattern) != std::string_view::npos;
        }
        return it->second;
    }

private:
    NameMatcher(const model::Trace& trace, std::string pattern)
        : m_trace(&trace)
        , m_pattern(std::move(pattern))
    { }

    const model::Trace* m_trace;
    std::string m_pattern;
    std::optional<std::regex> m_regex;
    std::unordered_map<std::uint32_t, bool> m_known;
};

// Whether a time lies in an instance of the selector's annotation.
class Inside
{
public:
    static Result<Inside> make(const model::Trace& trace, const Selector& selector)
    {
        Inside inside;
        if (!selector.annotation.empty()) {
            auto regions = resolveRegions(trace, selector.annotation);
            if (!regions) {
                return fail(regions.error());
            }
            for (const Region& r : *regions) {
                inside.m_ranges.push_back(r.range);
            }
            inside.m_any = true;
        }
        return inside;
    }
    bool contains(std::int64_t t) const
    {
        return !m_any || std::any_of(m_ranges.begin(), m_ranges.end(), [&](const TimeRange& r) {
            return r.contains(TimeNs{t});
        });
    }

private:
    std::vector<TimeRange> m_ranges;
    bool m_any = false;
};

bool listed(const Selector& selector, const std::vector<SliceId>& sorted, std::uint32_t id)
{
    return selector.slices.empty() || std::binary_search(sorted.begin(), sorted.end(), SliceId(id));
}

} // namespace

Result<std::vector<bool>> selectOps(const CriticalPath::State& state, const Selector& selector)
{
    const Input& input = state.model->input();
    auto names = NameMatcher::make(*state.trace, selector.name);
    if (!names) {
        return fail(names.error());
    }
    auto inside = Inside::make(*state.trace, selector);
    if (!inside) {
        return fail(inside.error());
    }
    std::vector<SliceId> slices = selector.slices;
    std::sort(slices.begin(), slices.end());
    const auto name = state.trace->column(model::gpu_op::kName);
    std::vector<bool> out(input.ops.size(), false);
    for (std::uint32_t i = 0; i < input.ops.size(); ++i) {
        const Op& op = input.ops[i];
        if (state.model->points.opEnd[i] == kNone
            || (selector.stream && input.streams[op.stream].track != *selector.stream)) {
            continue;
        }
        const std::int64_t launched = op.call == kNone ? op.start : input.calls[op.call].begin;
        const bool viaCall = op.call != kNone && !selector.slices.empty()
            && listed(selector, slices, input.calls[op.call].id);
        out[i] = (listed(selector, slices, op.id) || viaCall) && inside->contains(launched)
            && (selector.name.empty() || (op.row < name.size() && names->matches(name[op.row])));
    }
    return out;
}

Result<std::vector<bool>> selectWaits(const CriticalPath::State& state, const Selector& selector)
{
    const Input& input = state.model->input();
    auto names = NameMatcher::make(*state.trace, selector.name);
    if (!names) {
        return fail(names.error());
    }
    auto inside = Inside::make(*state.trace, selector);
    if (!inside) {
        return fail(inside.error());
    }
    std::vector<SliceId> slices = selector.slices;
    std::sort(slices.begin(), slices.end());
    const auto apiSlice = state.trace->column(model::api_call::kSlice);
    const auto apiName = state.trace->column(model::api_call::kName);
    std::vector<bool> out(input.calls.size(), false);
    for (std::uint32_t i = 0; i < input.calls.size(); ++i) {
        const Call& call = input.calls[i];
        const bool waits = isWait(call.kind) || call.kind == CallKind::Copy
            || call.kind == CallKind::Fill || call.kind == CallKind::ImplicitSync;
        if (!waits || !listed(selector, slices, call.id) || !inside->contains(call.begin)
            || (selector.stream
                && (call.stream == kNone
                    || input.streams[call.stream].track != *selector.stream))) {
            continue;
        }
        if (!selector.name.empty()) {
            const auto* it = std::lower_bound(apiSlice.begin(), apiSlice.end(), SliceId(call.id));
            if (it == apiSlice.end() || it->value != call.id
                || !names->matches(apiName[static_cast<std::size_t>(it - apiSlice.begin())])) {
                continue;
            }
        } else if (selector.slices.empty() && !isWait(call.kind)) {
            continue; // unless named, only what is there to wait
        }
        out[i] = true;
    }
    return out;
}

} // namespace longpole::critical_path
