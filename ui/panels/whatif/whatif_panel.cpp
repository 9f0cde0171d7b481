// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/whatif/whatif_panel.h"

#include "core/open/forecast.h"
#include "ui/charts/waterfall.h"
#include "ui/path/answer_panel.h"
#include "ui/path/category_parts.h"
#include "ui/path/confidence_label.h"
#include "ui/path/region_bar.h"
#include "ui/session/format.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSlider>
#include <QVBoxLayout>

#include <algorithm>
#include <tuple>

namespace longpole::panels {

namespace cp = critical_path;
using session::humanDuration;

namespace {

constexpr int kSliderSteps = 100; // percent

QLabel* words(QWidget* parent, const char* role, const QString& name)
{
    auto* label = new QLabel(parent);
    label->setProperty("role", QLatin1String(role));
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setAccessibleName(name);
    return label;
}

} // namespace

WhatIfPanel::WhatIfPanel(session::Session& session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_wish(new QComboBox(this))
    , m_target(new QComboBox(this))
    , m_slider(new QSlider(Qt::Horizontal, this))
    , m_factorWords(new QLabel(this))
    , m_headline(words(this, "title", tr("Length after the change")))
    , m_why(words(this, "dim", tr("What the answer assumes")))
    , m_next(words(this, "", tr("What binds next")))
    , m_beforeWords(new QLabel(this))
    , m_afterWords(new QLabel(this))
    , m_before(new charts::StackBar(this))
    , m_after(new charts::StackBar(this))
    , m_name(new QLineEdit(this))
    , m_save(new QPushButton(tr("Keep as forecast"), this))
    , m_saved(words(this, "dim", tr("Kept forecast")))
    , m_find(findTargets,
             [this](const session::PathAnswerPtr& answer, Targets&& targets) {
                 if (answer == m_shown) {
                     m_targets = std::move(targets);
                     m_targetsKnown = true;
                     showTargets();
                 }
             })
    , m_replay(replay,
               [this](const Key& key, Replay&& done) {
                   if (key.answer == m_shown) {
                       showReplay(std::move(done));
                   }
               })
    , m_write(write, [this](const SaveKey&, QString&& outcome) {
        m_saved->setText(outcome);
        m_save->setEnabled(m_result.has_value());
    })
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(new path_ui::RegionBar(session, this));
    layout->addWidget(new path_ui::ConfidenceLabel(session, this));
    auto* content = new QWidget(this);
    auto* columns = new QHBoxLayout(content);
    columns->setContentsMargins(8, 4, 12, 8);
    columns->setSpacing(24);
    columns->addWidget(buildQuestion(), 2);
    columns->addWidget(buildAnswer(), 3);
    auto* scroll = new QScrollArea(this);
    scroll->setWidget(content);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setAccessibleName(tr("What if"));
    layout->addWidget(scroll, 1);
    session::CriticalPathController* path = &session.criticalPath();
    connect(path, &session::CriticalPathController::changed, this, &WhatIfPanel::follow);
    connect(&session, &session::Session::selectionChanged, this, [this] {
        if (wish() == Wish::ScaleSelected) {
            ask();
        }
    });
    follow();
}

WhatIfPanel::~WhatIfPanel() = default;

QWidget* WhatIfPanel::buildQuestion()
{
    auto* question = new QWidget(this);
    auto* layout = new QVBoxLayout(question);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    for (int i = 0; i < kWishCount; ++i) {
        m_wish->addItem(wishWords(static_cast<Wish>(i)), i);
    }
    m_wish->setAccessibleName(tr("Change"));
    m_target->setEditable(true);
    m_target->setInsertPolicy(QComboBox::NoInsert);
    m_target->setCompleter(nullptr);
    m_target->setAccessibleName(tr("What is changed"));
    m_target->setToolTip(tr("Choose, or type a regular expression"));
    m_target->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_target->setMinimumContentsLength(24);
    for (const QComboBox* box : {m_wish, m_target}) {
        box->view()->setAccessibleName(box->accessibleName());
    }
    m_target->lineEdit()->setAccessibleName(m_target->accessibleName());
    m_save->setAccessibleName(m_save->text());
    m_slider->setRange(0, kSliderSteps);
    m_slider->setValue(50);
    m_slider->setPageStep(10);
    m_slider->setAccessibleName(tr("Share of its time"));
    m_factorWords->setMinimumWidth(
        m_factorWords->fontMetrics().horizontalAdvance(tr("%1 % of its time").arg(100)));
    auto* scale = new QHBoxLayout;
    scale->setSpacing(8);
    scale->addWidget(m_slider, 1);
    scale->addWidget(m_factorWords);
    auto* keep = new QHBoxLayout;
    keep->setSpacing(8);
    m_name->setPlaceholderText(tr("Name of the forecast"));
    m_name->setAccessibleName(tr("Name of the forecast"));
    m_save->setToolTip(
        tr("Keep this answer with the trace, to be compared with a later recording"));
    keep->addWidget(m_name, 1);
    keep->addWidget(m_save);
    layout->addWidget(m_wish);
    layout->addWidget(m_target);
    layout->addLayout(scale);
    layout->addSpacing(4);
    layout->addLayout(keep);
    layout->addWidget(m_saved);
    layout->addStretch(1);
    connect(m_wish, &QComboBox::currentIndexChanged, this, &WhatIfPanel::showTargets);
    connect(m_target, &QComboBox::currentTextChanged, this, &WhatIfPanel::ask);
    connect(m_slider, &QSlider::valueChanged, this, &WhatIfPanel::ask);
    connect(m_save, &QPushButton::clicked, this, &WhatIfPanel::save);
    return question;
}

QWidget* WhatIfPanel::buildAnswer()
{
    auto* answer = new QWidget(this);
    auto* layout = new QVBoxLayout(answer);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    m_bars = new QWidget(answer);
    auto* grid = new QGridLayout(m_bars);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(4);
    grid->setColumnStretch(1, 1);
    int row = 0;
    for (const auto& [title, bar, value] : {std::tuple(tr("now"), m_before, m_beforeWords),
                                            std::tuple(tr("then"), m_after, m_afterWords)}) {
        auto* label = new QLabel(title, m_bars);
        label->setProperty("role", QStringLiteral("dim"));
        bar->setAccessibleName(tr("Critical path, %1").arg(title));
        grid->addWidget(label, row, 0);
        grid->addWidget(bar, row, 1);
        grid->addWidget(value, row++, 2);
    }
    layout->addWidget(m_headline);
    layout->addWidget(m_bars);
    layout->addWidget(m_next);
    layout->addWidget(m_why);
    layout->addStretch(1);
    return answer;
}

Wish WhatIfPanel::wish() const
{
    return static_cast<Wish>(m_wish->currentData().toInt());
}

double WhatIfPanel::factor() const
{
    return static_cast<double>(m_slider->value()) / kSliderSteps;
}

// As listed; else, where a name will do, as typed.
std::optional<Target> WhatIfPanel::target() const
{
    const auto& list = m_targets.of(wish());
    const int index = m_target->findText(m_target->currentText());
    if (index >= 0 && index < static_cast<int>(list.size())) {
        return list[static_cast<std::size_t>(index)];
    }
    const QString typed = m_target->currentText().trimmed();
    if (typed.isEmpty() || wish() == Wish::ScaleStream || wish() == Wish::MedianRank) {
        return std::nullopt;
    }
    return Target{typed, typed.toStdString(), {}, -1};
}

QString WhatIfPanel::headline() const
{
    return m_headline->text();
}

void WhatIfPanel::askAboutSelection()
{
    m_wish->setCurrentIndex(static_cast<int>(Wish::ScaleSelected));
    m_slider->setFocus();
}

void WhatIfPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    follow();
}

void WhatIfPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_result) {
        showResult(); // bars hold colours
    }
}

void WhatIfPanel::follow()
{
    const session::PathAnswerPtr& answer = m_session.criticalPath().answer();
    if (!answer) {
        m_find.cancel();
        m_replay.cancel();
        m_shown.reset();
        m_targetsKnown = false;
        sayNothing(path_ui::noAnswerWords(m_session));
    } else if (answer != m_shown && isVisible()) {
        m_shown = answer;
        m_targetsKnown = false;
        m_find.request(answer);
    }
}

void WhatIfPanel::showTargets()
{
    const Wish now = wish();
    const QString before = m_target->currentText();
    const QSignalBlocker quiet(m_target);
    m_target->clear();
    for (const Target& target : m_targets.of(now)) {
        m_target->addItem(target.words);
        m_target->setItemData(m_target->count() - 1, session::text(target.name), Qt::ToolTipRole);
    }
    const int same = m_target->findText(before);
    m_target->setCurrentIndex(std::max(m_target->count() > 0 ? 0 : -1, same));
    m_target->setVisible(takesTarget(now));
    m_slider->setEnabled(takesFactor(now));
    ask();
}

void WhatIfPanel::sayNothing(const QString& why)
{
    m_result.reset();
    m_headline->setText(why);
    m_bars->hide();
    m_next->clear();
    m_why->clear();
    m_save->setEnabled(false);
}

void WhatIfPanel::ask()
{
    m_factorWords->setText(takesFactor(wish()) ? tr("%1 % of its time").arg(m_slider->value())
                                               : QString());
    m_saved->clear();
    if (!m_shown || !m_targetsKnown) {
        return;
    }
    const auto chosen = target();
    const bool selects = wish() == Wish::ScaleSelected;
    if (selects && m_shown->path.op(m_session.selection()) == nullptr) {
        m_replay.cancel();
        sayNothing(tr("Select an operation of a GPU in the timeline."));
        return;
    }
    if (takesTarget(wish()) && !chosen) {
        m_replay.cancel();
        sayNothing(wish() == Wish::MedianRank && m_targets.ranks.empty()
                       ? tr("This trace holds one rank; open the traces of all ranks together.")
                       : tr("Nothing in this region can be changed so."));
        return;
    }
    const bool typed = chosen && m_target->findText(m_target->currentText()) < 0;
    m_replay.request(
        {m_shown,
         changeFor(wish(), chosen.value_or(Target()), typed, m_session.selection(), factor())});
}

WhatIfPanel::Replay WhatIfPanel::replay(const Key& key, const JobContext& job)
{
    Replay out{cp::whatIf(key.answer->path, std::span(&key.change, 1), job), {}};
    if (out.result) {
        out.words = wordsOf(*out.result, *key.answer->trace);
    }
    return out;
}

void WhatIfPanel::showReplay(Replay&& replay)
{
    if (!replay.result) {
        if (replay.result.error().code != Errc::Cancelled) {
            sayNothing(session::text(replay.result.error().text()));
        }
        return;
    }
    m_result = std::move(*replay.result);
    m_words = std::move(replay.words);
    showResult();
}

void WhatIfPanel::showResult()
{
    const cp::WhatIf& r = *m_result;
    if (r.changed == 0) {
        sayNothing(tr("Nothing in this region matches."));
        return;
    }
    const std::int64_t scale = std::max(r.makespan.ns, r.high.ns);
    m_before->setParts(path_ui::categoryParts(m_shown->path.categories()), scale);
    m_after->setParts(path_ui::categoryParts(r.categories), scale, r.high.ns - r.low.ns);
    m_beforeWords->setText(humanDuration(r.makespan.ns));
    m_afterWords->setText(m_words.after);
    m_bars->show();
    m_headline->setText(m_words.headline);
    m_next->setText(m_words.next);
    m_why->setText(m_words.why);
    m_save->setEnabled(!m_write.busy());
}

void WhatIfPanel::save()
{
    if (m_result && m_shown && !m_write.busy()) {
        m_save->setEnabled(false);
        m_write.request({m_shown, *m_result, wish(), target().value_or(Target()), factor(),
                         m_session.selection(), m_name->text().trimmed()});
    }
}

// Reads a name from the trace and writes a file: both may take long.
QString WhatIfPanel::write(const SaveKey& key, const JobContext& /*job*/)
{
    const model::Trace& trace = *key.answer->trace;
    const QString selected = key.selected.valid()
        ? session::text(trace.string(trace.slice(key.selected).name))
        : QString();
    const QString change = changeWords(key.wish, key.target, key.factor, selected);
    const QString name = key.name.isEmpty() ? change : key.name;
    const std::string& region = key.answer->path.region().name;
    const auto saved = open::saveForecast(
        trace,
        {name.toStdString(), region.empty() ? "whole trace" : region, change.toStdString(),
         key.result.makespan, key.result.low, key.result.high, 0});
    return saved ? tr("Kept: %1").arg(name) : session::text(saved.error().text());
}

} // namespace longpole::panels
