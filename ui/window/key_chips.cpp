// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/key_chips.h"

#include "ui/window/one_key_edit.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

namespace longpole::window {

KeyChips::KeyChips(QWidget* parent)
    : QWidget(parent)
    , m_title(new QLabel(this))
    , m_layout(new QHBoxLayout(this))
{
    m_title->setProperty("role", QStringLiteral("dim"));
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(8);
    m_layout->addWidget(m_title);
    m_layout->addStretch(1);
    build();
}

void KeyChips::setKeys(const QString& action, const QList<QKeySequence>& keys)
{
    if (action != m_action || keys != m_keys || m_capturing >= 0) {
        m_action = action;
        m_keys = keys;
        m_capturing = -1;
        build();
    }
}

void KeyChips::capture(qsizetype at)
{
    m_capturing = at;
    build();
    if (m_edit != nullptr) {
        m_edit->setFocus();
    }
}

void KeyChips::build()
{
    if (m_edit != nullptr) {
        m_edit->disconnect(this); // it is done when it loses the focus
        m_edit = nullptr;
    }
    if (m_chips != nullptr) {
        m_chips->hide();
        m_chips->deleteLater(); // the button that was pressed is among them
    }
    m_title->setText(m_action.isEmpty() ? tr("Choose an action to change its keys.")
                                        : tr("Keys of “%1”:").arg(m_action));
    m_chips = new QWidget(this);
    auto* line = new QHBoxLayout(m_chips);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(4);
    m_layout->insertWidget(1, m_chips);
    if (m_action.isEmpty()) {
        return;
    }
    for (qsizetype i = 0; i < m_keys.size(); ++i) {
        addChip(i);
    }
    addChip(m_keys.size());
}

// Of a key, or, at the end, of one to come.
void KeyChips::addChip(qsizetype at)
{
    QLayout* line = m_chips->layout();
    if (at == m_capturing) {
        auto* edit = new OneKeyEdit(m_chips);
        edit->setAccessibleName(tr("Press the new key"));
        edit->setMaximumWidth(130);
        line->addWidget(edit);
        connect(
            edit, &QKeySequenceEdit::editingFinished, this,
            [this, edit, at] { take(at, edit->key()); }, Qt::SingleShotConnection);
        m_edit = edit;
        return;
    }
    const bool more = at == m_keys.size();
    const QString words = more ? tr("Add a key") : m_keys[at].toString(QKeySequence::NativeText);
    auto* key = new QPushButton(words, m_chips);
    key->setAutoDefault(false);
    key->setAccessibleName(more ? words : tr("Change the key %1").arg(words));
    key->setToolTip(more ? tr("Press another key for this action")
                         : tr("Press another key in its place"));
    line->addWidget(key);
    connect(key, &QPushButton::clicked, this, [this, at] { capture(at); });
    if (more) {
        return;
    }
    auto* remove = new QToolButton(m_chips);
    remove->setText(QStringLiteral("×"));
    remove->setAutoRaise(true);
    remove->setAccessibleName(tr("Remove the key %1").arg(words));
    remove->setToolTip(remove->accessibleName());
    line->addWidget(remove);
    connect(remove, &QToolButton::clicked, this, [this, at] {
        QList<QKeySequence> keys = m_keys;
        keys.removeAt(at);
        emit proposed(keys);
    });
}

// Nothing pressed, or a key it has already: as before.
void KeyChips::take(qsizetype at, const QKeySequence& key)
{
    m_capturing = -1;
    QList<QKeySequence> keys = m_keys;
    build();
    if (key.isEmpty() || keys.contains(key)) {
        return;
    }
    if (at < keys.size()) {
        keys[at] = key;
    } else {
        keys << key;
    }
    emit proposed(keys);
}

} // namespace longpole::window
