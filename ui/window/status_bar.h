// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// StatusBar: trust status (always), selection, what is under the pointer, visible span; progress
// with Cancel while something loads.
#pragma once

#include "ui/session/query_slot.h"
#include "ui/session/selection_facts.h"
#include "ui/session/session.h"
#include "ui/session/trace_loader.h"

#include <QStatusBar>

class QLabel;
class QProgressBar;
class QPushButton;
class QToolButton;

namespace longpole::window {

class StatusBar : public QStatusBar
{
    Q_OBJECT

public:
    explicit StatusBar(session::Session& session, QWidget* parent = nullptr);

    void setVisibleSpan(TimeRange range);
    void setHoverText(const QString& text);
    void startProgress(const QString& what);
    void setProgress(const session::LoadProgress& progress);
    void stopProgress();
    void updateTrust();
    // Instead of the session's trace: of two that are compared. Null: of the session again.
    void setCompared(std::shared_ptr<const model::Trace> before,
                     std::shared_ptr<const model::Trace> after);
    QString trustText() const;
    QString selectionText() const; // "gemm  12.3 µs", "5 slices  total …"; may lag behind

signals:
    void ledgerRequested();
    void cancelRequested();

protected:
    void changeEvent(QEvent* event) override;

private:
    void showComparedTrust();
    void updateSelection();
    void showSelection();
    void updateCursor();

    session::Session& m_session;
    std::vector<std::shared_ptr<const model::Trace>> m_compared; // two or none
    QToolButton* m_trust;
    QLabel* m_selection;
    QLabel* m_hover;
    QLabel* m_cursor;
    QLabel* m_span;
    QWidget* m_progress;
    QLabel* m_phase;
    QProgressBar* m_bar;
    QPushButton* m_cancel;
    TimeRange m_visible;
    QString m_selectionWords;
    session::QuerySlot<session::FactsKey, session::SelectionFacts> m_facts;
};

} // namespace longpole::window
