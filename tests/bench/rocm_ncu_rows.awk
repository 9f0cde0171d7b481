# SPDX-FileCopyrightText: 2026 The Longpole authors
# SPDX-License-Identifier: GPL-3.0-or-later
# awk -v kind=rocprofv3-json|rocprof-csv|ncu-csv -v megabytes=N -f tests/bench/rocm_ncu_rows.awk: a file of that format
# for measuring, always the same bytes.
function put(text) { printf "%s", text; bytes += length(text) }
BEGIN {
    limit = megabytes * 1000000
    if (kind == "rocprofv3-json") {
        put("{\"rocprofiler-sdk-tool\":[{\"metadata\":{\"pid\":908},\"agents\":[{\"id\":{\"handle\":7},\"type\":2,\"name\":\"gfx942\",\"gpu_index\":0}],")
        put("\"strings\":{\"buffer_records\":[{\"kind\":\"NONE\",\"operations\":[]},{\"kind\":\"HIP_RUNTIME_API\",\"operations\":[\"hipNone\",\"hipLaunchKernel\"]}]},\"kernel_symbols\":[")
        for (i = 0; i < 50; ++i) put((i ? "," : "") "{\"kernel_id\":" i ",\"formatted_kernel_name\":\"void kernel_" i "<float>(float*, int)\",\"arch_vgpr_count\":" 16 + i "}")
        put("],\"buffer_records\":{\"hip_api\":[")
        for (i = 1; bytes < limit * 0.3; ++i) put((i > 1 ? "," : "") "{\"size\":80,\"kind\":1,\"operation\":1,\"thread_id\":908,\"correlation_id\":{\"internal\":" i ",\"external\":0},\"start_timestamp\":" 1000 * i ",\"end_timestamp\":" 1000 * i + 700 "}")
        put("],\"kernel_dispatch\":[")
        for (i = 1; bytes < limit; ++i) put((i > 1 ? "," : "") "{\"size\":184,\"kind\":11,\"operation\":2,\"thread_id\":908,\"correlation_id\":{\"internal\":" i ",\"external\":0},\"start_timestamp\":" 1000 * i + 500 ",\"end_timestamp\":" 1000 * i + 1400 ",\"dispatch_info\":{\"size\":72,\"agent_id\":{\"handle\":7},\"queue_id\":{\"handle\":16},\"kernel_id\":" i % 50 ",\"dispatch_id\":" i ",\"private_segment_size\":0,\"group_segment_size\":0,\"workgroup_size\":{\"x\":512,\"y\":1,\"z\":1},\"grid_size\":{\"x\":" 512 * (1 + i % 9) ",\"y\":1,\"z\":1}},\"stream_id\":{\"handle\":" i % 3 "}}")
        put("]}}]}\n")
    } else if (kind == "rocprof-csv") {
        put("\"Kind\",\"Agent_Id\",\"Queue_Id\",\"Stream_Id\",\"Thread_Id\",\"Dispatch_Id\",\"Kernel_Id\",\"Kernel_Name\",\"Correlation_Id\",\"Start_Timestamp\",\"End_Timestamp\",\"LDS_Block_Size\",\"Scratch_Size\",\"VGPR_Count\",\"Accum_VGPR_Count\",\"SGPR_Count\",\"Workgroup_Size_X\",\"Workgroup_Size_Y\",\"Workgroup_Size_Z\",\"Grid_Size_X\",\"Grid_Size_Y\",\"Grid_Size_Z\"\n")
        for (i = 1; bytes < limit; ++i) put("\"KERNEL_DISPATCH\",1,1," i % 3 ",69," i "," i % 50 ",\"void kernel_" i % 50 "<float>(float*, int)\"," i "," 1000 * i "," 1000 * i + 900 ",0,0,24,0,16,64,1,1,1024,1024,1\n")
    } else {
        head = "\"ID\",\"Process ID\",\"Process Name\",\"Host Name\",\"Kernel Name\",\"Context\",\"Stream\",\"Block Size\",\"Grid Size\",\"Device\",\"CC\",\"gpu__time_duration.sum\",\"launch__registers_per_thread\""
        units = "\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"ns\",\"register/thread\""
        for (m = 0; m < 200; ++m) {
            head = head ",\"metric__number_" m ".avg.pct_of_peak_sustained_elapsed\""
            units = units ",\"%\""
        }
        put(head "\n" units "\n")
        for (i = 0; bytes < limit; ++i) {
            row = "\"" i "\",\"7\",\"app\",\"127.0.0.1\",\"kernel_" i % 50 "(float *)\",\"1\",\"7\",\"(256, 1, 1)\",\"(1024, 1, 1)\",\"0\",\"9.0\",\"1,234\",\"32\""
            for (m = 0; m < 200; ++m) row = row ",\"" (i * 37 + m * 11) % 100 ".25\""
            put(row "\n")
        }
    }
}
