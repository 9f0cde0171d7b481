// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/xplane/xplane.h"

#include "core/import/proto_input.h"
#include "core/import/xplane/plane_writer.h"
#include "core/import/xplane/xplane_sniff.h"

#include <algorithm>

namespace longpole::import {

namespace {

using model::Severity;

// Numbers of XSpace's fields.
enum SpaceField : std::uint32_t
{
    SpacePlane = 1,
    SpaceError = 2,
    SpaceWarning = 3,
    SpaceHost = 4
};

constexpr std::uint64_t kLongestText = std::uint64_t{1} << 20U;

class SpaceReader
{
public:
    SpaceReader(io::ByteSource& source, TraceBuilder& builder, const JobContext& job)
        : m_source(source)
        , m_builder(builder)
        , m_job(job)
        , m_stream(source)
        , m_writer(builder, job)
    { }

    Result<void> read()
    {
        while (const auto field = m_stream.next()) {
            if (m_job.cancelled()) {
                return fail(Errc::Cancelled, "cancelled", m_source.name());
            }
            take(*field);
            report();
        }
        if (m_stream.end() == ProtoEnd::Unreadable) {
            return fail(m_stream.error());
        }
        if (m_planes == 0) {
            return fail(Errc::Format, "holds no plane of an XLA profile; record it again",
                        m_source.name());
        }
        noteEnd();
        m_writer.finish(m_hosts);
        describe();
        return {};
    }

private:
    void take(const ProtoField& field)
    {
        if (field.wire != WireType::Length) {
            return;
        }
        if (field.number == SpacePlane) {
            Plane plane = readPlane(m_stream, m_stream.offset() + field.value, m_builder.ledger());
            ++m_planes;
            m_writer.write(std::move(plane));
            return;
        }
        std::string text;
        if (field.number < SpaceError || field.number > SpaceHost || field.value > kLongestText) {
            m_stream.skip(field.value);
        } else if (m_stream.read(field.value, text)) {
            takeText(field.number, text);
        }
    }

    void takeText(std::uint32_t number, const std::string& text)
    {
        if (number == SpaceHost) {
            m_hosts.push_back(text);
        } else if (number == SpaceError) {
            m_builder.ledger().add("profiler-error", Severity::DataLoss,
                                   "the profiler reported errors; some of the run may not have "
                                   "been recorded",
                                   text);
        } else {
            m_builder.ledger().add("profiler-warning", Severity::Info,
                                   "the profiler reported warnings", text);
        }
    }

    void noteEnd()
    {
        const std::string where = "byte " + std::to_string(m_stream.offset());
        if (m_stream.end() == ProtoEnd::Truncated) {
            m_builder.ledger().add("file-ends-early", Severity::DataLoss,
                                   "the file ends in the middle of a message; what came before "
                                   "was read",
                                   where);
        } else if (m_stream.end() == ProtoEnd::Malformed) {
            m_builder.ledger().add("unreadable-rest", Severity::DataLoss,
                                   "what follows a damaged place could not be read", where);
        }
        if (const auto damage = m_source.damage()) {
            m_builder.ledger().add("damaged-container", Severity::DataLoss, damage->message,
                                   damage->where);
        }
    }

    void describe()
    {
        model::TraceInfo& info = m_builder.info();
        info.format = "xplane";
        info.producer = "XLA profiler";
        for (const auto& [key, value] : info.properties) {
            if (key == "jax_version") {
                info.producer = "JAX " + value + " (XLA profiler)";
            }
        }
    }

    void report()
    {
        const std::uint64_t bytes = m_source.consumed();
        const auto total = m_source.total();
        const int permille = total && *total > 0
            ? static_cast<int>(std::min<std::uint64_t>(1000, bytes * 1000 / *total))
            : -1;
        m_job.report({"reading", permille, bytes, m_builder.eventCount()});
    }

    io::ByteSource& m_source;
    TraceBuilder& m_builder;
    const JobContext& m_job;
    ProtoStream m_stream;
    PlaneWriter m_writer;
    std::vector<std::string> m_hosts;
    std::uint64_t m_planes = 0;
};

Result<void> read(io::ByteSource& source, TraceBuilder& builder, const JobContext& job)
{
    return SpaceReader(source, builder, job).read();
}

} // namespace

const Importer kXplane{"xplane", "XLA profile of JAX or TensorFlow (.xplane.pb)", sniffXplane,
                       read};

} // namespace longpole::import
