// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/sql/view_module.h"

#include "core/store/sql/view.h"
#include "core/store/sqlite_db.h"

#include <sqlite3.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace longpole::store {

const std::vector<StringId>* ViewContext::namesEqualTo(std::string_view text)
{
    const auto known = m_found.find(std::string(text));
    if (known != m_found.end()) {
        return &known->second;
    }
    const StringPool& strings = m_trace.strings();
    std::vector<StringId> ids;
    if (m_found.empty()) {
        for (std::uint32_t i = 0; i < strings.size(); ++i) {
            if (strings.get(StringId(i)) == text) {
                ids.emplace_back(i);
            }
        }
    } else {
        if (m_all.empty()) {
            m_all.reserve(strings.size());
            for (std::uint32_t i = 0; i < strings.size(); ++i) {
                m_all.emplace(strings.get(StringId(i)), i);
            }
        }
        const auto [first, last] = m_all.equal_range(text);
        for (auto it = first; it != last; ++it) {
            ids.emplace_back(it->second);
        }
        std::sort(ids.begin(), ids.end());
    }
    return &m_found.emplace(text, std::move(ids)).first->second;
}

namespace {

struct Registration
{
    const View* view;
    ViewContext* context;
};

struct VTable : sqlite3_vtab
{
    const View* view;
    ViewContext* context;
};

class Cursor : public sqlite3_vtab_cursor
{
public:
    explicit Cursor(const VTable& table)
        : sqlite3_vtab_cursor{}
        , m_walker(table.view->walk(table.context->trace()))
    { }
    void begin(const RowFilter& filter)
    {
        m_filter = filter;
        m_nextSegment = 0;
        m_segment = {};
        m_row = 0;
        m_part = 0;
        m_parts = 0;
        m_atEnd = false;
        settle();
    }
    void next()
    {
        if (++m_part >= m_parts) {
            m_part = 0;
            ++m_row;
            settle();
        }
    }
    bool atEnd() const { return m_atEnd; }
    SqlValue value(int column) { return m_walker->value(m_row, m_part, column); }
    std::int64_t rowid() const { return m_walker->rowid(m_row, m_part); }

private:
    bool skips(std::size_t row) const
    {
        return (m_segment.times != nullptr && !m_filter.time.contains(m_segment.times[row].ns))
            || (m_segment.names != nullptr
                && !std::binary_search(m_filter.names->begin(), m_filter.names->end(),
                                       m_segment.names[row]));
    }
    // Moves on from m_row, itself included, to the first row to show.
    void settle()
    {
        for (;;) {
            while (m_row < m_segment.end && skips(m_row)) {
                ++m_row;
            }
            if (m_row < m_segment.end) {
                m_parts = m_walker->parts(m_row);
                if (m_parts > 0) {
                    return;
                }
                ++m_row;
            } else if (m_nextSegment < m_walker->segmentCount()) {
                m_segment = m_walker->enter(m_nextSegment++, m_filter);
                m_row = m_segment.begin;
            } else {
                m_atEnd = true;
                return;
            }
        }
    }

    std::unique_ptr<Walker> m_walker;
    RowFilter m_filter;
    std::size_t m_nextSegment = 0;
    Walker::Segment m_segment;
    std::size_t m_row = 0;
    std::size_t m_part = 0;
    std::size_t m_parts = 0;
    bool m_atEnd = false;
};

int connect(sqlite3* db, void* aux, int, const char* const*, sqlite3_vtab** out, char**)
{
    const auto* registration = static_cast<const Registration*>(aux);
    std::string sql = "CREATE TABLE x(";
    for (const ViewColumn& c : registration->view->columns) {
        sql += (sql.back() == '(' ? "" : ", ") + std::string("\"") + c.name + "\" " + c.type;
    }
    const int code = sqlite3_declare_vtab(db, (sql + ")").c_str());
    if (code != SQLITE_OK) {
        return code;
    }
    auto table = std::make_unique<VTable>();
    table->view = registration->view;
    table->context = registration->context;
    *out = table.release();
    return SQLITE_OK;
}

int disconnect(sqlite3_vtab* table)
{
    delete static_cast<VTable*>(table);
    return SQLITE_OK;
}

// How much of the table a condition leaves, roughly: it only has to rank plans.
double remaining(ColumnRole role, bool equal)
{
    switch (role) {
    case ColumnRole::Id:
    case ColumnRole::To:
        return equal ? 1e-9 : 0.25;
    case ColumnRole::Track:
        return equal ? 0.05 : 0.5;
    case ColumnRole::Time:
        return equal ? 0.001 : 0.25;
    case ColumnRole::Name:
        return 0.02;
    case ColumnRole::Plain:
        break;
    }
    return 1;
}

char operatorCode(unsigned char op)
{
    switch (op) {
    case SQLITE_INDEX_CONSTRAINT_EQ:
        return '=';
    case SQLITE_INDEX_CONSTRAINT_GE:
    case SQLITE_INDEX_CONSTRAINT_GT:
        return '>';
    case SQLITE_INDEX_CONSTRAINT_LE:
    case SQLITE_INDEX_CONSTRAINT_LT:
        return '<';
    default:
        return 0;
    }
}

// The plan is a string of pairs: role, operator, in the order of the arguments of filter().
int bestIndex(sqlite3_vtab* vtab, sqlite3_index_info* info)
{
    const auto* table = static_cast<const VTable*>(vtab);
    const View& view = *table->view;
    double rows = static_cast<double>(view.rowCount(table->context->trace())) + 1;
    std::string plan;
    for (int i = 0; i < info->nConstraint; ++i) {
        const auto& c = info->aConstraint[i];
        const char op = operatorCode(c.op);
        if (c.usable == 0 || op == 0 || c.iColumn < 0) {
            continue;
        }
        const ColumnRole role = view.columns[static_cast<std::size_t>(c.iColumn)].role;
        const bool byName = role == ColumnRole::Name;
        if (role == ColumnRole::Plain
            || (byName
                && (op != '='
                    || sqlite3_stricmp(sqlite3_vtab_collation(info, i), "BINARY") != 0))) {
            continue;
        }
        plan += static_cast<char>('0' + static_cast<int>(role));
        plan += op;
        info->aConstraintUsage[i].argvIndex = static_cast<int>(plan.size() / 2);
        rows *= remaining(role, op == '=');
    }
    info->idxStr = sqlite3_mprintf("%s", plan.c_str());
    info->needToFreeIdxStr = 1;
    info->estimatedRows = static_cast<sqlite3_int64>(std::max(1.0, rows));
    info->estimatedCost = std::max(1.0, rows) + 5;
    return info->idxStr == nullptr ? SQLITE_NOMEM : SQLITE_OK;
}

int open(sqlite3_vtab* vtab, sqlite3_vtab_cursor** out)
{
    *out = std::make_unique<Cursor>(*static_cast<VTable*>(vtab)).release();
    return SQLITE_OK;
}

int close(sqlite3_vtab_cursor* cursor)
{
    delete static_cast<Cursor*>(cursor);
    return SQLITE_OK;
}

RowFilter::Bounds* boundsFor(RowFilter& filter, ColumnRole role)
{
    switch (role) {
    case ColumnRole::Id:
        return &filter.id;
    case ColumnRole::To:
        return &filter.to;
    case ColumnRole::Track:
        return &filter.track;
    case ColumnRole::Time:
        return &filter.time;
    default:
        return nullptr;
    }
}

// Takes `<` as `<=`: SQLite drops the row too many. Fractions are rounded outwards.
void narrow(RowFilter::Bounds& bounds, char op, sqlite3_value* value)
{
    const int type = sqlite3_value_type(value);
    std::int64_t low = 0;
    std::int64_t high = 0;
    if (type == SQLITE_INTEGER) {
        low = high = sqlite3_value_int64(value);
    } else if (type == SQLITE_FLOAT) {
        const double v = sqlite3_value_double(value);
        constexpr double kExact = 9e18;
        if (!(std::abs(v) < kExact)) {
            return;
        }
        low = static_cast<std::int64_t>(std::floor(v));
        high = static_cast<std::int64_t>(std::ceil(v));
    } else {
        return; // SQLite decides how text and blobs compare
    }
    if (op != '<') {
        bounds.min = std::max(bounds.min, low);
    }
    if (op != '>') {
        bounds.max = std::min(bounds.max, high);
    }
}

int filter(sqlite3_vtab_cursor* base, int, const char* plan, int argc, sqlite3_value** argv)
{
    auto* cursor = static_cast<Cursor*>(base);
    const auto* table = static_cast<const VTable*>(base->pVtab);
    RowFilter f;
    for (int i = 0; i < argc; ++i) {
        const auto role = static_cast<ColumnRole>(plan[2 * i] - '0');
        if (RowFilter::Bounds* bounds = boundsFor(f, role)) {
            narrow(*bounds, plan[2 * i + 1], argv[i]);
        } else if (sqlite3_value_type(argv[i]) == SQLITE_TEXT) {
            const auto* text = reinterpret_cast<const char*>(sqlite3_value_text(argv[i]));
            f.names = table->context->namesEqualTo(
                {text, static_cast<std::size_t>(sqlite3_value_bytes(argv[i]))});
        }
    }
    cursor->begin(f);
    return SQLITE_OK;
}

int next(sqlite3_vtab_cursor* cursor)
{
    static_cast<Cursor*>(cursor)->next();
    return SQLITE_OK;
}

int eof(sqlite3_vtab_cursor* cursor)
{
    return static_cast<Cursor*>(cursor)->atEnd() ? 1 : 0;
}

int column(sqlite3_vtab_cursor* cursor, sqlite3_context* context, int index)
{
    const SqlValue v = static_cast<Cursor*>(cursor)->value(index);
    switch (v.kind) {
    case SqlValue::Kind::Null:
        sqlite3_result_null(context);
        break;
    case SqlValue::Kind::Integer:
        sqlite3_result_int64(context, v.integer);
        break;
    case SqlValue::Kind::Real:
        sqlite3_result_double(context, v.real);
        break;
    case SqlValue::Kind::TraceText:
    case SqlValue::Kind::ShortText:
        sqlite3_result_text64(
            context, v.text.data() != nullptr ? v.text.data() : "", v.text.size(),
            v.kind == SqlValue::Kind::TraceText ? SQLITE_STATIC : SQLITE_TRANSIENT, SQLITE_UTF8);
        break;
    }
    return SQLITE_OK;
}

int rowid(sqlite3_vtab_cursor* cursor, sqlite3_int64* out)
{
    *out = static_cast<Cursor*>(cursor)->rowid();
    return SQLITE_OK;
}

// Without xCreate the tables exist by their name alone, read-only, in this connection.
const sqlite3_module& module()
{
    static const sqlite3_module kModule = [] {
        sqlite3_module m{};
        m.iVersion = 0;
        m.xConnect = connect;
        m.xBestIndex = bestIndex;
        m.xDisconnect = disconnect;
        m.xOpen = open;
        m.xClose = close;
        m.xFilter = filter;
        m.xNext = next;
        m.xEof = eof;
        m.xColumn = column;
        m.xRowid = rowid;
        return m;
    }();
    return kModule;
}

} // namespace

Result<void> registerViews(sqlite3* db, ViewContext& context)
{
    for (const View& view : sqlViews()) {
        auto registration = std::make_unique<Registration>(Registration{&view, &context});
        const int code =
            sqlite3_create_module_v2(db, view.name, &module(), registration.release(),
                                     [](void* r) { delete static_cast<Registration*>(r); });
        if (code != SQLITE_OK) {
            return fail(sqliteError(db, code));
        }
    }
    return {};
}

} // namespace longpole::store
