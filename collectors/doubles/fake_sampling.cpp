// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// PM sampling of the double of libcupti, for the one thread that uses it. The counters of a sample
// are all its number, from 1 on. Aborts where a client breaks the rules.
#include "collectors/doubles/fake_profiler.h"

namespace {

using namespace longpole::counters;
using doubles::Data;
using doubles::Image;
using doubles::numbersOf;

struct SamplingState
{
    bool enabled = false;
    bool configured = false;
    bool started = false;
    std::uint64_t interval = 0;
    std::uint64_t lastTime = 0;
    std::uint64_t samples = 0;
};

SamplingState thePm;
std::size_t theRoom = 0;

} // namespace

DOUBLE_API cuptiPmSamplingEnable(PmEnable* p)
{
    BEGIN("cuptiPmSamplingEnable", p)
    if (thePm.enabled) {
        return 11; // invalid operation
    }
    thePm = {};
    thePm.enabled = true;
    p->profiler = &thePm;
    return 0;
}

DOUBLE_API cuptiPmSamplingDisable(RangeObject* p)
{
    BEGIN("cuptiPmSamplingDisable", p)
    thePm.enabled = false;
    return 0;
}

DOUBLE_API cuptiPmSamplingSetConfig(PmConfig* p)
{
    BEGIN("cuptiPmSamplingSetConfig", p)
    Image image;
    std::memcpy(&image, p->image, sizeof(image));
    if (image.kind != 1 || image.passes != 1) {
        return 27; // not supported
    }
    thePm.configured = true;
    thePm.interval = p->interval;
    return 0;
}

DOUBLE_API cuptiPmSamplingGetCounterDataSize(PmDataSize* p)
{
    BEGIN("cuptiPmSamplingGetCounterDataSize", p)
    theRoom = p->samples;
    p->bytes = doubles::dataBytes(theRoom);
    return 0;
}

DOUBLE_API cuptiPmSamplingCounterDataImageInitialize(DataInitialize* p)
{
    BEGIN("cuptiPmSamplingCounterDataImageInitialize", p)
    return doubles::initializeData(p, theRoom);
}

DOUBLE_API cuptiPmSamplingStart(RangeObject* p)
{
    BEGIN("cuptiPmSamplingStart", p)
    if (p->profiler != &thePm || !thePm.configured || thePm.started) {
        doubles::breaks("a sampling started that is not configured or runs");
    }
    thePm.started = true;
    thePm.lastTime = doubles::now();
    return 0;
}

DOUBLE_API cuptiPmSamplingStop(RangeObject* p)
{
    BEGIN("cuptiPmSamplingStop", p)
    thePm.started = false;
    return 0;
}

DOUBLE_API cuptiPmSamplingDecodeData(PmDecode* p)
{
    BEGIN("cuptiPmSamplingDecodeData", p)
    auto* const d = reinterpret_cast<Data*>(p->data);
    if (d->magic != Data().magic || d->count != 0) {
        doubles::breaks("samples decoded into an image that was not made afresh");
    }
    d->firstTime = thePm.lastTime;
    while (d->count < d->room && thePm.lastTime + thePm.interval <= doubles::now()) {
        numbersOf(d)[d->count++] = ++thePm.samples;
        thePm.lastTime += thePm.interval;
    }
    return 0;
}

DOUBLE_API cuptiPmSamplingGetCounterDataInfo(PmDataInfo* p)
{
    BEGIN("cuptiPmSamplingGetCounterDataInfo", p)
    const auto* const d = reinterpret_cast<const Data*>(p->data);
    p->total = d->room;
    p->populated = d->count;
    p->completed = d->count;
    return 0;
}

DOUBLE_API cuptiPmSamplingCounterDataGetSampleInfo(PmSampleInfo* p)
{
    BEGIN("cuptiPmSamplingCounterDataGetSampleInfo", p)
    const auto* const d = reinterpret_cast<const Data*>(p->data);
    p->start = d->firstTime + p->index * thePm.interval;
    p->end = p->start + thePm.interval;
    return 0;
}
