// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// args: one row per slice and key.
#include "core/model/args_blocks.h"
#include "core/store/sql/views.h"

#include <simdjson.h>

#include <algorithm>
#include <array>

namespace longpole::store {

namespace {

using namespace model;

struct Field
{
    std::string key;
    SqlValue value;
    std::string text; // what value.text points to
};

SqlValue numberValue(simdjson::dom::element e, std::string& storage)
{
    if (e.is_int64()) {
        return SqlValue::of(e.get_int64().value_unsafe());
    }
    if (e.is_uint64()) { // beyond SQL's integers: as text, exactly
        storage = std::to_string(e.get_uint64().value_unsafe());
        return SqlValue::shortText(storage);
    }
    return SqlValue::ofReal(e.get_double().value_unsafe());
}

class ArgsWalker final : public Walker
{
public:
    explicit ArgsWalker(const Trace& trace)
        : m_trace(trace)
        , m_reader(trace)
    {
        for (const Track& t : trace.tracks()) {
            if (t.sliceCount > 0) {
                m_tracks.push_back(&t);
            }
        }
    }
    std::size_t segmentCount() const override { return m_tracks.size(); }
    Segment enter(std::size_t segment, const RowFilter& filter) override
    {
        m_track = m_tracks[segment];
        m_parsedRow = kNone;
        const std::int64_t base = m_track->firstSlice;
        const std::int64_t first = filter.id.min > base ? filter.id.min - base : 0;
        const std::int64_t last =
            std::min<std::int64_t>(std::int64_t{m_track->sliceCount} - 1,
                                   filter.id.max < base ? -1 : filter.id.max - base);
        if (first > last) {
            return {};
        }
        m_args.enter(m_track->id.value);
        return {static_cast<std::size_t>(first), static_cast<std::size_t>(last) + 1, nullptr,
                nullptr};
    }
    std::size_t parts(std::size_t row) override
    {
        parse(row);
        return m_fields.size();
    }
    SqlValue value(std::size_t row, std::size_t part, int column) override
    {
        parse(row);
        switch (column) {
        case 0:
            return SqlValue::of(std::int64_t{m_track->firstSlice} + static_cast<std::int64_t>(row));
        case 1:
            return SqlValue::shortText(m_fields[part].key);
        case 2:
            return m_fields[part].value;
        default:
            return SqlValue::null();
        }
    }
    std::int64_t rowid(std::size_t row, std::size_t part) const override
    {
        constexpr unsigned kPartBits = 24;
        return ((std::int64_t{m_track->firstSlice} + static_cast<std::int64_t>(row)) << kPartBits)
            + static_cast<std::int64_t>(part);
    }

private:
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

    void parse(std::size_t row);
    void addField(std::string_view key, simdjson::dom::element e);

    const Trace& m_trace;
    ArgsBlocks m_reader;
    std::vector<const Track*> m_tracks;
    const Track* m_track = nullptr;
    LazyColumn<std::uint32_t> m_args{slice::kArgs};
    simdjson::dom::parser m_parser;
    std::vector<Field> m_fields;
    std::size_t m_parsedRow = kNone;
};

void ArgsWalker::addField(std::string_view key, simdjson::dom::element e)
{
    Field& f = m_fields.emplace_back();
    f.key = key;
    using Type = simdjson::dom::element_type;
    switch (e.type()) {
    case Type::NULL_VALUE:
        break;
    case Type::BOOL:
        f.value = SqlValue::of(e.get_bool().value_unsafe() ? 1 : 0);
        break;
    case Type::INT64:
    case Type::UINT64:
    case Type::DOUBLE:
        f.value = numberValue(e, f.text);
        break;
    case Type::STRING:
        f.text = std::string_view(e.get_string().value_unsafe());
        f.value = SqlValue::shortText(f.text);
        break;
    case Type::ARRAY:
    case Type::OBJECT:
        f.text = simdjson::minify(e);
        f.value = SqlValue::shortText(f.text);
        break;
    }
}

// What is no JSON object (an importer keeps args as it found them) has one row with key ''.
void ArgsWalker::parse(std::size_t row)
{
    if (row == m_parsedRow) {
        return;
    }
    m_parsedRow = row;
    m_fields.clear();
    const std::string_view json = m_reader.text(m_args.get(m_trace)[row]);
    if (json.empty()) {
        return;
    }
    simdjson::dom::element root;
    if (m_parser.parse(json.data(), json.size()).get(root) != simdjson::SUCCESS) {
        Field& f = m_fields.emplace_back();
        f.text = json;
        f.value = SqlValue::shortText(f.text);
    } else if (simdjson::dom::object object; root.get(object) == simdjson::SUCCESS) {
        for (const auto field : object) {
            addField(field.key, field.value);
        }
    } else {
        addField({}, root);
    }
    // The texts moved when the vector grew.
    for (Field& f : m_fields) {
        if (f.value.kind == SqlValue::Kind::ShortText) {
            f.value.text = f.text;
        }
    }
}

constexpr std::array kArgsColumns{ViewColumn{"slice_id", "INTEGER", ColumnRole::Id},
                                  ViewColumn{"key", "TEXT"}, ViewColumn{"value", ""}};

} // namespace

const View kArgsView{
    "args", kArgsColumns, [](const Trace& t) { return t.counts().slices * 8; },
    [](const Trace& t) -> std::unique_ptr<Walker> { return std::make_unique<ArgsWalker>(t); }};

} // namespace longpole::store
