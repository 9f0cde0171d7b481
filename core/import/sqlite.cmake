# SPDX-FileCopyrightText: 2026 The Longpole authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Formats that are SQLite files.
target_sources(lp_import PRIVATE
  row_pump.cpp sqlite_input.cpp sqlite_rows.cpp
  nsys_sqlite/batch_writer.cpp nsys_sqlite/gpu_rows.cpp nsys_sqlite/host_rows.cpp nsys_sqlite/nsys_facts.cpp
  nsys_sqlite/nsys_sqlite.cpp nsys_sqlite/nvtx_rows.cpp nsys_sqlite/sample_rows.cpp nsys_sqlite/sync_rows.cpp nsys_sqlite/target_info.cpp
  rocm_sqlite/rocm_sqlite.cpp rocm_sqlite/rocpd_facts.cpp rocm_sqlite/rocpd_reader.cpp rocm_sqlite/rpd_reader.cpp)
target_link_libraries(lp_import PRIVATE PkgConfig::SQLITE3)
