// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Recorder: runs `longpole record` beside the viewer and tells how far it is. GUI thread.
#pragma once

#include <QByteArray>
#include <QObject>
#include <QProcess>
#include <QString>
#include <QStringList>

namespace longpole::window {

struct RecordRequest
{
    QString command; // as one types it; with a shell's characters a shell runs it
    QString folder; // to run in; the result is put there
    QStringList options; // of `longpole record`
};

struct RecordStatus
{
    enum class State
    {
        Idle,
        Running,
        Measuring, // the second run, kernel by kernel
        Ingesting,
        Done,
        Failed
    };
    State state = State::Idle;
    double seconds = 0; // since the program began
    int processes = 0; // that record
    qint64 bytes = 0; // of the raw recording
    bool stopped = false; // by stop()
    int exitCode = 0; // Done: of the program
    QString output; // Done: the trace; empty: nothing was recorded
    QString problem; // Failed: one sentence
};

// "python train.py" → the words of it; a shell's where it holds pipes, variables and the like.
QStringList recordedCommand(const QString& command);

class Recorder : public QObject
{
    Q_OBJECT

public:
    explicit Recorder(QObject* parent = nullptr);
    // Stops what runs, and leaves its raw recording.
    ~Recorder() override;

    // `longpole` beside this program, else on the PATH; for tests another one.
    void setProgram(const QString& program) { m_program = program; }
    void start(const RecordRequest& request);
    // Asks the program to end (as Ctrl+C does), the second time firmly; what it did is kept.
    void stop();
    bool isRunning() const;
    const RecordStatus& status() const { return m_status; }

signals:
    void changed();
    // A sentence of `longpole record` for people.
    void said(const QString& sentence);
    // What the program itself prints.
    void printed(const QString& text);
    // Once per start(): the state is Done or Failed.
    void finished();

private:
    void readErrors();
    void line(const QByteArray& text);
    void progress(const QByteArray& json);
    void end(int exitCode, QProcess::ExitStatus how);
    void fail(const QString& sentence);

    QString m_program;
    QProcess m_process;
    QByteArray m_rest; // of a line that is not complete
    RecordStatus m_status;
    QString m_lastSaid;
};

} // namespace longpole::window
