// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// KeyChips: the keys of one action in a line: each can be changed or removed, another one added.
// Only proposes: whoever owns it says what holds by showing it. GUI thread.
#pragma once

#include <QKeySequence>
#include <QList>
#include <QWidget>

class QHBoxLayout;
class QKeySequenceEdit;
class QLabel;

namespace longpole::window {

class KeyChips : public QWidget
{
    Q_OBJECT

public:
    explicit KeyChips(QWidget* parent = nullptr);

    // action: its words; empty where none is chosen.
    void setKeys(const QString& action, const QList<QKeySequence>& keys);
    // Waits for a key in place of the one at this position; at the end: for another one.
    void capture(qsizetype at);
    // What waits for a key; null if nothing does.
    QKeySequenceEdit* waiting() const { return m_edit; }

signals:
    void proposed(const QList<QKeySequence>& keys);

private:
    void build();
    void addChip(qsizetype at);
    void take(qsizetype at, const QKeySequence& key);

    QString m_action;
    QList<QKeySequence> m_keys;
    qsizetype m_capturing = -1;
    QLabel* m_title;
    QHBoxLayout* m_layout;
    QWidget* m_chips = nullptr; // made anew for each change
    QKeySequenceEdit* m_edit = nullptr;
};

} // namespace longpole::window
