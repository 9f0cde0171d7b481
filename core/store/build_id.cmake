# SPDX-FileCopyrightText: 2026 The Longpole authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Run at build time: writes OUTPUT with a hash over everything that decides what an import becomes,
# so that no cached store outlives the code that made it.
file(GLOB_RECURSE files RELATIVE "${CORE}"
  "${CORE}/import/*.cpp" "${CORE}/import/*.h" "${CORE}/io/*.cpp" "${CORE}/io/*.h" "${CORE}/model/*.cpp"
  "${CORE}/model/*.h" "${CORE}/store/*.cpp" "${CORE}/store/*.h" "${CORE}/store/*.sql"
  "${CORE}/timeline/*.cpp" "${CORE}/timeline/*.h")
list(SORT files)
set(all "")
foreach(file IN LISTS files)
  file(SHA256 "${CORE}/${file}" hash)
  string(APPEND all "${file} ${hash}\n")
endforeach()
string(SHA256 id "${all}")
file(WRITE "${OUTPUT}.new" "// Made by build_id.cmake.
#include \"core/store/build_id.h\"

namespace longpole::store {

const char* const kBuildId = \"${id}\";

} // namespace longpole::store
")
file(RENAME "${OUTPUT}.new" "${OUTPUT}")
