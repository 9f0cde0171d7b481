// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Metadata events (M): names and order of processes and threads.
#include "core/import/chrome_json/args_scanner.h"
#include "core/import/chrome_json/event_sink.h"
#include "core/import/chrome_json/json_text.h"
#include "core/import/chrome_json/longpole_events.h"
#include "core/import/decimal_time.h"

#include <algorithm>
#include <iterator>

namespace longpole::import {

void EventSink::metadata(const RawEvent& e)
{
    using Kind = NamingRecord::Kind;
    struct Rule
    {
        std::string_view event;
        std::string_view arg;
        Kind kind;
    };
    constexpr Rule kRules[] = {
        {"process_name", "name", Kind::ProcessName},
        {"process_labels", "labels", Kind::ProcessLabels},
        {"process_sort_index", "sort_index", Kind::ProcessSort},
        {"thread_name", "name", Kind::ThreadName},
        {"thread_sort_index", "sort_index", Kind::ThreadSort},
    };
    const auto* const rule = std::find_if(std::begin(kRules), std::end(kRules),
                                          [&](const Rule& r) { return r.event == e.name; });
    if (rule == std::end(kRules) && addCounterUnit(e, key(e, model::TrackKind::Counter), m_batch)) {
        return;
    }
    if (rule == std::end(kRules)) {
        m_batch.ledger.add("unused-metadata", model::Severity::Info,
                           "metadata events of other kinds than names and order were not used",
                           place(e));
        return;
    }
    ArgsScanner scanner(e.args.empty() ? std::string_view("{}") : e.args);
    std::string_view name;
    Scalar value;
    while (scanner.next(name, value)) {
        if (name != rule->arg) {
            continue;
        }
        NamingRecord n;
        n.kind = rule->kind;
        n.thread = key(e, model::TrackKind::Thread);
        std::string text = jsonText(value.text);
        text.erase(text.find_last_not_of(' ') + 1);
        n.text = m_batch.intern(text);
        n.sortIndex = parseInteger(value.text).value_or(0);
        m_batch.namings.push_back(n);
    }
}

} // namespace longpole::import
