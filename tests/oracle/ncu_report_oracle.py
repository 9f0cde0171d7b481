#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Longpole authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""ncu_report_oracle.py LONGPOLE FILE.ncu-rep... : asks the command line and NVIDIA's ncu-report package (pip install
ncu-report) for every metric value, rule and launch of the same reports. Prints each difference; exit code 1 if there is
one. With --write, prints what NVIDIA's package reads as JSON, for fixtures of reports of our own making."""
import json
import re
import subprocess
import sys

import ncu_report

TYPES = ["none", "ok", "optimization", "warning", "error"]
SPEEDUPS = ["unknown", "local", "global"]


def plain(text):
    text = re.sub(r"@url:([^:@]*):([^@]*)@", r"\1 (\2)", text)
    return re.sub(r"@section:([^:@]*):([^@]*)@", r"\2", text)


def rule_of(r):
    out = {"id": r["rule_identifier"], "name": r["name"], "section": r["section_identifier"]}
    if "rule_message" in r:
        m = r["rule_message"]
        out.update(title=m["title"], type=TYPES[int(m["type"])], message=plain(m["message"]))
    if "speedup_estimation" in r:
        s = r["speedup_estimation"]
        out["speedup"] = {"type": SPEEDUPS[int(s["type"])], "percent": s["speedup"]}
    out["focus"] = [{"name": f["name"], "value": f["value"], "info": f["info"]} for f in r.get("focus_metrics", [])]
    return out


def value_of(metric):
    return metric.value() if metric.has_value() else None


def nvidia(path):
    context = ncu_report.load_report(path)
    launches = []
    for i in range(context.num_ranges()):
        actions = context.range_by_idx(i)
        for k in range(actions.num_actions()):
            a = actions.action_by_idx(k)
            metrics = {n: value_of(a.metric_by_name(n)) for n in a.metric_names()}
            launches.append({
                "name": a.name(a.NameBase_DEMANGLED), "mangled": a.name(a.NameBase_MANGLED),
                "function": a.name(a.NameBase_FUNCTION), "metrics": metrics,
                "rules": [rule_of(r) for r in a.rule_results_as_dicts()],
                "sections": sorted((s.identifier(), s.name(), s.order()) for s in a.sections()),
            })
    return launches


def longpole(program, path):
    sql = ("SELECT s.name, a.value, g.grid_x, g.block_x, g.registers, g.dur_ns, g.stream, g.context FROM gpu_ops g "
           "JOIN slices s ON s.id = g.slice_id JOIN args a ON a.slice_id = s.id WHERE a.key = 'ncu' ORDER BY g.ts_ns, s.id")
    out = subprocess.run([program, "query", path, "--json", sql], capture_output=True, check=True)
    return json.loads(out.stdout)["rows"]


def differences(program, path):
    want = nvidia(path)
    got = longpole(program, path)
    if len(want) != len(got):
        yield f"{len(got)} launches, ncu-report has {len(want)}"
    for w, (name, text, grid, block, registers, duration, stream, context) in zip(want, got):
        ncu = text if isinstance(text, dict) else json.loads(text)
        where = w["name"]
        if name != w["name"]:
            yield f"name {name}, ncu-report {w['name']}"
        for key in ("mangled", "function", "rules"):
            if ncu[key] != w[key]:
                yield f"{where}: {key} {ncu[key]}, ncu-report {w[key]}"
        if sorted((s["id"], s["name"], s["order"]) for s in ncu["sections"]) != w["sections"]:
            yield f"{where}: sections differ"
        if set(ncu["metrics"]) != set(w["metrics"]):
            yield f"{where}: metrics {sorted(set(ncu['metrics']) ^ set(w['metrics']))} on one side only"
        for metric, value in w["metrics"].items():
            mine = ncu["metrics"].get(metric)
            if mine != value:
                yield f"{where}: {metric} {mine}, ncu-report {value}"
        facts = {"launch__grid_dim_x": grid, "launch__block_dim_x": block, "launch__registers_per_thread": registers,
                 "gpu__time_duration.sum": duration, "launch__stream_id": stream, "launch__context_id": context}
        for metric, value in facts.items():
            if metric in w["metrics"] and w["metrics"][metric] != value:
                yield f"{where}: column of {metric} is {value}, ncu-report {w['metrics'][metric]}"


def main():
    if sys.argv[1] == "--write":
        json.dump([nvidia(p) for p in sys.argv[2:]], sys.stdout, indent=1)
        return 0
    bad = 0
    for path in sys.argv[2:]:
        found = list(differences(sys.argv[1], path))
        values = sum(len(launch["metrics"]) for launch in nvidia(path))
        print(f"{path}: {values} metric values, {len(found)} differences")
        for line in found:
            print("  " + line)
        bad += len(found)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
