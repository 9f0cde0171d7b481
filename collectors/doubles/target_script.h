// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// Records in exact words, for traces worked out by hand. A line each; times in ns from the start of
// the script; # begins a comment.
//   call NAME START END CORRELATION [thread=N]
//   driver NAME START END CORRELATION
//   kernel NAME START END STREAM CORRELATION [graph=N] [node=N] [queued=T]
//   copy KIND FROM TO BYTES START END STREAM CORRELATION   numbers as CUPTI's: 1 HtoD, 2 DtoH …
//   fill BYTES START END STREAM CORRELATION
//   event EVENT STREAM SYNC CORRELATION
//   sync TYPE START END STREAM CORRELATION [event=N] [sync=N]   type 1 event, 2 wait, 3 stream …
//   graph GRAPH START END STREAM CORRELATION
//   overhead KIND START END
//   device ID NAME
//   memory OPERATION ADDRESS BYTES TIME CORRELATION
//   other KIND BYTES                                       a record with any contents
#pragma once

#include <string>

namespace target {

// False if the file cannot be read or has a line that means nothing.
bool runScript(const std::string& path);

} // namespace target
