// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// RecordDialog: what to run and record, then how it goes. The window stays usable meanwhile.
#pragma once

#include "ui/window/recorder.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QProgressBar;
class QPushButton;

namespace longpole::window {

class RecordDialog : public QDialog
{
    Q_OBJECT

public:
    explicit RecordDialog(QWidget* parent = nullptr);

    Recorder& recorder() { return m_recorder; }
    // What the form says now.
    RecordRequest request() const;
    void setCommand(const QString& command, const QString& folder);
    // Whether the application may close: asks while something is recorded.
    bool mayEnd();

signals:
    // The trace is there; the dialog has closed.
    void recorded(const QString& path);

protected:
    // While it records, closing only hides: the program goes on, and its trace opens when it ends.
    void reject() override;

private:
    void buildForm();
    void start();
    void showStatus();
    void showEnd();
    void enableForm(bool enabled);

    Recorder m_recorder;
    QWidget* m_form;
    QLineEdit* m_command;
    QLineEdit* m_folder;
    QComboBox* m_counters;
    QComboBox* m_graphs;
    QComboBox* m_cost;
    QLineEdit* m_more;
    QLabel* m_status;
    QProgressBar* m_busy;
    QPlainTextEdit* m_output;
    QPushButton* m_record;
    QPushButton* m_stop;
};

} // namespace longpole::window
