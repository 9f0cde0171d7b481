// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// StartPage: what the window shows without a trace: recent files, samples, what can be opened.
#pragma once

#include <QWidget>

class QLabel;
class QListWidget;

namespace longpole::window {

// Sample traces that come with Longpole (installed, or in the source tree), absolute paths.
QStringList sampleFiles();

class StartPage : public QWidget
{
    Q_OBJECT

public:
    explicit StartPage(QWidget* parent = nullptr);
    void refresh(); // recent files may have changed
    void setDropHighlight(bool on);

signals:
    void openRequested(const QStringList& paths);
    void compareRequested(const QStringList& paths); // two
    void browseRequested();
    void recordRequested();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QListWidget* m_recent;
    QListWidget* m_samples;
    QLabel* m_noRecent;
    QLabel* m_noSamples;
    bool m_dropping = false;
};

} // namespace longpole::window
