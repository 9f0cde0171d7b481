// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/recorder.h"

#include "core/base/interrupt.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStandardPaths>

#include <algorithm>
#include <utility>

namespace longpole::window {
namespace {

QString longpoleProgram()
{
    const QString beside = QCoreApplication::applicationDirPath() + QStringLiteral("/longpole");
    return QFileInfo(beside).isExecutable()
        ? beside
        : QStandardPaths::findExecutable(QStringLiteral("longpole"));
}

} // namespace

QStringList recordedCommand(const QString& command)
{
    static const QString kShell = QStringLiteral("|&;<>()$`\\*?[]{}~'\n");
    const bool needsShell =
        std::any_of(command.begin(), command.end(), [](QChar c) { return kShell.contains(c); })
        || command.section(QLatin1Char(' '), 0, 0).contains(QLatin1Char('='));
    return needsShell ? QStringList{QStringLiteral("/bin/sh"), QStringLiteral("-c"), command}
                      : QProcess::splitCommand(command);
}

Recorder::Recorder(QObject* parent)
    : QObject(parent)
    , m_program(longpoleProgram())
{
#ifdef Q_OS_UNIX
    m_process.setChildProcessModifier(heedInterrupts);
#endif
    connect(&m_process, &QProcess::readyReadStandardError, this, &Recorder::readErrors);
    connect(&m_process, &QProcess::readyReadStandardOutput, this,
            [this] { emit printed(QString::fromLocal8Bit(m_process.readAllStandardOutput())); });
    connect(&m_process, &QProcess::finished, this, &Recorder::end);
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            fail(tr("%1 could not be started: %2.").arg(m_program, m_process.errorString()));
        }
    });
}

Recorder::~Recorder()
{
    m_process.disconnect(this);
    if (isRunning()) {
        m_process.terminate(); // passed on to the program
        m_process.waitForFinished(2000);
    }
}

bool Recorder::isRunning() const
{
    return m_process.state() != QProcess::NotRunning;
}

void Recorder::start(const RecordRequest& request)
{
    if (isRunning()) {
        return;
    }
    m_status = {};
    m_rest.clear();
    m_lastSaid.clear();
    const QStringList command = recordedCommand(request.command.trimmed());
    if (command.isEmpty()) {
        fail(tr("There is no command to run."));
        return;
    }
    if (!QFileInfo(request.folder).isDir()) {
        fail(tr("The folder %1 does not exist.").arg(request.folder));
        return;
    }
    if (m_program.isEmpty()) {
        fail(tr("The program longpole was found neither beside the viewer nor on the PATH: "
                "install it to record."));
        return;
    }
    QStringList arguments{QStringLiteral("record"), QStringLiteral("--progress=json")};
    arguments << request.options << QStringLiteral("--") << command;
    m_process.setWorkingDirectory(request.folder);
    m_status.state = RecordStatus::State::Running;
    emit changed();
    m_process.start(m_program, arguments, QIODevice::ReadOnly);
}

void Recorder::stop()
{
    if (!isRunning()) {
        return;
    }
    // To the launcher, which passes it on; what was recorded is then ingested as usual.
    if (m_status.stopped) {
        m_process.terminate();
    } else {
        interruptProcess(m_process.processId());
    }
    m_status.stopped = true;
}

void Recorder::readErrors()
{
    m_rest += m_process.readAllStandardError();
    for (qsizetype end = m_rest.indexOf('\n'); end >= 0; end = m_rest.indexOf('\n')) {
        line(m_rest.left(end));
        m_rest.remove(0, end + 1);
    }
}

// Standard error is the program's too: only lines of ours are taken for more than its words.
void Recorder::line(const QByteArray& text)
{
    if (text.startsWith("{\"longpole\":")) {
        progress(text);
    } else if (text.startsWith("longpole: ")) {
        m_lastSaid = QString::fromUtf8(text.mid(10));
        emit said(m_lastSaid);
    } else {
        emit printed(QString::fromLocal8Bit(text) + QLatin1Char('\n'));
    }
}

void Recorder::progress(const QByteArray& json)
{
    using State = RecordStatus::State;
    const QJsonObject o = QJsonDocument::fromJson(json).object();
    const QString state = o[QStringLiteral("longpole")].toString();
    if (state == QLatin1String("started")) {
        m_status.state = o[QStringLiteral("measures")].toBool() ? State::Measuring : State::Running;
    } else if (state == QLatin1String("running")) {
        m_status.seconds = o[QStringLiteral("seconds")].toDouble();
        m_status.processes = o[QStringLiteral("processes")].toInt();
        m_status.bytes = o[QStringLiteral("bytes")].toInteger();
    } else if (state == QLatin1String("ingesting")) {
        m_status.state = State::Ingesting;
    } else if (state == QLatin1String("done")) {
        m_status.state = State::Done;
        m_status.exitCode = o[QStringLiteral("exit_code")].toInt();
        m_status.output = o[QStringLiteral("output")].toString();
    }
    emit changed();
}

void Recorder::end(int, QProcess::ExitStatus how)
{
    readErrors();
    if (!m_rest.isEmpty()) {
        line(std::exchange(m_rest, {}));
    }
    if (m_status.state != RecordStatus::State::Done) {
        fail(!m_lastSaid.isEmpty()            ? m_lastSaid
                 : how == QProcess::CrashExit ? tr("longpole record was ended from outside.")
                                              : tr("longpole record ended without a result."));
        return;
    }
    emit changed();
    emit finished();
}

void Recorder::fail(const QString& sentence)
{
    m_status.state = RecordStatus::State::Failed;
    m_status.problem = sentence;
    emit changed();
    emit finished();
}

} // namespace longpole::window
