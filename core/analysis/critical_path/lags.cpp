// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Lag estimates: low percentiles of what the trace shows where only the one cause can be at work.
#include "core/analysis/critical_path/prepare.h"

#include <algorithm>
#include <limits>

namespace longpole::critical_path {

namespace {

constexpr std::int64_t kCapNs = 50'000; // more is residual, not a lag
constexpr std::size_t kEnough = 20; // samples; with fewer, the least one
constexpr std::int64_t kWellAheadNs = 20'000; // a launch this much before its turn didn't delay it
constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::min();

class Samples
{
public:
    void add(std::int64_t ns) { m_values.push_back(ns); }
    // The value below which `percent` of the samples lie; `fallback` without samples.
    std::int64_t percentile(std::size_t percent, std::int64_t fallback = 0)
    {
        if (m_values.empty()) {
            return fallback;
        }
        const std::size_t n = m_values.size() < kEnough ? 0 : m_values.size() * percent / 100;
        std::nth_element(m_values.begin(), m_values.begin() + static_cast<std::ptrdiff_t>(n),
                         m_values.end());
        return std::clamp<std::int64_t>(m_values[n], 0, kCapNs);
    }

private:
    std::vector<std::int64_t> m_values;
};

struct DeviceSamples
{
    Samples launch;
    Samples anyLaunch; // whatever else was going on
    Samples gap;
    Samples syncReturn;
    Samples call;
};

class Estimator
{
public:
    explicit Estimator(const Input& input)
        : m_input(input)
        , m_lastEnd(input.streams.size(), kNever)
        , m_waitPending(input.streams.size(), false)
        , m_samples(input.devices.size())
    { }

    void run()
    {
        bool anyUnknownWait = false;
        for (const Call& call : m_input.calls) {
            if (call.kind == CallKind::StreamWait) {
                if (call.stream == kNone) {
                    anyUnknownWait = true;
                } else {
                    m_waitPending[call.stream] = true;
                }
            } else if (call.kind == CallKind::StreamSync && call.stream != kNone) {
                sync(call, m_lastEnd[call.stream], m_input.streams[call.stream].device);
            } else if (call.kind == CallKind::DeviceSync) {
                deviceSync(call);
            }
            if (call.opCount > 0) {
                launch(call, anyUnknownWait);
                anyUnknownWait = false;
            }
        }
    }

    std::vector<Lags> lags()
    {
        std::vector<Lags> out;
        for (DeviceSamples& s : m_samples) {
            Lags l;
            l.launch = s.launch.percentile(5, s.anyLaunch.percentile(0));
            l.gap = s.gap.percentile(5);
            l.wait = l.gap;
            l.syncReturn = s.syncReturn.percentile(5);
            l.call = s.call.percentile(50);
            out.push_back(l);
        }
        return out;
    }

private:
    void launch(const Call& call, bool unknownWait)
    {
        for (std::uint32_t i = call.firstOp; i < call.firstOp + call.opCount; ++i) {
            const Op& op = m_input.ops[i];
            DeviceSamples& s = m_samples[m_input.deviceOf(op)];
            std::int64_t& last = m_lastEnd[op.stream];
            const bool waits = m_waitPending[op.stream] || unknownWait;
            if (op.start >= call.begin) {
                s.anyLaunch.add(op.start - call.begin);
                if (!waits && last <= call.begin && i == call.firstOp) {
                    s.launch.add(op.start - call.begin);
                }
            }
            if (!waits && last != kNever && op.start >= last && call.begin < last - kWellAheadNs) {
                s.gap.add(op.start - last);
            }
            m_waitPending[op.stream] = false;
            last = std::max(last, op.end);
        }
    }

    void sync(const Call& call, std::int64_t last, std::uint32_t device)
    {
        DeviceSamples& s = m_samples[device];
        if (last > call.begin && call.end >= last) {
            s.syncReturn.add(call.end - last);
        } else if (last <= call.begin) {
            s.call.add(call.end - call.begin);
        }
    }

    void deviceSync(const Call& call)
    {
        const std::uint32_t process = m_input.threads[call.thread].process;
        std::int64_t last = kNever;
        std::uint32_t device = kNone;
        for (std::uint32_t i = 0; i < m_lastEnd.size(); ++i) {
            const Stream& stream = m_input.streams[i];
            if (stream.process == process && (call.device == kNone || call.device == stream.device)
                && (device == kNone || m_lastEnd[i] > last)) {
                last = m_lastEnd[i];
                device = stream.device;
            }
        }
        if (device != kNone) {
            sync(call, last, device);
        }
    }

    const Input& m_input;
    std::vector<std::int64_t> m_lastEnd; // per stream
    std::vector<bool> m_waitPending; // per stream
    std::vector<DeviceSamples> m_samples;
};

} // namespace

std::vector<Lags> estimateLags(const Input& input)
{
    Estimator estimator(input);
    estimator.run();
    return estimator.lags();
}

} // namespace longpole::critical_path
