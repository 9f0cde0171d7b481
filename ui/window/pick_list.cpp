// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/pick_list.h"

#include "ui/theme/theme.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QStandardItemModel>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>

namespace longpole::window {
namespace {

constexpr int kHintRole = Qt::UserRole + 1;
constexpr int kIndexRole = Qt::UserRole + 2;
constexpr int kMaxShown = 400;

class ChoiceDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override
    {
        const QString hint = index.data(kHintRole).toString();
        const int hintWidth = hint.isEmpty() ? 0 : option.fontMetrics.horizontalAdvance(hint) + 16;
        if (option.state & QStyle::State_Selected) {
            painter->fillRect(option.rect, option.palette.highlight());
        }
        const bool selected = option.state & QStyle::State_Selected;
        const QRect area = option.rect.adjusted(10, 0, -10, 0);
        painter->setPen(selected ? theme::current().highlightText : theme::current().text);
        painter->drawText(area.adjusted(0, 0, -hintWidth, 0), Qt::AlignVCenter | Qt::AlignLeft,
                          option.fontMetrics.elidedText(index.data().toString(), Qt::ElideMiddle,
                                                        area.width() - hintWidth));
        painter->setPen(selected ? theme::current().highlightText : theme::current().dimText);
        painter->drawText(area, Qt::AlignVCenter | Qt::AlignRight, hint);
    }
    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override
    {
        return {100, 24};
    }
};

// Every word must occur; whoever begins with the text comes first.
bool containsWords(const QString& text, const QStringList& words)
{
    return std::all_of(words.begin(), words.end(), [&](const QString& word) {
        return text.contains(word, Qt::CaseInsensitive);
    });
}

} // namespace

PickList::PickList(QWidget* window)
    : QFrame(window)
    , m_field(new QLineEdit(this))
    , m_view(new QListView(this))
    , m_model(new QStandardItemModel(this))
{
    setProperty("role", QStringLiteral("popup"));
    setAutoFillBackground(true);
    m_view->setModel(m_model);
    m_view->setItemDelegate(new ChoiceDelegate(m_view));
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setUniformItemSizes(true);
    m_view->setFocusPolicy(Qt::NoFocus);
    m_view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_view->setAccessibleName(tr("Choices"));
    m_field->setAccessibleName(tr("Search the choices"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(8);
    layout->addWidget(m_field);
    layout->addWidget(m_view);
    m_field->installEventFilter(this);
    connect(m_field, &QLineEdit::textChanged, this, &PickList::narrow);
    connect(m_view, &QListView::clicked, this, &PickList::pick);
    hide();
}

void PickList::open(const QString& prompt, std::vector<Choice> choices)
{
    m_choices = std::move(choices);
    m_field->setPlaceholderText(prompt);
    m_field->setAccessibleName(prompt);
    m_field->clear();
    narrow(QString());
    const QWidget* window = parentWidget();
    const int width = std::min(560, window->width() - 40);
    const int height = std::min(420, window->height() - 120);
    setGeometry((window->width() - width) / 2, 64, width, height);
    show();
    raise();
    m_field->setFocus();
}

int PickList::shown() const
{
    return m_model->rowCount();
}

void PickList::narrow(const QString& words)
{
    const QStringList parts = words.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    m_model->clear();
    for (const bool beginning : {true, false}) {
        for (std::size_t i = 0; i < m_choices.size() && m_model->rowCount() < kMaxShown; ++i) {
            const Choice& choice = m_choices[i];
            const bool begins = choice.text.startsWith(words, Qt::CaseInsensitive);
            if (begins == beginning && containsWords(choice.text, parts)) {
                auto* item = new QStandardItem(choice.text);
                item->setData(choice.hint, kHintRole);
                item->setData(static_cast<qulonglong>(i), kIndexRole);
                item->setToolTip(choice.text);
                m_model->appendRow(item);
            }
        }
    }
    m_view->setCurrentIndex(m_model->index(0, 0));
}

void PickList::pick()
{
    const QModelIndex index = m_view->currentIndex();
    hide();
    if (index.isValid()) {
        m_choices[static_cast<std::size_t>(index.data(kIndexRole).toULongLong())].run();
    }
}

bool PickList::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::FocusOut) {
        hide();
    } else if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        const int row = m_view->currentIndex().row();
        const int page = std::max(1, m_view->height() / 24 - 1);
        const int step = key == Qt::Key_Down ? 1
            : key == Qt::Key_Up              ? -1
            : key == Qt::Key_PageDown        ? page
            : key == Qt::Key_PageUp          ? -page
                                             : 0;
        if (step != 0) {
            m_view->setCurrentIndex(
                m_model->index(std::clamp(row + step, 0, std::max(0, m_model->rowCount() - 1)), 0));
            return true;
        }
        if (key == Qt::Key_Return || key == Qt::Key_Enter) {
            pick();
            return true;
        }
        if (key == Qt::Key_Escape) {
            parentWidget()->setFocus();
            hide();
            return true;
        }
    }
    return QFrame::eventFilter(watched, event);
}

} // namespace longpole::window
