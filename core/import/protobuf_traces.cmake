# SPDX-FileCopyrightText: 2026 The Longpole authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Formats of traces that are protobuf.
include(LongpoleProto)
find_package(ZLIB REQUIRED)
lp_add_proto(lp_proto_traces core/import/xplane/xplane.proto core/import/perfetto/perfetto.proto)
target_sources(lp_import PRIVATE
  device_processes.cpp proto_input.cpp xla_details.cpp chrome_json/xla_events.cpp
  perfetto/annotations.cpp perfetto/clocks.cpp perfetto/gpu_events.cpp perfetto/gpu_units.cpp perfetto/held_records.cpp
  perfetto/packet_names.cpp perfetto/packet_reader.cpp perfetto/perfetto.cpp perfetto/perfetto_sniff.cpp
  perfetto/track_directory.cpp perfetto/track_events.cpp perfetto/unpack.cpp
  xplane/event_stats.cpp xplane/plane_reader.cpp xplane/plane_writer.cpp xplane/xplane.cpp xplane/xplane_sniff.cpp)
target_link_libraries(lp_import PRIVATE lp_proto_traces ZLIB::ZLIB)
