// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/search_box.h"

#include "ui/theme/icons.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

#include <utility>

namespace longpole::window {
namespace {

QToolButton* button(const QString& words, const QString& tip, QWidget* parent)
{
    auto* result = new QToolButton(parent);
    result->setAutoRaise(true);
    result->setToolTip(tip);
    result->setAccessibleName(words);
    return result;
}

} // namespace

SearchBox::SearchBox(session::SearchController& search, QWidget* parent)
    : QWidget(parent)
    , m_search(search)
    , m_field(new QLineEdit(this))
    , m_regex(button(tr("Regular expression"), tr("Read the text as a regular expression"), this))
    , m_count(new QLabel(this))
    , m_previous(button(tr("Previous hit"), tr("Previous hit (Shift+Enter)"), this))
    , m_next(button(tr("Next hit"), tr("Next hit (Enter)"), this))
{
    m_field->setPlaceholderText(tr("Search names  ( / )"));
    m_field->setAccessibleName(tr("Search names"));
    m_field->setClearButtonEnabled(true);
    m_field->setMinimumWidth(180);
    m_field->setMaximumWidth(460);
    m_field->installEventFilter(this);
    m_regex->setText(QStringLiteral(".*"));
    m_regex->setCheckable(true);
    m_count->setProperty("role", QStringLiteral("dim"));
    m_count->setMinimumWidth(90);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 0, 8, 0);
    layout->setSpacing(4);
    layout->addWidget(m_field, 1);
    layout->addWidget(m_regex);
    layout->addWidget(m_previous);
    layout->addWidget(m_next);
    layout->addWidget(m_count);
    retint();
    connect(m_field, &QLineEdit::textChanged, this, &SearchBox::apply);
    connect(m_regex, &QToolButton::toggled, this, &SearchBox::apply);
    connect(m_previous, &QToolButton::clicked, this, [this] { inUse().previous(); });
    connect(m_next, &QToolButton::clicked, this, [this] { inUse().next(); });
    connect(&search, &session::SearchController::statusChanged, this, &SearchBox::showStatus);
    m_previous->setEnabled(false);
    m_next->setEnabled(false);
}

session::SearchController& SearchBox::inUse() const
{
    return m_before == nullptr ? m_search : m_afterInUse() ? *m_after : *m_before;
}

void SearchBox::setCompared(session::SearchController* before, session::SearchController* after,
                            std::function<bool()> afterInUse)
{
    for (const session::SearchController* old : {m_before, m_after}) {
        if (old != nullptr) {
            disconnect(old, nullptr, this, nullptr);
        }
    }
    m_field->clear();
    m_before = before;
    m_after = after;
    m_afterInUse = std::move(afterInUse);
    for (const session::SearchController* side : {before, after}) {
        if (side != nullptr) {
            connect(side, &session::SearchController::statusChanged, this, &SearchBox::showStatus);
        }
    }
    showStatus();
}

void SearchBox::showStatus()
{
    const bool paired = m_before != nullptr;
    const session::SearchController& search = inUse();
    const bool none = search.query().text.isEmpty();
    const QString status = !paired || none || search.failed()
        ? search.status()
        : tr("before %1 · after %2").arg(m_before->status(), m_after->status());
    m_count->setText(status.left(60));
    m_count->setToolTip(status);
    // The trace changed under the field: its text no longer stands for a search.
    if (none && !m_field->text().isEmpty() && !m_field->hasFocus()) {
        m_field->clear();
    }
    const bool any = !none && !search.failed();
    m_previous->setEnabled(any);
    m_next->setEnabled(any);
}

void SearchBox::retint()
{
    m_previous->setIcon(theme::icon(QStringLiteral("previous")));
    m_next->setIcon(theme::icon(QStringLiteral("next")));
}

void SearchBox::setText(const QString& text)
{
    m_regex->setChecked(false);
    m_field->setText(text);
}

void SearchBox::apply()
{
    const session::NameQuery query{m_field->text(), m_regex->isChecked()};
    if (m_before == nullptr) {
        m_search.setQuery(query);
        return;
    }
    m_before->setQuery(query);
    m_after->setQuery(query);
}

bool SearchBox::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            key->modifiers() & Qt::ShiftModifier ? inUse().previous() : inUse().next();
            return true;
        }
        if (key->key() == Qt::Key_Escape) {
            emit left();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace longpole::window
