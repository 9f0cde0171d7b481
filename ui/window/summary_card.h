// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// SummaryCard: answers "what is this?" before the user has zoomed once. Above the timeline,
// dismissable, copyable.
#pragma once

#include "ui/session/query_slot.h"
#include "ui/session/session.h"
#include "ui/window/summary.h"

#include <QFrame>

class QBoxLayout;
class QHBoxLayout;
class QLabel;
class QPushButton;
class QToolButton;

namespace longpole::window {

// The parts of the busiest time of a device as one bar.
class ShareBar : public QWidget
{
    Q_OBJECT

public:
    explicit ShareBar(QWidget* parent = nullptr);
    void setDevices(const std::vector<DeviceTimes>& devices);
    QSize sizeHint() const override { return {220, 8}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    double m_compute = 0; // shares of the span, summed over devices
    double m_communication = 0;
    double m_otherBusy = 0;
};

class PathSummary;

class SummaryCard : public QFrame
{
    Q_OBJECT

public:
    explicit SummaryCard(session::Session& session, QWidget* parent = nullptr);
    ~SummaryCard() override;
    void setDismissed(bool dismissed);
    bool dismissed() const { return m_dismissed; }
    const Summary& summary() const { return m_summary; }

signals:
    void ledgerRequested();
    void pathRequested();
    void stallsRequested();

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    using TracePtr = std::shared_ptr<const model::Trace>;
    void followTrace();
    void showSummary(Summary&& summary);
    void copy() const;
    void retint();

    session::Session& m_session;
    QBoxLayout* m_layout = nullptr;
    QHBoxLayout* m_buttons = nullptr;
    PathSummary* m_path = nullptr;
    Summary m_summary;
    bool m_dismissed = false;
    QLabel* m_title;
    QLabel* m_size;
    QLabel* m_device;
    ShareBar* m_bar;
    QLabel* m_cost;
    QLabel* m_hint;
    QPushButton* m_iteration;
    QPushButton* m_longest;
    QToolButton* m_copy = nullptr;
    QToolButton* m_close = nullptr;
    session::QuerySlot<TracePtr, Summary> m_query;
};

} // namespace longpole::window
