// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/open/export_trace.h"

#include "core/export/exporter.h"

namespace longpole::open {

std::vector<ExportFormat> exportFormats()
{
    std::vector<ExportFormat> out;
    for (const exporting::Exporter& e : exporting::exporters()) {
        out.push_back({e.id, e.name});
    }
    return out;
}

Result<Exported> exportTrace(const model::Trace& trace, std::string_view format,
                             const std::string& path, const JobContext& job)
{
    const exporting::Exporter* const exporter = exporting::findExporter(format);
    if (exporter == nullptr) {
        std::string list;
        for (const ExportFormat& f : exportFormats()) {
            list += (list.empty() ? "" : ", ") + std::string(f.id);
        }
        return fail(Errc::Unsupported,
                    "there is no format " + std::string(format) + "; there are: " + list, path);
    }
    auto written = exporter->write(trace, path, job);
    if (!written) {
        Error error = written.error();
        error.where = error.where.empty() ? path : error.where;
        return fail(std::move(error));
    }
    return Exported{written->bytes, std::move(written->notes)};
}

} // namespace longpole::open
