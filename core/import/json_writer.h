// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// How importers of other formats write the JSON objects they keep as args.
#pragma once

#include "core/io/json_writer.h"

namespace longpole::import {

using io::appendJsonText;
using io::JsonWriter;

} // namespace longpole::import
