// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/comparison.h"

#include "ui/compare/shown_tables.h"
#include "ui/session/format.h"

#include <algorithm>
#include <utility>

namespace longpole::compare {

Result<ComparisonPtr> compareSides(const Sides& sides, const JobContext& job)
{
    diff::DiffInput input;
    input.before = sides.before;
    input.after = sides.after;
    input.range = sides.range.toStdString();
    input.forecasts = open::loadForecasts(*input.before.front()).list;
    auto done = diff::diffTraces(input, job);
    if (!done) {
        return fail(done.error());
    }
    auto out = std::make_shared<Comparison>();
    out->diff = std::move(*done);
    job.report({"joining what matches", -1, 0, 0});
    out->pairs = PairIndex(out->diff, job);
    out->tables = shownTables(out->diff, out->pairs);
    if (job.cancelled()) {
        return fail(Errc::Cancelled, "the comparison was cancelled");
    }
    return ComparisonPtr(std::move(out));
}

ComparisonController::ComparisonController(QObject* parent)
    : QObject(parent)
    , m_check(check,
              [this](const Files&, OutputCheck&& done) {
                  m_outputs = std::move(done);
                  emit outputsChanged();
              })
    , m_slot(
          compareSides,
          [this](const Sides&, Answer&& answer) {
              m_answer = answer ? std::move(*answer) : nullptr;
              m_error = answer ? QString() : QString::fromStdString(answer.error().text());
              set(answer ? State::Done : State::Failed);
          },
          [this](const Progress& progress) {
              if (m_state == State::Working) {
                  emit progressed(session::text(progress.phase), progress.permille);
              }
          })
{ }

ComparisonController::~ComparisonController() = default;

void ComparisonController::set(State state)
{
    m_state = state;
    emit changed();
}

void ComparisonController::compare(Sides sides)
{
    m_sides = std::move(sides);
    m_check.cancel();
    m_outputs = {};
    emit outputsChanged();
    repeat();
}

void ComparisonController::repeat()
{
    m_answer.reset();
    if (m_sides.complete()) {
        m_slot.request(m_sides);
        set(State::Working);
    }
}

void ComparisonController::setRange(const QString& range)
{
    if (range != m_sides.range) {
        m_sides.range = range;
        repeat();
    }
}

void ComparisonController::cancel()
{
    if (m_state == State::Working) {
        m_slot.cancel();
        set(State::Cancelled);
    }
}

void ComparisonController::clear()
{
    m_slot.cancel();
    m_check.cancel();
    m_sides = {};
    m_outputs = {};
    m_answer.reset();
    set(State::Empty);
}

OutputCheck ComparisonController::check(const Files& files, const JobContext& job)
{
    OutputCheck out;
    const auto report =
        agreement::compare(files.before.toStdString(), files.after.toStdString(), {}, job);
    if (!report) {
        out.state = OutputCheck::State::Failed;
        out.error = QString::fromStdString(report.error().text());
        return out;
    }
    out.found = diff::outputsOf(*report);
    out.state = OutputCheck::State::Checked;
    return out;
}

void ComparisonController::checkOutputs(const QString& before, const QString& after)
{
    m_outputs = {};
    m_outputs.state = OutputCheck::State::Working;
    emit outputsChanged();
    m_check.request({before, after});
}

void ComparisonController::cancelCheck()
{
    m_check.cancel();
    m_outputs = {};
    emit outputsChanged();
}

} // namespace longpole::compare
