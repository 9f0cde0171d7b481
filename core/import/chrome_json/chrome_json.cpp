// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome_json/chrome_json.h"

#include "core/import/chrome_json/chunk_reader.h"
#include "core/import/chrome_json/pipeline.h"
#include "core/import/chrome_json/trace_metadata.h"

namespace longpole::import {

namespace {

bool has(std::string_view head, std::string_view needle)
{
    return head.find(needle) != std::string_view::npos;
}

Sniff sniff(std::string_view head)
{
    const std::size_t begin = head.find_first_not_of(" \t\r\n\xef\xbb\xbf");
    if (begin == std::string_view::npos) {
        return {};
    }
    if (head[begin] == '{') {
        if (has(head, "\"traceEvents\"")) {
            return {90, "a JSON object with traceEvents"};
        }
        if (has(head, "\"schemaVersion\"") && has(head, "\"deviceProperties\"")) {
            return {80, "a JSON object that begins like PyTorch's profiler's"};
        }
        return {10, "a JSON object"};
    }
    if (head[begin] == '[') {
        const bool events = has(head, "\"ph\"");
        return {events ? 90 : 20, events ? "a JSON list of trace events" : "a JSON list"};
    }
    return {};
}

Result<void> read(io::ByteSource& source, TraceBuilder& builder, const JobContext& job)
{
    ChunkReader reader(source);
    if (auto head = reader.readHead(job); !head) {
        return head;
    }
    auto tail = readEvents(reader, source, builder, job);
    if (!tail) {
        return fail(tail.error());
    }
    readMetadata(reader.head(), *tail, builder);
    if (const auto damage = source.damage()) {
        builder.ledger().add("damaged-container", model::Severity::DataLoss, damage->message,
                             damage->where);
    }
    return {};
}

} // namespace

const Importer kChromeJson{"chrome-json", "Chrome JSON trace (PyTorch/Kineto and others)", sniff,
                           read};

} // namespace longpole::import
