// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/perfetto/annotations.h"

#include "core/import/json_writer.h"

#include <simdjson.h>

#include <algorithm>
#include <cstdio>

namespace longpole::import {

namespace {

using Annotation = perfetto::DebugAnnotation;
using Nested = perfetto::DebugAnnotation::NestedValue;

std::string hexadecimal(std::uint64_t v)
{
    char text[24];
    std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(v));
    return text;
}

// libprotobuf has bounded the depth of messages, so recursion ends.
class AnnotationWriter
{
public:
    AnnotationWriter(const Sequence& sequence, model::Ledger& ledger)
        : m_sequence(sequence)
        , m_ledger(ledger)
    { }

    void members(const google::protobuf::RepeatedPtrField<Annotation>& annotations)
    {
        m_json.beginObject();
        for (const Annotation& a : annotations) {
            m_json.key(nameOf(a));
            value(a);
        }
        m_json.endObject();
    }

    std::string take() { return m_json.take(); }

private:
    std::string interned(const InternedTexts& texts, std::uint64_t iid)
    {
        if (const std::string* const text = find(texts, iid)) {
            return *text;
        }
        m_ledger.add("missing-interned-text", model::Severity::DataLoss,
                     "texts that are referred to by a number the file doesn't explain");
        return "text " + std::to_string(iid);
    }

    std::string nameOf(const Annotation& a)
    {
        return a.has_name_iid() ? interned(m_sequence.annotationNames, a.name_iid()) : a.name();
    }

    void value(const Annotation& a)
    {
        if (a.dict_entries_size() > 0) {
            members(a.dict_entries());
        } else if (a.array_values_size() > 0) {
            m_json.beginArray();
            for (const Annotation& element : a.array_values()) {
                value(element);
            }
            m_json.endArray();
        } else if (a.has_nested_value()) {
            nested(a.nested_value());
        } else if (a.has_legacy_json_value()) {
            json(a.legacy_json_value());
        } else {
            scalar(a);
        }
    }

    void scalar(const Annotation& a)
    {
        if (a.has_bool_value()) {
            m_json.raw(a.bool_value() ? "true" : "false");
        } else if (a.has_uint_value()) {
            m_json.natural(a.uint_value());
        } else if (a.has_int_value()) {
            m_json.integer(a.int_value());
        } else if (a.has_double_value()) {
            m_json.real(a.double_value());
        } else if (a.has_string_value()) {
            m_json.text(a.string_value());
        } else if (a.has_string_value_iid()) {
            m_json.text(interned(m_sequence.annotationTexts, a.string_value_iid()));
        } else if (a.has_pointer_value()) {
            m_json.text(hexadecimal(a.pointer_value()));
        } else if (a.has_proto_value()) {
            m_json.text(std::to_string(a.proto_value().size()) + " bytes of protobuf");
        } else {
            m_json.null();
        }
    }

    void json(const std::string& text)
    {
        simdjson::dom::element element;
        if (m_parser.parse(text).get(element) == simdjson::SUCCESS) {
            m_json.raw(simdjson::minify(element));
        } else {
            m_json.text(text);
        }
    }

    void nested(const Nested& n)
    {
        constexpr int kDict = 1;
        constexpr int kArray = 2;
        if (n.nested_type() == kDict) {
            m_json.beginObject();
            const int count = std::min(n.dict_keys_size(), n.dict_values_size());
            for (int i = 0; i < count; ++i) {
                m_json.key(n.dict_keys(i));
                nested(n.dict_values(i));
            }
            m_json.endObject();
        } else if (n.nested_type() == kArray) {
            m_json.beginArray();
            for (const Nested& element : n.array_values()) {
                nested(element);
            }
            m_json.endArray();
        } else if (n.has_int_value()) {
            m_json.integer(n.int_value());
        } else if (n.has_double_value()) {
            m_json.real(n.double_value());
        } else if (n.has_bool_value()) {
            m_json.raw(n.bool_value() ? "true" : "false");
        } else {
            m_json.text(n.string_value());
        }
    }

    const Sequence& m_sequence;
    model::Ledger& m_ledger;
    JsonWriter m_json;
    simdjson::dom::parser m_parser;
};

} // namespace

std::string annotationsJson(const perfetto::TrackEvent& event, const Sequence& sequence,
                            model::Ledger& ledger)
{
    if (event.debug_annotations_size() == 0) {
        return {};
    }
    AnnotationWriter writer(sequence, ledger);
    writer.members(event.debug_annotations());
    return writer.take();
}

std::string mergedObjects(const std::string& first, const std::string& second)
{
    if (first.size() <= 2) {
        return second;
    }
    return second.size() <= 2 ? first : first.substr(0, first.size() - 1) + "," + second.substr(1);
}

} // namespace longpole::import
