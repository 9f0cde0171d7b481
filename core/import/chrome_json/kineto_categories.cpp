// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome_json/kineto_categories.h"

#include <algorithm>

namespace longpole::import {

namespace {

struct CategoryRule
{
    std::string_view name; // in lower case
    SliceRole role;
    model::GpuOpKind kind;
};

constexpr CategoryRule kRules[] = {
    {"cpu_op", SliceRole::Operator, {}},
    {"operator", SliceRole::Operator, {}},
    {"user_annotation", SliceRole::Annotation, {}},
    {"gpu_user_annotation", SliceRole::GpuAnnotation, {}},
    {"python_function", SliceRole::Python, {}},
    {"cuda_runtime", SliceRole::Api, {}},
    {"cuda_driver", SliceRole::Api, {}},
    {"runtime", SliceRole::Api, {}},
    {"hip_runtime", SliceRole::Api, {}},
    {"xpu_runtime", SliceRole::Api, {}},
    {"mtia_runtime", SliceRole::Api, {}},
    {"privateuse1_runtime", SliceRole::Api, {}},
    {"kernel", SliceRole::GpuOp, model::GpuOpKind::Kernel},
    {"gpu_memcpy", SliceRole::GpuOp, model::GpuOpKind::Memcpy},
    {"memcpy", SliceRole::GpuOp, model::GpuOpKind::Memcpy},
    {"gpu_memset", SliceRole::GpuOp, model::GpuOpKind::Memset},
    {"memset", SliceRole::GpuOp, model::GpuOpKind::Memset},
    {"gpu_graph", SliceRole::GpuOp, model::GpuOpKind::Graph}, // our own: replays of whole graphs
    {"cuda_sync", SliceRole::Sync, {}},
    {"overhead", SliceRole::Overhead, {}},
    {"trace", SliceRole::ProfilerSpan, {}},
};

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

} // namespace

CategoryMeaning categoryMeaning(std::string_view category)
{
    for (const CategoryRule& rule : kRules) {
        if (std::equal(category.begin(), category.end(), rule.name.begin(), rule.name.end(),
                       [](char a, char b) { return lower(a) == b; })) {
            return {rule.role, rule.kind};
        }
    }
    return {};
}

model::TrackKind trackKindOf(SliceRole role)
{
    switch (role) {
    case SliceRole::GpuOp:
        return model::TrackKind::Stream;
    case SliceRole::GpuAnnotation:
        return model::TrackKind::Annotation;
    case SliceRole::Sync:
        return model::TrackKind::Sync;
    case SliceRole::Overhead:
        return model::TrackKind::Overhead;
    case SliceRole::ProfilerSpan:
        return model::TrackKind::Other;
    default:
        return model::TrackKind::Thread;
    }
}

} // namespace longpole::import
