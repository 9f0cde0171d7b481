// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/input_shapes.h"

#include "core/diff/slice_lookup.h"
#include "core/model/args_blocks.h"

#include <algorithm>
#include <unordered_map>

namespace longpole::diff {

namespace {

using model::kNull32;
using model::SliceClass;

bool isOperator(SliceClass c)
{
    return c != SliceClass::Annotation && c != SliceClass::Api && c != SliceClass::Python
        && c != SliceClass::Sync && c != SliceClass::Overhead;
}

} // namespace

std::string_view inputDims(std::string_view args)
{
    constexpr std::string_view kKey = "\"Input Dims\"";
    const std::size_t key = args.find(kKey);
    const std::size_t begin =
        key == std::string_view::npos ? key : args.find('[', key + kKey.size());
    if (begin == std::string_view::npos) {
        return {};
    }
    int depth = 0;
    for (std::size_t i = begin; i < args.size(); ++i) {
        depth += args[i] == '[' ? 1 : args[i] == ']' ? -1 : 0;
        if (depth == 0) {
            return args.substr(begin, i + 1 - begin);
        }
    }
    return {};
}

InputShapes inputShapes(const Side& side, const std::vector<bool>& included, IdentityTable& table,
                        const JobContext& job)
{
    const model::Trace& trace = *side.trace;
    const auto launch = trace.column(model::gpu_op::kLaunch);
    model::ArgsBlocks args(trace);
    SliceLookup slices(trace);
    InputShapes out;
    out.ofOp.assign(launch.size(), kNull32);
    std::unordered_map<std::uint32_t, std::uint32_t> known; // operator → text, or kNull32
    for (std::size_t i = 0; i < launch.size(); ++i) {
        for (SliceId s = included[i] ? launch[i] : SliceId(); s.valid(); s = slices.parent(s)) {
            if (!isOperator(slices.cls(s)) || slices.args(s) == kNull32) {
                continue;
            }
            const auto [it, added] = known.emplace(s.value, kNull32);
            if (added) {
                if (known.size() > kMostShapes || job.cancelled()) {
                    out.complete = false;
                    return out;
                }
                const std::string_view dims = inputDims(args.text(slices.args(s)));
                if (!dims.empty()) {
                    it->second = table.text(dims);
                    ++out.calls[{table.text(trace.string(slices.name(s))), it->second}];
                }
            }
            if (it->second != kNull32) {
                out.recorded = true;
                out.ofOp[i] = it->second;
                break;
            }
        }
    }
    return out;
}

double ShapeAgreement::unlikeShare() const
{
    const auto share = [](std::uint64_t part, std::uint64_t all) {
        return all == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(all);
    };
    return std::max(share(unlikeBefore, callsBefore), share(unlikeAfter, callsAfter));
}

ShapeAgreement compareShapes(const InputShapes& before, const InputShapes& after,
                             const IdentityTable& table)
{
    ShapeAgreement out;
    const auto count = [&](const InputShapes& own, const InputShapes& other, std::uint64_t& calls,
                           std::uint64_t& unlike) {
        for (const auto& [key, n] : own.calls) {
            const auto sameName = other.calls.lower_bound({key.first, 0});
            if (sameName == other.calls.end() || sameName->first.first != key.first) {
                continue;
            }
            calls += n;
            if (other.calls.count(key) == 0) {
                unlike += n;
                if (out.example.empty()) {
                    out.example = std::string(table.text(key.first)) + ": "
                        + std::string(table.text(key.second));
                }
            }
        }
    };
    count(before, after, out.callsBefore, out.unlikeBefore);
    count(after, before, out.callsAfter, out.unlikeAfter);
    return out;
}

} // namespace longpole::diff
