// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/input_shapes.h"

#include "core/model/args_blocks.h"

#include <algorithm>

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
    model::ArgsBlocks args(trace);
    InputShapes out;
    std::uint64_t read = 0;
    for (const model::Track& track : trace.tracks()) {
        if (track.kind != model::TrackKind::Thread || track.sliceCount == 0) {
            continue;
        }
        const auto name = trace.column(model::slice::kName, track.id);
        const auto cls = trace.column(model::slice::kClass, track.id);
        const auto start = trace.column(model::slice::kStart, track.id);
        const auto number = trace.column(model::slice::kArgs, track.id);
        for (std::uint32_t i = 0; i < name.size(); ++i) {
            if (number[i] == kNull32 || !isOperator(cls[i])) {
                continue;
            }
            const std::uint32_t n = side.iterations.at(track.rank, start[i]);
            if (n == kNull32 || !included[n]) {
                continue;
            }
            if (++read > kMostShapes || job.cancelled()) {
                out.complete = false;
                return out;
            }
            const std::string_view dims = inputDims(args.text(number[i]));
            if (dims.empty()) {
                continue;
            }
            out.recorded = true;
            const std::uint32_t shape = table.text(dims);
            out.ofSlice.emplace(track.firstSlice + i, shape);
            ++out.calls[{table.text(trace.string(name[i])), shape}];
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
