// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/status_bar.h"

#include "ui/session/format.h"
#include "ui/session/trust.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QIcon>
#include <QLabel>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>

namespace longpole::window {
namespace {

QIcon dot(const QColor& colour)
{
    QPixmap pixmap(24, 24);
    pixmap.setDevicePixelRatio(2);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawEllipse(QRectF(2, 2, 8, 8));
    return QIcon(pixmap);
}

QColor trustColour(model::Severity worst)
{
    const theme::Theme& colours = theme::current();
    return worst == model::Severity::DataLoss ? colours.alarm
        : worst == model::Severity::Repaired  ? colours.caution
                                              : colours.good;
}

} // namespace

StatusBar::StatusBar(session::Session& session, QWidget* parent)
    : QStatusBar(parent)
    , m_session(session)
    , m_trust(new QToolButton(this))
    , m_selection(new QLabel(this))
    , m_hover(new QLabel(this))
    , m_cursor(new QLabel(this))
    , m_span(new QLabel(this))
    , m_progress(new QWidget(this))
    , m_phase(new QLabel(this))
    , m_bar(new QProgressBar(this))
    , m_cancel(new QPushButton(tr("Cancel"), this))
    , m_facts(session::lookUpFacts,
              [this](const session::FactsKey& key, session::SelectionFacts&& facts) {
                  m_selectionWords = session::factsText(facts, *key.trace);
                  showSelection();
              })
{
    setSizeGripEnabled(false);
    m_trust->setAutoRaise(true);
    m_trust->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_trust->setIconSize({12, 12});
    m_hover->setProperty("role", QStringLiteral("dim"));
    m_hover->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_selection->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    m_bar->setTextVisible(false);
    m_bar->setFixedSize(160, 6);
    m_cancel->setAccessibleName(tr("Cancel loading"));
    m_cancel->setToolTip(tr("Stop loading; the trace before stays"));
    auto* row = new QHBoxLayout(m_progress);
    row->setContentsMargins(4, 0, 4, 0);
    row->setSpacing(8);
    row->addWidget(m_bar);
    row->addWidget(m_phase);
    row->addWidget(m_cancel);
    addWidget(m_trust);
    addWidget(m_progress);
    addWidget(m_selection);
    addWidget(m_hover, 1);
    addPermanentWidget(m_cursor);
    addPermanentWidget(m_span);
    m_progress->hide();
    connect(m_trust, &QToolButton::clicked, this, &StatusBar::ledgerRequested);
    connect(m_cancel, &QPushButton::clicked, this, &StatusBar::cancelRequested);
    connect(&session, &session::Session::traceChanged, this, [this] {
        updateTrust();
        m_hover->clear();
        m_span->clear();
    });
    connect(&session, &session::Session::selectedChanged, this, &StatusBar::updateSelection);
    connect(&session, &session::Session::rangeChanged, this, &StatusBar::showSelection);
    connect(&session, &session::Session::cursorChanged, this, &StatusBar::updateCursor);
    updateTrust();
}

void StatusBar::setCompared(std::shared_ptr<const model::Trace> before,
                            std::shared_ptr<const model::Trace> after)
{
    m_compared.clear();
    if (before && after) {
        m_compared = {std::move(before), std::move(after)};
    }
    updateTrust();
}

// The worse of the two, and both in words.
void StatusBar::showComparedTrust()
{
    const session::Trust before = session::trustOf(m_compared[0]->ledger());
    const session::Trust after = session::trustOf(m_compared[1]->ledger());
    m_trust->setText(before.words == after.words
                         ? tr("both: %1").arg(before.words)
                         : tr("before: %1, after: %2").arg(before.words, after.words));
    m_trust->setIcon(dot(trustColour(std::max(before.worst, after.worst))));
    m_trust->setToolTip(tr("Before: %1\nAfter: %2").arg(before.sentence, after.sentence));
    m_trust->setAccessibleName(tr("Trust status: %1").arg(m_trust->text()));
    m_trust->setEnabled(true);
}

void StatusBar::updateTrust()
{
    if (!m_compared.empty()) {
        showComparedTrust();
        return;
    }
    const auto& trace = m_session.trace();
    const session::Trust trust = trace
        ? session::trustOf(trace->ledger())
        : session::Trust{model::Severity::Info, tr("no trace"), tr("No trace is open.")};
    m_trust->setText(trust.words);
    m_trust->setIcon(dot(trace ? trustColour(trust.worst) : theme::current().separator));
    m_trust->setToolTip(trust.sentence
                        + (trace ? tr("\nClick for the ledger (Alt+L).") : QString()));
    m_trust->setAccessibleName(tr("Trust status: %1").arg(trust.words));
    m_trust->setEnabled(trace != nullptr);
}

QString StatusBar::trustText() const
{
    return m_trust->text();
}

void StatusBar::updateSelection()
{
    if (m_session.selected().empty()) {
        m_facts.cancel();
        m_selectionWords.clear();
    } else {
        m_facts.request({m_session.trace(), m_session.selected()});
    }
    showSelection();
}

void StatusBar::showSelection()
{
    QString words = m_selectionWords;
    if (m_session.range()) {
        words += (words.isEmpty() ? QString() : QStringLiteral("   "))
            + tr("stretch %1").arg(session::humanDuration(m_session.range()->duration().ns));
    }
    m_selection->setText(words);
}

QString StatusBar::selectionText() const
{
    return m_selection->text();
}

void StatusBar::updateCursor()
{
    const auto cursor = m_session.cursor();
    const std::int64_t step = std::max<std::int64_t>(1, m_visible.duration().ns / 2000);
    m_cursor->setText(cursor ? session::humanTime(*cursor, step) : QString());
}

void StatusBar::setVisibleSpan(TimeRange range)
{
    m_visible = range;
    m_span->setText(tr("%1 in view").arg(session::humanDuration(range.duration().ns)));
}

void StatusBar::setHoverText(const QString& text)
{
    m_hover->setText(text);
}

void StatusBar::startProgress(const QString& what)
{
    m_phase->setText(tr("opening %1").arg(what));
    m_bar->setRange(0, 0);
    m_bar->setAccessibleName(tr("Loading"));
    m_progress->show();
    m_selection->hide();
}

void StatusBar::setProgress(const session::LoadProgress& progress)
{
    m_bar->setRange(0, progress.permille < 0 ? 0 : 1000);
    m_bar->setValue(std::max(0, progress.permille));
    QStringList parts{progress.phase};
    if (progress.bytes > 0) {
        parts << session::humanBytes(static_cast<double>(progress.bytes))
              << session::humanBytes(progress.bytesPerSecond) + QStringLiteral("/s");
    }
    if (progress.events > 0) {
        parts << tr("%1 events/s").arg(session::humanCount(progress.eventsPerSecond));
    }
    m_phase->setText(parts.join(QStringLiteral(" · ")));
}

void StatusBar::stopProgress()
{
    m_progress->hide();
    m_selection->show();
}

void StatusBar::changeEvent(QEvent* event)
{
    QStatusBar::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_trust) {
        updateTrust();
    }
}

} // namespace longpole::window
