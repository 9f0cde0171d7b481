// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Our description of CUPTI's and NVTX's binary interfaces against their headers, where installed.
#include "collectors/cupti/cupti_api.h"
#include "collectors/wire/cupti_records.h"

#include <cupti.h>
#include <gtest/gtest.h>

#include <cstddef>

namespace {

using longpole::wire::FieldAt;

#define LP_FIELD(field, Type, member)                                                              \
    EXPECT_EQ((field).offset, offsetof(Type, member));                                             \
    EXPECT_EQ(std::size_t{(field).width}, sizeof(Type::member))

#if CUPTI_API_VERSION >= 130000
TEST(CuptiHeaders, KernelsAreWhereWeSay)
{
    namespace k = longpole::wire::kernel;
    using T = CUpti_ActivityKernel10;
    LP_FIELD(k::kRegisters, T, registersPerThread);
    LP_FIELD(k::kStart, T, start);
    LP_FIELD(k::kEnd, T, end);
    LP_FIELD(k::kCompleted, T, completed);
    LP_FIELD(k::kDevice, T, deviceId);
    LP_FIELD(k::kContext, T, contextId);
    LP_FIELD(k::kStream, T, streamId);
    LP_FIELD(k::kGrid[0], T, gridX);
    LP_FIELD(k::kGrid[2], T, gridZ);
    LP_FIELD(k::kBlock[0], T, blockX);
    LP_FIELD(k::kBlock[2], T, blockZ);
    LP_FIELD(k::kStaticShared, T, staticSharedMemory);
    LP_FIELD(k::kDynamicShared, T, dynamicSharedMemory);
    LP_FIELD(k::kLocalPerThread, T, localMemoryPerThread);
    LP_FIELD(k::kCorrelation, T, correlationId);
    LP_FIELD(k::kGridId, T, gridId);
    LP_FIELD(k::kName, T, name);
    LP_FIELD(k::kQueued, T, queued);
    LP_FIELD(k::kSubmitted, T, submitted);
    LP_FIELD(k::kLaunchType, T, launchType);
    LP_FIELD(k::kSharedExecuted, T, sharedMemoryExecuted);
    LP_FIELD(k::kGraphNode, T, graphNodeId);
    LP_FIELD(k::kGraph, T, graphId);
    LP_FIELD(k::kChannel, T, channelID);
    LP_FIELD(k::kCluster[0], T, clusterX);
    LP_FIELD(k::kCluster[2], T, clusterZ);
    LP_FIELD(k::kMaxActiveClusters, T, maxActiveClusters);
}

TEST(CuptiHeaders, CopiesAndFillsAreWhereWeSay)
{
    namespace c = longpole::wire::copy;
    using T = CUpti_ActivityMemcpy6;
    LP_FIELD(c::kCopyKind, T, copyKind);
    LP_FIELD(c::kSourceKind, T, srcKind);
    LP_FIELD(c::kTargetKind, T, dstKind);
    LP_FIELD(c::kFlags, T, flags);
    LP_FIELD(c::kBytes, T, bytes);
    LP_FIELD(c::kStart, T, start);
    LP_FIELD(c::kEnd, T, end);
    LP_FIELD(c::kDevice, T, deviceId);
    LP_FIELD(c::kContext, T, contextId);
    LP_FIELD(c::kStream, T, streamId);
    LP_FIELD(c::kCorrelation, T, correlationId);
    LP_FIELD(c::kRuntimeCorrelation, T, runtimeCorrelationId);
    LP_FIELD(c::kGraphNode, T, graphNodeId);
    LP_FIELD(c::kGraph, T, graphId);
    LP_FIELD(c::kCopyCount, T, copyCount);
    namespace p = longpole::wire::peer_copy;
    using P = CUpti_ActivityMemcpyPtoP4;
    LP_FIELD(c::kBytes, P, bytes);
    LP_FIELD(c::kStart, P, start);
    LP_FIELD(c::kStream, P, streamId);
    LP_FIELD(p::kSourceDevice, P, srcDeviceId);
    LP_FIELD(p::kTargetDevice, P, dstDeviceId);
    LP_FIELD(p::kCorrelation, P, correlationId);
    LP_FIELD(p::kGraphNode, P, graphNodeId);
    LP_FIELD(p::kGraph, P, graphId);
    namespace f = longpole::wire::fill;
    using M = CUpti_ActivityMemset4;
    LP_FIELD(f::kValue, M, value);
    LP_FIELD(f::kBytes, M, bytes);
    LP_FIELD(f::kStart, M, start);
    LP_FIELD(f::kEnd, M, end);
    LP_FIELD(f::kDevice, M, deviceId);
    LP_FIELD(f::kContext, M, contextId);
    LP_FIELD(f::kStream, M, streamId);
    LP_FIELD(f::kCorrelation, M, correlationId);
    LP_FIELD(f::kMemoryKind, M, memoryKind);
    LP_FIELD(f::kGraphNode, M, graphNodeId);
    LP_FIELD(f::kGraph, M, graphId);
}

TEST(CuptiHeaders, CallsSyncsAndEventsAreWhereWeSay)
{
    namespace a = longpole::wire::api;
    using T = CUpti_ActivityAPI;
    LP_FIELD(a::kCbid, T, cbid);
    LP_FIELD(a::kStart, T, start);
    LP_FIELD(a::kEnd, T, end);
    LP_FIELD(a::kProcess, T, processId);
    LP_FIELD(a::kThread, T, threadId);
    LP_FIELD(a::kCorrelation, T, correlationId);
    LP_FIELD(a::kReturn, T, returnValue);
    namespace s = longpole::wire::sync;
    using S = CUpti_ActivitySynchronization2;
    LP_FIELD(s::kType, S, type);
    LP_FIELD(s::kStart, S, start);
    LP_FIELD(s::kEnd, S, end);
    LP_FIELD(s::kCorrelation, S, correlationId);
    LP_FIELD(s::kContext, S, contextId);
    LP_FIELD(s::kStream, S, streamId);
    LP_FIELD(s::kEvent, S, cudaEventId);
    LP_FIELD(s::kEventSync, S, cudaEventSyncId);
    LP_FIELD(s::kReturn, S, returnValue);
    namespace e = longpole::wire::cuda_event;
    using E = CUpti_ActivityCudaEvent2;
    LP_FIELD(e::kCorrelation, E, correlationId);
    LP_FIELD(e::kContext, E, contextId);
    LP_FIELD(e::kStream, E, streamId);
    LP_FIELD(e::kEvent, E, eventId);
    LP_FIELD(e::kDevice, E, deviceId);
    LP_FIELD(e::kTimestamp, E, deviceTimestamp);
    LP_FIELD(e::kEventSync, E, cudaEventSyncId);
    namespace o = longpole::wire::overhead;
    using O = CUpti_ActivityOverhead3;
    LP_FIELD(o::kOverheadKind, O, overheadKind);
    LP_FIELD(o::kObjectKind, O, objectKind);
    EXPECT_EQ(o::kProcess.offset, offsetof(O, objectId.pt.processId));
    EXPECT_EQ(o::kThread.offset, offsetof(O, objectId.pt.threadId));
    LP_FIELD(o::kStart, O, start);
    LP_FIELD(o::kEnd, O, end);
    LP_FIELD(o::kCorrelation, O, correlationId);
}

TEST(CuptiHeaders, DevicesAndMemoryAreWhereWeSay)
{
    namespace d = longpole::wire::device;
    using T = CUpti_ActivityDevice5;
    LP_FIELD(d::kBandwidth, T, globalMemoryBandwidth);
    LP_FIELD(d::kMemory, T, globalMemorySize);
    LP_FIELD(d::kL2, T, l2CacheSize);
    LP_FIELD(d::kThreadsPerWarp, T, numThreadsPerWarp);
    LP_FIELD(d::kClock, T, coreClockRate);
    LP_FIELD(d::kMultiprocessors, T, numMultiprocessors);
    LP_FIELD(d::kMaxWarps, T, maxWarpsPerMultiprocessor);
    LP_FIELD(d::kMaxBlocks, T, maxBlocksPerMultiprocessor);
    LP_FIELD(d::kMaxShared, T, maxSharedMemoryPerMultiprocessor);
    LP_FIELD(d::kMaxRegisters, T, maxRegistersPerMultiprocessor);
    LP_FIELD(d::kMaxRegistersPerBlock, T, maxRegistersPerBlock);
    LP_FIELD(d::kMaxSharedPerBlock, T, maxSharedMemoryPerBlock);
    LP_FIELD(d::kMaxThreadsPerBlock, T, maxThreadsPerBlock);
    LP_FIELD(d::kMajor, T, computeCapabilityMajor);
    LP_FIELD(d::kMinor, T, computeCapabilityMinor);
    LP_FIELD(d::kId, T, id);
    EXPECT_EQ(d::kUuid.offset, offsetof(T, uuid));
    LP_FIELD(d::kName, T, name);
    LP_FIELD(d::kMig, T, isMigEnabled);
    namespace c = longpole::wire::context;
    LP_FIELD(c::kContext, CUpti_ActivityContext3, contextId);
    LP_FIELD(c::kDevice, CUpti_ActivityContext3, deviceId);
    LP_FIELD(c::kNullStream, CUpti_ActivityContext3, nullStreamId);
    namespace s = longpole::wire::stream;
    LP_FIELD(s::kStream, CUpti_ActivityStream, streamId);
    LP_FIELD(s::kPriority, CUpti_ActivityStream, priority);
    namespace m = longpole::wire::memory;
    using M = CUpti_ActivityMemory4;
    LP_FIELD(m::kOperation, M, memoryOperationType);
    LP_FIELD(m::kMemoryKind, M, memoryKind);
    LP_FIELD(m::kCorrelation, M, correlationId);
    LP_FIELD(m::kAddress, M, address);
    LP_FIELD(m::kBytes, M, bytes);
    LP_FIELD(m::kTime, M, timestamp);
    LP_FIELD(m::kCode, M, PC);
    LP_FIELD(m::kProcess, M, processId);
    LP_FIELD(m::kDevice, M, deviceId);
    LP_FIELD(m::kStream, M, streamId);
    LP_FIELD(m::kName, M, name);
    LP_FIELD(m::kSource, M, source);
    namespace p = longpole::wire::memory_pool;
    using P = CUpti_ActivityMemoryPool2;
    LP_FIELD(p::kCorrelation, P, correlationId);
    LP_FIELD(p::kAddress, P, address);
    LP_FIELD(p::kSize, P, size);
    LP_FIELD(p::kTime, P, timestamp);
    LP_FIELD(p::kUsed, P, utilizedSize);
}

TEST(CuptiHeaders, TheRestIsWhereWeSay)
{
    namespace g = longpole::wire::graph_trace;
    using G = CUpti_ActivityGraphTrace2;
    LP_FIELD(g::kCorrelation, G, correlationId);
    LP_FIELD(g::kStart, G, start);
    LP_FIELD(g::kEnd, G, end);
    LP_FIELD(g::kDevice, G, deviceId);
    LP_FIELD(g::kGraph, G, graphId);
    LP_FIELD(g::kContext, G, contextId);
    LP_FIELD(g::kStream, G, streamId);
    namespace j = longpole::wire::jit;
    using J = CUpti_ActivityJit2;
    LP_FIELD(j::kEntryType, J, jitEntryType);
    LP_FIELD(j::kOperation, J, jitOperationType);
    LP_FIELD(j::kDevice, J, deviceId);
    LP_FIELD(j::kStart, J, start);
    LP_FIELD(j::kEnd, J, end);
    LP_FIELD(j::kCorrelation, J, correlationId);
    LP_FIELD(j::kCacheSize, J, cacheSize);
    LP_FIELD(j::kCachePath, J, cachePath);
    LP_FIELD(j::kProcess, J, processId);
    LP_FIELD(j::kThread, J, threadId);
    namespace e = longpole::wire::environment;
    using E = CUpti_ActivityEnvironment;
    LP_FIELD(e::kDevice, E, deviceId);
    LP_FIELD(e::kTime, E, timestamp);
    LP_FIELD(e::kWhat, E, environmentKind);
    EXPECT_EQ(e::kSmClock.offset, offsetof(E, data.speed.smClock));
    EXPECT_EQ(e::kMemoryClock.offset, offsetof(E, data.speed.memoryClock));
    EXPECT_EQ(e::kThrottle.offset, offsetof(E, data.speed.clocksThrottleReasons));
    EXPECT_EQ(e::kTemperature.offset, offsetof(E, data.temperature.gpuTemperature));
    EXPECT_EQ(e::kPower.offset, offsetof(E, data.power.power));
    EXPECT_EQ(e::kPowerLimit.offset, offsetof(E, data.power.powerLimit));
}
#endif

TEST(CuptiHeaders, NumbersMeanWhatWeSay)
{
    using namespace longpole;
    EXPECT_EQ(int{wire::KindKernel}, CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
    EXPECT_EQ(int{wire::KindMemcpy}, CUPTI_ACTIVITY_KIND_MEMCPY);
    EXPECT_EQ(int{wire::KindMemcpyPeer}, CUPTI_ACTIVITY_KIND_MEMCPY2);
    EXPECT_EQ(int{wire::KindMemset}, CUPTI_ACTIVITY_KIND_MEMSET);
    EXPECT_EQ(int{wire::KindRuntime}, CUPTI_ACTIVITY_KIND_RUNTIME);
    EXPECT_EQ(int{wire::KindDriver}, CUPTI_ACTIVITY_KIND_DRIVER);
    EXPECT_EQ(int{wire::KindDevice}, CUPTI_ACTIVITY_KIND_DEVICE);
    EXPECT_EQ(int{wire::KindContext}, CUPTI_ACTIVITY_KIND_CONTEXT);
    EXPECT_EQ(int{wire::KindOverhead}, CUPTI_ACTIVITY_KIND_OVERHEAD);
    EXPECT_EQ(int{wire::KindEnvironment}, CUPTI_ACTIVITY_KIND_ENVIRONMENT);
    EXPECT_EQ(int{wire::KindCudaEvent}, CUPTI_ACTIVITY_KIND_CUDA_EVENT);
    EXPECT_EQ(int{wire::KindStream}, CUPTI_ACTIVITY_KIND_STREAM);
    EXPECT_EQ(int{wire::KindSync}, CUPTI_ACTIVITY_KIND_SYNCHRONIZATION);
    EXPECT_EQ(int{wire::KindMemory}, CUPTI_ACTIVITY_KIND_MEMORY2);
    EXPECT_EQ(int{wire::KindMemoryPool}, CUPTI_ACTIVITY_KIND_MEMORY_POOL);
    EXPECT_EQ(int{wire::KindGraphTrace}, CUPTI_ACTIVITY_KIND_GRAPH_TRACE);
    EXPECT_EQ(int{cupti::DomainRuntime}, CUPTI_CB_DOMAIN_RUNTIME_API);
    EXPECT_EQ(int{cupti::DomainDriver}, CUPTI_CB_DOMAIN_DRIVER_API);
    EXPECT_EQ(int{cupti::DomainResource}, CUPTI_CB_DOMAIN_RESOURCE);
    EXPECT_EQ(int{cupti::kResourceModuleUnload}, CUPTI_CBID_RESOURCE_MODULE_UNLOAD_STARTING);
    EXPECT_EQ(int{cupti::StatusMaxLimit}, CUPTI_ERROR_MAX_LIMIT_REACHED);
    EXPECT_EQ(int{cupti::StatusOtherSubscriber}, CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED);
    EXPECT_EQ(int{cupti::kAttributeZeroedOut}, CUPTI_ACTIVITY_ATTR_ZEROED_OUT_ACTIVITY_BUFFER);
    EXPECT_EQ(int{cupti::kFlushForced}, CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
    EXPECT_EQ(int{cupti::kThreadIdSystem}, CUPTI_ACTIVITY_THREAD_ID_TYPE_SYSTEM);
    EXPECT_EQ(int{cupti::StatusMissing}, CUPTI_ERROR_NOT_SUPPORTED);
}

TEST(CuptiHeaders, SubscribersAreAsDeclared)
{
    using namespace longpole;
#if CUPTI_API_VERSION >= 130300
    EXPECT_EQ(sizeof(cupti::SubscriberParams), CUpti_SubscriberParams_STRUCT_SIZE);
    EXPECT_EQ(cupti::kParamsAlone, offsetof(CUpti_SubscriberParams, allowMultipleSubscribers));
    EXPECT_EQ(int{cupti::kAttributeLatency}, CUPTI_ACTIVITY_ATTR_ENABLE_KERNEL_LATENCY_TIMESTAMPS);
    EXPECT_EQ(int{cupti::kAttributeGraphsWhole},
              CUPTI_ACTIVITY_ATTR_ENABLE_MULTI_SUBSCRIBER_GRAPH_TRACE);
    EXPECT_EQ(int{cupti::kAttributeThreadId}, CUPTI_ACTIVITY_ATTR_THREAD_ID_TYPE);
    EXPECT_EQ(sizeof(CUpti_ActivityThreadIdType), sizeof(int));
#elif CUPTI_API_VERSION >= 130000
    EXPECT_EQ(cupti::kParamsAlone, CUpti_SubscriberParams_STRUCT_SIZE);
#endif
}

} // namespace
