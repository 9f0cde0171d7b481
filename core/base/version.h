// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
#pragma once

namespace longpole {

// "0.1.0", as in CMakeLists.txt.
const char* version();

} // namespace longpole
