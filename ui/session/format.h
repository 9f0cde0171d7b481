// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// How numbers are written in the viewer. One unit, three significant digits, digit groups set
// apart by a narrow no-break space. Exact figures keep every digit.
#pragma once

#include "core/base/time.h"

#include <QString>

#include <cstdint>
#include <string_view>

namespace longpole::session {

QString text(std::string_view utf8);

QString humanDuration(std::int64_t ns); // "12.3 µs", "1.48 s", "-3.00 ms"
QString exactDuration(std::int64_t ns); // "1 482 004 ns"
QString humanTime(TimeNs time,
                  std::int64_t resolutionNs = 1); // "1.482 004 s", digits down to the resolution
QString humanBytes(double bytes); // "4.19 MB" (decimal)
QString groupedCount(std::int64_t count);
QString humanCount(double count); // "1.25 M"
// "1 slice", "44 666 slices", of a number as one of the above writes it.
QString slicesText(const QString& count);
QString gpuOperationsText(const QString& count);
QString percent(double share); // 0.123 → "12.3 %"
QString threeDigits(double value); // "0.123", "12.3", "123"

// Shortens from the middle so that the head and the tail of a long name stay.
QString shortened(const QString& name, int length);
// Without unnamed namespaces, which say nothing.
QString withoutUnnamed(const QString& full);
// For a list, where names stand above each other: without them and without "void".
QString listedName(const QString& full);
// "flash_fwd_kernel<…>(…)": template and function arguments and unnamed namespaces taken out.
QString plainKernelName(const QString& full);
// A kernel's name as it is written on its slice: without arguments, return type and namespaces,
// so that a narrow slice shows what tells it from its neighbours.
QString kernelLabel(const QString& name);

} // namespace longpole::session
