// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The ledger: everything an import repaired, dropped, clamped or guessed. Nothing happens to a
// user's data without an entry here.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace longpole::model {

enum class Severity : std::uint8_t
{
    Info, // worth knowing, nothing was changed
    Repaired, // read in spite of a fault; what was made of it is said
    DataLoss // something of the file is not in the trace
};

// "info", "repaired", "data loss"
std::string_view severityName(Severity severity);

struct LedgerEntry
{
    std::string kind; // stable, machine-readable: "same-stream-overlap"
    Severity severity = Severity::Info;
    std::string meaning; // one sentence for people
    std::uint64_t count = 0;
    std::vector<std::string> examples; // the first few, with their place in the file

    static constexpr std::size_t kMaxExamples = 5;
};

class Ledger
{
public:
    // Adds to the entry of that kind, creating it if needed.
    void add(std::string_view kind, Severity severity, std::string_view meaning,
             std::string_view example = {}, std::uint64_t count = 1);
    void merge(const Ledger& other);
    const std::vector<LedgerEntry>& entries() const { return m_entries; }
    // The worst severity present; Info when empty.
    Severity worst() const;

private:
    std::vector<LedgerEntry> m_entries; // few dozen kinds: linear search is fine
};

} // namespace longpole::model
