// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/summary_card.h"

#include "ui/session/trust.h"
#include "ui/theme/elided_label.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/window/path_summary.h"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPainterPath>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace longpole::window {
namespace {

QLabel* line(const char* role, QWidget* parent)
{
    auto* label = new theme::ElidedLabel(parent);
    label->setProperty("role", QLatin1String(role));
    return label;
}

QPushButton* jump(const QString& words, const QString& tip, QWidget* parent)
{
    auto* button = new QPushButton(words, parent);
    button->setToolTip(tip);
    button->setAccessibleName(words);
    return button;
}

} // namespace

ShareBar::ShareBar(QWidget* parent)
    : QWidget(parent)
{
    setFixedHeight(8);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ShareBar::setDevices(const std::vector<DeviceTimes>& devices)
{
    double span = 0;
    double compute = 0;
    double communication = 0;
    double busy = 0;
    for (const DeviceTimes& device : devices) {
        span += static_cast<double>(device.spanNs);
        compute += static_cast<double>(device.computeNs);
        communication += static_cast<double>(device.exposedCommunicationNs);
        busy += static_cast<double>(device.busyNs);
    }
    const double whole = std::max(1.0, span);
    m_compute = compute / whole;
    m_communication = communication / whole;
    m_otherBusy = std::max(0.0, busy - compute - communication) / whole;
    setToolTip(tr("Computing %1 %, communicating alone %2 %, copying alone %3 %; the rest is idle")
                   .arg(m_compute * 100, 0, 'f', 1)
                   .arg(m_communication * 100, 0, 'f', 1)
                   .arg(m_otherBusy * 100, 0, 'f', 1));
    update();
}

void ShareBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath path;
    path.addRoundedRect(rect(), 3, 3);
    painter.setClipPath(path);
    painter.fillRect(rect(), theme::current().separator);
    const theme::Theme& colours = theme::current();
    double x = 0;
    for (const auto& [share, cls] : {std::pair(m_compute, model::SliceClass::MatMul),
                                     std::pair(m_communication, model::SliceClass::Communication),
                                     std::pair(m_otherBusy, model::SliceClass::Copy)}) {
        const double w = std::min(share * width(), width() - x);
        painter.fillRect(QRectF(x, 0, w, height()), QColor(colours.slice(cls, false)));
        x += w;
    }
}

SummaryCard::SummaryCard(session::Session& session, QWidget* parent)
    : QFrame(parent)
    , m_session(session)
    , m_title(line("title", this))
    , m_size(line("dim", this))
    , m_device(line("", this))
    , m_bar(new ShareBar(this))
    , m_cost(line("dim", this))
    , m_hint(line("dim", this))
    , m_iteration(jump(tr("First iteration"), tr("Show the first iteration"), this))
    , m_longest(jump(tr("Longest kernel"), tr("Select the longest kernel"), this))
    , m_query([](const TracePtr& trace, const JobContext& job) { return summarise(*trace, job); },
              [this](const TracePtr&, Summary&& summary) { showSummary(std::move(summary)); })
{
    setProperty("role", QStringLiteral("card"));
    setAccessibleName(tr("Summary"));
    QPushButton* ledger =
        jump(tr("Ledger"), tr("What the import repaired, dropped or guessed (Alt+L)"), this);
    QToolButton* copyButton = m_copy = new QToolButton(this);
    QToolButton* close = m_close = new QToolButton(this);
    for (QToolButton* button : {copyButton, close}) {
        button->setAutoRaise(true);
    }
    copyButton->setToolTip(tr("Copy the summary"));
    copyButton->setAccessibleName(tr("Copy the summary"));
    retint();
    close->setToolTip(tr("Dismiss the summary of this trace"));
    close->setAccessibleName(tr("Dismiss the summary"));
    auto* left = new QVBoxLayout;
    left->setSpacing(4);
    left->addWidget(m_title);
    left->addWidget(m_size);
    left->addWidget(m_cost);
    auto* middle = new QVBoxLayout;
    middle->setSpacing(6);
    middle->addWidget(m_device);
    middle->addWidget(m_bar);
    middle->addWidget(m_hint);
    QHBoxLayout* buttons = m_buttons = new QHBoxLayout;
    buttons->setSpacing(4);
    for (QWidget* button :
         std::initializer_list<QWidget*>{m_iteration, m_longest, ledger, copyButton, close}) {
        buttons->addWidget(button, 0, Qt::AlignVCenter);
    }
    auto* words = new QHBoxLayout;
    words->setSpacing(16);
    words->addLayout(left, 5);
    words->addLayout(middle, 3);
    m_path = new PathSummary(session, this);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(12, 8, 8, 8);
    outer->setSpacing(8);
    m_layout = new QBoxLayout(QBoxLayout::LeftToRight);
    m_layout->setSpacing(8);
    outer->addLayout(m_layout);
    outer->addWidget(m_path);
    m_layout->addLayout(words, 1);
    m_layout->addLayout(buttons);
    hide();
    connect(ledger, &QPushButton::clicked, this, &SummaryCard::ledgerRequested);
    connect(m_path, &PathSummary::pathRequested, this, &SummaryCard::pathRequested);
    connect(m_path, &PathSummary::stallsRequested, this, &SummaryCard::stallsRequested);
    connect(close, &QToolButton::clicked, this, [this] { setDismissed(true); });
    connect(copyButton, &QToolButton::clicked, this, &SummaryCard::copy);
    connect(m_iteration, &QPushButton::clicked, this, [this] {
        if (m_summary.firstIteration) {
            m_session.showRange(*m_summary.firstIteration);
        }
    });
    connect(m_longest, &QPushButton::clicked, this, [this] {
        m_session.select(m_summary.longestKernel);
        m_session.reveal(m_summary.longestKernel);
    });
    connect(&session, &session::Session::traceChanged, this, &SummaryCard::followTrace);
}

SummaryCard::~SummaryCard() = default;

// Where the words and the buttons have no room side by side, the buttons go below.
void SummaryCard::resizeEvent(QResizeEvent* event)
{
    QFrame::resizeEvent(event);
    constexpr int kRoomForBoth = 1280;
    const bool narrow = width() < kRoomForBoth;
    m_layout->setDirection(narrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    if (narrow) { // beside them is room for what the path is made of
        m_buttons->insertWidget(0, m_path->words(), 1);
    } else {
        m_path->takeWords();
    }
}

void SummaryCard::retint()
{
    m_copy->setIcon(theme::icon(QStringLiteral("copy")));
    m_close->setIcon(theme::icon(QStringLiteral("close")));
}

void SummaryCard::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_copy && m_close) {
        retint();
    }
}

void SummaryCard::setDismissed(bool dismissed)
{
    m_dismissed = dismissed;
    setVisible(!dismissed && m_session.trace() && !m_summary.title.isEmpty());
}

void SummaryCard::followTrace()
{
    m_dismissed = false;
    m_summary = {};
    hide();
    if (m_session.trace()) {
        m_query.request(m_session.trace());
    } else {
        m_query.cancel();
    }
}

void SummaryCard::showSummary(Summary&& summary)
{
    m_summary = std::move(summary);
    m_title->setText(m_summary.title);
    m_title->setToolTip(m_summary.title);
    m_size->setText(m_summary.size);
    m_size->setToolTip(m_summary.size);
    m_device->setText(m_summary.deviceWords);
    m_device->setToolTip(m_summary.deviceWords);
    m_device->setVisible(!m_summary.deviceWords.isEmpty());
    m_bar->setVisible(!m_summary.devices.empty());
    m_bar->setDevices(m_summary.devices);
    m_cost->setText(m_summary.cost);
    m_cost->setToolTip(m_summary.cost);
    m_cost->setVisible(!m_summary.cost.isEmpty());
    m_hint->setText(m_summary.hint);
    m_hint->setToolTip(m_summary.hint);
    m_hint->setVisible(!m_summary.hint.isEmpty());
    m_iteration->setVisible(m_summary.firstIteration.has_value());
    m_longest->setVisible(m_summary.longestKernel.valid());
    setVisible(!m_dismissed);
}

void SummaryCard::copy() const
{
    QString words = m_summary.text() + m_path->text();
    if (m_session.trace()) {
        words += session::trustOf(m_session.trace()->ledger()).sentence + QLatin1Char('\n');
    }
    QApplication::clipboard()->setText(words);
}

} // namespace longpole::window
