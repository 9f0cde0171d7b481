// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/store_reader.h"

#include "core/store/chunk_directory.h"
#include "core/store/column_check.h"
#include "core/store/dimensions.h"
#include "core/store/schema.h"
#include "core/store/sqlite_db.h"
#include "core/store/store_columns.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <set>
#include <string_view>
#include <tuple>

namespace longpole::store {

namespace {

using Head = std::array<std::byte, kSniffBytes>;

// Numbers in SQLite's header are big-endian.
std::uint32_t numberAt(std::span<const std::byte> head, std::size_t at)
{
    std::uint32_t v = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        v = (v << 8U) | std::to_integer<std::uint32_t>(head[at + i]);
    }
    return v;
}

// See "The Database Header" of SQLite's file format.
constexpr std::size_t kPageSizeAt = 16;
constexpr std::size_t kPageCountAt = 28;
constexpr std::size_t kUserVersionAt = 60;
constexpr std::size_t kApplicationIdAt = 68;

Result<void> checkHead(const std::string& path)
{
    errno = 0;
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        return fail(Errc::Io, errno != 0 ? std::strerror(errno) : "cannot be opened", path);
    }
    Head head{};
    file.read(reinterpret_cast<char*>(head.data()), head.size());
    if (file.gcount() != static_cast<std::streamsize>(head.size()) || !looksLikeStore(head)) {
        return fail(Errc::Format,
                    "is not a Longpole store; `longpole import` makes one from a trace", path);
    }
    const std::uint32_t version = numberAt(head, kUserVersionAt);
    if (version > kFormatVersion) {
        return fail(Errc::Unsupported,
                    "was written by a newer Longpole (format " + std::to_string(version)
                        + ", this one reads up to " + std::to_string(kFormatVersion)
                        + "); open it with that version or import the trace again",
                    path);
    }
    if (version == 0) {
        return fail(Errc::Format, "is damaged: it has no format version", path);
    }
    const std::uint32_t raw = numberAt(head, kPageSizeAt) >> 16U;
    const std::uint64_t pageSize = raw == 1 ? 65536 : raw;
    std::error_code error;
    const std::uint64_t size = std::filesystem::file_size(path, error);
    const std::uint64_t expected = pageSize * numberAt(head, kPageCountAt);
    if (!error && size < expected) {
        return fail(Errc::Format,
                    "is cut off: " + std::to_string(size) + " of " + std::to_string(expected)
                        + " bytes are there; copy it again or import the trace again",
                    path);
    }
    return {};
}

using SchemaObjects = std::set<std::tuple<std::string, std::string, std::string, std::string>>;

Result<SchemaObjects> schemaOf(Database& db)
{
    auto query = db.prepare("SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema");
    if (!query) {
        return fail(query.error());
    }
    SchemaObjects objects;
    for (;;) {
        auto more = query->step();
        if (!more) {
            return fail(more.error());
        }
        if (!*more) {
            return objects;
        }
        objects.emplace(query->text(0), query->text(1), query->text(2), query->text(3));
    }
}

// Exactly our tables: no view, trigger, generated column or look-alike gets a chance to run.
Result<void> checkSchema(Database& db)
{
    auto own = Database::openInMemory();
    if (!own) {
        return fail(own.error());
    }
    if (auto made = own->run(kSchemaSql); !made) {
        return made;
    }
    const auto expected = schemaOf(*own);
    const auto found = schemaOf(db);
    if (!expected) {
        return fail(expected.error());
    }
    if (!found) {
        return fail(found.error());
    }
    if (*expected != *found) {
        return fail(Errc::Format, "is not trusted: its tables are not those of a Longpole store");
    }
    return {};
}

Result<std::shared_ptr<const model::Trace>> read(Database db, const std::string& path,
                                                 const JobContext& job)
{
    if (auto checked = checkSchema(db); !checked) {
        return fail(checked.error());
    }
    auto dimensions = readDimensions(db);
    if (!dimensions) {
        return fail(dimensions.error());
    }
    if (job.cancelled()) {
        return fail(Errc::Cancelled, "cancelled");
    }
    auto directory = ChunkDirectory::read(db);
    if (!directory) {
        return fail(directory.error());
    }
    auto byId = db.prepare("SELECT rows, codec, hash, bytes FROM chunk WHERE id = ?");
    if (!byId) {
        return fail(byId.error());
    }
    ColumnLimits limits(*dimensions);
    auto columns = std::make_shared<const StoreColumns>(
        std::move(db), std::move(*byId), *directory, std::move(limits), path, kColumnBudgetBytes);
    auto trace =
        std::make_shared<const model::Trace>(std::move(dimensions->parts), std::move(columns));
    if (auto checked = directory->check(*trace); !checked) {
        return fail(checked.error());
    }
    return trace;
}

} // namespace

bool looksLikeStore(std::span<const std::byte> head)
{
    static constexpr std::string_view kMagic("SQLite format 3\0", 16);
    return head.size() >= kSniffBytes && std::memcmp(head.data(), kMagic.data(), kMagic.size()) == 0
        && numberAt(head, kApplicationIdAt) == kApplicationId;
}

Result<std::shared_ptr<const model::Trace>> load(const std::string& path, const JobContext& job)
{
    if (auto checked = checkHead(path); !checked) {
        return fail(checked.error());
    }
    auto db = Database::openImmutable(path);
    if (!db) {
        Error error = db.error();
        error.where = path;
        return fail(std::move(error));
    }
    auto trace = read(std::move(*db), path, job);
    if (!trace) {
        Error error = trace.error();
        error.where = path;
        return fail(std::move(error));
    }
    return trace;
}

} // namespace longpole::store
