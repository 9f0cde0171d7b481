// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome_json/kineto_args.h"

#include "core/import/chrome_json/args_scanner.h"
#include "core/import/chrome_json/json_text.h"
#include "core/import/decimal_time.h"

#include <algorithm>
#include <iterator>

namespace longpole::import {

namespace {

using model::kNull32;
using model::kNull64;

std::int64_t integer(const Scalar& v)
{
    return parseInteger(v.text).value_or(kNull64);
}

std::uint32_t small(const Scalar& v)
{
    const auto n = parseInteger(v.text);
    return n && *n >= 0 && *n < std::int64_t{kNull32} ? static_cast<std::uint32_t>(*n) : kNull32;
}

void triple(std::string_view array, std::uint32_t (&out)[3])
{
    std::size_t pos = 1;
    for (std::uint32_t& v : out) {
        const std::size_t from = array.find_first_of("0123456789", pos);
        if (from == std::string_view::npos) {
            return;
        }
        pos = std::min(array.find_first_not_of("0123456789", from), array.size());
        v = small({array.substr(from, pos - from), false, true});
    }
}

enum class Field : std::uint8_t
{
    Device,
    Context,
    Stream,
    Correlation,
    Grid,
    Block,
    Registers,
    SharedMemory,
    SharedDynamic,
    Bytes,
    GraphId,
    GraphNode,
    Queued,
    Submitted,
    Collective,
    Group,
    GroupSize
};

struct FieldName
{
    std::string_view name;
    Field field;
};

constexpr FieldName kFields[] = {
    {"device", Field::Device},
    {"context", Field::Context},
    {"stream", Field::Stream},
    {"correlation", Field::Correlation},
    {"correlation id", Field::Correlation},
    {"grid", Field::Grid},
    {"block", Field::Block},
    {"registers per thread", Field::Registers},
    {"shared memory", Field::SharedMemory},
    {"static shared memory", Field::SharedMemory}, // these two: as in the traces Longpole exports
    {"dynamic shared memory", Field::SharedDynamic},
    {"bytes", Field::Bytes},
    {"graph id", Field::GraphId},
    {"graph node id", Field::GraphNode},
    {"queued", Field::Queued},
    {"submitted", Field::Submitted},
    {"Collective name", Field::Collective},
    {"Process Group Name", Field::Group},
    {"Group size", Field::GroupSize},
};

std::int64_t idOrNull(const Scalar& v)
{
    const std::int64_t id = integer(v);
    return id == 0 ? kNull64 : id; // correlation 0 is no id
}

RareGpuFacts& rare(GpuFacts& f, EventBatch& batch)
{
    if (f.rare == kNull32) {
        f.rare = static_cast<std::uint32_t>(batch.rare.size());
        batch.rare.emplace_back();
    }
    return batch.rare[f.rare];
}

void setRare(GpuFacts& f, Field field, const Scalar& v, EventBatch& batch)
{
    const std::int64_t number = field == Field::Queued || field == Field::Submitted
        ? microsecondsToNs(v.text).value_or(0)
        : integer(v);
    if (field != Field::Collective && field != Field::Group && (number == kNull64 || number == 0)) {
        return; // Kineto writes 0 for "not known"
    }
    RareGpuFacts& r = rare(f, batch);
    switch (field) {
    case Field::GraphId:
        r.graphId = number;
        break;
    case Field::GraphNode:
        r.graphNode = number;
        break;
    case Field::Queued:
        r.queued = number;
        break;
    case Field::Submitted:
        r.submitted = number;
        break;
    case Field::GroupSize:
        r.groupSize = number;
        break;
    case Field::Collective:
        r.collective = batch.intern(jsonText(v.text));
        break;
    default:
        r.group = batch.intern(jsonText(v.text));
        break;
    }
}

void set(GpuFacts& f, Field field, const Scalar& v, EventBatch& batch)
{
    switch (field) {
    case Field::Context:
        f.context = integer(v);
        break;
    case Field::Stream:
        f.stream = integer(v);
        break;
    case Field::Correlation:
        f.correlation = idOrNull(v);
        break;
    case Field::Grid:
        triple(v.text, f.grid);
        break;
    case Field::Block:
        triple(v.text, f.block);
        break;
    case Field::Registers:
        f.registers = small(v);
        break;
    // Kineto records the sum of static and dynamic shared memory only.
    case Field::SharedMemory:
        f.sharedStatic = small(v);
        break;
    case Field::SharedDynamic:
        f.sharedDynamic = small(v);
        break;
    case Field::Bytes:
        f.bytes = integer(v);
        break;
    default:
        setRare(f, field, v, batch);
    }
}

} // namespace

bool readGpuArgs(std::string_view args, EventBatch& batch, GpuFacts& facts, std::int64_t& device)
{
    if (args.empty()) {
        return false;
    }
    ArgsScanner scanner(args);
    std::string_view name;
    Scalar value;
    while (scanner.next(name, value)) {
        const auto* const known = std::find_if(std::begin(kFields), std::end(kFields),
                                               [&](const FieldName& f) { return f.name == name; });
        if (known == std::end(kFields)) {
            continue;
        }
        if (known->field == Field::Device) {
            device = integer(value);
        } else {
            set(facts, known->field, value, batch);
        }
    }
    return device != kNull64 || facts.stream != kNull64 || facts.correlation != kNull64;
}

void readApiArgs(std::string_view args, ApiFacts& facts)
{
    if (args.empty()) {
        return;
    }
    ArgsScanner scanner(args);
    std::string_view name;
    Scalar value;
    while (scanner.next(name, value)) {
        if (name == "correlation" || name == "correlation id") {
            facts.correlation = idOrNull(value);
        } else if (name == "stream") {
            facts.stream = integer(value);
        } else if (name == "return code" || name == "result") {
            const std::int64_t code = integer(value);
            if (code == static_cast<std::int32_t>(code)) {
                facts.returnCode = static_cast<std::int32_t>(code);
            }
        }
    }
}

} // namespace longpole::import
