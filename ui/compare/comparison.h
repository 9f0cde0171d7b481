// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Two recordings and what came of comparing them, worked out on a worker thread. One comparison at
// a time; a newer one replaces it. Answers are immutable and may be shared. GUI thread.
#pragma once

#include "core/diff/outputs.h"
#include "core/diff/trace_diff.h"
#include "ui/compare/pair_index.h"
#include "ui/session/query_slot.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <memory>
#include <optional>
#include <vector>

namespace longpole::compare {

using TracePtr = std::shared_ptr<const model::Trace>;

struct Sides
{
    std::vector<TracePtr> before; // runs; at least one each
    std::vector<TracePtr> after;
    QStringList namesBefore; // of the runs, for people
    QStringList namesAfter;
    QString range{}; // regular expression: ranges that are the iterations; empty: as marked

    Sides swapped() const { return {after, before, namesAfter, namesBefore, range}; }
    bool complete() const { return !before.empty() && !after.empty(); }
};

// A table of the comparison, ready to be shown.
struct ShownTable
{
    QString title; // of its tab
    analysis::Table table;
    std::vector<std::uint32_t> pairs; // per row: the pair it stands for; empty: rows stand for none
};

struct Comparison
{
    diff::TraceDiff diff;
    PairIndex pairs;
    std::vector<ShownTable> tables; // the first is by operation; those with rows only
};
using ComparisonPtr = std::shared_ptr<const Comparison>;

// The work itself; any thread.
Result<ComparisonPtr> compareSides(const Sides& sides, const JobContext& job);

// Whether the outputs of both versions agree.
struct OutputCheck
{
    enum class State : std::uint8_t
    {
        NotChecked,
        Working,
        Checked,
        Failed
    };
    State state = State::NotChecked;
    diff::Outputs found; // of Checked
    QString error; // of Failed
};

class ComparisonController : public QObject
{
    Q_OBJECT

public:
    enum class State : std::uint8_t
    {
        Empty,
        Working,
        Done,
        Failed,
        Cancelled
    };

    explicit ComparisonController(QObject* parent = nullptr);
    ~ComparisonController() override;

    const Sides& sides() const { return m_sides; }
    void compare(Sides sides); // forgets the answer and the check of outputs
    void repeat(); // the same sides again
    void setRange(const QString& range); // Sides::range; compares again if it is another
    void cancel();
    void clear();
    State state() const { return m_state; }
    const ComparisonPtr& answer() const { return m_answer; } // null unless Done
    const QString& error() const { return m_error; }

    // Files of tensors, or folders of them.
    void checkOutputs(const QString& before, const QString& after);
    void cancelCheck();
    const OutputCheck& outputs() const { return m_outputs; }

signals:
    void changed();
    void progressed(const QString& phase, int permille); // -1: unknown
    void outputsChanged();

private:
    using Answer = Result<ComparisonPtr>;
    struct Files
    {
        QString before;
        QString after;
    };
    static OutputCheck check(const Files& files, const JobContext& job);
    void set(State state);

    Sides m_sides;
    State m_state = State::Empty;
    ComparisonPtr m_answer;
    QString m_error;
    OutputCheck m_outputs;
    session::QuerySlot<Files, OutputCheck> m_check;
    session::QuerySlot<Sides, Answer> m_slot;
};

} // namespace longpole::compare
