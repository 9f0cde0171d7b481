// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// DetailsPanel: everything about the selected slice.
#pragma once

#include "ui/panels/details/details_query.h"
#include "ui/session/query_slot.h"
#include "ui/session/session.h"

#include <QWidget>

class QGridLayout;
class QLabel;
class QStackedWidget;
class QTreeWidget;
class QVBoxLayout;

namespace longpole::panels {

struct CounterGroup;

class DetailsPanel : public QWidget
{
    Q_OBJECT

public:
    explicit DetailsPanel(session::Session& session, QWidget* parent = nullptr);
    ~DetailsPanel() override;

    // What is shown at the moment, for copying.
    QString asText() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Key
    {
        std::shared_ptr<const model::Trace> trace;
        SliceId slice;
    };
    struct NameKey
    {
        std::shared_ptr<const model::Trace> trace;
        StringId name;
    };
    QWidget* buildContent();
    void followSelection();
    void showDetails(SliceDetails&& details);
    void showFacts();
    void showRelated();
    void showArgs();
    void showAdvice(const CounterGroup* advice);
    void showHistogram();
    void goTo(const QString& link);

    session::Session& m_session;
    SliceDetails m_details;
    charts::DurationBins m_bins;
    NameKey m_binsKey;
    QStackedWidget* m_pages;
    QVBoxLayout* m_layout = nullptr; // of the page with facts
    QLabel* m_empty;
    QLabel* m_name;
    QLabel* m_kind;
    QGridLayout* m_facts;
    QLabel* m_relatedTitle;
    QLabel* m_related;
    QLabel* m_histogramTitle;
    charts::Histogram* m_histogram;
    QLabel* m_adviceTitle;
    QLabel* m_advice;
    QLabel* m_argsTitle;
    QTreeWidget* m_args;
    session::QuerySlot<Key, SliceDetails> m_describe;
    session::QuerySlot<NameKey, std::optional<charts::DurationBins>> m_durations;
};

} // namespace longpole::panels
