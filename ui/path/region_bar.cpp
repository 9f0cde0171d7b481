// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/path/region_bar.h"

#include "ui/session/critical_path_controller.h"
#include "ui/session/format.h"
#include "ui/session/path_words.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStyle>

#include <algorithm>

namespace longpole::path_ui {

namespace cp = critical_path;
using session::CriticalPathController;

namespace {

// What an entry of the list stands for; iterations count from 0.
constexpr int kWhole = -1;
constexpr int kRange = -2;
constexpr std::size_t kMostIterations = 1000; // further ones by name

} // namespace

RegionBar::RegionBar(session::Session& session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_regions(new QComboBox(this))
    , m_anchors(new QComboBox(this))
    , m_says(new QLabel(this))
    , m_cancel(new QPushButton(tr("Cancel"), this))
{
    m_regions->setEditable(true);
    m_regions->setInsertPolicy(QComboBox::NoInsert);
    m_regions->setCompleter(nullptr);
    m_regions->setAccessibleName(tr("Region"));
    m_regions->setToolTip(
        tr("Choose an iteration or the selected time, or type the name of an annotation: NAME, "
           "NAME#N for its N-th instance, A..B from one to another; Enter takes it"));
    m_regions->setMinimumContentsLength(18);
    m_regions->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_anchors->setAccessibleName(tr("Thread that the region is measured on"));
    m_anchors->setToolTip(tr("The thread that the region is measured on"));
    m_anchors->setMinimumContentsLength(20);
    m_anchors->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    for (const QComboBox* box : {m_regions, m_anchors}) {
        box->view()->setAccessibleName(box->accessibleName());
    }
    m_regions->lineEdit()->setAccessibleName(m_regions->accessibleName());
    m_says->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_says->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_says->setAccessibleName(tr("Answer for the region"));
    m_cancel->setAccessibleName(tr("Cancel the analysis"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 4, 8, 4);
    layout->setSpacing(8);
    const auto label = [&](const QString& words, QWidget* buddy) {
        auto* text = new QLabel(words, this);
        text->setProperty("role", QStringLiteral("dim"));
        text->setBuddy(buddy);
        layout->addWidget(text);
        layout->addWidget(buddy);
    };
    label(tr("Region"), m_regions);
    label(tr("measured on"), m_anchors);
    layout->addWidget(m_says, 1);
    layout->addWidget(m_cancel);
    CriticalPathController* path = &session.criticalPath();
    connect(m_regions, &QComboBox::activated, this, &RegionBar::chooseRegion);
    connect(m_regions->lineEdit(), &QLineEdit::returnPressed, this, &RegionBar::chooseTyped);
    connect(m_anchors, &QComboBox::activated, this, &RegionBar::chooseAnchor);
    connect(m_cancel, &QPushButton::clicked, path, &CriticalPathController::cancel);
    connect(path, &CriticalPathController::changed, this, &RegionBar::follow);
    connect(path, &CriticalPathController::progressed, this, &RegionBar::follow);
    connect(&session, &session::Session::traceChanged, this, &RegionBar::fill);
    fill();
}

void RegionBar::fill()
{
    m_regions->clear();
    m_anchors->clear();
    setEnabled(m_session.trace() != nullptr);
    if (!m_session.trace()) {
        m_says->clear();
        m_cancel->hide();
        return;
    }
    const model::Trace& trace = *m_session.trace();
    m_regions->addItem(tr("Whole trace"), kWhole);
    m_regions->addItem(tr("Selected time"), kRange);
    const auto& iterations = trace.iterations();
    for (std::size_t i = 0; i < std::min(iterations.size(), kMostIterations); ++i) {
        m_regions->addItem(session::text(iterations[i].name), static_cast<int>(i));
    }
    m_anchors->addItem(tr("the busiest launching thread"), -1);
    for (const model::Track& track : trace.tracks()) {
        if (track.kind == model::TrackKind::Thread && track.sliceCount > 0) {
            m_anchors->addItem(session::text(track.name), static_cast<int>(track.id.value));
        }
    }
    follow();
}

void RegionBar::follow()
{
    const CriticalPathController& path = m_session.criticalPath();
    m_cancel->setVisible(path.working());
    followRegion();
    followAnchor();
    const QString says = answerWords();
    m_says->setText(says);
    m_says->setToolTip(says);
    const QLatin1String tone(path.state() == CriticalPathController::State::Failed ? "error" : "");
    if (m_says->property("tone").toString() != tone) {
        m_says->setProperty("tone", tone);
        style()->unpolish(m_says);
        style()->polish(m_says);
    }
}

void RegionBar::followRegion()
{
    const CriticalPathController& path = m_session.criticalPath();
    const cp::RegionSpec& region = path.question().region;
    int index = -1;
    QString typed;
    switch (region.kind) {
    case cp::RegionSpec::Kind::Whole:
        index = m_regions->findData(kWhole);
        break;
    case cp::RegionSpec::Kind::Range:
        index = m_regions->findData(kRange);
        break;
    case cp::RegionSpec::Kind::Iteration:
        index = m_regions->findData(static_cast<int>(region.iteration));
        break;
    case cp::RegionSpec::Kind::Annotation:
        if (path.state() == CriticalPathController::State::Ready) {
            typed = session::regionWords(path.answer()->path.region());
        }
        break;
    case cp::RegionSpec::Kind::Text:
        typed = session::text(region.text);
        break;
    }
    m_regions->setCurrentIndex(index);
    if (index < 0) {
        m_regions->setEditText(typed);
        m_regions->lineEdit()->setCursorPosition(0); // of a long name the beginning
    }
}

void RegionBar::followAnchor()
{
    const CriticalPathController& path = m_session.criticalPath();
    const TrackId wanted = path.question().anchor;
    const int index = wanted.valid() ? m_anchors->findData(static_cast<int>(wanted.value)) : 0;
    m_anchors->setCurrentIndex(std::max(0, index));
    if (path.state() == CriticalPathController::State::Ready && !wanted.valid()
        && path.answer()->path.region().anchor.valid()) {
        const model::Track& chosen =
            path.answer()->trace->track(path.answer()->path.region().anchor);
        m_anchors->setItemText(0, tr("%1 (chosen)").arg(session::text(chosen.name)));
    }
}

QString RegionBar::answerWords() const
{
    const CriticalPathController& path = m_session.criticalPath();
    const session::PathAnswerPtr& answer = path.answer();
    switch (path.state()) {
    case CriticalPathController::State::Working:
        return path.phase().isEmpty() ? tr("Working…") : tr("Working: %1…").arg(path.phase());
    case CriticalPathController::State::Failed:
        return path.error();
    case CriticalPathController::State::Cancelled:
        return answer ? tr("Cancelled; below is the answer for %1.")
                            .arg(session::regionWords(answer->path.region()))
                      : tr("Cancelled.");
    case CriticalPathController::State::Ready:
        return tr("%1 takes %2")
            .arg(session::regionWords(answer->path.region()),
                 session::humanDuration(answer->path.makespan().ns));
    case CriticalPathController::State::Nothing:
        break;
    }
    return tr("This trace has nothing to follow.");
}

void RegionBar::chooseRegion(int index)
{
    session::PathQuestion question = m_session.criticalPath().question();
    const int what = m_regions->itemData(index).toInt();
    if (what == kWhole) {
        question.region = {};
    } else if (what == kRange) {
        const auto range = m_session.range();
        if (!range) {
            m_says->setText(tr("No time is selected: drag over the timeline, then choose again."));
            return;
        }
        question.region = cp::RegionSpec::of(*range);
    } else {
        question.region = {};
        question.region.kind = cp::RegionSpec::Kind::Iteration;
        question.region.iteration = static_cast<std::uint32_t>(what);
    }
    m_session.criticalPath().ask(question);
}

void RegionBar::chooseTyped()
{
    const QString text = m_regions->currentText().trimmed();
    const int known = m_regions->findText(text);
    if (known >= 0) {
        m_regions->setCurrentIndex(known);
        chooseRegion(known);
    } else if (!text.isEmpty()) {
        session::PathQuestion question = m_session.criticalPath().question();
        question.region = cp::RegionSpec::named(text.toStdString());
        m_session.criticalPath().ask(question);
    }
}

void RegionBar::chooseAnchor(int index)
{
    session::PathQuestion question = m_session.criticalPath().question();
    const int track = m_anchors->itemData(index).toInt();
    question.anchor = track < 0 ? TrackId() : TrackId(static_cast<std::uint32_t>(track));
    m_session.criticalPath().ask(question);
}

} // namespace longpole::path_ui
