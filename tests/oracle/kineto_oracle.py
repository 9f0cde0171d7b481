#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Longpole authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""kineto_oracle.py FILE... -> one JSON object per file: what `longpole info`, `gpu-time` and
`kernels` must say about a Chrome JSON or Kineto file. Standard library only, exact decimals,
written from the contract and never from the importer's code.

How the contract is read where it leaves a choice:
- A slice is: X with a usable ts and dur; B (closed by an E or open to the end of the trace);
  b (same, by category, id and name). An X without dur, or with a dur or ts that is no number, is
  dropped. A negative dur is kept as a slice of length 0.
- An E closes the innermost open B of its name on its thread; without a name (or an empty one) the
  innermost; else nothing. An e closes the innermost open b of its name under its (category, id);
  without name the innermost. Events of a thread are taken by time, ties in file order.
- b, n, e without category or with an empty or missing id are dropped (id2 counts as id).
- Of a longer phase the first letter counts. Instants: i I R n P. Counter samples: one per numeric
  args value of a C event; text counts where the whole of it is a decimal number.
- Missing pid is 0, missing tid is the pid.
- GPU operation: X whose category is kernel, gpu_memcpy, gpu_memset (2021: Kernel, Memcpy, Memset);
  `__amd_rocclr_copy*` is a memcpy, `__amd_rocclr_fill*` a memset. Device: args.device, else pid.
  Stream: args.stream, else the number in tid. Rank: distributedInfo.
- API call: X whose category is cuda_runtime, cuda_driver, hip_runtime, hip_driver, runtime
  (2021: Runtime), xpu_runtime, privateuse1_runtime, mtia_runtime.
- Orphan: a GPU operation without an API call of its correlation id in the file. Id 0 is no id.
- Same-stream overlap: an operation that starts before the latest end so far on its stream
  (operations by start, longer first, then file order). A zero-length operation at a border
  doesn't overlap.
- Launch link: one per GPU operation that has its API call (the earliest call, should there be
  several of one id). A flow pair is a neighbouring s->t, t->t, t->f or s->f of one
  (category, name, id) in time order, s first; each end lies on the innermost slice of its thread
  around it (f without bp "e": the next one that starts). forward_backward: pairs of category
  fwdbwd. links: distinct (from, to, kind) of launches and flow pairs; a flow that runs between the
  two slices of a launch, whatever its category, tells of that launch and is not counted again.
- span_ns: first start to last end of slices, those of category Trace left out; open slices end
  at the last end, start, instant or sample of the file.
"""
import bisect
import collections
import gzip
import json
import math
import re
import sys
from decimal import Decimal, InvalidOperation

GPU_KINDS = {"kernel": "kernel", "gpu_memcpy": "memcpy", "gpu_memset": "memset",
             "memcpy": "memcpy", "memset": "memset"}
API_CATEGORIES = {"cuda_runtime", "cuda_driver", "hip_runtime", "hip_driver", "runtime",
                  "xpu_runtime", "privateuse1_runtime", "mtia_runtime"}
LAUNCH_FLOWS = {"ac2g", "async_cpu_to_gpu", "async"}
COMMUNICATION = re.compile(
    r"nccl|rccl|oneccl|multimem_all_reduce|(one|two)_?shot_all_reduce|cross_device_reduce|quick_?reduce"
    r"|allreduce_fusion|nvshmem|deep_ep.*(dispatch|combine)", re.I)
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$")


def load(path):
    raw = sys.stdin.buffer.read() if path == "-" else open(path, "rb").read()
    if raw[:2] == b"\x1f\x8b":
        raw = gzip.decompress(raw)
    text = raw.decode("utf-8-sig", "replace")
    try:
        return json.loads(text, parse_float=Decimal, strict=False)
    except ValueError:
        pass
    fixed = re.sub(r",\s*([\]}])", r"\1", text.rstrip())
    for tail in ("", "]", "]}"):
        for body in (fixed, fixed.rstrip(",")):
            try:
                return json.loads(body + tail, parse_float=Decimal, strict=False)
            except ValueError:
                pass
    raise ValueError(f"{path}: not JSON that this oracle can read")


def nanoseconds(value):
    """Decimal microseconds (number or text) to int ns, half away from zero; None if no number."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, str):
        if not NUMBER.match(value.strip()):
            return None
        value = value.strip()
    elif not isinstance(value, (int, Decimal)):
        return None
    try:
        d = Decimal(value) * 1000
        if not d.is_finite():
            return None
        return int(d.to_integral_value(rounding="ROUND_HALF_UP"))
    except InvalidOperation:
        return None


def merge(intervals):
    out = []
    for s, e in sorted(intervals):
        if out and s <= out[-1][1]:
            out[-1][1] = max(out[-1][1], e)
        else:
            out.append([s, e])
    return out


def total(intervals):
    return sum(e - s for s, e in intervals)


def minus(a, b):
    """Length of union a outside union b."""
    length, j = 0, 0
    for s, e in a:
        cursor = s
        while j < len(b) and b[j][1] <= s:
            j += 1
        k = j
        while k < len(b) and b[k][0] < e:
            length += max(0, b[k][0] - cursor)
            cursor = max(cursor, b[k][1])
            k += 1
        length += max(0, e - cursor)
    return length


def gpu_kind(category, name):
    kind = GPU_KINDS.get(category.lower())
    if kind and name.startswith("__amd_rocclr_copy"):
        return "memcpy"
    if kind and name.startswith("__amd_rocclr_fill"):
        return "memset"
    return kind


def gpu_time(ops):
    comm = merge((o["s"], o["e"]) for o in ops if o["kind"] == "kernel" and COMMUNICATION.search(o["name"]))
    copy = merge((o["s"], o["e"]) for o in ops if o["kind"] == "memcpy")
    compute = merge((o["s"], o["e"]) for o in ops
                    if o["kind"] == "memset" or o["kind"] == "kernel" and not COMMUNICATION.search(o["name"]))
    everything = merge((o["s"], o["e"]) for o in ops)
    span = max(o["e"] for o in ops) - min(o["s"] for o in ops) if ops else 0
    busy = total(everything)
    return {"ops": len(ops), "orphans": sum(o["orphan"] for o in ops), "span_ns": span, "busy_ns": busy,
            "idle_ns": span - busy, "compute_ns": total(compute), "memcpy_ns": total(copy),
            "comm_ns": total(comm), "exposed_comm_ns": minus(comm, compute),
            "exposed_memcpy_ns": minus(copy, merge([*map(tuple, compute), *map(tuple, comm)]))}


class Oracle:
    def __init__(self, data):
        self.top = data if isinstance(data, dict) else {}
        self.events = [e for e in (data.get("traceEvents", []) if isinstance(data, dict) else data)
                       if isinstance(e, dict) and e]
        self.slices = []           # (start, end, category, name, pid, tid)
        self.track = {}            # slice index -> thread key
        self.open = []             # indices of slices whose end isn't in the file
        self.ops, self.apis, self.api_slice = [], {}, {}
        self.api_calls = self.instants = self.samples = 0
        self.last = None
        self.dropped = collections.Counter()
        self.by_track = collections.defaultdict(list)
        self.read()
        self.close_open()

    def seen(self, t):
        self.last = t if self.last is None else max(self.last, t)

    def read(self):
        pairs = []
        self.flows = collections.defaultdict(list)
        for index, e in enumerate(self.events):
            phase = str(e.get("ph", ""))[:1]
            if phase in ("", "M"):
                continue
            ts = nanoseconds(e.get("ts"))
            if ts is None:
                self.dropped["ts"] += 1
                continue
            if phase == "X":
                self.complete(e, ts)
            elif phase in "BEbe":
                pairs.append((ts, index, phase, e))
                self.seen(ts)
            elif phase in "iIRP" or phase == "n" and e.get("cat") and self.async_id(e):
                self.instants += 1
                self.seen(ts)
            elif phase == "C":
                args = e.get("args")
                for v in (args.values() if isinstance(args, dict) else []):
                    good = isinstance(v, (int, Decimal)) and not isinstance(v, bool) \
                        or isinstance(v, str) and NUMBER.match(v)
                    self.samples += bool(good)
                self.seen(ts)
            elif phase in "stf":
                self.flows[(e.get("cat"), e.get("name"), str(e.get("id")))].append((ts, index, phase, e))
        self.pair(sorted(pairs, key=lambda p: (p[0], p[1])))

    @staticmethod
    def thread(e):
        return str(e.get("pid", 0)), str(e.get("tid", e.get("pid", 0)))

    @staticmethod
    def async_id(e):
        return e.get("id") if "id" in e else e.get("id2")

    def complete(self, e, ts):
        dur = nanoseconds(e.get("dur"))
        if dur is None:
            self.dropped["dur"] += 1
            return
        dur = max(0, dur)
        self.seen(ts + dur)
        name, category = str(e.get("name", "")), str(e.get("cat", ""))
        self.slices.append((ts, ts + dur, category))
        self.track[len(self.slices) - 1] = self.thread(e)
        args = e.get("args") if isinstance(e.get("args"), dict) else {}
        correlation = args.get("correlation", args.get("correlation id"))
        correlation = int(correlation) if correlation not in (None, "") else 0
        if category.lower() in API_CATEGORIES:
            self.api_calls += 1
            if correlation and (correlation not in self.apis or self.apis[correlation] > ts):
                self.apis[correlation] = ts
                self.api_slice[correlation] = len(self.slices) - 1
        kind = gpu_kind(category, name)
        if kind:
            tid = re.search(r"-?\d+", str(e.get("tid", "")))
            self.ops.append({"slice": len(self.slices) - 1, "s": ts, "e": ts + dur, "name": name, "kind": kind, "corr": correlation,
                             "device": args.get("device", e.get("pid", 0)),
                             "stream": args.get("stream", int(tid.group()) if tid else 0)})

    def pair(self, events):
        stacks = collections.defaultdict(list)
        for ts, _, phase, e in events:
            name, category = e.get("name"), str(e.get("cat", ""))
            if phase in "be":
                key = (category, str(self.async_id(e)))
                if not category or self.async_id(e) in (None, ""):
                    self.dropped["async"] += 1
                    continue
            else:
                key = self.thread(e)
            stack = stacks[key]
            if phase in "Bb":
                stack.append((name, len(self.slices)))
                self.slices.append((ts, None, category))
                if phase == "B":
                    self.track[len(self.slices) - 1] = key
                continue
            for i in range(len(stack) - 1, -1, -1):
                if not name or stack[i][0] == name:
                    at = stack.pop(i)[1]
                    self.slices[at] = (self.slices[at][0], ts, self.slices[at][2])
                    break
            else:
                self.dropped["end without begin"] += 1

    def close_open(self):
        for i, (s, e, c) in enumerate(self.slices):
            if e is None:
                self.open.append(i)
                self.slices[i] = (s, self.last, c)
        for o in self.ops:
            o["orphan"] = o["corr"] == 0 or o["corr"] not in self.apis

    def overlaps(self):
        count, latest = 0, {}
        for o in sorted(self.ops, key=lambda o: (o["s"], -o["e"])):
            key = (o["device"], o["stream"])
            count += key in latest and o["s"] < latest[key]
            latest[key] = max(latest.get(key, o["e"]), o["e"])
        return count

    def bind(self, event, ts, next_one):
        """The slice that an end of a flow lies on, or None."""
        if not self.by_track:
            for at, key in self.track.items():
                self.by_track[key].append((self.slices[at][0], -self.slices[at][1], at))
            for entries in self.by_track.values():
                entries.sort()
        entries = self.by_track.get(self.thread(event), [])
        if next_one:
            i = bisect.bisect_left(entries, (ts, -math.inf, -1))
            return entries[i][2] if i < len(entries) else None
        for i in range(bisect.bisect_right(entries, (ts, math.inf, math.inf)) - 1, -1, -1):
            if -entries[i][1] > ts or entries[i][0] == ts:
                return entries[i][2]
        return None

    def links(self):
        """Sets of (from, to): launches, forward_backward and flow pairs; and flow ends left over."""
        launch = {(self.api_slice[o["corr"]], o["slice"]) for o in self.ops if not o["orphan"]}
        launched = {to for _, to in launch}
        out = {"launch": launch, "forward_backward": set(), "flow": set()}
        alone = 0
        for (category, _, _), events in self.flows.items():
            before = None
            for ts, _, phase, e in sorted(events, key=lambda f: (f[0], f[1])):
                here = self.bind(e, ts, phase == "f" and e.get("bp") != "e")
                if phase != "s" and before is not None and here is not None and before != here:
                    if not (here in launched and category in LAUNCH_FLOWS) and (before, here) not in launch:
                        out["forward_backward" if str(category) == "fwdbwd" else "flow"].add((before, here))
                elif phase != "s":
                    alone += 1
                before = here if phase != "f" else None
        return {k: len(v) for k, v in out.items()}, alone

    def devices(self, linked_only):
        by = collections.defaultdict(list)
        for o in self.ops:
            if not (linked_only and o["orphan"]):
                by[o["device"]].append(o)
        out = []
        for device in sorted(by, key=lambda d: (isinstance(d, str), d)):
            row = gpu_time(by[device])
            row["orphans"] = sum(o["orphan"] for o in self.ops if o["device"] == device)
            out.append({"device": device, **row})
        return out

    def kernels(self):
        by = collections.defaultdict(list)
        for o in self.ops:
            if o["kind"] == "kernel":
                by[o["name"]].append(o["e"] - o["s"])
        return {name: sorted(v) for name, v in by.items()}

    def report(self):
        kinds = collections.Counter(o["kind"] for o in self.ops)
        drawn = [s for s in self.slices if s[2] != "Trace"]
        span = max(e for _, e, _ in drawn) - min(s for s, _, _ in drawn) if drawn else 0
        info = self.top.get("distributedInfo") or {}
        links, alone = self.links()
        return {"slices": len(self.slices), "gpu_ops": len(self.ops), "kernels": kinds["kernel"],
                "memcpys": kinds["memcpy"], "memsets": kinds["memset"], "api_calls": self.api_calls,
                "counter_samples": self.samples, "instants": self.instants, "span_ns": span,
                "links": sum(links.values()), "links_by_kind": links, "flow_ends_alone": alone,
                "orphans": sum(o["orphan"] for o in self.ops), "overlaps": self.overlaps(),
                "open": len(self.open), "dropped": dict(self.dropped), "rank": info.get("rank"),
                "gpu_time_all": self.devices(False), "gpu_time_linked_only": self.devices(True)}


if __name__ == "__main__":
    for arg in sys.argv[1:]:
        oracle = Oracle(load(arg))
        print(json.dumps({"file": arg, **oracle.report()}))
