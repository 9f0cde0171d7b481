// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome_json/chrome_json.h"
#include "core/import/importer.h"
#include "core/import/ncu/ncu.h"
#include "core/import/nsys_sqlite/nsys_sqlite.h"
#include "core/import/perfetto/perfetto.h"
#include "core/import/rocm_sqlite/rocm_sqlite.h"
#include "core/import/rocprof/rocprof.h"
#include "core/import/spool/spool.h"
#include "core/import/sqlite_input.h"
#include "core/import/xplane/xplane.h"

#include <algorithm>
#include <string>
#include <vector>

namespace longpole::import {

namespace {

using namespace std::string_view_literals;

constexpr std::size_t kHeadBytes = 64 * 1024;

const std::vector<Importer>& all()
{
    static const std::vector<Importer> list{
        kChromeJson, //
        kXplane, //
        kPerfetto, //
        kNcuReport, //
        kNcuCsv, //
        kRocprofJson, //
        kRocprofCsv, //
        kSpool, //
        kNsysSqlite, //
        kRocpd, //
        kRpd, //
    };
    return list;
}

struct Stranger
{
    std::string_view magic; // at the beginning of the file
    std::string_view says;
};

constexpr Stranger kStrangers[] = {
    {std::string_view("\x89PNG", 4), "is a PNG picture, not a trace"},
    {std::string_view("\xff\xd8\xff", 3), "is a JPEG picture, not a trace"},
    {std::string_view("SQLite format 3\0", 16),
     "is an SQLite database, but none that Longpole knows: no Longpole store, no Nsight Systems "
     "export, no rocprofv3 (rocpd) or RPD recording"},
    {std::string_view("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 16),
     "begins with zeros: the program that wrote it was interrupted; export it again"},
    {std::string_view("%PDF", 4), "is a PDF document, not a trace"},
    {std::string_view("\x7f"
                      "ELF",
                      4),
     "is a program, not a trace"},
    {std::string_view("<", 1), "is HTML or XML, not a trace"},
};

std::string whatItIs(std::string_view head, const std::string& fileName)
{
    if (head.empty()) {
        return "is empty; record the trace again";
    }
    if (isNsysReport(head, fileName)) {
        return "is a Nsight Systems report (.nsys-rep); export it with: nsys export --type sqlite "
            + fileName + " (--convert does that where nsys is installed)";
    }
    for (const Stranger& s : kStrangers) {
        if (head.starts_with(s.magic)) {
            return std::string(s.says);
        }
    }
    if (head.find("\"nodes\"") != std::string_view::npos
        && head.find("\"schema\"") != std::string_view::npos) {
        return "is a PyTorch execution trace (a graph of operators without times); record with "
               "torch.profiler and export_chrome_trace instead";
    }
    std::string names;
    for (const Importer& importer : all()) {
        names += std::string(importer.name) + ", ";
    }
    return "is not a trace that Longpole knows; it reads " + names
        + "Nsight Systems reports (.nsys-rep, by way of nsys export) and .longpole files, plain or "
          "in gzip, zstd or zip";
}

} // namespace

// Such reports begin with a length-prefixed version block that names the product.
bool isNsysReport(std::string_view head, const std::string& fileName)
{
    return fileName.ends_with(".nsys-rep") || fileName.ends_with(".qdrep")
        || head.substr(0, 4096).find("NVIDIA Nsight Systems") != std::string_view::npos;
}

std::span<const Importer> importers()
{
    return all();
}

const Importer* findImporter(std::string_view id)
{
    const auto it =
        std::find_if(all().begin(), all().end(), [&](const Importer& i) { return i.id == id; });
    return it == all().end() ? nullptr : &*it;
}

Result<const Importer*> detect(std::string_view head, std::string& reason,
                               const std::string& fileName)
{
    const Importer* best = nullptr;
    Sniff bestSniff;
    for (const Importer& importer : all()) {
        Sniff s = importer.sniff(head);
        if (s.score > bestSniff.score) {
            best = &importer;
            bestSniff = std::move(s);
        }
    }
    const bool executionTrace = head.find("\"nodes\"") != std::string_view::npos
        && head.find("\"traceEvents\"") == std::string_view::npos
        && head.find("\"schema\"") != std::string_view::npos;
    if (best == nullptr || executionTrace || isNsysReport(head.substr(0, 64), fileName)) {
        return fail(Errc::Unsupported, whatItIs(head, fileName), fileName);
    }
    reason = bestSniff.reason;
    return best;
}

Result<const Importer*> detect(io::ByteSource& source, std::string& reason, const JobContext& job)
{
    auto head = source.peek(kHeadBytes);
    if (!head) {
        return fail(head.error());
    }
    if (const auto damage = source.damage(); damage && head->empty()) {
        return fail(Errc::Format,
                    "is cut short or damaged so early that nothing of it can be read; copy or "
                    "record it again",
                    damage->where);
    }
    if (!looksLikeSqlite(*head)) {
        return detect(*head, reason, source.name());
    }
    auto input = SqliteInput::open(source, job);
    if (!input) {
        return fail(input.error());
    }
    const Importer* best = nullptr;
    Sniff bestSniff;
    for (const Importer& importer : all()) {
        if (importer.sniffTables != nullptr) {
            Sniff s = importer.sniffTables((*input)->tables());
            if (s.score > bestSniff.score) {
                best = &importer;
                bestSniff = std::move(s);
            }
        }
    }
    if (best == nullptr) {
        return fail(Errc::Unsupported, whatItIs("SQLite format 3\0"sv, source.name()),
                    source.name());
    }
    reason = bestSniff.reason;
    return best;
}

} // namespace longpole::import
