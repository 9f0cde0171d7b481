// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/details/fact_labels.h"

#include "ui/theme/wrapped_label.h"

#include <QGridLayout>
#include <QLabel>

namespace longpole::panels {

QLabel* selectable(QWidget* parent, const QString& name)
{
    auto* label = new theme::WrappedLabel(parent);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    label->setTextFormat(Qt::PlainText);
    label->setAccessibleName(name);
    label->setFocusPolicy(Qt::ClickFocus);
    return label;
}

void setFacts(QGridLayout& grid, const std::vector<Fact>& facts, QWidget* parent)
{
    // Labels are made once and then only say something else: making, styling and laying out two
    // per fact was most of what a selection cost.
    const auto labelAt = [&grid](std::size_t row, int column) {
        QLayoutItem* item = grid.itemAtPosition(static_cast<int>(row), column);
        return item == nullptr ? nullptr : qobject_cast<QLabel*>(item->widget());
    };
    for (std::size_t row = 0; row < facts.size(); ++row) {
        QLabel* label = labelAt(row, 0);
        QLabel* value = labelAt(row, 1);
        if (label == nullptr) {
            label = new QLabel(parent);
            label->setProperty("role", QStringLiteral("dim"));
            label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
            value = selectable(parent, facts[row].label);
            grid.addWidget(label, static_cast<int>(row), 0);
            grid.addWidget(value, static_cast<int>(row), 1);
        }
        label->setText(facts[row].label);
        value->setAccessibleName(facts[row].label);
        value->setText(facts[row].value);
        value->setToolTip(facts[row].exact);
        label->show();
        value->show();
    }
    for (std::size_t row = facts.size(); QLabel* label = labelAt(row, 0); ++row) {
        label->hide();
        labelAt(row, 1)->hide();
    }
}

} // namespace longpole::panels
