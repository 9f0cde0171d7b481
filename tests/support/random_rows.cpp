// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/random_rows.h"

#include <algorithm>

namespace longpole::test {

using model::SliceClass;

std::int64_t pick(std::mt19937& rng, std::int64_t low, std::int64_t high)
{
    return std::uniform_int_distribution<std::int64_t>(low, high)(rng);
}

bool chance(std::mt19937& rng, int percent)
{
    return pick(rng, 0, 99) < percent;
}

namespace {

void addChildren(const RowDraft& above, RowDraft& row, bool leaf, std::mt19937& rng)
{
    for (std::size_t p = 0; p < above.size(); ++p) {
        std::int64_t at = above[p].start;
        const std::int64_t end = at + above[p].duration;
        for (std::int64_t n = pick(rng, 0, 2); n > 0 && at < end; --n) {
            SliceDraft s;
            s.start = pick(rng, at, end);
            s.duration = pick(rng, 0, (end - s.start) / 2);
            s.name = leaf ? "cudaLaunchKernel" : "inner_" + std::to_string(pick(rng, 0, 15));
            s.category = leaf ? 2 : 0;
            s.cls = leaf ? SliceClass::Api : SliceClass::Operator;
            s.parentInRowAbove = static_cast<std::uint32_t>(p);
            at = s.start + s.duration;
            row.push_back(std::move(s));
        }
    }
}

} // namespace

std::vector<RowDraft> randomThreadRows(const RandomTraceOptions& options, std::uint32_t thread,
                                       std::mt19937& rng)
{
    std::vector<RowDraft> rows(options.depth);
    const std::uint32_t roots = std::max(1U, options.slicesPerThread / std::max(1U, options.depth));
    std::int64_t at = options.originNs + pick(rng, 0, 1000);
    for (std::uint32_t i = 0; i < roots && options.depth > 0; ++i) {
        SliceDraft s;
        s.start = at;
        s.duration = chance(rng, 5) ? 0 : pick(rng, 1, 200'000);
        const bool step = thread == 0 && i < options.iterations;
        s.name = step ? "ProfilerStep#" + std::to_string(i)
                      : "aten::op_" + std::to_string(pick(rng, 0, 40));
        s.category = step ? 1 : 0;
        s.cls = step ? SliceClass::Annotation : SliceClass::Operator;
        at += s.duration + (chance(rng, 20) ? 0 : pick(rng, 0, 50'000));
        rows[0].push_back(std::move(s));
    }
    for (std::uint32_t level = 1; level < options.depth; ++level) {
        addChildren(rows[level - 1], rows[level], level + 1 == options.depth, rng);
    }
    while (!rows.empty() && rows.back().empty()) {
        rows.pop_back();
    }
    return rows;
}

std::vector<RowDraft> randomStreamRows(const RandomTraceOptions& options, std::mt19937& rng)
{
    std::vector<RowDraft> rows(1);
    std::int64_t at = options.originNs + pick(rng, 0, 100'000);
    for (std::uint32_t i = 0; i < options.opsPerStream; ++i) {
        SliceDraft s;
        s.start = at;
        s.duration = chance(rng, 2) ? 0 : pick(rng, 1, 50'000);
        const std::int64_t kind = pick(rng, 0, 19);
        s.name = kind == 0 ? "Memcpy HtoD"
            : kind == 1    ? "Memset"
                           : "void kernel_" + std::to_string(pick(rng, 0, 60)) + "<float>";
        s.category = static_cast<std::uint16_t>(kind == 0 ? 4 : kind == 1 ? 5 : 3);
        s.cls = kind == 0 ? SliceClass::Copy
            : kind == 1   ? SliceClass::Memset
                          : SliceClass::OtherKernel;
        at += s.duration + (chance(rng, 30) ? 0 : pick(rng, 0, 20'000));
        const bool spill = s.duration > 2 && chance(rng, 3);
        if (spill) {
            SliceDraft other = s;
            other.start += other.duration / 2;
            other.flags = model::SliceSpilled;
            rows.resize(2);
            at =
                std::max(at, other.start + other.duration); // keeps the second row free of overlaps
            rows[1].push_back(std::move(other));
        }
        rows[0].push_back(std::move(s));
    }
    return rows;
}

std::string randomArgs(std::mt19937& rng)
{
    std::string json = "{\"External id\": " + std::to_string(pick(rng, 0, 1'000'000'000'000));
    if (chance(rng, 50)) {
        json += ", \"Input Dims\": [[" + std::to_string(pick(rng, 1, 64))
            + ", 3], []], \"ok\": true, \"ratio\": 0.25";
    }
    if (chance(rng, 20)) {
        json +=
            R"(, "note": "a \"quoted\" line\nand \u00e9", "none": null, "nested": {"a": {"b": 1}})";
    }
    return json + "}";
}

} // namespace longpole::test
