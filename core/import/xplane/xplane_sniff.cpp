// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/xplane/xplane_sniff.h"

#include "core/import/proto_input.h"

#include <algorithm>

namespace longpole::import {

namespace {

struct FieldShape
{
    std::uint32_t number;
    WireType wire;
};

constexpr FieldShape kSpace[] = {
    {1, WireType::Length}, {2, WireType::Length}, {3, WireType::Length}, {4, WireType::Length}};
constexpr FieldShape kPlane[] = {{1, WireType::Varint}, {2, WireType::Length},
                                 {3, WireType::Length}, {4, WireType::Length},
                                 {5, WireType::Length}, {6, WireType::Length}};
constexpr FieldShape kLine[] = {
    {1, WireType::Varint}, {2, WireType::Length},  {3, WireType::Varint}, {4, WireType::Length},
    {9, WireType::Varint}, {10, WireType::Varint}, {11, WireType::Length}};
constexpr FieldShape kMapEntry[] = {{1, WireType::Varint}, {2, WireType::Length}};

template <std::size_t N>
bool fits(const ProtoField& field, const FieldShape (&shapes)[N])
{
    return std::any_of(std::begin(shapes), std::end(shapes), [&](const FieldShape& s) {
        return s.number == field.number && s.wire == field.wire;
    });
}

template <std::size_t N>
bool allFit(std::string_view message, const FieldShape (&shapes)[N])
{
    ProtoSpan fields(message);
    while (const auto field = fields.next()) {
        if (!fits(*field, shapes)) {
            return false;
        }
    }
    return fields.end() != ProtoEnd::Malformed;
}

bool isText(std::string_view name)
{
    return !name.empty() && name.size() < 1024
        && std::none_of(name.begin(), name.end(),
                        [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

// The plane's name; nothing if this is no plane. whole: false if the head ends within it.
std::optional<std::string_view> planeName(std::string_view message)
{
    std::optional<std::string_view> name;
    ProtoSpan fields(message);
    while (const auto field = fields.next()) {
        const bool good = fits(*field, kPlane)
            && (field->number != 3 || allFit(fields.payload(), kLine))
            && ((field->number != 4 && field->number != 5) || allFit(fields.payload(), kMapEntry));
        if (!good) {
            return std::nullopt;
        }
        if (field->number == 2) {
            name = fields.payload();
        }
    }
    return fields.end() != ProtoEnd::Malformed && name && isText(*name) ? name : std::nullopt;
}

} // namespace

Sniff sniffXplane(std::string_view head)
{
    ProtoSpan fields(head);
    std::string first;
    bool sure = false;
    bool whole = true;
    while (const auto field = fields.next()) {
        const auto name = field->number == 1 && field->wire == WireType::Length
            ? planeName(fields.payload())
            : std::nullopt;
        if (!fits(*field, kSpace) || (field->number == 1 && !name)) {
            whole = false;
            break;
        }
        if (name) {
            first = first.empty() ? std::string(*name) : first;
            sure = sure || name->starts_with("/host:") || name->starts_with("/device:");
        }
    }
    whole = whole && fields.end() != ProtoEnd::Malformed;
    if (first.empty() || (!whole && !sure)) {
        return {};
    }
    return {!whole     ? 40
                : sure ? 85
                       : 50,
            "protobuf messages with the fields of an XLA profile, the first plane \"" + first + "\""
                + (whole ? "" : ", then damage")};
}

} // namespace longpole::import
