// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/chrome_json/chrome_json.h"
#include "core/export/csv_exporter.h"
#include "core/export/exporter.h"
#include "core/export/sqlite_exporter.h"

#include <algorithm>
#include <array>

namespace longpole::exporting {

std::span<const Exporter> exporters()
{
    static const std::array kAll{
        kChromeJson, //
        kCsv, //
        kSqlite, //
    };
    return kAll;
}

const Exporter* findExporter(std::string_view id)
{
    const auto all = exporters();
    const auto it =
        std::find_if(all.begin(), all.end(), [&](const Exporter& e) { return e.id == id; });
    return it == all.end() ? nullptr : &*it;
}

} // namespace longpole::exporting
