// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/record_graph.h"

#include <cstdio>

namespace longpole::cli {

namespace {

std::string twoDigits(double value)
{
    char text[32];
    std::snprintf(text, sizeof(text), "%.2f", value);
    return text;
}

} // namespace

GraphChoice chooseGraphs(const OverheadFigures& f)
{
    GraphChoice out;
    if (!f.graphs) {
        out.mode = "node";
        out.reason = "--graph auto: the program uses no CUDA graphs, so there is nothing to choose";
        out.properties = {{"recording.graph_choice", "no CUDA graphs"}};
        return out;
    }
    const bool costly = f.ratio > kTooCostly;
    out.mode = costly ? "graph" : "node";
    out.reason = "--graph auto: with every graph node recorded the program takes "
        + twoDigits(f.ratio) + " times as long (" + (f.metric == "wall" ? "wall time" : f.metric)
        + ", medians of " + std::to_string(f.pairs) + " pairs), "
        + (costly ? "more than " : "no more than ") + twoDigits(kTooCostly) + ": "
        + (costly ? "recorded with one operation per graph launch (--graph graph)"
                  : "every node is recorded (--graph node)");
    char exact[32];
    std::snprintf(exact, sizeof(exact), "%.4f", f.ratio);
    out.properties = {{"recording.graph_choice", "measured"},
                      {"recording.graph_choice.node_ratio", exact},
                      {"recording.graph_choice.limit", twoDigits(kTooCostly)},
                      {"recording.graph_choice.metric", f.metric},
                      {"recording.graph_choice.pairs", std::to_string(f.pairs)}};
    return out;
}

} // namespace longpole::cli
