// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/spool/spool.h"

#include "collectors/wire/chunk.h"
#include "core/import/spool/spool_rows.h"
#include "core/io/local_file.h"

#include <cstring>
#include <string>
#include <vector>

namespace longpole::import {

namespace {

Sniff sniff(std::string_view head)
{
    wire::ChunkHeader header;
    if (head.size() < sizeof(header)) {
        return {};
    }
    std::memcpy(&header, head.data(), sizeof(header));
    if (header.magic != wire::kChunkMagic || header.length > wire::kMaxPayload) {
        return {};
    }
    return {100, "a spool of longpole record"};
}

// Hands the whole file to a reader, piece by piece.
Result<void> readThrough(io::ByteSource& source, wire::SpoolReader& reader, const char* phase,
                         const JobContext& job)
{
    std::vector<char> piece(1U << 20U);
    const std::uint64_t total = source.total().value_or(0);
    for (;;) {
        if (job.cancelled()) {
            return fail(Errc::Cancelled, "cancelled");
        }
        auto got = source.read(piece);
        if (!got) {
            return fail(got.error());
        }
        if (*got == 0) {
            reader.finish();
            return {};
        }
        reader.feed(std::as_bytes(std::span(piece.data(), *got)));
        job.report({phase, total == 0 ? -1 : static_cast<int>(source.consumed() * 1000 / total),
                    source.consumed(), 0});
    }
}

Result<void> read(io::ByteSource& source, TraceBuilder& builder, const JobContext& job)
{
    // Twice: what explains the records may stand behind them.
    auto path = io::localPath(source, job);
    if (!path) {
        return fail(path.error());
    }
    SpoolFacts facts;
    wire::SpoolReader first(facts);
    first.decodeOnly({wire::KindCudaEvent, wire::KindContext, wire::KindDevice}, true);
    auto file = io::openFile(*path);
    if (!file) {
        return fail(file.error());
    }
    if (auto done = readThrough(**file, first, "scanning", job); !done) {
        return done;
    }
    if (first.chunks() == 0) {
        return fail(Errc::Format, "holds no readable part of a recording", source.name());
    }
    facts.prepare();
    facts.describe(first, builder);
    SpoolRows rows(facts, builder);
    wire::SpoolReader second(rows);
    rows.setReader(&second);
    file = io::openFile(*path);
    if (!file) {
        return fail(file.error());
    }
    if (auto done = readThrough(**file, second, "reading", job); !done) {
        return done;
    }
    rows.finish();
    return {};
}

} // namespace

const Importer kSpool{"longpole-spool", "recording of longpole record (spool)", sniff, read};

} // namespace longpole::import
