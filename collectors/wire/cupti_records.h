// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// Where CUPTI keeps what in its activity records: our own description of its binary interface, so
// that neither the collector nor the importer needs NVIDIA's headers. Where they are installed, a
// test compares every line with them. Records only ever grew at their end since CUDA 11, so a
// field is there if it ends within the record.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace longpole::wire {

// Numbers of activity kinds, as CUPTI counts.
enum Kind : std::uint16_t
{
    KindMemcpy = 1,
    KindMemset = 2,
    KindDriver = 4,
    KindRuntime = 5,
    KindDevice = 8,
    KindContext = 9,
    KindKernel = 10,
    KindOverhead = 17,
    KindEnvironment = 20,
    KindMemcpyPeer = 22,
    KindCudaEvent = 36,
    KindStream = 37,
    KindSync = 38,
    KindMemory = 49,
    KindMemoryPool = 50,
    KindGraphTrace = 51,
    KindJit = 52
};
inline constexpr std::size_t kMaxKind = 128; // kinds we number; CUPTI 13 has 56

struct FieldAt
{
    std::uint16_t offset;
    std::uint8_t width; // bytes: 1, 2, 4, 8
};

namespace kernel {
inline constexpr FieldAt kRegisters{6, 2}, kStart{16, 8}, kEnd{24, 8}, kCompleted{32, 8};
inline constexpr FieldAt kDevice{40, 4}, kContext{44, 4}, kStream{48, 4};
inline constexpr FieldAt kGrid[3] = {{52, 4}, {56, 4}, {60, 4}};
inline constexpr FieldAt kBlock[3] = {{64, 4}, {68, 4}, {72, 4}};
inline constexpr FieldAt kStaticShared{76, 4}, kDynamicShared{80, 4}, kLocalPerThread{84, 4};
inline constexpr FieldAt kCorrelation{92, 4}, kGridId{96, 8}, kName{104, 8};
inline constexpr FieldAt kQueued{120, 8}, kSubmitted{128, 8}, kLaunchType{136, 1};
inline constexpr FieldAt kSharedExecuted{140, 4}, kGraphNode{144, 8}, kGraph{156, 4};
inline constexpr FieldAt kChannel{168, 4};
inline constexpr FieldAt kCluster[3] = {{176, 4}, {180, 4}, {184, 4}};
inline constexpr FieldAt kMaxActiveClusters{204, 4};
} // namespace kernel

namespace api {
inline constexpr FieldAt kCbid{4, 4}, kStart{8, 8}, kEnd{16, 8}, kProcess{24, 4}, kThread{28, 4};
inline constexpr FieldAt kCorrelation{32, 4}, kReturn{36, 4};
} // namespace api

namespace copy {
inline constexpr FieldAt kCopyKind{4, 1}, kSourceKind{5, 1}, kTargetKind{6, 1}, kFlags{7, 1};
inline constexpr FieldAt kBytes{8, 8}, kStart{16, 8}, kEnd{24, 8};
inline constexpr FieldAt kDevice{32, 4}, kContext{36, 4}, kStream{40, 4}, kCorrelation{44, 4};
inline constexpr FieldAt kRuntimeCorrelation{48, 4}, kGraphNode{64, 8}, kGraph{72, 4};
inline constexpr FieldAt kCopyCount{88, 8};
} // namespace copy

// Copies between devices: as copy up to the stream.
namespace peer_copy {
inline constexpr FieldAt kSourceDevice{44, 4}, kTargetDevice{52, 4}, kCorrelation{60, 4};
inline constexpr FieldAt kGraphNode{72, 8}, kGraph{80, 4};
} // namespace peer_copy

namespace fill {
inline constexpr FieldAt kValue{4, 4}, kBytes{8, 8}, kStart{16, 8}, kEnd{24, 8};
inline constexpr FieldAt kDevice{32, 4}, kContext{36, 4}, kStream{40, 4}, kCorrelation{44, 4};
inline constexpr FieldAt kMemoryKind{50, 2}, kGraphNode{64, 8}, kGraph{72, 4};
} // namespace fill

namespace sync {
inline constexpr FieldAt kType{4, 4}, kStart{8, 8}, kEnd{16, 8}, kCorrelation{24, 4};
inline constexpr FieldAt kContext{28, 4}, kStream{32, 4}, kEvent{36, 4}, kEventSync{40, 8};
inline constexpr FieldAt kReturn{48, 4};
} // namespace sync

namespace cuda_event {
inline constexpr FieldAt kCorrelation{4, 4}, kContext{8, 4}, kStream{12, 4}, kEvent{16, 4};
inline constexpr FieldAt kDevice{24, 4}, kTimestamp{40, 8}, kEventSync{48, 8};
} // namespace cuda_event

// Versions of CUDA 12 on; earlier ones (40 bytes) lack the correlation.
namespace overhead {
inline constexpr FieldAt kOverheadKind{4, 4}, kObjectKind{8, 4}, kProcess{12, 4}, kThread{16, 4};
inline constexpr FieldAt kStart{24, 8}, kEnd{32, 8}, kCorrelation{40, 4};
} // namespace overhead

namespace device {
inline constexpr FieldAt kBandwidth{8, 8}, kMemory{16, 8}, kL2{28, 4}, kThreadsPerWarp{32, 4};
inline constexpr FieldAt kClock{36, 4}, kMultiprocessors{44, 4}, kMaxWarps{52, 4};
inline constexpr FieldAt kMaxBlocks{56, 4}, kMaxShared{60, 4}, kMaxRegisters{64, 4};
inline constexpr FieldAt kMaxRegistersPerBlock{68, 4}, kMaxSharedPerBlock{72, 4};
inline constexpr FieldAt kMaxThreadsPerBlock{76, 4}, kMajor{104, 4}, kMinor{108, 4}, kId{112, 4};
inline constexpr FieldAt kUuid{120, 8}, kUuidRest{128, 8}, kName{136, 8}, kMig{145, 1};
} // namespace device

namespace context {
inline constexpr FieldAt kContext{4, 4}, kDevice{8, 4}, kNullStream{14, 2};
} // namespace context

namespace stream {
inline constexpr FieldAt kContext{4, 4}, kStream{8, 4}, kPriority{12, 4}, kCorrelation{20, 4};
} // namespace stream

namespace memory {
inline constexpr FieldAt kOperation{4, 4}, kMemoryKind{8, 4}, kCorrelation{12, 4};
inline constexpr FieldAt kAddress{16, 8}, kBytes{24, 8}, kTime{32, 8}, kCode{40, 8};
inline constexpr FieldAt kProcess{48, 4}, kDevice{52, 4}, kContext{56, 4}, kStream{60, 4};
inline constexpr FieldAt kName{64, 8}, kSource{120, 8};
} // namespace memory

namespace memory_pool {
inline constexpr FieldAt kCorrelation{12, 4}, kAddress{32, 8}, kSize{40, 8}, kTime{56, 8};
inline constexpr FieldAt kUsed{64, 8};
} // namespace memory_pool

namespace graph_trace {
inline constexpr FieldAt kCorrelation{4, 4}, kStart{8, 8}, kEnd{16, 8}, kDevice{24, 4};
inline constexpr FieldAt kGraph{28, 4}, kContext{32, 4}, kStream{36, 4};
} // namespace graph_trace

namespace jit {
inline constexpr FieldAt kEntryType{4, 4}, kOperation{8, 4}, kDevice{12, 4}, kStart{16, 8};
inline constexpr FieldAt kEnd{24, 8}, kCorrelation{32, 4}, kCacheSize{48, 8}, kCachePath{56, 8};
inline constexpr FieldAt kProcess{64, 4}, kThread{68, 4};
} // namespace jit

namespace environment {
inline constexpr FieldAt kDevice{4, 4}, kTime{8, 8}, kWhat{16, 4};
inline constexpr FieldAt kSmClock{20, 4}, kMemoryClock{24, 4}, kThrottle{36, 4}; // what: 1
inline constexpr FieldAt kTemperature{20, 4}; // what: 2
inline constexpr FieldAt kPower{20, 4}, kPowerLimit{24, 4}; // what: 3
} // namespace environment

// One record, of any kind. Fields that it is too short for read as `fallback`.
class RecordView
{
public:
    RecordView(std::uint16_t kind, std::span<const std::byte> bytes)
        : m_kind(kind)
        , m_bytes(bytes)
    { }
    std::uint16_t kind() const { return m_kind; }
    std::span<const std::byte> bytes() const { return m_bytes; }
    bool has(FieldAt field) const
    {
        return std::size_t{field.offset} + field.width <= m_bytes.size();
    }
    std::uint64_t number(FieldAt field, std::uint64_t fallback = 0) const
    {
        std::uint64_t value = 0;
        if (!has(field)) {
            return fallback;
        }
        std::memcpy(&value, m_bytes.data() + field.offset, field.width);
        return value;
    }
    std::int64_t integer(FieldAt field, std::int64_t fallback = 0) const
    {
        return has(field) ? static_cast<std::int64_t>(number(field)) : fallback;
    }

private:
    std::uint16_t m_kind;
    std::span<const std::byte> m_bytes;
};

} // namespace longpole::wire
