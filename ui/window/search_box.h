// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// SearchBox: the search field of the tool bar with hit count and steps.
#pragma once

#include "ui/session/search_controller.h"

#include <QWidget>

#include <functional>

class QLabel;
class QLineEdit;
class QToolButton;

namespace longpole::window {

class SearchBox : public QWidget
{
    Q_OBJECT

public:
    explicit SearchBox(session::SearchController& search, QWidget* parent = nullptr);
    QLineEdit* field() const { return m_field; }
    void setText(const QString& text);
    // Searches both sides of a comparison instead of the one trace; steps go along the hits of the
    // side that `afterInUse` tells. Null: the one trace again. The field begins anew.
    void setCompared(session::SearchController* before, session::SearchController* after,
                     std::function<bool()> afterInUse);
    session::SearchController& inUse() const; // whose hits steps go along
    void retint();

signals:
    void left(); // Escape: the focus should go back

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void apply();
    void showStatus();

    session::SearchController& m_search;
    session::SearchController* m_before = nullptr; // both or neither
    session::SearchController* m_after = nullptr;
    std::function<bool()> m_afterInUse;
    QLineEdit* m_field;
    QToolButton* m_regex;
    QLabel* m_count;
    QToolButton* m_previous;
    QToolButton* m_next;
};

} // namespace longpole::window
