// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/ledger.h"

#include <algorithm>

namespace longpole::model {

std::string_view severityName(Severity severity)
{
    switch (severity) {
    case Severity::Info:
        return "info";
    case Severity::Repaired:
        return "repaired";
    case Severity::DataLoss:
        return "data loss";
    }
    return "info";
}

void Ledger::add(std::string_view kind, Severity severity, std::string_view meaning,
                 std::string_view example, std::uint64_t count)
{
    auto it = std::find_if(m_entries.begin(), m_entries.end(),
                           [&](const LedgerEntry& e) { return e.kind == kind; });
    if (it == m_entries.end()) {
        m_entries.push_back({std::string(kind), severity, std::string(meaning), 0, {}});
        it = std::prev(m_entries.end());
    }
    it->count += count;
    it->severity = std::max(it->severity, severity);
    if (!example.empty() && it->examples.size() < LedgerEntry::kMaxExamples) {
        it->examples.emplace_back(example);
    }
}

void Ledger::merge(const Ledger& other)
{
    for (const LedgerEntry& e : other.entries()) {
        add(e.kind, e.severity, e.meaning, {}, e.count);
        auto it = std::find_if(m_entries.begin(), m_entries.end(),
                               [&](const LedgerEntry& m) { return m.kind == e.kind; });
        for (const std::string& example : e.examples) {
            if (it->examples.size() < LedgerEntry::kMaxExamples) {
                it->examples.push_back(example);
            }
        }
    }
}

Severity Ledger::worst() const
{
    Severity worst = Severity::Info;
    for (const LedgerEntry& e : m_entries) {
        worst = std::max(worst, e.severity);
    }
    return worst;
}

} // namespace longpole::model
