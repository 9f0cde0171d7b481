// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/verdict_card.h"

#include "ui/theme/elided_label.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace longpole::compare {

namespace {

QLabel* label(QWidget* parent, const char* role)
{
    auto* out = new QLabel(parent);
    out->setProperty("role", QLatin1String(role));
    out->setTextFormat(Qt::PlainText);
    out->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return out;
}

QLabel* wrapped(QWidget* parent, const char* role)
{
    QLabel* out = label(parent, role);
    out->setWordWrap(true);
    return out;
}

QColor toneColour(VerdictWords::Tone tone, const theme::Theme& theme)
{
    switch (tone) {
    case VerdictWords::Tone::Faster:
        return theme.faster;
    case VerdictWords::Tone::Slower:
        return theme.slower;
    case VerdictWords::Tone::Even:
        return theme.dimText;
    case VerdictWords::Tone::Caution:
        break;
    }
    return theme.caution;
}

void setOrHide(QLabel* label, const QString& text)
{
    label->setText(text);
    label->setVisible(!text.isEmpty());
}

} // namespace

VerdictCard::VerdictCard(ComparisonController& controller, QWidget* parent)
    : QFrame(parent)
    , m_controller(controller)
    , m_headline(label(this, "title"))
    , m_effect(new theme::ElidedLabel(this))
    , m_sentence(wrapped(this, "plain"))
    , m_finding(new theme::ElidedLabel(this))
    , m_outputs(label(this, "dim"))
    , m_more(new QPushButton(this))
    , m_check(new QToolButton(this))
    , m_copy(new QToolButton(this))
    , m_progress(new QProgressBar(this))
    , m_cancel(new QPushButton(tr("Cancel"), this))
{
    build();
    connect(&controller, &ComparisonController::changed, this, &VerdictCard::follow);
    connect(&controller, &ComparisonController::outputsChanged, this, &VerdictCard::followOutputs);
    connect(&controller, &ComparisonController::progressed, this, &VerdictCard::showWorking);
    follow();
}

void VerdictCard::build()
{
    setProperty("role", QStringLiteral("card"));
    setAccessibleName(tr("Verdict"));
    QFont big = m_headline->font();
    big.setPointSizeF(big.pointSizeF() * 1.5);
    big.setBold(true);
    m_headline->setFont(big);
    m_finding->setProperty("role", QStringLiteral("dim"));
    m_progress->setTextVisible(false);
    m_progress->setFixedSize(180, 6);
    m_progress->setAccessibleName(tr("Progress of the comparison"));
    m_check->setText(tr("Check outputs"));
    m_check->setToolTip(
        tr("Compare the tensors that both versions saved: .npy, .npz, .safetensors"));
    m_check->setAccessibleName(m_check->text());
    m_check->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(m_check);
    menu->addAction(tr("Two files…"), this, [this] { chooseOutputs(false); });
    menu->addAction(tr("Two folders…"), this, [this] { chooseOutputs(true); });
    m_check->setMenu(menu);
    m_copy->setToolTip(tr("Copy the verdict as text"));
    m_copy->setAccessibleName(tr("Copy the verdict"));
    connect(m_copy, &QToolButton::clicked, this,
            [this] { QApplication::clipboard()->setText(shownText()); });
    connect(m_more, &QPushButton::clicked, this, &VerdictCard::problemsRequested);
    connect(m_cancel, &QPushButton::clicked, this, [this] {
        m_controller.state() == ComparisonController::State::Working ? m_controller.cancel()
                                                                     : m_controller.repeat();
    });

    auto* head = new QHBoxLayout;
    head->setSpacing(12);
    head->addWidget(m_headline);
    head->addWidget(m_effect, 1);
    head->addWidget(m_progress);
    head->addWidget(m_cancel);
    head->addWidget(m_outputs);
    head->addWidget(m_check);
    head->addWidget(m_copy);
    auto* foot = new QHBoxLayout;
    foot->setSpacing(12);
    foot->addWidget(m_finding, 1);
    foot->addWidget(m_more);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 6, 12, 6);
    layout->setSpacing(3);
    layout->addLayout(head);
    layout->addWidget(m_sentence);
    layout->addLayout(foot);
    retint();
}

void VerdictCard::retint()
{
    m_copy->setIcon(theme::icon(QStringLiteral("copy")));
    QPalette palette = m_headline->palette();
    palette.setColor(QPalette::WindowText, toneColour(m_words.tone, theme::current()));
    m_headline->setPalette(palette);
    update();
}

void VerdictCard::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange) {
        retint();
    }
    QFrame::changeEvent(event);
}

// A stripe in the colour of the verdict.
void VerdictCard::paintEvent(QPaintEvent* event)
{
    QFrame::paintEvent(event);
    QPainter painter(this);
    painter.fillRect(0, 0, 4, height() - 1, toneColour(m_words.tone, theme::current()));
}

void VerdictCard::follow()
{
    using State = ComparisonController::State;
    const State state = m_controller.state();
    const bool working = state == State::Working;
    m_progress->setVisible(working);
    m_cancel->setVisible(state != State::Done && state != State::Empty);
    m_cancel->setText(working ? tr("Cancel") : tr("Compare again"));
    m_check->setVisible(state == State::Done);
    m_copy->setVisible(state == State::Done);
    m_words = {};
    m_words.tone = VerdictWords::Tone::Even;
    if (working) {
        m_words.headline = tr("Comparing…");
        m_progress->setRange(0, 0);
    } else if (state == State::Failed) {
        m_words.tone = VerdictWords::Tone::Caution;
        m_words.headline = tr("The comparison failed");
        m_words.effect = m_controller.error();
    } else if (state == State::Cancelled) {
        m_words.headline = tr("The comparison was cancelled");
        m_words.effect = tr("The timelines can still be looked at side by side.");
    } else if (state == State::Done) {
        m_words = verdictWords(m_controller.answer()->diff, m_controller.outputs());
    }
    showWords();
}

void VerdictCard::followOutputs()
{
    if (m_controller.state() == ComparisonController::State::Done) {
        m_words = verdictWords(m_controller.answer()->diff, m_controller.outputs());
        showWords();
    }
}

void VerdictCard::showWords()
{
    m_headline->setText(m_words.headline);
    m_effect->setText(m_words.effect);
    m_effect->setToolTip(m_words.effect);
    fitSentence();
    const QStringList others = m_words.findings();
    m_finding->setText(others.value(0));
    m_finding->setToolTip(others.value(0));
    m_finding->setVisible(!others.isEmpty());
    const auto more = others.size() - 1;
    m_more->setVisible(more > 0);
    m_more->setText(more == 1 ? tr("1 more") : tr("%1 more").arg(more));
    m_more->setToolTip(others.mid(1).join(QLatin1Char('\n')));
    m_more->setAccessibleName(tr("All that was found about the runs"));
    setOrHide(m_outputs, m_words.outputs);
    setAccessibleDescription(m_words.text());
    retint();
    updateGeometry();
}

// Three lines at most; all of it is in the tool tip and in what is copied.
void VerdictCard::fitSentence()
{
    const QString& all = m_words.sentence;
    const int room = std::max(200, width() - 40) * 3 - 160; // words don't fill lines to the end
    const QString shown = fontMetrics().elidedText(all, Qt::ElideRight, room);
    m_sentence->setText(shown);
    m_sentence->setToolTip(shown == all ? QString() : all);
    m_sentence->setVisible(!all.isEmpty());
}

void VerdictCard::resizeEvent(QResizeEvent* event)
{
    QFrame::resizeEvent(event);
    fitSentence();
}

QString VerdictCard::shownText() const
{
    return m_words.text();
}

void VerdictCard::showWorking(const QString& phase, int permille)
{
    m_progress->setRange(0, permille < 0 ? 0 : 1000);
    m_progress->setValue(std::max(0, permille));
    m_effect->setText(phase);
}

void VerdictCard::chooseOutputs(bool folders)
{
    const auto ask = [&](const QString& title) {
        return folders ? QFileDialog::getExistingDirectory(this, title)
                       : QFileDialog::getOpenFileName(this, title, {},
                                                      tr("Tensors (*.npy *.npz *.safetensors)"));
    };
    const QString before = ask(tr("Outputs before the change"));
    const QString after = before.isEmpty() ? QString() : ask(tr("Outputs after the change"));
    if (!after.isEmpty()) {
        m_controller.checkOutputs(before, after);
    }
}

} // namespace longpole::compare
