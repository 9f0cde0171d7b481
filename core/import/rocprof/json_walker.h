// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Walks a rocprofv3 JSON file front to back and hands out its records one at a time, so that
// memory is that of the longest record. The file is
//   {"rocprofiler-sdk-tool": [ {KEY: value, KEY: [record, …], GROUP: {KEY: [record, …]}}, … ]}
// with one element per process; GROUP is strings, callback_records or buffer_records.
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/io/byte_source.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace longpole::import {

struct JsonItem
{
    std::string_view path; // "agents", "buffer_records/kernel_dispatch"
    std::string_view text; // one value
    std::uint64_t offset = 0; // in the unpacked file
    std::size_t process = 0; // number of the element it belongs to
};

class JsonWalker
{
public:
    static constexpr std::size_t kLongestRecord = std::size_t{64} << 20U;

    JsonWalker(io::ByteSource& source, const JobContext& job)
        : m_source(source)
        , m_job(job)
    { }

    // Calls `item` for every record, until the end of the file or of what can be made out. Errors:
    // the source failed, the file doesn't begin as it should, or the job was cancelled.
    Result<void> walk(const std::function<void(const JsonItem&)>& item);
    // Why walking ended early; empty if the file is whole.
    const std::string& stopped() const { return m_stopped; }
    std::uint64_t tooLong() const { return m_tooLong; } // records skipped for their length
    std::size_t processes() const { return m_process; }

private:
    bool refill();
    int peek();
    bool expect(char c);
    bool string(std::string& out);
    // Passes over one value; with `keep`, text() then is it.
    bool value(bool keep);
    std::string_view text() const
    {
        return std::string_view(m_buffer).substr(m_kept, m_pos - m_kept);
    }
    template <class F>
    bool members(F f);
    template <class F>
    bool elements(F f);
    bool process();
    bool deliver(const std::string& path);
    bool values(const std::string& path);
    bool stop(std::string_view why);

    io::ByteSource& m_source;
    const JobContext& m_job;
    const std::function<void(const JsonItem&)>* m_item = nullptr;
    std::string m_buffer;
    std::size_t m_pos = 0;
    std::size_t m_kept = 0; // what lies before may be forgotten
    bool m_keeping = false;
    std::uint64_t m_base = 0; // offset of m_buffer[0]
    std::size_t m_process = 0;
    std::uint64_t m_tooLong = 0;
    std::string m_stopped;
    std::optional<Error> m_error;
};

} // namespace longpole::import
