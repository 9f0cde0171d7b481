#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Longpole authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""compare.py LONGPOLE FILE... : asks the command line and the oracle the same questions.
Prints each difference; exit code 1 if there is one. Percentiles must lie among the durations."""
import json
import subprocess
import sys

import kineto_oracle


def ask(program, *arguments):
    out = subprocess.run([program, *arguments, "--json"], capture_output=True, check=True)
    return json.loads(out.stdout)


def differences(program, path):
    oracle = kineto_oracle.Oracle(kineto_oracle.load(path))
    want = oracle.report()
    info = ask(program, "info", path)
    for key in ("slices", "gpu_ops", "kernels", "memcpys", "memsets", "api_calls", "counter_samples",
                "instants", "span_ns"):
        if info[key] != want[key]:
            yield f"info {key}: {info[key]}, oracle {want[key]}"
    # Flows of synchronisation records may be bound or counted as unbound.
    least = want["links_by_kind"]["launch"] + want["links_by_kind"]["forward_backward"]
    if not least <= info["links"] <= want["links"]:
        yield f"info links: {info['links']}, oracle {least} to {want['links']}"
    for rule, option in (("all", []), ("linked_only", ["--linked-only"])):
        got = {str(d["device"]): d for d in ask(program, "gpu-time", path, *option)["devices"]}
        for row in want["gpu_time_" + rule]:
            for key, value in row.items():
                mine = got.get(str(row["device"]), {}).get(key)
                if key != "device" and mine != value:
                    yield f"gpu-time {rule} device {row['device']} {key}: {mine}, oracle {value}"
    yield from kernel_differences(ask(program, "kernels", path)["kernels"], oracle.kernels())


def kernel_differences(rows, durations):
    left = dict(durations)
    whole = sum(sum(v) for v in durations.values())
    for row in rows:
        d = sorted(x for name in row["full_names"] for x in left.pop(name, []))
        want = {"count": len(d), "total_ns": sum(d), "min_ns": d[0] if d else None,
                "max_ns": d[-1] if d else None}
        for key, value in want.items():
            if row[key] != value:
                yield f"kernels {row['name']} {key}: {row[key]}, oracle {value}"
        if d and (abs(row["mean_ns"] - sum(d) / len(d)) > 0.5 or not d[0] <= row["p50_ns"] <= row["p99_ns"] <= d[-1]):
            yield f"kernels {row['name']}: mean or percentiles {row}"
        if whole and abs(row["share"] - sum(d) / whole) > 1e-9:
            yield f"kernels {row['name']} share: {row['share']}, oracle {sum(d) / whole}"
    if left:
        yield f"kernels: {len(left)} names are missing, such as {next(iter(left))}"


if __name__ == "__main__":
    bad = 0
    for file in sys.argv[2:]:
        for line in differences(sys.argv[1], file):
            print(f"{file}: {line}")
            bad += 1
    print(f"{len(sys.argv) - 2} files, {bad} differences")
    sys.exit(1 if bad else 0)
