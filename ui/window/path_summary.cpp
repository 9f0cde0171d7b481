// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/path_summary.h"

#include "ui/charts/waterfall.h"
#include "ui/path/category_parts.h"
#include "ui/path/swatch_model.h"
#include "ui/session/critical_path_controller.h"
#include "ui/session/format.h"
#include "ui/session/path_words.h"
#include "ui/theme/elided_label.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

#include <algorithm>
#include <array>

namespace longpole::window {

namespace cp = critical_path;
using session::CriticalPathController;

namespace {

constexpr std::size_t kShownCauses = 3;
constexpr std::size_t kShownParts = 3;

// Causes of all devices together, costliest first.
std::vector<std::pair<std::int64_t, std::size_t>> causesOf(const session::PathAnswer& answer)
{
    std::array<std::int64_t, cp::kCauseCount> sums{};
    for (const cp::IdleTime& device : answer.stalls.devices) {
        for (std::size_t i = 0; i < sums.size(); ++i) {
            sums[i] += device.causes[i].ns;
        }
    }
    std::vector<std::pair<std::int64_t, std::size_t>> order;
    for (std::size_t i = 0; i < sums.size(); ++i) {
        if (sums[i] > 0) {
            order.emplace_back(sums[i], i);
        }
    }
    std::sort(order.rbegin(), order.rend());
    return order;
}

QString pathWords(const session::PathAnswer& answer)
{
    const session::PathVerdict verdict = session::verdictOf(answer.path);
    if (!verdict.tells) {
        return verdict.sentence;
    }
    QStringList shares;
    const auto parts = path_ui::categoryParts(answer.path.categories());
    const double whole = static_cast<double>(std::max<std::int64_t>(1, answer.path.makespan().ns));
    for (std::size_t i = 0; i < std::min(parts.size(), kShownParts); ++i) {
        shares << parts[i].label + QLatin1Char(' ')
                + session::percent(static_cast<double>(parts[i].ns) / whole);
    }
    return PathSummary::tr("Critical path of %1, %2: %3")
        .arg(session::shortened(session::regionWords(answer.path.region()), 40),
             session::humanDuration(answer.path.makespan().ns), shares.join(QStringLiteral(", ")));
}

} // namespace

PathSummary::PathSummary(session::Session& session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_layout(new QHBoxLayout(this))
    , m_words(new theme::ElidedLabel(this))
    , m_bar(new charts::StackBar(this))
    , m_path(new QPushButton(tr("Critical path"), this))
    , m_stallWords(new QLabel(tr("Idle for"), this))
{
    m_words->setAccessibleName(tr("What the critical path is made of"));
    m_bar->setFixedHeight(8);
    m_bar->setMinimumWidth(80);
    m_bar->setAccessibleName(tr("What the critical path is made of"));
    m_stallWords->setProperty("role", QStringLiteral("dim"));
    m_path->setToolTip(tr("Outline the critical path and show its panel (C)"));
    m_path->setAccessibleName(tr("Show the critical path"));
    QHBoxLayout* layout = m_layout;
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_words, 3);
    layout->addWidget(m_bar, 1);
    layout->addWidget(m_path);
    layout->addSpacing(8);
    layout->addWidget(m_stallWords);
    for (std::size_t i = 0; i < kShownCauses; ++i) {
        auto* button = new QPushButton(this);
        button->setIconSize({10, 10});
        button->setAccessibleName(tr("Longest stall of a cause"));
        m_causes.push_back(button);
        layout->addWidget(button);
        connect(button, &QPushButton::clicked, this, [this, i] { goToCause(i); });
    }
    connect(m_path, &QPushButton::clicked, this, [this] {
        m_session.criticalPath().setOverlay(true);
        emit pathRequested();
    });
    connect(&session.criticalPath(), &CriticalPathController::changed, this, &PathSummary::follow);
    connect(&session.criticalPath(), &CriticalPathController::boundsChanged, this,
            &PathSummary::showLimits);
    follow();
}

void PathSummary::takeWords()
{
    if (m_layout->indexOf(m_words) < 0) {
        m_layout->insertWidget(0, m_words, 3);
    }
}

void PathSummary::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        follow(); // swatches hold colours
    }
}

void PathSummary::follow()
{
    const CriticalPathController& path = m_session.criticalPath();
    const session::PathAnswerPtr& answer = path.answer();
    const bool any = path.state() != CriticalPathController::State::Nothing;
    setVisible(any);
    m_words->setVisible(any);
    m_bar->setVisible(answer != nullptr);
    m_path->setEnabled(answer != nullptr);
    if (!answer) {
        m_words->setText(path.working()               ? tr("Critical path: working…")
                             : path.error().isEmpty() ? tr("Critical path: cancelled")
                                                      : path.error());
    } else {
        m_words->setText(pathWords(*answer));
        m_bar->setParts(path_ui::categoryParts(answer->path.categories()),
                        answer->path.makespan().ns);
    }
    showLimits();
    showStalls();
}

void PathSummary::showLimits()
{
    const CriticalPathController& path = m_session.criticalPath();
    const QString limits =
        path.answer() ? session::limitsWords(path.answer()->path, path.bounds()) : QString();
    m_words->setToolTip(limits.isEmpty() ? m_words->text()
                                         : m_words->text() + QLatin1Char('\n') + limits);
}

void PathSummary::showStalls()
{
    const session::PathAnswerPtr& answer = m_session.criticalPath().answer();
    const auto causes =
        answer ? causesOf(*answer) : std::vector<std::pair<std::int64_t, std::size_t>>();
    m_stallWords->setVisible(!causes.empty());
    for (std::size_t i = 0; i < m_causes.size(); ++i) {
        QPushButton* button = m_causes[i];
        button->setVisible(i < causes.size());
        if (i < causes.size()) {
            const auto cause = static_cast<cp::Cause>(causes[i].second);
            const QString words = session::causeWords(cause) + QLatin1Char(' ')
                + session::humanDuration(causes[i].first);
            button->setText(words);
            button->setIcon(QIcon(path_ui::swatch(theme::current().stall(cause))));
            button->setAccessibleName(tr("Longest stall: %1").arg(words));
            button->setToolTip(tr("Show the longest stall of this cause"));
        }
    }
}

void PathSummary::goToCause(std::size_t cause)
{
    const session::PathAnswerPtr& answer = m_session.criticalPath().answer();
    const auto causes =
        answer ? causesOf(*answer) : std::vector<std::pair<std::int64_t, std::size_t>>();
    if (cause >= causes.size()) {
        return;
    }
    const std::size_t wanted = causes[cause].second;
    emit stallsRequested();
    const auto found =
        std::max_element(answer->ranked.begin(), answer->ranked.end(),
                         [&](session::StallRef a, session::StallRef b) {
                             return answer->gap(a).parts[wanted] < answer->gap(b).parts[wanted];
                         });
    m_session.criticalPath().selectStall(*found);
}

QString PathSummary::text() const
{
    const session::PathAnswerPtr& answer = m_session.criticalPath().answer();
    if (!answer) {
        return {};
    }
    QString out = pathWords(*answer) + QLatin1Char('\n');
    if (const QString limits =
            session::limitsWords(answer->path, m_session.criticalPath().bounds());
        !limits.isEmpty()) {
        out += limits + QLatin1Char('\n');
    }
    QStringList causes;
    for (const auto& [ns, cause] : causesOf(*answer)) {
        causes << session::causeWords(static_cast<cp::Cause>(cause)) + QLatin1Char(' ')
                + session::humanDuration(ns);
    }
    if (!causes.isEmpty()) {
        out += tr("GPUs idle: %1").arg(causes.join(QStringLiteral(", "))) + QLatin1Char('\n');
    }
    return out + tr("Confidence: %1").arg(session::confidenceFigures(answer->path))
        + QLatin1Char('\n');
}

} // namespace longpole::window
