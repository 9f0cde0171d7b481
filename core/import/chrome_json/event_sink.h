// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Understands events of the Chrome trace format, PyTorch/Kineto's dialect included, and puts them
// into an EventBatch.
#pragma once

#include "core/import/chrome_json/kineto_categories.h"
#include "core/import/chrome_json/raw_event.h"
#include "core/import/event_batch.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace longpole::import {

class EventSink
{
public:
    explicit EventSink(EventBatch& batch)
        : m_batch(batch)
    { }
    // The event's views need to live only during the call.
    void add(const RawEvent& event);

private:
    void complete(const RawEvent& e);
    void gpuOp(const RawEvent& e, SliceRecord& s, const CategoryMeaning& category);
    void apiCall(const RawEvent& e, SliceRecord& s);
    void half(const RawEvent& e, HalfRecord::Kind kind);
    void flow(const RawEvent& e, FlowRecord::Kind kind);
    void async(const RawEvent& e, HalfRecord::Kind kind);
    void instant(const RawEvent& e);
    void counter(const RawEvent& e);
    void metadata(const RawEvent& e);

    const CategoryMeaning& categoryOf(const RawEvent& e, std::uint16_t& number);
    std::optional<std::int64_t> time(const RawEvent& e);
    TrackKey key(const RawEvent& e, model::TrackKind kind);
    std::uint32_t keepArgs(const RawEvent& e);
    void drop(const RawEvent& e, std::string_view kind, std::string_view meaning);
    std::string place(const RawEvent& e) const;

    EventBatch& m_batch;
    std::vector<CategoryMeaning> m_categories; // by category number
};

} // namespace longpole::import
