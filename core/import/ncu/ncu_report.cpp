// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/ncu/ncu.h"
#include "core/import/ncu/ncu_report.pb.h"
#include "core/import/ncu/profile_json.h"
#include "core/import/ncu/report_file.h"
#include "core/import/ncu/result_reader.h"

#include <algorithm>
#include <limits>
#include <map>

namespace longpole::import {

namespace {

using model::Severity;

constexpr std::uint32_t kKnownVersion = 7;

Sniff sniff(std::string_view head)
{
    if (head.starts_with(std::string_view("NVR\0", 4))) {
        return {100, "an Nsight Compute report (NVR header)"};
    }
    return {};
}

template <class Message>
bool decode(std::string_view bytes, Message& message)
{
    constexpr std::size_t kMost = std::numeric_limits<int>::max();
    return bytes.size() <= kMost
        && message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()));
}

class Report
{
public:
    explicit Report(TraceBuilder& builder)
        : m_builder(builder)
    { }

    Result<void> read(io::ByteSource& source, const JobContext& job)
    {
        ReportHandlers handlers;
        handlers.onFile = [this](std::string_view bytes) { return onFile(bytes); };
        handlers.onBlock = [this](std::string_view bytes, ReportHandlers::BlockSizes& sizes) {
            return onBlock(bytes, sizes);
        };
        handlers.onResult = [this](std::string_view bytes) { return onResult(bytes); };
        const auto outcome = readReport(source, handlers, job);
        if (!outcome) {
            return fail(outcome.error());
        }
        note(*outcome);
        if (const auto damage = source.damage()) {
            m_batch.ledger.add("damaged-container", Severity::DataLoss, damage->message,
                               damage->where);
        }
        flush();
        describe();
        return {};
    }

private:
    bool onFile(std::string_view bytes)
    {
        ncu::FileHeader header;
        if (!decode(bytes, header)) {
            return false;
        }
        m_version = header.version();
        if (m_version != kKnownVersion) {
            m_batch.ledger.add("report-version", Severity::Info,
                               "the report is of version " + std::to_string(m_version)
                                   + ", not 7: what could be decoded was read");
        }
        return true;
    }

    bool onBlock(std::string_view bytes, ReportHandlers::BlockSizes& sizes)
    {
        ncu::BlockHeader header;
        if (!decode(bytes, header)) {
            return false;
        }
        sizes = {header.sources(), header.results(), header.payload()};
        for (const std::string& text : header.strings().texts()) {
            m_reader.strings.push_back(text);
        }
        if (!header.process().executable().empty()) {
            m_properties["executable"] = header.process().executable();
        }
        session(header.session());
        return true;
    }

    void session(const ncu::Session& s)
    {
        const ncu::Host& host = s.host();
        for (const auto& [key, value] :
             {std::pair("command", &s.command()), std::pair("host", &host.name()),
              std::pair("processor", &host.processor()), std::pair("system", &host.system())}) {
            if (!value->empty()) {
                m_properties[key] = *value;
            }
        }
        for (const ncu::Device& d : s.devices()) {
            const bool known =
                std::any_of(m_builder.devices().begin(), m_builder.devices().end(),
                            [&](const KnownDevice& k) { return k.number == d.index(); });
            if (!known) {
                m_builder.devices().push_back({0, d.index(), d.name(), attributes(d)});
            }
        }
    }

    static std::string attributes(const ncu::Device& device)
    {
        JsonWriter out;
        out.beginObject();
        for (const ncu::Attribute& a : device.attributes()) {
            out.key(a.name());
            if (a.value().has_text()) {
                out.text(a.value().text());
            } else if (a.value().has_real()) {
                out.real(a.value().real());
            } else if (a.value().has_natural32()) {
                out.natural(a.value().natural32());
            } else {
                out.natural(a.value().natural64());
            }
        }
        out.endObject();
        return out.take();
    }

    bool onResult(std::string_view bytes)
    {
        constexpr std::size_t kProfilesPerBatch = 64;
        const bool fine = m_reader.read(bytes, m_batch);
        if (m_batch.profiles.size() >= kProfilesPerBatch) {
            flush();
        }
        return fine;
    }

    void flush()
    {
        m_batch.seal();
        m_builder.append(std::move(m_batch));
        m_batch = EventBatch();
    }

    void note(const ReportOutcome& outcome)
    {
        if (!outcome.stopped.empty()) {
            m_batch.ledger.add("report-cut-off", Severity::DataLoss,
                               outcome.stopped + "; the kernels before it were read");
        }
        if (outcome.damagedResults > 0) {
            m_batch.ledger.add("damaged-result", Severity::DataLoss,
                               "results of kernels that cannot be decoded were left out", {},
                               outcome.damagedResults);
        }
        if (outcome.hugeResults > 0) {
            m_batch.ledger.add("huge-result", Severity::DataLoss,
                               "results of kernels of more than 128 MiB were left out", {},
                               outcome.hugeResults);
        }
        if (outcome.sources > 0) {
            m_batch.ledger.add("kernel-code-not-read", Severity::Info,
                               "the code of kernels (" + std::to_string(outcome.sourceBytes)
                                   + " bytes) was skipped",
                               {}, outcome.sources);
        }
    }

    void describe()
    {
        model::TraceInfo& info = m_builder.info();
        info.format = "ncu";
        info.producer = "Nsight Compute (report version " + std::to_string(m_version) + ")";
        for (auto& [key, value] : m_properties) {
            info.properties.emplace_back(key, value);
        }
    }

    TraceBuilder& m_builder;
    EventBatch m_batch;
    ResultReader m_reader;
    std::uint32_t m_version = 0;
    std::map<std::string, std::string> m_properties;
};

Result<void> read(io::ByteSource& source, TraceBuilder& builder, const JobContext& job)
{
    return Report(builder).read(source, job);
}

} // namespace

const Importer kNcuReport{
    "ncu", "Nsight Compute report (.ncu-rep, .ncu-repz)", sniff, read, nullptr, false, true};

} // namespace longpole::import
