# SPDX-FileCopyrightText: 2026 The Longpole authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Warnings, hardening and sanitizers travel as one INTERFACE target, never as directory state.
add_library(lp_options INTERFACE)
target_compile_features(lp_options INTERFACE cxx_std_20)
target_compile_options(lp_options INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual
  $<$<BOOL:${LONGPOLE_WERROR}>:-Werror>)
set(LONGPOLE_SANITIZE "" CACHE STRING "address;undefined or thread")
if(LONGPOLE_SANITIZE)
  list(JOIN LONGPOLE_SANITIZE "," _san)
  target_compile_options(lp_options INTERFACE -fsanitize=${_san} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(lp_options INTERFACE -fsanitize=${_san})
endif()
# Debian's hardening flags.
include(CheckPIESupported)
check_pie_supported()
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
target_compile_options(lp_options INTERFACE -fstack-protector-strong -fstack-clash-protection
  $<$<AND:$<CONFIG:RelWithDebInfo>,$<NOT:$<BOOL:${LONGPOLE_SANITIZE}>>>:-U_FORTIFY_SOURCE;-D_FORTIFY_SOURCE=2>)
target_link_options(lp_options INTERFACE -Wl,-z,relro,-z,now,--as-needed)

# lp_add_library(NAME SOURCES … [PUBLIC libs…] [PRIVATE libs…]): a static library of this project.
function(lp_add_library name)
  cmake_parse_arguments(A "" "" "SOURCES;PUBLIC;PRIVATE" ${ARGN})
  add_library(${name} STATIC ${A_SOURCES})
  target_include_directories(${name} PUBLIC "${PROJECT_SOURCE_DIR}")
  target_link_libraries(${name} PUBLIC ${A_PUBLIC} PRIVATE ${A_PRIVATE} lp_options)
endfunction()
