// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <google/protobuf/repeated_field.h>

#include <cstdint>
#include <string>

namespace longpole::import {

// Perfetto's unit numbers as text: "B/s"; empty where there is none.
std::string gpuUnit(const google::protobuf::RepeatedField<std::int32_t>& numerator,
                    const google::protobuf::RepeatedField<std::int32_t>& denominator);

} // namespace longpole::import
