// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/schema.h"

#include <type_traits>

namespace longpole::model {

namespace {

template <class T>
constexpr ColumnShape shapeOf()
{
    if constexpr (std::is_same_v<T, TimeNs>) {
        return ColumnShape::Time;
    } else if constexpr (std::is_same_v<T, double>) {
        return ColumnShape::Real;
    } else if constexpr (std::is_enum_v<T> || sizeof(T) == 1) {
        return ColumnShape::Enum;
    } else if constexpr (
        std::is_same_v<T, StringId> || std::is_same_v<T, SliceId> || std::is_same_v<T, TrackId>) {
        return ColumnShape::Index;
    } else {
        return ColumnShape::Number;
    }
}

template <class T>
constexpr ColumnInfo info(const ColumnSpec<T>& spec)
{
    return {spec.table, spec.index, static_cast<std::uint8_t>(sizeof(T)), shapeOf<T>(), spec.name};
}

constexpr std::array kColumns{
    info(slice::kStart),         info(slice::kDuration),
    info(slice::kName),          info(slice::kCategory),
    info(slice::kClass),         info(slice::kFlags),
    info(slice::kDepth),         info(slice::kParent),
    info(slice::kArgs),          info(instant::kTime),
    info(instant::kName),        info(instant::kCategory),
    info(instant::kScope),       info(instant::kArgs),
    info(counter::kTime),        info(counter::kValue),
    info(gpu_op::kSlice),        info(gpu_op::kTrack),
    info(gpu_op::kName),         info(gpu_op::kKind),
    info(gpu_op::kClass),        info(gpu_op::kStart),
    info(gpu_op::kDuration),     info(gpu_op::kDevice),
    info(gpu_op::kContext),      info(gpu_op::kStream),
    info(gpu_op::kCorrelation),  info(gpu_op::kGridX),
    info(gpu_op::kGridY),        info(gpu_op::kGridZ),
    info(gpu_op::kBlockX),       info(gpu_op::kBlockY),
    info(gpu_op::kBlockZ),       info(gpu_op::kRegisters),
    info(gpu_op::kSharedStatic), info(gpu_op::kSharedDynamic),
    info(gpu_op::kBytes),        info(gpu_op::kGraphId),
    info(gpu_op::kGraphNode),    info(gpu_op::kQueued),
    info(gpu_op::kSubmitted),    info(gpu_op::kLaunch),
    info(gpu_op::kCollective),   info(gpu_op::kGroup),
    info(gpu_op::kGroupSize),    info(api_call::kSlice),
    info(api_call::kTrack),      info(api_call::kName),
    info(api_call::kStart),      info(api_call::kDuration),
    info(api_call::kKind),       info(api_call::kCorrelation),
    info(api_call::kStream),     info(api_call::kReturnCode),
    info(link::kFrom),           info(link::kTo),
    info(link::kKind),           info(link::kProvenance),
    info(link::kOrderByTo),
};

} // namespace

std::span<const ColumnInfo> allColumns()
{
    return kColumns;
}

} // namespace longpole::model
