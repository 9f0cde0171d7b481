#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Longpole authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""make_tensors.py FOLDER: writes the golden cases of `longpole agree`: pairs of files from NumPy,
PyTorch and safetensors in every type, and what must be found in them, computed with NumPy alone.
Needs numpy, torch and safetensors."""
import json
import math
import pathlib
import sys

import numpy as np
import torch
from safetensors.torch import save_file

TOLERANCE = {"f16": (1e-3, 1e-5), "bf16": (1.6e-2, 1e-5), "f32": (1.3e-6, 1e-5),
             "f64": (1e-7, 1e-7), "c64": (1.3e-6, 1e-5), "c128": (1e-7, 1e-7),
             "f8_e4m3": (0.125, 1e-5), "f8_e5m2": (0.25, 1e-5), "f8_e4m3fnuz": (0.125, 1e-5),
             "f8_e5m2fnuz": (0.25, 1e-5)}


def places(raw, bits):
    """Sign and magnitude to the place among all numbers."""
    magnitude = raw & ((1 << (bits - 1)) - 1)
    return -magnitude if raw >> (bits - 1) else magnitude


def near(value):
    return {"$all": [{"$min": value * (1 - 1e-12)}, {"$max": value * (1 + 1e-12)}]}


def figures(dtype, before, after, raw_before=None, raw_after=None, bits=None):
    """before, after: arrays of float64, complex128 or Python ints."""
    b = np.asarray(before)
    a = np.asarray(after)
    shape = list(b.shape)
    if np.iscomplexobj(b):
        b, a = (np.stack([x.real, x.imag], -1) for x in (b, a))
        per = 2
    else:
        per = 1
    b, a = b.reshape(-1), a.reshape(-1)
    relative, absolute = TOLERANCE.get(dtype, (0, 0))
    out = {"shape": shape, "dtype": dtype, "problem": None}
    unequal, outside, nan, inf = set(), set(), 0, 0
    max_abs = max_rel = squares = 0.0
    finite = 0
    for i, (x, y) in enumerate(zip(b.tolist(), a.tolist())):
        if x == y or (x != x and y != y):
            if x == x and not math.isinf(x):
                finite += 1
            continue
        unequal.add(i // per)
        if (x != x) != (y != y):
            nan += 1
            outside.add(i // per)
        elif math.isinf(x) or math.isinf(y):
            inf += 1
            outside.add(i // per)
        else:
            finite += 1
            difference = abs(y - x)
            max_abs = max(max_abs, difference)
            squares += float(difference) ** 2
            if x:
                max_rel = max(max_rel, difference / abs(x))
            if difference > absolute + relative * abs(x):
                outside.add(i // per)
    out["unequal"], out["outside"] = len(unequal), len(outside)
    out["nan_only_one_side"], out["inf_only_one_side"] = nan, inf
    out["max_abs"] = near(float(max_abs))
    out["max_rel"] = near(float(max_rel))
    out["rms"] = near(math.sqrt(squares / finite))
    if bits:
        steps = [abs(places(int(p), bits) - places(int(q), bits))
                 for p, q, x, y in zip(raw_before.reshape(-1).tolist(),
                                       raw_after.reshape(-1).tolist(), b.tolist(), a.tolist())
                 if x == x and y == y]
        out["max_ulp"] = max(steps)
    out["ok"] = not outside
    return out


def raw_of(tensor):
    sizes = {1: torch.uint8, 2: torch.int16, 4: torch.int32, 8: torch.int64}
    size = tensor.element_size()
    mask = (1 << (8 * size)) - 1
    return np.array([v & mask for v in tensor.contiguous().view(sizes[size]).reshape(-1).tolist()],
                    dtype=object)


def torch_pair(dtype, seed):
    generator = torch.Generator().manual_seed(seed)
    if dtype == torch.bool:
        before = torch.randint(0, 2, (5, 7), generator=generator).to(dtype)
        after = before.clone()
        after[1, 2] = ~after[1, 2]
        return before, after
    if dtype.is_complex:
        before = torch.randn((4, 6), generator=generator, dtype=torch.complex64).to(dtype)
        after = before.clone()
        after[2, 3] *= 1.01
        return before, after
    if not dtype.is_floating_point:
        info = torch.iinfo(dtype)
        before = torch.randint(0, 100, (5, 7), generator=generator).to(dtype)
        before[0, 0] = info.max
        after = before.clone()
        after[0, 0] = info.min
        after[4, 6] = 0 if before[4, 6] else 1
        return before, after
    before = (torch.randn((5, 7), generator=generator) * 3).to(dtype)
    after = before.clone()
    flat = after.view({1: torch.uint8, 2: torch.int16, 4: torch.int32, 8: torch.int64}[
        dtype.itemsize])
    flat[1, 2] += 1  # one step
    flat[3, 4] += 3
    after[4, 0] = -before[4, 0].to(torch.float32)
    after[2, 2] = float("nan")
    if dtype in (torch.float16, torch.bfloat16, torch.float32, torch.float64):
        before[0, 1] = after[0, 1] = float("nan")
        before[0, 2] = after[0, 2] = float("inf")
        after[0, 3] = float("inf")
        before[0, 4], after[0, 4] = 0.0, -0.0
    return before, after


TORCH = {"bool": torch.bool, "u8": torch.uint8, "i8": torch.int8, "i16": torch.int16,
         "u16": torch.uint16, "i32": torch.int32, "u32": torch.uint32, "i64": torch.int64,
         "u64": torch.uint64, "f16": torch.float16, "bf16": torch.bfloat16, "f32": torch.float32,
         "f64": torch.float64, "f8_e4m3": torch.float8_e4m3fn, "f8_e5m2": torch.float8_e5m2,
         "f8_e4m3fnuz": torch.float8_e4m3fnuz, "f8_e5m2fnuz": torch.float8_e5m2fnuz,
         "c64": torch.complex64}


def values(tensor):
    if tensor.dtype.is_floating_point:
        return tensor.to(torch.float64).numpy()
    if tensor.dtype.is_complex:
        return tensor.to(torch.complex128).numpy()
    return np.array(tensor.tolist(), dtype=object)


def write_case(folder, about, args, expected, code):
    case = {"about": about, "runs": [{"args": args, "code": code, "expect": expected}]}
    (folder / "case.json").write_text(json.dumps(case, indent=1) + "\n")


def safetensors_case(root):
    folder = root / "safetensors-every-type"
    folder.mkdir(parents=True, exist_ok=True)
    before, after, tensors = {}, {}, []
    for seed, (name, dtype) in enumerate(TORCH.items()):
        b, a = torch_pair(dtype, seed)
        before[name], after[name] = b, a
        floats = dtype.is_floating_point
        tensors.append({"name": name, **figures(
            name, values(b), values(a), raw_of(b) if floats else None,
            raw_of(a) if floats else None, 8 * dtype.itemsize if floats else None)})
    save_file(before, folder / "before.safetensors")
    save_file(after, folder / "after.safetensors")
    write_case(folder, "Every type that PyTorch and safetensors write, with steps, NaN and infinity "
               "on one side or both, the two zeros. Written by tests/oracle/make_tensors.py.",
               "agree {before.safetensors} {after.safetensors} --json",
               {"verdict": "disagrees",
                "tensors": {"$has": tensors}}, 1)


def numpy_case(root):
    folder = root / "npz"
    folder.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(3)
    before, after, tensors = {}, {}, []

    def add(name, dtype, b, a, **more):
        before[name], after[name] = b, a
        tensors.append({"name": name, **figures(
            dtype, b.astype(np.complex128 if np.iscomplexobj(b) else np.float64),
            a.astype(np.complex128 if np.iscomplexobj(b) else np.float64), **more)})

    x = rng.normal(size=(3, 4, 5))
    y = x.copy()
    y[2, 1, 3] += 1e-3
    add("c-order", "f64", x, y)
    add("both-fortran", "f64", np.asfortranarray(x), np.asfortranarray(y))
    add("mixed-order", "f64", x, np.asfortranarray(y))
    add("big-endian", "f32", x.astype(">f4"), y.astype(">f4"))
    add("one-big-endian", "f32", x.astype("<f4"), y.astype(">f4"))
    add("half", "f16", x.astype(np.float16), y.astype(np.float16))
    add("complex", "c128", x + 1j * x, y + 1j * x)
    add("scalar", "f64", np.array(1.5), np.array(1.5))
    add("empty-free", "i32", np.arange(6, dtype=np.int32), np.arange(6, dtype=np.int32))
    for t in tensors:
        if t["name"] in ("c-order", "both-fortran", "mixed-order", "big-endian"):
            t["worst_index"] = [2, 1, 3]
    np.savez_compressed(folder / "after.npz", **after, gone=np.zeros(2))
    np.savez(folder / "before.npz", **before, reshaped=np.zeros(3))
    write_case(folder, "Arrays of NumPy, stored and compressed: orders of indices and of bytes, "
               "complex numbers, a single number; one array on each side only. Written by "
               "tests/oracle/make_tensors.py.",
               "agree {before.npz} {after.npz} --json",
               {"verdict": "disagrees",
                "tensors": {"$has": tensors + [
                    {"name": "reshaped", "ok": False, "problem": "only before"},
                    {"name": "gone", "ok": False, "problem": "only after"}]}}, 1)


def npy_case(root):
    folder = root / "npy"
    folder.mkdir(parents=True, exist_ok=True)
    x = np.linspace(-1, 1, 11, dtype=np.float32)
    y = (x * np.float32(1 + 1e-6)).astype(np.float32)
    np.save(folder / "before.npy", x)
    np.save(folder / "after.npy", y)
    t = {"name": "before", **figures("f32", x.astype(np.float64), y.astype(np.float64),
                                     x.view(np.uint32).astype(object),
                                     y.view(np.uint32).astype(object), 32)}
    assert t["ok"] and t["unequal"] > 0
    write_case(folder, "Two files of one array each are compared whatever they are called; small "
               "differences are within the tolerance. Written by tests/oracle/make_tensors.py.",
               "agree {before.npy} {after.npy} --json",
               {"verdict": "agrees", "tensors": [t]}, 0)


if __name__ == "__main__":
    out = pathlib.Path(sys.argv[1])
    safetensors_case(out)
    numpy_case(out)
    npy_case(out)
