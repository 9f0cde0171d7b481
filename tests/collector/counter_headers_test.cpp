// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Our description of CUPTI's counters against its headers, where they are installed.
#include "collectors/counters/pc_sampling_api.h"
#include "collectors/counters/profiler_api.h"
#include "collectors/cupti/counter_errors.h"
#include "collectors/cupti/cupti_api.h"
#include "collectors/cupti/launch_calls.h"

#include <cupti.h>
#include <gtest/gtest.h>

#include <cstddef>

#if CUPTI_API_VERSION >= 130000
#include <cupti_pcsampling.h>
#include <cupti_pmsampling.h>
#include <cupti_profiler_host.h>
#include <cupti_range_profiler.h>
#include <cupti_target.h>

namespace longpole::counters {

namespace {

#define LP_SAME(Ours, ourMember, Theirs, theirMember)                                              \
    EXPECT_EQ(offsetof(Ours, ourMember), offsetof(Theirs, theirMember));                           \
    EXPECT_EQ(sizeof(Ours::ourMember), sizeof(Theirs::theirMember))
#define LP_SIZE(Ours, Theirs) EXPECT_EQ(sizeFor<Ours>(), std::size_t{Theirs##_STRUCT_SIZE})

TEST(CounterHeaders, SizesAreAsCuptiWantsThem)
{
    LP_SIZE(HostInitialize, CUpti_Profiler_Host_Initialize_Params);
    LP_SIZE(HostObject, CUpti_Profiler_Host_Deinitialize_Params);
    LP_SIZE(HostChips, CUpti_Profiler_Host_GetSupportedChips_Params);
    LP_SIZE(HostBaseMetrics, CUpti_Profiler_Host_GetBaseMetrics_Params);
    LP_SIZE(HostProperties, CUpti_Profiler_Host_GetMetricProperties_Params);
    LP_SIZE(HostAddMetrics, CUpti_Profiler_Host_ConfigAddMetrics_Params);
    LP_SIZE(HostImageSize, CUpti_Profiler_Host_GetConfigImageSize_Params);
    LP_SIZE(HostImage, CUpti_Profiler_Host_GetConfigImage_Params);
    LP_SIZE(HostPasses, CUpti_Profiler_Host_GetNumOfPasses_Params);
    LP_SIZE(HostEvaluate, CUpti_Profiler_Host_EvaluateToGpuValues_Params);
    LP_SIZE(ProfilerInitialize, CUpti_Profiler_Initialize_Params);
    LP_SIZE(DeviceChip, CUpti_Device_GetChipName_Params);
    LP_SIZE(RangeEnable, CUpti_RangeProfiler_Enable_Params);
    LP_SIZE(RangeObject, CUpti_RangeProfiler_Disable_Params);
    LP_SIZE(RangeObject, CUpti_RangeProfiler_Start_Params);
    LP_SIZE(RangeStop, CUpti_RangeProfiler_Stop_Params);
    LP_SIZE(RangeConfig, CUpti_RangeProfiler_SetConfig_Params);
    LP_SIZE(RangeDecode, CUpti_RangeProfiler_DecodeData_Params);
    LP_SIZE(RangeDataSize, CUpti_RangeProfiler_GetCounterDataSize_Params);
    LP_SIZE(DataInitialize, CUpti_RangeProfiler_CounterDataImage_Initialize_Params);
    LP_SIZE(RangeDataInfo, CUpti_RangeProfiler_GetCounterDataInfo_Params);
    LP_SIZE(PmEnable, CUpti_PmSampling_Enable_Params);
    LP_SIZE(RangeObject, CUpti_PmSampling_Disable_Params);
    LP_SIZE(RangeObject, CUpti_PmSampling_Start_Params);
    LP_SIZE(RangeObject, CUpti_PmSampling_Stop_Params);
    LP_SIZE(PmConfig, CUpti_PmSampling_SetConfig_Params);
    LP_SIZE(PmDecode, CUpti_PmSampling_DecodeData_Params);
    LP_SIZE(PmDataSize, CUpti_PmSampling_GetCounterDataSize_Params);
    LP_SIZE(DataInitialize, CUpti_PmSampling_CounterDataImage_Initialize_Params);
    LP_SIZE(PmDataInfo, CUpti_PmSampling_GetCounterDataInfo_Params);
    LP_SIZE(PmSampleInfo, CUpti_PmSampling_CounterData_GetSampleInfo_Params);
}

// Members of equal size could be exchanged unnoticed: each is looked at.
TEST(CounterHeaders, MembersAreWhereWeSay)
{
    LP_SAME(HostInitialize, kind, CUpti_Profiler_Host_Initialize_Params, profilerType);
    LP_SAME(HostInitialize, chip, CUpti_Profiler_Host_Initialize_Params, pChipName);
    LP_SAME(HostInitialize, host, CUpti_Profiler_Host_Initialize_Params, pHostObject);
    LP_SAME(HostChips, count, CUpti_Profiler_Host_GetSupportedChips_Params, numChips);
    LP_SAME(HostBaseMetrics, names, CUpti_Profiler_Host_GetBaseMetrics_Params, ppMetricNames);
    LP_SAME(HostBaseMetrics, count, CUpti_Profiler_Host_GetBaseMetrics_Params, numMetrics);
    LP_SAME(HostProperties, metric, CUpti_Profiler_Host_GetMetricProperties_Params, pMetricName);
    LP_SAME(HostProperties, dimension, CUpti_Profiler_Host_GetMetricProperties_Params, pDimUnit);
    LP_SAME(HostAddMetrics, names, CUpti_Profiler_Host_ConfigAddMetrics_Params, ppMetricNames);
    LP_SAME(HostImage, bytes, CUpti_Profiler_Host_GetConfigImage_Params, configImageSize);
    LP_SAME(HostImage, image, CUpti_Profiler_Host_GetConfigImage_Params, pConfigImage);
    LP_SAME(HostPasses, bytes, CUpti_Profiler_Host_GetNumOfPasses_Params, configImageSize);
    LP_SAME(HostPasses, image, CUpti_Profiler_Host_GetNumOfPasses_Params, pConfigImage);
    LP_SAME(HostPasses, passes, CUpti_Profiler_Host_GetNumOfPasses_Params, numOfPasses);
    using Evaluate = CUpti_Profiler_Host_EvaluateToGpuValues_Params;
    LP_SAME(HostEvaluate, data, Evaluate, pCounterDataImage);
    LP_SAME(HostEvaluate, index, Evaluate, rangeIndex);
    LP_SAME(HostEvaluate, names, Evaluate, ppMetricNames);
    LP_SAME(HostEvaluate, count, Evaluate, numMetrics);
    LP_SAME(HostEvaluate, values, Evaluate, pMetricValues);
    LP_SAME(DeviceChip, device, CUpti_Device_GetChipName_Params, deviceIndex);
    LP_SAME(DeviceChip, chip, CUpti_Device_GetChipName_Params, pChipName);
    LP_SAME(RangeEnable, context, CUpti_RangeProfiler_Enable_Params, ctx);
    LP_SAME(RangeEnable, profiler, CUpti_RangeProfiler_Enable_Params, pRangeProfilerObject);
    using Config = CUpti_RangeProfiler_SetConfig_Params;
    LP_SAME(RangeConfig, imageBytes, Config, configSize);
    LP_SAME(RangeConfig, image, Config, pConfig);
    LP_SAME(RangeConfig, dataBytes, Config, counterDataImageSize);
    LP_SAME(RangeConfig, data, Config, pCounterDataImage);
    LP_SAME(RangeConfig, range, Config, range);
    LP_SAME(RangeConfig, replay, Config, replayMode);
    LP_SAME(RangeConfig, rangesPerPass, Config, maxRangesPerPass);
    LP_SAME(RangeConfig, levels, Config, numNestingLevels);
    LP_SAME(RangeConfig, firstLevel, Config, minNestingLevel);
    LP_SAME(RangeDataSize, ranges, CUpti_RangeProfiler_GetCounterDataSize_Params, maxNumOfRanges);
    LP_SAME(RangeDataSize, nodes, CUpti_RangeProfiler_GetCounterDataSize_Params,
            maxNumRangeTreeNodes);
    LP_SAME(RangeDataSize, bytes, CUpti_RangeProfiler_GetCounterDataSize_Params, counterDataSize);
    LP_SAME(RangeDataInfo, ranges, CUpti_RangeProfiler_GetCounterDataInfo_Params, numTotalRanges);
    using Pm = CUpti_PmSampling_SetConfig_Params;
    LP_SAME(PmConfig, imageBytes, Pm, configSize);
    LP_SAME(PmConfig, bufferBytes, Pm, hardwareBufferSize);
    LP_SAME(PmConfig, interval, Pm, samplingInterval);
    LP_SAME(PmConfig, trigger, Pm, triggerMode);
    LP_SAME(PmConfig, append, Pm, hwBufferAppendMode);
    LP_SAME(PmDecode, data, CUpti_PmSampling_DecodeData_Params, pCounterDataImage);
    LP_SAME(PmDecode, overflow, CUpti_PmSampling_DecodeData_Params, overflow);
    LP_SAME(PmDataInfo, completed, CUpti_PmSampling_GetCounterDataInfo_Params, numCompletedSamples);
    LP_SAME(PmSampleInfo, index, CUpti_PmSampling_CounterData_GetSampleInfo_Params, sampleIndex);
    LP_SAME(PmSampleInfo, start, CUpti_PmSampling_CounterData_GetSampleInfo_Params, startTimestamp);
    EXPECT_EQ(static_cast<int>(ProfilerKind::Range), CUPTI_PROFILER_TYPE_RANGE_PROFILER);
    EXPECT_EQ(static_cast<int>(ProfilerKind::PmSampling), CUPTI_PROFILER_TYPE_PM_SAMPLING);
    EXPECT_EQ(kAutoRange, CUPTI_AutoRange);
    EXPECT_EQ(kKernelReplay, CUPTI_KernelReplay);
    EXPECT_EQ(kPmByTime, CUPTI_PM_SAMPLING_TRIGGER_MODE_GPU_TIME_INTERVAL);
    EXPECT_EQ(kPmKeepOldest, CUPTI_PM_SAMPLING_HARDWARE_BUFFER_APPEND_MODE_KEEP_OLDEST);
}

TEST(CounterHeaders, PcSamplingIsAsWeSay)
{
#define LP_PC_SIZE(Ours, Theirs) EXPECT_EQ(sizeFor<Ours>(), std::size_t{Theirs##Size})
    LP_PC_SIZE(PcContext, CUpti_PCSamplingEnableParams);
    LP_PC_SIZE(PcContext, CUpti_PCSamplingDisableParams);
    LP_PC_SIZE(PcReasonCount, CUpti_PCSamplingGetNumStallReasonsParams);
    LP_PC_SIZE(PcReasonNames, CUpti_PCSamplingGetStallReasonsParams);
    LP_PC_SIZE(PcSettings, CUpti_PCSamplingConfigurationInfoParams);
    LP_PC_SIZE(PcGetData, CUpti_PCSamplingGetDataParams);
    LP_SAME(PcContext, context, CUpti_PCSamplingEnableParams, ctx);
    LP_SAME(PcContext, context, CUpti_PCSamplingDisableParams, ctx);
    LP_SAME(PcReasonCount, count, CUpti_PCSamplingGetNumStallReasonsParams, numStallReasons);
    LP_SAME(PcReasonNames, count, CUpti_PCSamplingGetStallReasonsParams, numStallReasons);
    LP_SAME(PcReasonNames, indices, CUpti_PCSamplingGetStallReasonsParams, stallReasonIndex);
    LP_SAME(PcReasonNames, names, CUpti_PCSamplingGetStallReasonsParams, stallReasons);
    LP_SAME(PcSettings, count, CUpti_PCSamplingConfigurationInfoParams, numAttributes);
    LP_SAME(PcSettings, settings, CUpti_PCSamplingConfigurationInfoParams,
            pPCSamplingConfigurationInfo);
    LP_SAME(PcGetData, data, CUpti_PCSamplingGetDataParams, pcSamplingData);
    using Setting = CUpti_PCSamplingConfigurationInfo;
    EXPECT_EQ(sizeof(PcSetting), sizeof(Setting));
    LP_SAME(PcSetting, attribute, Setting, attributeType);
    LP_SAME(PcSetting, words, Setting, attributeData);
    EXPECT_EQ(offsetof(PcSetting, reasons.indices),
              offsetof(Setting, attributeData.stallReasonData.pStallReasonIndex));
    EXPECT_EQ(sizeof(PcReason), sizeof(CUpti_PCSamplingStallReason));
    LP_SAME(PcReason, samples, CUpti_PCSamplingStallReason, samples);
    using Record = CUpti_PCSamplingPCData;
    EXPECT_EQ(sizeof(PcRecord), sizeof(Record));
    LP_SAME(PcRecord, cubin, Record, cubinCrc);
    LP_SAME(PcRecord, offset, Record, pcOffset);
    LP_SAME(PcRecord, function, Record, functionName);
    LP_SAME(PcRecord, reasonCount, Record, stallReasonCount);
    LP_SAME(PcRecord, reasons, Record, stallReason);
    LP_SAME(PcRecord, correlation, Record, correlationId);
    using Samples = CUpti_PCSamplingData;
    EXPECT_EQ(sizeof(PcData), sizeof(Samples));
    LP_SAME(PcData, room, Samples, collectNumPcs);
    LP_SAME(PcData, samples, Samples, totalSamples);
    LP_SAME(PcData, dropped, Samples, droppedSamples);
    LP_SAME(PcData, count, Samples, totalNumPcs);
    LP_SAME(PcData, remaining, Samples, remainingNumPcs);
    LP_SAME(PcData, records, Samples, pPcData);
    LP_SAME(PcData, otherSamples, Samples, nonUsrKernelsTotalSamples);
    LP_SAME(PcData, bufferFull, Samples, hardwareBufferFull);
    EXPECT_EQ(kReasonNameBytes, std::size_t{CUPTI_STALL_REASON_STRING_SIZE});
    EXPECT_EQ(kPcContinuous, CUPTI_PC_SAMPLING_COLLECTION_MODE_CONTINUOUS);
#define LP_ATTRIBUTE(ours, theirs)                                                                 \
    EXPECT_EQ(static_cast<int>(PcAttribute::ours),                                                 \
              static_cast<int>(CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_##theirs))
    LP_ATTRIBUTE(Period, SAMPLING_PERIOD);
    LP_ATTRIBUTE(Reasons, STALL_REASON);
    LP_ATTRIBUTE(ScratchBytes, SCRATCH_BUFFER_SIZE);
    LP_ATTRIBUTE(HardwareBytes, HARDWARE_BUFFER_SIZE);
    LP_ATTRIBUTE(Mode, COLLECTION_MODE);
    LP_ATTRIBUTE(Buffer, SAMPLING_DATA_BUFFER);
    LP_ATTRIBUTE(ThreadSleepMs, WORKER_THREAD_PERIODIC_SLEEP_SPAN);
    EXPECT_EQ(static_cast<int>(cupti::StatusInvalidOperation), CUPTI_ERROR_INVALID_OPERATION);
    EXPECT_EQ(static_cast<int>(cupti::StatusOutOfMemory), CUPTI_ERROR_OUT_OF_MEMORY);
    EXPECT_EQ(static_cast<int>(cupti::kResourceModuleUnload),
              CUPTI_CBID_RESOURCE_MODULE_UNLOAD_STARTING);
}

TEST(CounterHeaders, LaunchesAreAsTheDriverTellsThem)
{
    using namespace cupti;
    LP_SAME(CallData, site, CUpti_CallbackData, callbackSite);
    LP_SAME(CallData, params, CUpti_CallbackData, functionParams);
    LP_SAME(CallData, symbol, CUpti_CallbackData, symbolName);
    LP_SAME(CallData, context, CUpti_CallbackData, context);
    LP_SAME(ResourceData, context, CUpti_ResourceData, context);
    EXPECT_EQ(offsetof(LaunchParams, grid), offsetof(cuLaunchKernel_params, gridDimX));
    EXPECT_EQ(offsetof(LaunchParams, block), offsetof(cuLaunchKernel_params, blockDimX));
    LP_SAME(LaunchParams, stream, cuLaunchKernel_params, hStream);
    LP_SAME(LaunchParams, stream, cuLaunchCooperativeKernel_params, hStream);
    EXPECT_EQ(offsetof(LaunchConfig, block), offsetof(CUlaunchConfig, blockDimX));
    LP_SAME(LaunchConfig, stream, CUlaunchConfig, hStream);
    LP_SAME(LaunchExParams, config, cuLaunchKernelEx_params, config);
    EXPECT_EQ(static_cast<int>(kResourceContextCreated), CUPTI_CBID_RESOURCE_CONTEXT_CREATED);
    EXPECT_EQ(static_cast<int>(kResourceContextEnds), CUPTI_CBID_RESOURCE_CONTEXT_DESTROY_STARTING);
    EXPECT_EQ(CUPTI_ERROR_INSUFFICIENT_PRIVILEGES, 35);
    EXPECT_EQ(CUPTI_ERROR_HARDWARE_BUSY, 26);
    EXPECT_EQ(CUPTI_ERROR_NOT_COMPATIBLE, 14);
    EXPECT_EQ(CUPTI_ERROR_OLD_PROFILER_API_INITIALIZED, 36);
    EXPECT_EQ(CUPTI_ERROR_VIRTUALIZED_DEVICE_NOT_SUPPORTED, 33);
    EXPECT_EQ(CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES, 40);
}

} // namespace

} // namespace longpole::counters
#endif
