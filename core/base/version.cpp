// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
#include "core/base/version.h"

namespace longpole {

const char* version()
{
    return LONGPOLE_VERSION;
}

} // namespace longpole
