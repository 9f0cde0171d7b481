// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timeline_accessible.h"

#include "ui/timeline/timeline_view.h"

#include <QAccessibleWidget>

namespace longpole::timeline_ui {

namespace {

class TimelineAccessible : public QAccessibleWidget
{
public:
    explicit TimelineAccessible(TimelineView* view)
        : QAccessibleWidget(view, QAccessible::Chart)
        , m_view(view)
    { }

    QString text(QAccessible::Text kind) const override
    {
        return kind == QAccessible::Value ? m_view->spokenSelection()
                                          : QAccessibleWidget::text(kind);
    }

private:
    TimelineView* m_view;
};

QAccessibleInterface* make(const QString&, QObject* object)
{
    auto* view = qobject_cast<TimelineView*>(object);
    return view == nullptr ? nullptr : new TimelineAccessible(view);
}

} // namespace

void installTimelineAccessibility()
{
    QAccessible::installFactory(make); // a second time does nothing
}

} // namespace longpole::timeline_ui
