// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// longpole agree: whether two versions of a program computed the same tensors.
#include "app/cli/command.h"
#include "app/cli/commands/commands.h"
#include "app/cli/output.h"
#include "app/cli/trace_input.h"
#include "core/diff/agreement/agreement.h"

#include <algorithm>
#include <cstdio>
#include <iostream>

namespace longpole::cli {

namespace {

using agreement::Report;
using agreement::TensorAgreement;

template <class T>
Json orNull(const std::optional<T>& value)
{
    return value ? Json(*value) : Json(nullptr);
}

// Bins up to the last that holds something: "at most" 0, 1, 2, 4, 8 … steps.
Json histogramJson(const TensorAgreement& t)
{
    Json out = Json::array();
    std::size_t last = t.ulpHistogram.size();
    while (last > 0 && t.ulpHistogram[last - 1] == 0) {
        --last;
    }
    for (std::size_t bin = 0; t.maxUlp && bin < last; ++bin) {
        const std::uint64_t largest = bin < 2 ? bin : bin > 64 ? *t.maxUlp : 1ULL << (bin - 1);
        out.push_back({{"at_most", largest}, {"elements", t.ulpHistogram[bin]}});
    }
    return out;
}

Json tensorJson(const TensorAgreement& t)
{
    const bool both = !t.dtypeBefore.empty() && !t.dtypeAfter.empty();
    Json out = {{"name", t.name},
                {"shape", t.dtypeBefore.empty() ? t.shapeAfter : t.shapeBefore},
                {"dtype", t.dtypeBefore.empty() ? t.dtypeAfter : t.dtypeBefore}};
    if (both && t.shapeAfter != t.shapeBefore) {
        out["shape_after"] = t.shapeAfter;
    }
    if (both && t.dtypeAfter != t.dtypeBefore) {
        out["dtype_after"] = t.dtypeAfter;
    }
    const bool compared = t.problem.empty();
    out["unequal"] = compared ? Json(t.unequal) : Json(nullptr);
    out["max_abs"] = orNull(t.maxAbs);
    out["max_rel"] = orNull(t.maxRel);
    out["max_ulp"] = orNull(t.maxUlp);
    out["rms"] = orNull(t.rms);
    out["cosine"] = orNull(t.cosine);
    out["nan_only_one_side"] = t.nanOnOneSide;
    out["inf_only_one_side"] = t.infinityOnOneSide;
    out["worst_index"] = t.unequal > 0 ? Json(t.worstIndex) : Json(nullptr);
    out["elements"] = t.elements;
    out["outside"] = compared ? Json(t.outside) : Json(nullptr);
    out["rtol"] = t.tolerance.relative;
    out["atol"] = t.tolerance.absolute;
    out["ulp_histogram"] = histogramJson(t);
    out["problem"] = compared ? Json(nullptr) : Json(t.problem);
    out["ok"] = t.agrees();
    return out;
}

std::string verdictOf(const Report& report)
{
    return report.agrees() ? "agrees" : "disagrees";
}

Json reportJson(const Report& report)
{
    Json out = {{"verdict", verdictOf(report)}, {"tensors", Json::array()}};
    for (const TensorAgreement& t : report.tensors) {
        out["tensors"].push_back(tensorJson(t));
    }
    return out;
}

std::string shapeText(const std::vector<std::uint64_t>& shape)
{
    std::string out;
    for (const std::uint64_t n : shape) {
        out += (out.empty() ? "" : "×") + std::to_string(n);
    }
    return out.empty() ? "one number" : out;
}

std::string shortNumber(const std::optional<double>& value)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.3g", value.value_or(0));
    return value ? text : "–";
}

std::string resultOf(const TensorAgreement& t)
{
    if (!t.problem.empty()) {
        return "not comparable: " + t.problem;
    }
    if (t.agrees()) {
        return t.unequal == 0 ? "equal" : "agrees";
    }
    std::string index;
    for (const std::uint64_t i : t.worstIndex) {
        index += (index.empty() ? "" : ", ") + std::to_string(i);
    }
    std::string out =
        "disagrees: " + std::to_string(t.outside) + " outside, worst at [" + index + "]";
    if (t.nanOnOneSide > 0) {
        out += ", " + std::to_string(t.nanOnOneSide) + " NaN on one side";
    }
    if (t.infinityOnOneSide > 0) {
        out += ", " + std::to_string(t.infinityOnOneSide) + " infinite on one side";
    }
    return out;
}

void printHuman(const Report& report)
{
    using analysis::Role;
    using analysis::Unit;
    const auto disagreeing = std::count_if(report.tensors.begin(), report.tensors.end(),
                                           [](const TensorAgreement& t) { return !t.agrees(); });
    std::cout << (report.agrees() ? "Agrees: " : "Disagrees: ")
              << (report.agrees() ? report.tensors.size() : static_cast<std::size_t>(disagreeing))
              << (report.agrees() ? "" : " of " + std::to_string(report.tensors.size()))
              << (report.tensors.size() == 1 ? " tensor" : " tensors")
              << (report.agrees() ? " within tolerance\n" : " outside tolerance or missing\n");
    analysis::Table table;
    table.columns = {{"name", "Tensor", Unit::None, Role::Name},
                     {"dtype", "Type", Unit::None, Role::Name},
                     {"shape", "Shape", Unit::None, Role::Name},
                     {"unequal", "Unequal", Unit::Count, Role::Value},
                     {"max_abs", "Largest |a-b|", Unit::None, Role::Name},
                     {"max_rel", "Relative", Unit::None, Role::Name},
                     {"max_ulp", "Steps", Unit::None, Role::Name},
                     {"ok", "Result", Unit::None, Role::Name}};
    for (const TensorAgreement& t : report.tensors) {
        const bool retyped =
            !t.dtypeBefore.empty() && !t.dtypeAfter.empty() && t.dtypeBefore != t.dtypeAfter;
        const bool reshaped =
            !t.dtypeBefore.empty() && !t.dtypeAfter.empty() && t.shapeBefore != t.shapeAfter;
        const auto& shape = t.dtypeBefore.empty() ? t.shapeAfter : t.shapeBefore;
        table.rows.push_back({t.name,
                              retyped                     ? t.dtypeBefore + " → " + t.dtypeAfter
                                  : t.dtypeBefore.empty() ? t.dtypeAfter
                                                          : t.dtypeBefore,
                              reshaped ? shapeText(t.shapeBefore) + " → " + shapeText(t.shapeAfter)
                                       : shapeText(shape),
                              static_cast<std::int64_t>(t.unequal), shortNumber(t.maxAbs),
                              shortNumber(t.maxRel), t.maxUlp ? std::to_string(*t.maxUlp) : "–",
                              resultOf(t)});
    }
    printTable(table);
}

class AgreeCommand final : public Command
{
public:
    std::string_view name() const override { return "agree"; }
    std::string_view summary() const override
    {
        return "whether two versions of a program computed the same tensors";
    }
    std::string_view example() const override
    {
        return "longpole agree before.safetensors after.safetensors";
    }

    void addOptions(CLI::App& app) override
    {
        app.add_option("BEFORE", m_before,
                       "reference: a .npy, .npz or .safetensors file, or a folder of them")
            ->required();
        app.add_option("AFTER", m_after, "what is compared with it")->required();
        app.add_option(
               "--rtol", m_settings.relative,
               "elements agree if |after - before| <= atol + rtol * |before| (default: by the less "
               "precise type: bf16 1.6e-2, f16 1e-3, f32 1.3e-6, f64 1e-7; whole numbers "
               "must be equal)")
            ->check(CLI::NonNegativeNumber);
        app.add_option("--atol", m_settings.absolute,
                       "absolute tolerance (default: 1e-5, f64 1e-7)")
            ->check(CLI::NonNegativeNumber);
        app.add_flag("--json", m_json, "print JSON");
    }

    Result<int> run() override
    {
        const TerminalJob job;
        auto report = agreement::compare(m_before, m_after, m_settings, job.context());
        if (!report) {
            return fail(report.error());
        }
        if (m_json) {
            printJson(reportJson(*report));
        } else {
            printHuman(*report);
        }
        return report->agrees() ? kExitFine : kExitCheckFailed;
    }

private:
    std::string m_before;
    std::string m_after;
    agreement::Settings m_settings;
    bool m_json = false;
};

} // namespace

std::unique_ptr<Command> makeAgreeCommand()
{
    return std::make_unique<AgreeCommand>();
}

} // namespace longpole::cli
