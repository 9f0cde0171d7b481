// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/chrome_json/roles.h"

#include "core/import/chrome_json/kineto_categories.h"
#include "core/model/names.h"

namespace longpole::exporting {

namespace {

using import::categoryMeaning;
using import::SliceRole;
using model::GpuOpKind;
using model::SliceClass;
using model::TrackKind;

constexpr std::string_view kPlainCategory = "slice";

SliceRole roleOf(const SliceMeaning& s, TrackKind track)
{
    if (s.gpuOp) {
        return SliceRole::GpuOp;
    }
    if (s.apiCall) {
        return SliceRole::Api;
    }
    switch (s.cls) {
    case SliceClass::Annotation:
        return track == TrackKind::Annotation ? SliceRole::GpuAnnotation : SliceRole::Annotation;
    case SliceClass::Python:
        return SliceRole::Python;
    case SliceClass::Sync:
        return SliceRole::Sync;
    case SliceClass::Overhead:
        return track == TrackKind::Other ? SliceRole::ProfilerSpan : SliceRole::Overhead;
    case SliceClass::Other:
    case SliceClass::Api:
    case SliceClass::Copy:
    case SliceClass::Memset:
    case SliceClass::OtherKernel:
        return SliceRole::Plain;
    default:
        return SliceRole::Operator;
    }
}

std::string_view kinetoCategory(const SliceMeaning& s, SliceRole role)
{
    switch (role) {
    case SliceRole::GpuOp:
        switch (*s.gpuOp) {
        case GpuOpKind::Memcpy:
            return "gpu_memcpy";
        case GpuOpKind::Memset:
            return "gpu_memset";
        case GpuOpKind::Graph:
            return "gpu_graph";
        case GpuOpKind::Kernel:
            break;
        }
        return "kernel";
    case SliceRole::Api:
        return s.name.starts_with("hip") ? "hip_runtime" : "cuda_runtime";
    case SliceRole::Operator:
        return "cpu_op";
    case SliceRole::Annotation:
    case SliceRole::Step:
        return "user_annotation";
    case SliceRole::GpuAnnotation:
        return "gpu_user_annotation";
    case SliceRole::Python:
        return "python_function";
    case SliceRole::Sync:
        return "cuda_sync";
    case SliceRole::Overhead:
        return "overhead";
    case SliceRole::ProfilerSpan:
        return "Trace";
    case SliceRole::Plain:
        break;
    }
    return kPlainCategory;
}

// Slices without a category are taken for work of XLA's or rocprof's if their args say so.
bool looksLikeWork(std::string_view args)
{
    return args.find("\"correlation_id\"") != std::string_view::npos
        || args.find("\"BeginNs\"") != std::string_view::npos;
}

bool keepsMeaning(const SliceMeaning& s, SliceRole role)
{
    const import::CategoryMeaning own = categoryMeaning(s.category);
    switch (role) {
    case SliceRole::GpuOp:
        return own.role == role
            && (own.kind == GpuOpKind::Kernel ? model::kernelKind(s.name) : own.kind) == *s.gpuOp;
    case SliceRole::Plain: // begin/end pairs are plain, whatever their category
        return (own.role == SliceRole::Plain && !(s.category.empty() && looksLikeWork(s.args)))
            || own.role == SliceRole::Operator || own.role == SliceRole::Annotation
            || own.role == SliceRole::Python;
    default:
        return own.role == role;
    }
}

} // namespace

ChosenCategory chooseCategory(const SliceMeaning& slice, model::TrackKind track)
{
    const SliceRole role = roleOf(slice, track);
    return {keepsMeaning(slice, role) ? slice.category : kinetoCategory(slice, role),
            import::trackKindOf(role)};
}

} // namespace longpole::exporting
