// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What NCCL tells about its collectives. It puts an NVTX range (of its domain "NCCL") around each
// call of a program, with the communicator's id, the size of the message and the like as payload.
// A call launches its kernel at once or, between ncclGroupStart and ncclGroupEnd, when the group
// ends: a launch belongs to the call, or to the end of the group, that is open on its thread.
//
// Which kernel is which call's, if a group has several calls:
//   - calls of the kernel's kind only (ncclSend, ncclRecv and what is made of them: SendRecv);
//   - of several communicators: nothing is told, but the kind;
//   - one kernel for all calls: it is all of them, their sizes added;
//   - as many kernels as calls: in order;
//   - else: the communicator only.
// NCCL's payloads hold no sequence number (if one ever does, it is taken): calls are counted per
// communicator and device, in the order of their launches, from 0 at the recording's begin.
#pragma once

#include "core/import/spool/nvtx_names.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace longpole::import {

inline constexpr std::string_view kNcclDomain = "NCCL";

// One kernel of NCCL.
struct NcclKernel
{
    std::string_view name;
    std::int64_t correlation = 0;
    std::int64_t device = 0;
};

// What is known of it; nothing of what is not.
struct NcclFacts
{
    std::string collective; // "AllReduce"; empty: nothing is known at all
    std::string communicator; // "0x1c2f…", as NCCL's log writes it
    std::string operation; // of a reduction
    std::optional<std::int64_t> bytes; // of one rank's message, as NCCL tells it
    std::optional<std::int64_t> root;
    std::optional<std::int64_t> peer;
    std::optional<std::int64_t> ranks; // of the communicator
    std::optional<std::int64_t> sequence;
    bool counted = false; // the sequence number is ours
    bool byGroup = false; // told by the group that it was launched with
    std::uint64_t calls = 0; // that it is; 0: unclear
    std::uint64_t passes = 0; // calls that the count of its communicator passes with it
};

class NcclCalls
{
public:
    explicit NcclCalls(const NvtxNames& names)
        : m_names(names)
    { }
    // All NVTX events, in the order of the file.
    void add(std::uint32_t thread, const wire::NvtxEvent& event);
    // Call once, after them.
    void prepare();
    bool empty() const { return m_launches.empty(); }

    // An API call of that thread at that time, on the clock of NVTX.
    void launch(std::uint32_t thread, std::int64_t time, std::int64_t correlation);
    // One for each kernel; call once, after all launches.
    std::vector<NcclFacts> explain(std::span<const NcclKernel> kernels) const;

private:
    struct Event
    {
        std::int64_t time;
        std::uint32_t domain;
        wire::NvtxOp op;
        std::string text;
        std::uint32_t textId;
        std::uint64_t schema;
        std::string payload; // of Payload
    };
    struct Call
    {
        std::string name; // "AllReduce"
        NcclFacts facts; // without what depends on the kernel
    };
    struct Launch // a time in which kernels are launched
    {
        std::int64_t start, end;
        std::vector<std::uint32_t> calls;
        bool group;
    };
    struct Open // a range
    {
        std::int64_t start;
        std::string name;
        std::vector<PayloadField> fields;
    };
    struct Walk;

    void walk(const std::vector<Event>& events); // of one thread
    void ended(Walk& w, const Open& range, std::int64_t end);
    void communicatorMade(const std::vector<PayloadField>& fields);
    void assign(std::span<const NcclKernel> kernels, const std::vector<std::size_t>& of,
                const Launch& launch, std::vector<NcclFacts>& out) const;
    void describe(NcclFacts& f, std::span<const std::uint32_t> calls) const;

    const NvtxNames& m_names;
    std::map<std::uint32_t, std::vector<Event>> m_events; // by thread
    std::vector<Call> m_calls;
    std::vector<Launch> m_launches;
    std::map<std::uint32_t, std::pair<std::uint32_t, std::uint32_t>> m_ofThread; // its launches
    std::map<std::string, std::int64_t> m_ranks; // by communicator
    std::map<std::int64_t, std::uint32_t> m_launchOf; // by correlation
};

} // namespace longpole::import
