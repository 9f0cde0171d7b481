// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/analysis.h"
#include "ui/panels/analysis/analysis_panel.h"
#include "ui/panels/bookmarks/bookmarks_panel.h"
#include "ui/panels/details/details_panel.h"
#include "ui/panels/ledger/ledger_panel.h"
#include "ui/panels/panel.h"
#include "ui/panels/path/path_panel.h"
#include "ui/panels/query/query_panel.h"
#include "ui/panels/search/search_panel.h"
#include "ui/panels/stalls/stalls_panel.h"
#include "ui/panels/whatif/whatif_panel.h"
#include "ui/session/format.h"

#include <QCoreApplication>

namespace longpole::panels {
namespace {

template <class Widget>
QWidget* make(session::Session& session)
{
    return new Widget(session);
}

QString say(const char* words)
{
    return QCoreApplication::translate("Panels", words);
}

Panel own(const char* id, const char* title, Area area, const char* shortcut, const char* summary,
          QWidget* (*create)(session::Session&))
{
    return {QLatin1String(id), say(title), area, QLatin1String(shortcut), say(summary), create};
}

Panel ofAnalysis(const analysis::Analysis& analysis)
{
    const analysis::AnalysisDescriptor& about = analysis.descriptor;
    return {
        session::text(about.id),
        session::text(about.title),
        Area::Bottom,
        QString(),
        session::text(about.summary),
        [&analysis](session::Session& session) { return new AnalysisPanel(session, analysis); }};
}

} // namespace

std::vector<Panel> panels()
{
    std::vector<Panel> all;
    all.push_back(own("details", "Details", Area::Right, "Alt+D",
                      "Everything about the selected slice", make<DetailsPanel>));
    all.push_back(own("path", "Critical path", Area::Bottom, "Alt+C",
                      "What limits the run, and what each operation could gain", make<PathPanel>));
    all.push_back(own("stalls", "Stalls", Area::Bottom, "Alt+G",
                      "Why the GPUs were idle, gap by gap", make<StallsPanel>));
    all.push_back(own("whatif", "What if", Area::Bottom, "Alt+W",
                      "How long the run would take if something were faster, gone or merged",
                      make<WhatIfPanel>));
    for (const analysis::Analysis& analysis : analysis::analyses()) {
        all.push_back(ofAnalysis(analysis));
    }
    all.push_back(own("search", "Search results", Area::Bottom, "Alt+S", "All hits of the search",
                      make<SearchPanel>));
    all.push_back(own("bookmarks", "Bookmarks", Area::Bottom, "Alt+B", "Places to come back to",
                      make<BookmarksPanel>));
    all.push_back(own("ledger", "Ledger", Area::Bottom, "Alt+L",
                      "Everything the import repaired, dropped or guessed", make<LedgerPanel>));
    all.push_back(
        own("query", "Query", Area::Bottom, "Alt+Q", "SQL over the trace", make<QueryPanel>));
    return all;
}

} // namespace longpole::panels
