// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// OneKeyEdit: waits for a key, whatever it is (Tab, Return and Escape too), and is done with the
// first, where its base would wait for more.
#pragma once

#include <QKeyEvent>
#include <QKeySequenceEdit>

namespace longpole::window {

class OneKeyEdit : public QKeySequenceEdit
{
public:
    using QKeySequenceEdit::QKeySequenceEdit;
    // The key that was pressed; empty before.
    QKeySequence key() const
    {
        return keySequence().isEmpty() ? QKeySequence() : QKeySequence(keySequence()[0]);
    }

protected:
    void keyPressEvent(QKeyEvent* event) override
    {
        QKeySequenceEdit::keyPressEvent(event);
        if (!keySequence().isEmpty()) {
            emit editingFinished();
        }
    }
    bool focusNextPrevChild(bool) override { return false; }
};

} // namespace longpole::window
