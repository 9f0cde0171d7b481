// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// Delivers the records of a spool again, as if CUPTI did.
#pragma once

#include <string>

namespace target {

// False if the file cannot be read or is damaged.
bool replay(const std::string& path);

} // namespace target
