// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// NVTX events in a spool. A chunk holds those of one thread in order: varint thread id, then per
// event: u8 NvtxOp, zig-zag varint time difference (CLOCK_MONOTONIC ns), varint domain (0: the
// default one), varint category, varint color (ARGB, 0: none), varint id (see NvtxOp), u8 payload
// type (as NVTX counts, 0: none), varint payload bits if there is one, varint registered string (0:
// none), text.
#pragma once

#include "collectors/wire/packing.h"

#include <cstdint>
#include <string_view>

namespace longpole::wire {

enum class NvtxOp : std::uint8_t
{
    Mark = 1,
    Push, // no id, but see kPythonDomain
    Pop,
    Start, // id: of the range
    End, // id: of the range
    NameCategory, // id: the category
    NameThread, // id: the thread
    NameDomain, // id: the domain
    RegisterString, // id: the string; other events name it as textId
    RegisterSchema, // id: the schema, in this domain; the text is packed: see nvtx_schema.h
    RegisterEnum, // id: the enum, in this domain; likewise
    Payload // id: of its schema; the text is its bytes. Of the next event of its thread, domain and
            // time
};

// Of ranges of Python functions: a number that no domain of NVTX gets. Their Push and Pop have the
// depth as id, 1 for the outermost, so that lost events cost no more than their own ranges.
inline constexpr std::uint32_t kPythonDomain = 0xffffffff;

struct NvtxEvent
{
    std::uint64_t time = 0;
    std::uint64_t id = 0;
    std::uint64_t payload = 0;
    std::uint32_t domain = 0;
    std::uint32_t category = 0;
    std::uint32_t color = 0;
    std::uint32_t textId = 0; // a registered string, instead of text; 0: none
    NvtxOp op = NvtxOp::Mark;
    std::uint8_t payloadType = 0;
    std::string_view text;
};

inline void packNvtx(Bytes& out, const NvtxEvent& e, std::uint64_t& before)
{
    addRaw(out, static_cast<std::uint8_t>(e.op));
    addVarint(out, zigzag(e.time - before));
    before = e.time;
    addVarint(out, e.domain);
    addVarint(out, e.category);
    addVarint(out, e.color);
    addVarint(out, e.id);
    addRaw(out, e.payloadType);
    if (e.payloadType != 0) {
        addVarint(out, e.payload);
    }
    addVarint(out, e.textId);
    addText(out, e.text);
}

inline NvtxEvent unpackNvtx(Unpacker& in, std::uint64_t& before)
{
    NvtxEvent e;
    e.op = static_cast<NvtxOp>(in.raw<std::uint8_t>());
    before += unzigzag(in.varint());
    e.time = before;
    e.domain = static_cast<std::uint32_t>(in.varint());
    e.category = static_cast<std::uint32_t>(in.varint());
    e.color = static_cast<std::uint32_t>(in.varint());
    e.id = in.varint();
    e.payloadType = in.raw<std::uint8_t>();
    e.payload = e.payloadType != 0 ? in.varint() : 0;
    e.textId = static_cast<std::uint32_t>(in.varint());
    e.text = in.text();
    return e;
}

} // namespace longpole::wire
