// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/proto_input.h"

#include <algorithm>
#include <cstring>

namespace longpole::import {

namespace {

constexpr std::size_t kBuffer = std::size_t{1} << 18U;
constexpr unsigned kMaxVarint = 10; // bytes

// False for tags that protobuf doesn't have (groups aren't used by any format read here).
bool readTag(std::uint64_t tag, ProtoField& field)
{
    const std::uint64_t number = tag >> 3U;
    const auto wire = static_cast<unsigned>(tag & 7U);
    if (number == 0 || number >= (std::uint64_t{1} << 29U) || (wire > 2 && wire != 5)) {
        return false;
    }
    field.number = static_cast<std::uint32_t>(number);
    field.wire = static_cast<WireType>(wire);
    return true;
}

} // namespace

std::optional<ProtoField> ProtoSpan::next()
{
    m_payload = {};
    if (m_end != ProtoEnd::Complete || m_pos == m_bytes.size()) {
        return std::nullopt;
    }
    const auto varint = [this]() -> std::optional<std::uint64_t> {
        std::uint64_t value = 0;
        for (unsigned i = 0; i < kMaxVarint; ++i) {
            if (m_pos == m_bytes.size()) {
                m_end = ProtoEnd::Truncated;
                return std::nullopt;
            }
            const auto byte = static_cast<std::uint8_t>(m_bytes[m_pos++]);
            value |= (byte & 0x7fULL) << (7 * i);
            if (byte < 0x80) {
                return value;
            }
        }
        m_end = ProtoEnd::Malformed;
        return std::nullopt;
    };
    ProtoField field;
    field.offset = m_pos;
    const auto tag = varint();
    if (!tag) {
        return std::nullopt;
    }
    if (!readTag(*tag, field)) {
        m_end = ProtoEnd::Malformed;
        return std::nullopt;
    }
    if (field.wire == WireType::Varint || field.wire == WireType::Length) {
        const auto value = varint();
        if (!value) {
            return std::nullopt;
        }
        field.value = *value;
        if (field.wire == WireType::Length) {
            m_payload = m_bytes.substr(m_pos, std::min<std::uint64_t>(*value, m_bytes.size()));
            m_pos += m_payload.size();
            m_end = m_payload.size() < *value ? ProtoEnd::Truncated : m_end;
        }
        return field;
    }
    const std::size_t size = field.wire == WireType::Fixed64 ? 8 : 4;
    if (m_bytes.size() - m_pos < size) {
        m_pos = m_bytes.size();
        m_end = ProtoEnd::Truncated;
        return std::nullopt;
    }
    std::memcpy(&field.value, m_bytes.data() + m_pos,
                size); // little-endian, as the hosts we build for
    m_pos += size;
    return field;
}

ProtoStream::ProtoStream(io::ByteSource& source)
    : m_source(source)
{ }

bool ProtoStream::fill()
{
    m_offset += m_buffer.size();
    m_pos = 0;
    m_buffer.resize(kBuffer);
    const auto n = m_source.read(m_buffer);
    m_buffer.resize(n ? *n : 0);
    if (!n) {
        m_error = n.error();
        m_end = ProtoEnd::Unreadable;
    }
    return !m_buffer.empty();
}

std::optional<std::uint64_t> ProtoStream::varint(bool atStart)
{
    std::uint64_t value = 0;
    for (unsigned i = 0; i < kMaxVarint; ++i) {
        if (m_pos == m_buffer.size() && !fill()) {
            if (m_end == ProtoEnd::Complete && !(atStart && i == 0)) {
                m_end = ProtoEnd::Truncated;
            }
            return std::nullopt;
        }
        const auto byte = static_cast<std::uint8_t>(m_buffer[m_pos++]);
        value |= (byte & 0x7fULL) << (7 * i);
        if (byte < 0x80) {
            return value;
        }
    }
    m_end = ProtoEnd::Malformed;
    return std::nullopt;
}

std::optional<std::uint64_t> ProtoStream::fixed(unsigned bytes)
{
    std::string raw;
    if (!read(bytes, raw)) {
        return std::nullopt;
    }
    std::uint64_t value = 0;
    std::memcpy(&value, raw.data(), bytes);
    return value;
}

std::optional<ProtoField> ProtoStream::next(std::uint64_t endOffset)
{
    if (m_end != ProtoEnd::Complete || offset() >= endOffset) {
        return std::nullopt;
    }
    ProtoField field;
    field.offset = offset();
    const auto tag = varint(true);
    if (!tag) {
        if (m_end == ProtoEnd::Complete && endOffset != ~std::uint64_t{0}) {
            m_end = ProtoEnd::Truncated; // the message was to be longer
        }
        return std::nullopt;
    }
    if (!readTag(*tag, field)) {
        m_end = ProtoEnd::Malformed;
        return std::nullopt;
    }
    const bool isFixed = field.wire == WireType::Fixed64 || field.wire == WireType::Fixed32;
    const auto value = isFixed ? fixed(field.wire == WireType::Fixed64 ? 8 : 4) : varint(false);
    if (!value) {
        return std::nullopt;
    }
    field.value = *value;
    const bool tooLong = field.wire == WireType::Length && offset() <= endOffset
        && field.value > endOffset - offset();
    if (tooLong || offset() > endOffset) {
        m_end = ProtoEnd::Malformed; // reaches beyond the message it is in
        return std::nullopt;
    }
    return field;
}

bool ProtoStream::read(std::uint64_t size, std::string& out)
{
    out.clear();
    while (out.size() < size) {
        if (m_pos == m_buffer.size() && !fill()) {
            m_end = m_end == ProtoEnd::Complete ? ProtoEnd::Truncated : m_end;
            return false;
        }
        const std::size_t n = std::min<std::uint64_t>(size - out.size(), m_buffer.size() - m_pos);
        out.append(m_buffer, m_pos, n);
        m_pos += n;
    }
    return true;
}

bool ProtoStream::skip(std::uint64_t size)
{
    while (size > 0) {
        if (m_pos == m_buffer.size() && !fill()) {
            m_end = m_end == ProtoEnd::Complete ? ProtoEnd::Truncated : m_end;
            return false;
        }
        const std::size_t n = std::min<std::uint64_t>(size, m_buffer.size() - m_pos);
        size -= n;
        m_pos += n;
    }
    return true;
}

} // namespace longpole::import
