// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Launches as Nsight Compute's CSV pages tell them, texts still unread. Numbers are converted some
// launches at a time: one value in the style of another locale ("61,84") makes every value with a
// comma or a point ambiguous, and from those launches on they are kept as text.
#pragma once

#include "core/import/event_batch.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace longpole::import {

// Names repeat from launch to launch: they are of the reader's page and live as long as it.
struct CsvMetric
{
    std::string_view section; // details page only
    std::string_view name;
    std::string_view unit;
    std::string value;
};

struct CsvRule
{
    std::string name;
    std::string type;
    std::string description;
    std::string section;
    std::string speedupType;
    std::string speedup;
};

struct CsvLaunch
{
    std::string id;
    std::string kernel;
    std::string grid; // "(1024, 1, 1)"
    std::string block;
    std::string device;
    std::string context;
    std::string stream;
    std::string process;
    std::string computeCapability;
    std::vector<CsvMetric> metrics;
    std::vector<CsvRule> rules;
};

class LaunchConverter
{
public:
    // Appends a kernel profile per launch; what could not be read as a number goes to the ledger.
    void add(const std::vector<CsvLaunch>& launches, EventBatch& batch);

private:
    bool m_otherLocale = false;
    std::uint32_t m_launches = 0;
};

// "(1024, 1, 1)" or "1024, 1, 1" → three counts, kNull32 where it is something else.
void parseDimensions(std::string_view text, std::uint32_t (&out)[3]);

// Nanoseconds of a value in one of the units Nsight Compute prints ("ns", "usecond", "ms" …);
// kNull64 for other units.
std::int64_t durationOf(double value, std::string_view unit);

} // namespace longpole::import
