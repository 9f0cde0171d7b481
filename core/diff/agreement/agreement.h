// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Whether two versions of a program computed the same: the tensors they saved, matched by name.
// Elements stream through blocks of a few MB, so tensors may be larger than memory.
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/diff/agreement/tensor_file.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace longpole::agreement {

// One tensor of both sides. `before` is the reference b, `after` the value a.
// A complex number is compared as its two components; indices and counts are of elements.
struct TensorAgreement
{
    // Steps between the two, of their own type: 0, 1, 2, 3–4, 5–8, …; by powers of two.
    static constexpr std::size_t kUlpBins = 66;

    std::string name;
    std::string dtypeBefore; // empty: not on that side
    std::string dtypeAfter;
    std::vector<std::uint64_t> shapeBefore;
    std::vector<std::uint64_t> shapeAfter;
    std::string problem; // why elements weren't compared; empty: they were
    Tolerance tolerance;

    std::uint64_t elements = 0;
    std::uint64_t unequal = 0; // -0 equals 0, and NaN NaN
    std::uint64_t outside = 0; // of the tolerance, or special on one side only
    std::uint64_t nanOnOneSide = 0;
    std::uint64_t infinityOnOneSide = 0; // or of opposite signs
    // Over pairs of finite numbers; none where there are none, and for text or raw bytes.
    std::optional<double> maxAbs; // |a - b|
    std::optional<double> maxRel; // |a - b| / |b|, where b is not 0
    std::optional<double> rms; // √mean((a - b)²)
    std::optional<double> cosine; // of a and b as vectors; none if just one of them is all zeros
    // Floats of the same type on both sides: numbers between a and b, infinity counting as the
    // one beyond the largest.
    std::optional<std::uint64_t> maxUlp;
    std::array<std::uint64_t, kUlpBins> ulpHistogram{};
    // The element farthest outside of the tolerance, else with the largest share of it; special
    // values on one side come first. None if all are equal.
    std::vector<std::uint64_t> worstIndex;

    bool agrees() const { return problem.empty() && outside == 0; }
};

// The bin of a distance in TensorAgreement::ulpHistogram.
std::size_t ulpBin(std::uint64_t distance);

struct Report
{
    std::vector<TensorAgreement> tensors; // in the order of the first side, then what only the
                                          // second has
    bool agrees() const;
};

struct Settings
{
    std::optional<double> relative; // replaces the default of each tensor's type
    std::optional<double> absolute;
};

// Paths: a .npy, .npz or .safetensors file or a folder of them each. Two files of one tensor each
// are compared whatever its name. Reports progress in bytes; fails with Format where a file is
// damaged or holds no tensor.
Result<Report> compare(const std::string& before, const std::string& after,
                       const Settings& settings, const JobContext& job);

} // namespace longpole::agreement
