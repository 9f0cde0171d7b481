#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Longpole authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""make_ncu_report.py OUT : writes a small Nsight Compute report of our own making: every kind of
value, rule and speed-up, two string tables, three launches. NVIDIA's ncu-report package reads it."""
import struct
import sys


def varint(n):
    out = b""
    n &= (1 << 64) - 1
    while n > 0x7F:
        out += bytes([n & 0x7F | 0x80])
        n >>= 7
    return out + bytes([n])


def field(number, value):
    """int → varint, float → double, bytes and str → length-delimited."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    if isinstance(value, float):
        return varint(number << 3 | 1) + struct.pack("<d", value)
    data = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(data)) + data


def message(*fields):
    return b"".join(field(n, v) for n, v in fields)


def single(number, value):
    return varint(number << 3 | 5) + struct.pack("<f", value)


def sized(data):
    return struct.pack("<I", len(data)) + data


def block(payload=(), results=0, session=None, strings=()):
    body = b"".join(sized(p) for p in payload)
    header = message((1, 0), (2, results))
    if session is not None:
        header += field(3, session)
    header += field(4, b"".join(field(1, s) for s in strings))
    header += message((5, len(body)), (6, message((1, 4321), (2, field(6, b"1.0.0.27")), (3, "/opt/app/train"))), (7, 0))
    return sized(header) + body


def metric(name, value, *instances):
    out = field(1, name)
    if value is not None:
        out += field(2, value)
    for place, one in instances:
        out += field(3, message((1, field(5, place)), (2, one)))
    return field(13, out)


def rule(identifier, section, text, kind, title, speedup=None, focus=None):
    item = field(1, message((1, text), (2, kind), (3, 1), (4, title)))
    if focus:
        item += field(8, message((1, 1), (2, focus[0]), (3, focus[1]), (4, 2), (5, focus[2])))
    if speedup:
        item += field(10, message((1, speedup[0]), (2, speedup[1])))
    return field(19, message((1, identifier), (2, identifier), (3, field(1, item)), (4, section)))


def result(order, mangled, function, demangled, grid, threads, stream, extra):
    out = message((1, 4321), (2, 100 + order), (3, 1), (4, 2), (5, mangled), (6, function), (7, demangled), (8, 3))
    out += field(9, message((1, 0), (2, 0), (3, 0)))
    out += field(10, message(*enumerate(grid, 1))) + field(11, message(*enumerate(threads, 1)))
    out += message((14, 1700000000 + order), (15, field(1, 1)), (16, 0)) + extra
    return out + message((22, 1), (23, stream))


STRINGS = ["gpu__time_duration.sum", "launch__registers_per_thread", "launch__device_id",
           "launch__shared_mem_per_block_static", "launch__shared_mem_per_block_dynamic",
           "device__attribute_display_name", "test__single", "test__natural32", "test__natural64",
           "sm__warps_active.avg.pct_of_peak_sustained_active", "test__instances"]
LATER = ["test__of_the_second_table"]


def real(value):
    return field(3, float(value))


def metrics(duration, registers):
    return (metric(0, real(duration)) + metric(1, real(registers)) + metric(2, real(0)) + metric(3, real(1024))
            + metric(4, real(0)) + metric(5, field(1, "Test GPU")) + metric(6, single(2, 0.5))
            + metric(7, field(4, 4000000000)) + metric(8, field(5, 2**64 - 1)) + metric(9, real(54.31355906721447))
            + metric(10, real(3), (1, real(1)), (2, real(2))))


def report():
    session = message((2, 1700000000), (3, message((1, "Linux"), (2, "6.1"), (3, "Test CPU"), (4, "x86_64"),
                                                   (5, "testhost"), (6, 2))))
    devices = field(6, message((1, 0), (2, "Test GPU"), (3, message(
        (1, "device__attribute_multiprocessor_count"), (2, field(5, 46))))))
    section = field(17, message((1, "LaunchStats"), (2, "Launch Statistics"), (3, 70), (4, field(2, message(
        (1, "launch__registers_per_thread"), (2, "Registers Per Thread")))), (7, "About the launch.")))
    rules = (rule("Occupancy", "LaunchStats", "See the @url:Guide:https://example.org/a#b@ and "
                  "@section:LaunchStats:Launch Statistics@.", 4, "Limits", (1, 12.5), ("launch__waves", 0.5, "0.5 < 1"))
             + rule("Memory", "LaunchStats", "Text two.", 2, "Warn", (2, 33.25)))
    first = [result(0, "_Z3addPfi", "add", "add(float *, int)", (16, 1, 1), (256, 1, 1), 7,
                    metrics(3232, 16) + section + rules),
             result(1, "_Z3mulIfEvPT_", "mul", "void mul<float>(float *)", (4, 2, 1), (32, 4, 1), 14, metrics(84480, 40))]
    last = result(2, "_Z3addPfi", "add", "add(float *, int)", (16, 1, 1), (256, 1, 1), 7,
                  metrics(3000, 16) + metric(11, real(1)))
    out = b"NVR\0" + sized(field(1, 7)) + block(session=session)
    out += block(first, len(first), strings=STRINGS) + block(session=devices, strings=LATER)
    return out + block([last], 1) + block()


if __name__ == "__main__":
    with open(sys.argv[1], "wb") as f:
        f.write(report())
