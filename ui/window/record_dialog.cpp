// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/record_dialog.h"

#include "ui/session/format.h"
#include "ui/window/settings.h"

#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QFontDatabase>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

namespace longpole::window {
namespace {

constexpr int kCostRuns = 6; // pairs; the first warms up
constexpr int kMostLines = 2000;

} // namespace

RecordDialog::RecordDialog(QWidget* parent)
    : QDialog(parent)
    , m_form(new QWidget(this))
    , m_command(new QLineEdit(this))
    , m_folder(new QLineEdit(this))
    , m_counters(new QComboBox(this))
    , m_graphs(new QComboBox(this))
    , m_cost(new QComboBox(this))
    , m_more(new QLineEdit(this))
    , m_status(new QLabel(this))
    , m_busy(new QProgressBar(this))
    , m_output(new QPlainTextEdit(this))
    , m_record(new QPushButton(tr("Record"), this))
    , m_stop(new QPushButton(tr("Stop"), this))
{
    setWindowTitle(tr("Record a program"));
    setObjectName(QStringLiteral("record-dialog"));
    buildForm();
    m_status->setWordWrap(true);
    m_status->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_status->setAccessibleName(tr("Status"));
    m_busy->setRange(0, 0);
    m_busy->setTextVisible(false);
    m_busy->setFixedHeight(4);
    m_output->setReadOnly(true);
    m_output->setMaximumBlockCount(kMostLines);
    m_output->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_output->setAccessibleName(tr("What the program prints"));
    m_output->setPlaceholderText(tr("What the program prints appears here."));
    m_output->setMinimumHeight(120);
    m_record->setProperty("role", QStringLiteral("primary"));
    m_record->setDefault(true);
    m_stop->setToolTip(tr("End the program as Ctrl+C does, and open what was recorded; again: end "
                          "it firmly"));
    auto* close = new QPushButton(tr("Close"), this);
    auto* buttons = new QHBoxLayout;
    buttons->addStretch(1);
    for (QPushButton* b : {m_record, m_stop, close}) {
        b->setAutoDefault(b == m_record);
        buttons->addWidget(b);
    }
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(10);
    layout->addWidget(m_form);
    layout->addWidget(m_busy);
    layout->addWidget(m_status);
    layout->addWidget(m_output, 1);
    layout->addLayout(buttons);
    resize(640, 480);
    connect(m_record, &QPushButton::clicked, this, &RecordDialog::start);
    connect(m_stop, &QPushButton::clicked, &m_recorder, &Recorder::stop);
    connect(close, &QPushButton::clicked, this, &RecordDialog::reject);
    connect(m_command, &QLineEdit::textChanged, this, [this] { enableForm(m_form->isEnabled()); });
    connect(&m_recorder, &Recorder::changed, this, &RecordDialog::showStatus);
    connect(&m_recorder, &Recorder::finished, this, &RecordDialog::showEnd);
    const auto add = [this](const QString& text) {
        m_output->moveCursor(QTextCursor::End);
        m_output->insertPlainText(text);
        m_output->moveCursor(QTextCursor::End);
    };
    connect(&m_recorder, &Recorder::printed, this, add);
    connect(&m_recorder, &Recorder::said, this, [add](const QString& sentence) {
        add(tr("Longpole: %1").arg(sentence) + QLatin1Char('\n'));
    });
    setCommand(settings::recordedCommand(), settings::recordedFolder());
    enableForm(true);
    showStatus();
}

void RecordDialog::buildForm()
{
    m_command->setPlaceholderText(QStringLiteral("python train.py --steps 20"));
    m_command->setToolTip(tr("The program to run, with its arguments, as in a terminal"));
    m_folder->setToolTip(tr("The folder to run it in; the recording is put there, too"));
    m_more->setPlaceholderText(QStringLiteral("--capture delay=10,duration=5"));
    m_more->setToolTip(tr("Further options of longpole record"));
    m_counters->addItem(tr("None"), QString());
    m_counters->addItem(tr("Of the GPU over time"), QStringLiteral("timeline"));
    m_counters->addItem(tr("Occupancy of each kernel (a second run)"), QStringLiteral("occupancy"));
    m_counters->addItem(tr("Roofline of each kernel (a second run)"), QStringLiteral("roofline"));
    m_counters->addItem(tr("Why kernels stall (a second run)"), QStringLiteral("stalls"));
    m_counters->setToolTip(tr("Hardware counters, which mostly need permission"));
    m_graphs->addItem(tr("Every kernel in them"), QStringLiteral("node"));
    m_graphs->addItem(tr("One operation per launch (cheaper)"), QStringLiteral("graph"));
    m_graphs->addItem(tr("Every kernel if that costs up to 10 % (measured by more runs)"),
                      QStringLiteral("auto"));
    m_graphs->setToolTip(tr("What is recorded of CUDA graphs"));
    m_cost->addItem(tr("Not measured"));
    m_cost->addItem(tr("Measured, by running the program %1 times").arg(2 * kCostRuns));
    m_cost->setToolTip(tr("How much longer the program takes because it is recorded"));
    auto* browse = new QPushButton(tr("Browse…"), this);
    browse->setAutoDefault(false);
    auto* folder = new QHBoxLayout;
    folder->addWidget(m_folder, 1);
    folder->addWidget(browse);
    auto* form = new QFormLayout(m_form);
    form->setContentsMargins(0, 0, 0, 0);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->addRow(tr("&Command"), m_command);
    form->addRow(tr("&Folder"), folder);
    form->addRow(tr("C&ounters"), m_counters);
    form->addRow(tr("CUDA &graphs"), m_graphs);
    form->addRow(tr("Co&st"), m_cost);
    form->addRow(tr("&More options"), m_more);
    if (auto* label = form->labelForField(folder)) {
        static_cast<QLabel*>(label)->setBuddy(m_folder);
    }
    connect(browse, &QPushButton::clicked, this, [this] {
        const QString chosen =
            QFileDialog::getExistingDirectory(this, tr("Folder to run in"), m_folder->text());
        if (!chosen.isEmpty()) {
            m_folder->setText(chosen);
        }
    });
    // The cost of counters is another one.
    connect(m_counters, &QComboBox::currentIndexChanged, this, [this](int index) {
        m_cost->setEnabled(index == 0);
        m_cost->setCurrentIndex(index == 0 ? m_cost->currentIndex() : 0);
    });
}

void RecordDialog::setCommand(const QString& command, const QString& folder)
{
    m_command->setText(command);
    m_folder->setText(folder.isEmpty() ? QDir::currentPath() : folder);
}

RecordRequest RecordDialog::request() const
{
    RecordRequest r;
    r.command = m_command->text();
    r.folder = m_folder->text();
    if (const QString counters = m_counters->currentData().toString(); !counters.isEmpty()) {
        r.options << QStringLiteral("--counters") << counters;
    }
    r.options << QStringLiteral("--graph") << m_graphs->currentData().toString();
    if (m_cost->currentIndex() == 1) {
        r.options << QStringLiteral("--overhead") << QString::number(kCostRuns);
    }
    r.options << QProcess::splitCommand(m_more->text());
    return r;
}

void RecordDialog::start()
{
    const RecordRequest r = request();
    settings::setRecorded(r.command, r.folder);
    m_output->clear();
    enableForm(false);
    m_recorder.start(r);
}

void RecordDialog::enableForm(bool enabled)
{
    m_form->setEnabled(enabled);
    m_record->setEnabled(enabled && !m_command->text().trimmed().isEmpty());
    m_stop->setEnabled(!enabled);
    m_busy->setVisible(!enabled);
}

void RecordDialog::showStatus()
{
    using State = RecordStatus::State;
    const RecordStatus& s = m_recorder.status();
    QString figures = tr("%1 s").arg(s.seconds, 0, 'f', 1);
    if (s.bytes > 0) {
        figures += s.processes == 1
            ? tr(", 1 process, %1 recorded").arg(session::humanBytes(static_cast<double>(s.bytes)))
            : tr(", %1 processes, %2 recorded")
                  .arg(s.processes)
                  .arg(session::humanBytes(static_cast<double>(s.bytes)));
    }
    switch (s.state) {
    case State::Idle:
        m_status->setText(tr("The program runs as it would without Longpole; recording starts when "
                             "it uses CUDA or NVTX."));
        break;
    case State::Running:
        m_status->setText(tr("Recording: %1").arg(figures));
        break;
    case State::Measuring:
        m_status->setText(tr("Running again to measure its kernels: %1").arg(figures));
        break;
    case State::Ingesting:
        m_status->setText(tr("The program has ended; its recording is being read."));
        break;
    case State::Done:
    case State::Failed:
        break; // showEnd
    }
}

void RecordDialog::showEnd()
{
    const RecordStatus& s = m_recorder.status();
    enableForm(true);
    if (s.state == RecordStatus::State::Failed) {
        m_status->setText(tr("Nothing was recorded: %1").arg(s.problem));
        return;
    }
    if (s.output.isEmpty()) {
        m_status->setText(s.stopped
                              ? tr("Nothing was recorded: the program was stopped before it did "
                                   "any work.")
                              : s.exitCode == 0
                              ? tr("Nothing was recorded: the program used neither CUDA nor NVTX.")
                              : tr("Nothing was recorded: the program ended with code %1 before it "
                                   "used CUDA or NVTX; its output may say why.")
                                    .arg(s.exitCode));
        return;
    }
    m_status->setText(tr("Recorded: %1").arg(s.output));
    const QString path = s.output;
    QDialog::accept();
    emit recorded(path);
}

bool RecordDialog::mayEnd()
{
    if (!m_recorder.isRunning()) {
        return true;
    }
    QMessageBox question(QMessageBox::Question, tr("A recording is running"),
                         tr("Closing Longpole ends the program that is being recorded."),
                         QMessageBox::NoButton, parentWidget());
    question.setInformativeText(tr("What it recorded stays in its folder; longpole ingest reads "
                                   "it."));
    auto* end = question.addButton(tr("End It and Close"), QMessageBox::DestructiveRole);
    question.setDefaultButton(question.addButton(tr("Keep Recording"), QMessageBox::RejectRole));
    question.exec();
    return question.clickedButton() == end || !m_recorder.isRunning();
}

void RecordDialog::reject()
{
    hide();
}

} // namespace longpole::window
