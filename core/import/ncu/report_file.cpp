// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/ncu/report_file.h"

#include <algorithm>
#include <array>
#include <limits>

namespace longpole::import {

namespace {

class ReportReader
{
public:
    ReportReader(io::ByteSource& source, const ReportHandlers& handlers, const JobContext& job)
        : m_source(source)
        , m_handlers(handlers)
        , m_job(job)
    { }

    Result<ReportOutcome> run()
    {
        if (!take(4) || m_buffer != std::string_view("NVR\0", 4)) {
            return notAReport();
        }
        if (!takeSized(kLargestHeader) || !m_handlers.onFile(m_buffer)) {
            return notAReport();
        }
        while (m_outcome.stopped.empty() && readBlock()) {
            if (m_job.cancelled()) {
                return fail(Errc::Cancelled, "cancelled");
            }
            const auto total = m_source.total();
            const int done = total && *total > 0
                ? static_cast<int>(std::min(1000.0,
                                            1000.0 * static_cast<double>(m_source.consumed())
                                                / static_cast<double>(*total)))
                : -1;
            m_job.report({"reading", done, m_source.consumed(), m_results});
        }
        return m_outcome;
    }

private:
    Result<ReportOutcome> notAReport() const
    {
        if (m_error) {
            return fail(*m_error);
        }
        return fail(Errc::Format,
                    "is no Nsight Compute report, or ends within its first header; "
                    "copy or record it again");
    }

    // Reads exactly n bytes into the buffer, a piece at a time.
    bool take(std::uint64_t n)
    {
        constexpr std::size_t kPiece = std::size_t{1} << 20U;
        m_buffer.clear();
        while (m_buffer.size() < n) {
            const std::size_t have = m_buffer.size();
            const auto want = static_cast<std::size_t>(std::min<std::uint64_t>(kPiece, n - have));
            m_buffer.resize(have + want);
            const auto got = m_source.read(std::span(m_buffer).subspan(have));
            if (!got) {
                m_error = got.error();
            }
            m_buffer.resize(have + (got ? *got : 0));
            if (m_buffer.size() == have) {
                return false;
            }
        }
        return true;
    }

    bool skip(std::uint64_t n)
    {
        std::array<char, 65536> room{};
        while (n > 0) {
            const auto want = static_cast<std::size_t>(std::min<std::uint64_t>(room.size(), n));
            const auto got = m_source.read(std::span(room.data(), want));
            if (!got || *got == 0) {
                return false;
            }
            n -= *got;
        }
        return true;
    }

    // The size before a message; false at the end of the file or if it goes beyond `limit`.
    bool takeSize(std::int64_t limit, std::uint32_t& size)
    {
        if (limit < 4 || !take(4)) {
            return false;
        }
        size = 0;
        for (int i = 3; i >= 0; --i) {
            size = size << 8U | static_cast<unsigned char>(m_buffer[static_cast<std::size_t>(i)]);
        }
        return std::int64_t{size} <= limit - 4;
    }

    bool takeSized(std::int64_t limit)
    {
        std::uint32_t size = 0;
        return takeSize(limit, size) && take(size);
    }

    bool readBlock()
    {
        std::uint32_t size = 0;
        if (!takeSize(std::numeric_limits<std::int64_t>::max(), size)) {
            if (!m_buffer.empty()) {
                m_outcome.stopped = "the report ends within the size of a block";
            }
            return false;
        }
        ReportHandlers::BlockSizes sizes;
        if (size > kLargestHeader) {
            return stop("the header of a block is larger than 16 MiB");
        }
        if (!take(size)) {
            m_outcome.stopped = "the report ends within the header of a block";
            return false;
        }
        if (!m_handlers.onBlock(m_buffer, sizes) || sizes.payloadBytes < 0 || sizes.sources < 0
            || sizes.results < 0) {
            m_outcome.stopped = "the header of a block cannot be decoded";
            return false;
        }
        std::int64_t left = sizes.payloadBytes;
        return readSources(sizes.sources, left) && readResults(sizes.results, left) && rest(left);
    }

    bool stop(std::string_view what)
    {
        m_outcome.stopped = what;
        return false;
    }

    bool readSources(std::int64_t count, std::int64_t& left)
    {
        for (; count > 0; --count) {
            std::uint32_t size = 0;
            if (!takeSize(left, size) || !skip(size)) {
                return stop("the report ends within a kernel's code");
            }
            left -= 4 + std::int64_t{size};
            ++m_outcome.sources;
            m_outcome.sourceBytes += size;
        }
        return true;
    }

    bool readResults(std::int64_t count, std::int64_t& left)
    {
        for (; count > 0 && !m_job.cancelled(); --count) {
            std::uint32_t size = 0;
            const bool sized = takeSize(left, size);
            const bool huge = size > kLargestResult;
            if (!sized || !(huge ? skip(size) : take(size))) {
                return stop("the report ends within the result of a kernel");
            }
            left -= 4 + std::int64_t{size};
            ++m_results;
            if (huge) {
                ++m_outcome.hugeResults;
            } else if (!m_handlers.onResult(m_buffer)) {
                ++m_outcome.damagedResults;
            }
        }
        return true;
    }

    bool rest(std::int64_t left)
    {
        return left == 0 || skip(static_cast<std::uint64_t>(left))
            || stop("the report ends within a block");
    }

    io::ByteSource& m_source;
    const ReportHandlers& m_handlers;
    const JobContext& m_job;
    ReportOutcome m_outcome;
    std::string m_buffer;
    std::optional<Error> m_error;
    std::uint64_t m_results = 0;
};

} // namespace

Result<ReportOutcome> readReport(io::ByteSource& source, const ReportHandlers& handlers,
                                 const JobContext& job)
{
    return ReportReader(source, handlers, job).run();
}

} // namespace longpole::import
