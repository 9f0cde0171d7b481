# SPDX-FileCopyrightText: 2026 The Longpole authors
# SPDX-License-Identifier: GPL-3.0-or-later
# lp_add_proto(TARGET FILE.proto …): compiles .proto files (paths from the project's root) into a static library that is
# included as "core/…/NAME.pb.h". The generated code is not held to this project's warnings.
include_guard(GLOBAL)
find_package(Protobuf 3.21 REQUIRED)
function(lp_add_proto target)
  set(generated)
  foreach(proto IN LISTS ARGN)
    string(REGEX REPLACE "\\.proto$" "" stem "${proto}")
    add_custom_command(
      OUTPUT "${PROJECT_BINARY_DIR}/proto/${stem}.pb.cc" "${PROJECT_BINARY_DIR}/proto/${stem}.pb.h"
      COMMAND "${CMAKE_COMMAND}" -E make_directory "${PROJECT_BINARY_DIR}/proto"
      COMMAND protobuf::protoc --proto_path=${PROJECT_SOURCE_DIR} --cpp_out=${PROJECT_BINARY_DIR}/proto ${proto}
      WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
      DEPENDS "${PROJECT_SOURCE_DIR}/${proto}" VERBATIM)
    list(APPEND generated "${PROJECT_BINARY_DIR}/proto/${stem}.pb.cc" "${PROJECT_BINARY_DIR}/proto/${stem}.pb.h")
  endforeach()
  add_library(${target} STATIC ${generated})
  target_include_directories(${target} SYSTEM PUBLIC "${PROJECT_BINARY_DIR}/proto")
  target_link_libraries(${target} PUBLIC protobuf::libprotobuf-lite)
endfunction()
