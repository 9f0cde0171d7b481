// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
#include "collectors/counters/profiler_api.h"

#include <dlfcn.h>

namespace longpole::counters {

namespace {

template <class F>
void look(void* library, const char* name, F& function)
{
    function = reinterpret_cast<F>(::dlsym(library, name));
}

} // namespace

void ProfilerApi::find(void* library)
{
    look(library, "cuptiProfilerInitialize", initialize);
    look(library, "cuptiDeviceGetChipName", deviceChip);
    look(library, "cuptiProfilerHostInitialize", hostInitialize);
    look(library, "cuptiProfilerHostDeinitialize", hostDeinitialize);
    look(library, "cuptiProfilerHostGetSupportedChips", hostChips);
    look(library, "cuptiProfilerHostGetBaseMetrics", hostBaseMetrics);
    look(library, "cuptiProfilerHostGetMetricProperties", hostProperties);
    look(library, "cuptiProfilerHostConfigAddMetrics", hostAddMetrics);
    look(library, "cuptiProfilerHostGetConfigImageSize", hostImageSize);
    look(library, "cuptiProfilerHostGetConfigImage", hostImage);
    look(library, "cuptiProfilerHostGetNumOfPasses", hostPasses);
    look(library, "cuptiProfilerHostEvaluateToGpuValues", hostEvaluate);
    look(library, "cuptiRangeProfilerEnable", rangeEnable);
    look(library, "cuptiRangeProfilerDisable", rangeDisable);
    look(library, "cuptiRangeProfilerStart", rangeStart);
    look(library, "cuptiRangeProfilerStop", rangeStop);
    look(library, "cuptiRangeProfilerSetConfig", rangeConfig);
    look(library, "cuptiRangeProfilerDecodeData", rangeDecode);
    look(library, "cuptiRangeProfilerGetCounterDataSize", rangeDataSize);
    look(library, "cuptiRangeProfilerCounterDataImageInitialize", rangeDataInitialize);
    look(library, "cuptiRangeProfilerGetCounterDataInfo", rangeDataInfo);
    look(library, "cuptiPmSamplingEnable", pmEnable);
    look(library, "cuptiPmSamplingDisable", pmDisable);
    look(library, "cuptiPmSamplingStart", pmStart);
    look(library, "cuptiPmSamplingStop", pmStop);
    look(library, "cuptiPmSamplingSetConfig", pmConfig);
    look(library, "cuptiPmSamplingDecodeData", pmDecode);
    look(library, "cuptiPmSamplingGetCounterDataSize", pmDataSize);
    look(library, "cuptiPmSamplingCounterDataImageInitialize", pmDataInitialize);
    look(library, "cuptiPmSamplingGetCounterDataInfo", pmDataInfo);
    look(library, "cuptiPmSamplingCounterDataGetSampleInfo", pmSampleInfo);
}

bool ProfilerApi::canPlan() const
{
    return hostInitialize != nullptr && hostDeinitialize != nullptr && hostChips != nullptr
        && hostBaseMetrics != nullptr && hostProperties != nullptr && hostAddMetrics != nullptr
        && hostImageSize != nullptr && hostImage != nullptr && hostPasses != nullptr;
}

bool ProfilerApi::canMeasureKernels() const
{
    return canPlan() && hostEvaluate != nullptr && initialize != nullptr && deviceChip != nullptr
        && rangeEnable != nullptr && rangeDisable != nullptr && rangeStart != nullptr
        && rangeStop != nullptr && rangeConfig != nullptr && rangeDecode != nullptr
        && rangeDataSize != nullptr && rangeDataInitialize != nullptr && rangeDataInfo != nullptr;
}

bool ProfilerApi::canSample() const
{
    return canPlan() && hostEvaluate != nullptr && initialize != nullptr && deviceChip != nullptr
        && pmEnable != nullptr && pmDisable != nullptr && pmStart != nullptr && pmStop != nullptr
        && pmConfig != nullptr && pmDecode != nullptr && pmDataSize != nullptr
        && pmDataInitialize != nullptr && pmDataInfo != nullptr && pmSampleInfo != nullptr;
}

} // namespace longpole::counters
