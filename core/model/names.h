// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What a name tells: the one place where kernel, operator and API names are given a meaning.
#pragma once

#include "core/model/schema.h"

#include <string>
#include <string_view>

namespace longpole::model {

// True for kernels that move data between devices (NCCL, RCCL, oneCCL and the symmetric-memory,
// custom all-reduce and expert-parallel kernels of inference stacks).
bool isCommunicationKernel(std::string_view name);

// ROCm runs copies and fills as kernels of fixed names: those count as Memcpy and Memset.
GpuOpKind kernelKind(std::string_view name);

// Class of a GPU kernel by its (demangled or mangled) name; a guess by well-known substrings.
SliceClass classifyKernel(std::string_view name);

// Class of a host operator ("aten::mm"): like kernels where the name tells, else Operator.
SliceClass classifyOperator(std::string_view name);

// CUDA and HIP runtime and driver calls, Level Zero's ur*: cuda*, cu*, hip*, hipExt*, ur*.
ApiKind apiKind(std::string_view name);
// "kernel_launch", "stream_sync" …
std::string_view apiKindName(ApiKind kind);
std::string_view gpuOpKindName(GpuOpKind kind);
std::string_view linkKindName(LinkKind kind);
std::string_view provenanceName(Provenance provenance);
std::string_view sliceClassName(SliceClass cls);

// "void at::native::vectorized_elementwise_kernel<4, …>(int, …)" →
// "at::native::vectorized_elementwise_kernel": return type, template arguments and parameters
// removed. Names without them come back unchanged.
std::string normalisedKernelName(std::string_view name);

} // namespace longpole::model
