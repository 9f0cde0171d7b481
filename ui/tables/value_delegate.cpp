// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/value_delegate.h"

#include "ui/tables/table_model.h"
#include "ui/theme/theme.h"

#include <QPainter>

#include <algorithm>

namespace longpole::tables {

void ValueDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    // A C++ name begins with what tells it from others and ends in its parameters; others, like
    // "gemm_bf16_256x128_nn", differ at both ends.
    const bool function =
        option->text.contains(QLatin1Char('<')) || option->text.contains(QLatin1Char('('));
    option->textElideMode = function ? Qt::ElideRight : Qt::ElideMiddle;
    option->state &= ~QStyle::State_HasFocus; // the row's highlight is enough
}

void ValueDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const
{
    const QVariant share = index.data(TableModel::ShareRole);
    if (share.isValid() && !(option.state & QStyle::State_Selected)) {
        QColor bar = theme::current().counter;
        bar.setAlpha(48);
        const double width = std::clamp(share.toDouble(), 0.0, 1.0) * (option.rect.width() - 8);
        QStyleOptionViewItem background = option;
        painter->fillRect(
            QRectF(option.rect.x() + 4, option.rect.y() + 3, width, option.rect.height() - 6), bar);
    }
    QStyledItemDelegate::paint(painter, option, index);
}

} // namespace longpole::tables
