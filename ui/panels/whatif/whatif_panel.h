// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// WhatIfPanel: how long the region would take if something were faster, gone or merged. A slider
// replays the run while it moves; the answer is an interval with its assumptions, and may be kept
// as a forecast for a later recording.
#pragma once

#include "ui/panels/whatif/whatif_query.h"
#include "ui/session/query_slot.h"
#include "ui/session/session.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSlider;
class QVBoxLayout;

namespace longpole::charts {
class StackBar;
}

namespace longpole::panels {

class WhatIfPanel : public QWidget
{
    Q_OBJECT

public:
    explicit WhatIfPanel(session::Session& session, QWidget* parent = nullptr);
    ~WhatIfPanel() override;
    bool busy() const { return m_replay.busy() || m_find.busy() || m_write.busy(); }
    QComboBox& wishes() const { return *m_wish; }
    QComboBox& targets() const { return *m_target; }
    QSlider& slider() const { return *m_slider; }
    QString headline() const;
    QLabel& saved() const { return *m_saved; } // what became of the forecast that was kept
    void save(); // as a forecast, on a worker
    void askAboutSelection();
    const std::optional<critical_path::WhatIf>& result() const { return m_result; }

protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Key
    {
        session::PathAnswerPtr answer;
        critical_path::Change change;
    };
    struct Replay
    {
        Result<critical_path::WhatIf> result;
        ResultWords words;
    };
    struct SaveKey
    {
        session::PathAnswerPtr answer;
        critical_path::WhatIf result;
        Wish wish;
        Target target;
        double factor;
        SliceId selected;
        QString name; // empty: the words for the change
    };
    static Replay replay(const Key& key, const JobContext& job);
    static QString write(const SaveKey& key, const JobContext& job);
    QWidget* buildQuestion();
    QWidget* buildAnswer();
    Wish wish() const;
    std::optional<Target> target() const;
    double factor() const;
    void follow();
    void showTargets();
    void ask();
    void showReplay(Replay&& replay);
    void showResult();
    void sayNothing(const QString& why);

    session::Session& m_session;
    session::PathAnswerPtr m_shown;
    Targets m_targets;
    bool m_targetsKnown = false;
    std::optional<critical_path::WhatIf> m_result;
    ResultWords m_words; // of the result
    QComboBox* m_wish;
    QComboBox* m_target;
    QSlider* m_slider;
    QLabel* m_factorWords;
    QLabel* m_headline;
    QLabel* m_why;
    QLabel* m_next;
    QLabel* m_beforeWords;
    QLabel* m_afterWords;
    charts::StackBar* m_before;
    charts::StackBar* m_after;
    QWidget* m_bars = nullptr;
    QLineEdit* m_name;
    QPushButton* m_save;
    QLabel* m_saved;
    session::QuerySlot<session::PathAnswerPtr, Targets> m_find;
    session::QuerySlot<Key, Replay> m_replay;
    session::QuerySlot<SaveKey, QString> m_write;
};

} // namespace longpole::panels
