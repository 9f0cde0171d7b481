// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/rocm_sqlite/rocm_sqlite.h"

#include <algorithm>

namespace longpole::import {

namespace {

Sniff sniff(std::string_view)
{
    return {}; // SQLite files are told apart by their tables
}

Sniff sniffRocpd(const std::vector<std::string>& tables)
{
    const auto found = std::find_if(tables.begin(), tables.end(), [](const std::string& t) {
        return t.starts_with("rocpd_info_process") || t.starts_with("rocpd_kernel_dispatch")
            || t.starts_with("rocpd_info_node");
    });
    if (found == tables.end()) {
        return {};
    }
    return {95, "an SQLite file with the tables of rocprofv3's rocpd format (" + *found + ")"};
}

Sniff sniffRpd(const std::vector<std::string>& tables)
{
    const auto has = [&](const char* name) {
        return std::binary_search(tables.begin(), tables.end(), std::string(name));
    };
    if (!has("rocpd_string") || (!has("rocpd_op") && !has("rocpd_api"))) {
        return {};
    }
    return {90, "an SQLite file with the tables of rocmProfileData (rocpd_op, rocpd_api)"};
}

Result<void> readWith(Result<void> (*reader)(SqliteInput&, TraceBuilder&), io::ByteSource& source,
                      TraceBuilder& builder, const JobContext& job)
{
    auto input = SqliteInput::open(source, job);
    if (!input) {
        return fail(input.error());
    }
    auto done = reader(**input, builder);
    builder.ledger().merge((*input)->ledger());
    if (done) {
        if (const auto damage = source.damage()) {
            builder.ledger().add("damaged-container", model::Severity::DataLoss, damage->message,
                                 damage->where);
        }
    }
    return done;
}

Result<void> rocpd(io::ByteSource& source, TraceBuilder& builder, const JobContext& job)
{
    return readWith(readRocpd, source, builder, job);
}

Result<void> rpd(io::ByteSource& source, TraceBuilder& builder, const JobContext& job)
{
    return readWith(readRpd, source, builder, job);
}

} // namespace

const Importer kRocpd{"rocpd", "ROCm rocpd database (rocprofv3)", sniff, rocpd, sniffRocpd};
const Importer kRpd{"rpd", "ROCm RPD database (rocmProfileData)", sniff, rpd, sniffRpd};

} // namespace longpole::import
