// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// ElidedLabel: one line of plain text that gives way instead of widening the window; what is cut
// off is in its tool tip.
#pragma once

#include <QLabel>
#include <QPainter>

namespace longpole::theme {

class ElidedLabel : public QLabel
{
public:
    explicit ElidedLabel(QWidget* parent = nullptr, Qt::TextElideMode cut = Qt::ElideRight)
        : QLabel(parent)
        , m_cut(cut)
    {
        setTextFormat(Qt::PlainText);
        setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setPen(palette().color(QPalette::WindowText));
        painter.drawText(contentsRect(), Qt::AlignVCenter | Qt::AlignLeft,
                         fontMetrics().elidedText(text(), m_cut, contentsRect().width()));
    }

private:
    Qt::TextElideMode m_cut;
};

} // namespace longpole::theme
