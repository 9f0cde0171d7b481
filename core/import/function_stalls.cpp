// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/function_stalls.h"

#include "core/import/args_reader.h"
#include "core/import/json_writer.h"
#include "core/import/kernel_args.h"

#include <algorithm>
#include <cstdio>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace longpole::import {

namespace {

using model::Severity;

constexpr std::string_view kRule =
    "function and device; samples of all its launches in another run, not of this launch alone";
constexpr std::string_view kNotIssued = "_not_issued";
constexpr std::string_view kStalled = "stalled_";
constexpr std::size_t kShortReasons = 3; // where the full text would take too much memory

struct Function
{
    std::map<std::string, std::uint64_t> samples; // per reason
    std::set<std::uint64_t> cubins;
    std::set<std::uint32_t> sources;
    bool used = false;
    std::string text; // of its args; made when first needed
    std::string shortText;
};

using Functions = std::map<std::pair<std::string, std::int64_t>, Function>; // name, device

bool ofNotIssued(std::string_view reason)
{
    return reason.ends_with(kNotIssued);
}

std::size_t kindOf(std::string_view reason)
{
    return ofNotIssued(reason) ? 1 : 0;
}

std::uint64_t plus(std::uint64_t a, std::uint64_t b) // no further than the largest number
{
    return b > ~a ? ~std::uint64_t{0} : a + b;
}

// Of the samples under their plain names: each once.
std::uint64_t sumOf(const Function& f)
{
    std::uint64_t sum = 0;
    for (const auto& [reason, count] : f.samples) {
        sum = ofNotIssued(reason) ? sum : plus(sum, count);
    }
    return sum;
}

// "…_issue_stalled_long_scoreboard_not_issued" → "long scoreboard": the words for people.
std::string labelOf(std::string_view reason)
{
    if (ofNotIssued(reason)) {
        reason.remove_suffix(kNotIssued.size());
    }
    if (const std::size_t at = reason.rfind(kStalled);
        at != std::string_view::npos && at + kStalled.size() < reason.size()) {
        reason.remove_prefix(at + kStalled.size());
    }
    std::string out(reason);
    std::replace(out.begin(), out.end(), '_', ' ');
    return out;
}

void addSection(JsonWriter& json, const std::vector<std::pair<std::string, double>>& shares,
                bool notIssued)
{
    json.beginObject().key("name").text(
        notIssued ? "Where warps stood while nothing was issued (share of samples)"
                  : "Where warps stood (share of samples)");
    json.key("order").integer(notIssued ? 2 : 1).key("metrics").beginArray();
    for (const auto& [reason, share] : shares) {
        if (ofNotIssued(reason) == notIssued) {
            json.beginObject().key("metric").text(reason + ".pct");
            json.key("label").text(labelOf(reason)).endObject();
        }
    }
    json.endArray().endObject();
}

// most: of the reasons of each kind, the largest first.
std::string textOf(const Function& f, std::size_t most)
{
    std::vector<std::pair<std::string, double>> shares;
    for (auto& [reason, share] : stallShares(f.samples)) {
        shares.emplace_back(reason, share);
    }
    std::stable_sort(shares.begin(), shares.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    std::size_t kept[2] = {0, 0};
    shares.erase(std::remove_if(shares.begin(), shares.end(),
                                [&](const auto& s) {
                                    return s.second <= 0 || kept[kindOf(s.first)]++ >= most;
                                }),
                 shares.end());
    JsonWriter json;
    json.beginObject().key("metrics").beginObject();
    for (const auto& [reason, share] : shares) {
        json.key(reason).natural(f.samples.at(reason));
        json.key(reason + ".pct").real(share);
    }
    json.endObject().key("units").beginObject();
    for (const auto& [reason, share] : shares) {
        json.key(reason).text("samples").key(reason + ".pct").text("%");
    }
    json.endObject().key("sections").beginArray();
    for (const bool notIssued : {false, true}) {
        if (kept[notIssued ? 1 : 0] > 0) {
            addSection(json, shares, notIssued);
        }
    }
    json.endArray().key("samples").natural(sumOf(f)).key("cubins").beginArray();
    for (const std::uint64_t crc : f.cubins) {
        char hex[24];
        std::snprintf(hex, sizeof(hex), "0x%llx", static_cast<unsigned long long>(crc));
        json.text(hex);
    }
    json.endArray().endObject();
    return json.take();
}

Functions functionsOf(const RawTrace& raw, const std::vector<StalledFunctionRecord>& records)
{
    Functions out;
    for (const StalledFunctionRecord& r : records) {
        Function& f = out[{comparableKernelName(raw.strings.get(r.name)), r.device}];
        f.cubins.insert(r.cubin);
        f.sources.insert(r.source);
        for (const auto& [reason, count] : r.samples) {
            std::uint64_t& total = f.samples[std::string(raw.strings.get(reason))];
            total = plus(total, count);
        }
    }
    return out;
}

class Attaching
{
public:
    Attaching(RawTrace& raw, Functions& functions)
        : m_raw(raw)
        , m_functions(functions)
    { }

    void attach(BatchJoiner& joiner)
    {
        forEachKernel(m_raw, [&](SliceBody& s, const std::string& name, std::uint32_t track) {
            ++m_kernels;
            const auto it = m_functions.find({name, m_raw.tracks[track].pid});
            if (it != m_functions.end()) {
                it->second.used = true;
                m_found.emplace_back(&s, &it->second);
            }
        });
        // By args number: every packed block of args is unpacked once.
        std::stable_sort(m_found.begin(), m_found.end(), [](const auto& a, const auto& b) {
            return a.first->args < b.first->args;
        });
        EventBatch batch;
        const std::uint32_t base = m_raw.argsCount;
        ArgsReader reader(m_raw);
        std::size_t spent = 0;
        for (const auto& [slice, function] : m_found) {
            const std::string& text = textFor(*function, spent);
            const std::string_view args = reader.read(slice->args);
            const bool taken = args.find("\"counters\":{") != std::string_view::npos;
            slice->args = base
                + batch.keepArgs(withProfile(args, taken ? "stalls" : "counters", text, kRule));
        }
        batch.seal();
        joiner.append(std::move(batch));
    }

    void report()
    {
        std::size_t used = 0;
        std::uint64_t samples = 0;
        std::uint64_t shared = 0;
        for (const auto& [key, f] : m_functions) {
            used += f.used ? 1 : 0;
            samples = plus(samples, sumOf(f));
            shared += f.sources.size() > 1 ? 1 : 0;
            if (!f.used) {
                m_raw.ledger.add(
                    "stalls-without-kernel", Severity::Info,
                    "functions whose stalls were sampled, but of which the trace holds "
                    "no kernel on that device",
                    key.first + " on device " + std::to_string(key.second));
            }
        }
        m_raw.ledger.add("stalls-joined", Severity::Info,
                         std::to_string(m_found.size()) + " of " + std::to_string(m_kernels)
                             + " kernels carry the stall reasons of their function, from "
                             + std::to_string(used) + " of " + std::to_string(m_functions.size())
                             + " sampled functions and " + std::to_string(samples)
                             + " samples: these are of all launches of a function in another run, "
                               "not of one launch",
                         {}, m_found.size());
        if (shared > 0) {
            m_raw.ledger.add("stalls-of-processes", Severity::Info,
                             "functions that several processes run on a device of the same number: "
                             "their samples were added up",
                             {}, shared);
        }
        if (m_shortened > 0) {
            m_raw.ledger.add("stalls-shortened", Severity::Info,
                             "launches that carry the largest stall reasons only, to bound memory",
                             {}, m_shortened);
        }
    }

private:
    const std::string& textFor(Function& f, std::size_t& spent)
    {
        if (f.text.empty()) {
            f.text = textOf(f, f.samples.size());
            f.shortText = textOf(f, kShortReasons);
        }
        const bool whole = spent + f.text.size() <= kFullTextBudget;
        const std::string& text = whole ? f.text : f.shortText;
        spent += text.size();
        m_shortened += whole ? 0 : 1;
        return text;
    }

    RawTrace& m_raw;
    Functions& m_functions;
    std::vector<std::pair<SliceBody*, Function*>> m_found;
    std::uint64_t m_kernels = 0;
    std::uint64_t m_shortened = 0;
};

} // namespace

std::map<std::string, double> stallShares(const std::map<std::string, std::uint64_t>& samples)
{
    double sums[2] = {0, 0};
    for (const auto& [reason, count] : samples) {
        sums[kindOf(reason)] += static_cast<double>(count);
    }
    std::map<std::string, double> out;
    for (const auto& [reason, count] : samples) {
        const double sum = sums[kindOf(reason)];
        out[reason] = sum > 0 ? 100.0 * static_cast<double>(count) / sum : 0;
    }
    return out;
}

void applyFunctionStalls(RawTrace& raw, BatchJoiner& joiner)
{
    const std::vector<StalledFunctionRecord> records = std::exchange(raw.stalls, {});
    if (records.empty()) {
        return;
    }
    Functions functions = functionsOf(raw, records);
    Attaching attaching(raw, functions);
    attaching.attach(joiner);
    attaching.report();
}

} // namespace longpole::import
