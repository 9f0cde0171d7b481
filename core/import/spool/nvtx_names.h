// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What NVTX events of a spool refer to by number: domains, texts, and the layouts of their
// payloads. A number may be used earlier in the file than it is explained (by another thread):
// collect all before asking.
#pragma once

#include "collectors/wire/nvtx_events.h"
#include "collectors/wire/nvtx_schema.h"
#include "core/io/json_writer.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace longpole::import {

// One value of a payload.
struct PayloadField
{
    enum class Kind : std::uint8_t
    {
        Natural,
        Integer,
        Real,
        Text
    };
    std::string name; // of nested structures "outer.inner", of elements "name[2]"
    Kind kind = Kind::Natural;
    std::uint64_t bits = 0; // Natural; Integer as two's complement
    double real = 0;
    std::string text;
    bool isMessage = false; // it names the event
    bool asHex = false; // a communicator of NCCL: too large for some readers of JSON
};

// As NCCL's log writes it: "0x1c2f…".
std::string communicatorText(std::uint64_t id);

// As members of the object that is open; a name that comes twice gets a number.
void writeFields(const std::vector<PayloadField>& fields, io::JsonWriter& json);

class NvtxNames
{
public:
    static constexpr std::size_t kMostSchemas = 65'536;
    static constexpr std::size_t kMostFields = 256; // of one payload
    static constexpr std::size_t kMostElements = 16; // of one array
    static constexpr int kDeepest = 4; // nested structures

    void add(const wire::NvtxEvent& event);

    // Empty for the default domain and unknown ones.
    std::string domain(std::uint32_t domain) const;
    std::string text(std::uint32_t id) const; // "string 7" where nothing is known
    std::string textOf(const wire::NvtxEvent& event) const;

    // The values of a payload, by its schema. What the bytes don't hold is left out.
    // Returns why something is missing, or null: then that is all of it.
    const char* decode(std::uint32_t domain, std::uint64_t schema, std::string_view bytes,
                       std::vector<PayloadField>& fields) const;

private:
    using Key = std::pair<std::uint32_t, std::uint64_t>; // domain, id

    struct Reading;
    bool structure(Reading& r, const wire::NvtxSchema& schema, std::size_t from,
                   const std::string& prefix, int depth) const;
    bool entry(Reading& r, const wire::NvtxEntry& e, std::size_t at, const std::string& name,
               int depth) const;
    // Size and alignment; 0 if nothing is known of it.
    using Extent = std::pair<std::size_t, std::size_t>;
    Extent extent(Reading& r, std::uint64_t type, int depth) const; // of one value
    Extent extent(Reading& r, const wire::NvtxEntry& e, std::size_t packAlign, int depth) const;
    Extent extent(Reading& r, const wire::NvtxSchema& schema, int depth) const;
    const wire::NvtxSchema* schemaOf(std::uint32_t domain, std::uint64_t id) const;
    const wire::NvtxEnum* enumOf(std::uint32_t domain, std::uint64_t id) const;

    std::map<std::uint32_t, std::string> m_domains;
    std::map<std::uint32_t, std::string> m_texts;
    std::map<Key, wire::NvtxSchema> m_schemas;
    std::map<Key, wire::NvtxEnum> m_enums;
};

} // namespace longpole::import
