// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/start_page.h"

#include "ui/session/format.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/window/settings.h"

#include <QAction>
#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace longpole::window {
namespace {

constexpr int kRowHeight = 26;

QListWidget* fileList(const QString& name, QWidget* parent)
{
    auto* list = new QListWidget(parent);
    list->setAccessibleName(name);
    list->setFrameShape(QFrame::NoFrame);
    list->setProperty("role", QStringLiteral("plain"));
    list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list->setTextElideMode(Qt::ElideMiddle);
    list->setUniformItemSizes(true);
    return list;
}

void fill(QListWidget* list, const QStringList& paths, const QString& iconName)
{
    list->clear();
    for (const QString& path : paths) {
        const QFileInfo file(path);
        auto* item = new QListWidgetItem(
            theme::icon(iconName),
            QStringLiteral("%1   %2").arg(file.fileName(),
                                          session::humanBytes(static_cast<double>(file.size()))),
            list);
        item->setToolTip(path);
        item->setData(Qt::UserRole, path);
        item->setSizeHint({100, kRowHeight});
    }
    list->setFixedHeight(static_cast<int>(paths.size()) * kRowHeight + 2);
    list->setVisible(!paths.isEmpty());
}

QLabel* label(const QString& words, const char* role, QWidget* parent)
{
    auto* result = new QLabel(words, parent);
    result->setProperty("role", QLatin1String(role));
    result->setWordWrap(true);
    return result;
}

// The samples that are one program before and after a change.
void addPair(QListWidget* list, const QStringList& paths)
{
    const auto named = [&](const char* part) {
        const auto it = std::find_if(paths.begin(), paths.end(), [&](const QString& path) {
            return QFileInfo(path).fileName().contains(QLatin1String(part));
        });
        return it == paths.end() ? QString() : *it;
    };
    const QString before = named("-before.");
    const QString after = named("-after.");
    if (before.isEmpty() || after.isEmpty()) {
        return;
    }
    auto* item = new QListWidgetItem(theme::icon(QStringLiteral("compare")),
                                     StartPage::tr("Compare the two: did the change help?"), list);
    item->setData(Qt::UserRole, QStringList{before, after});
    item->setToolTip(before + QLatin1Char('\n') + after);
    item->setSizeHint({100, kRowHeight});
    list->setFixedHeight(list->count() * kRowHeight + 2);
}

} // namespace

QStringList sampleFiles()
{
    const QString bin = QCoreApplication::applicationDirPath();
    for (const QString& folder : {bin + QStringLiteral("/../share/longpole/samples"),
                                  QStringLiteral(LONGPOLE_SAMPLES_DIR)}) {
        const QDir dir(folder);
        const QStringList names =
            dir.entryList({QStringLiteral("*.json.gz"), QStringLiteral("*.longpole")}, QDir::Files);
        if (!names.isEmpty()) {
            QStringList paths;
            for (const QString& name : names) {
                paths << QDir::cleanPath(dir.absoluteFilePath(name));
            }
            return paths;
        }
    }
    return {};
}

StartPage::StartPage(QWidget* parent)
    : QWidget(parent)
    , m_recent(fileList(tr("Recent files"), this))
    , m_samples(fileList(tr("Sample traces"), this))
    , m_noRecent(label(tr("Nothing opened yet."), "dim", this))
    , m_noSamples(label(tr("No samples are installed."), "dim", this))
{
    auto* open = new QPushButton(tr("Open a trace…"), this);
    open->setToolTip(tr("Open a trace file (Ctrl+O)"));
    open->setAccessibleName(tr("Open a trace"));
    open->setProperty("role", QStringLiteral("primary"));
    open->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    auto* record = new QPushButton(tr("Record a program…"), this);
    record->setToolTip(tr("Run a program and record what it does on the GPU (Ctrl+R)"));
    record->setAccessibleName(tr("Record a program"));
    record->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    auto* mark = new QLabel(this);
    mark->setPixmap(theme::applicationIcon().pixmap(48, 48));
    auto* titles = new QVBoxLayout;
    titles->setSpacing(2);
    titles->addWidget(label(QStringLiteral("Longpole"), "title", this));
    titles->addWidget(label(tr("Where the time of a GPU program goes."), "dim", this));
    auto* head = new QHBoxLayout;
    head->setSpacing(12);
    head->addWidget(mark);
    head->addLayout(titles, 1);
    head->addWidget(record);
    head->addWidget(open);

    auto* recent = new QVBoxLayout;
    recent->setSpacing(4);
    recent->addWidget(label(tr("Recent"), "section", this));
    recent->addWidget(m_recent);
    recent->addWidget(m_noRecent);
    recent->addStretch(1);
    auto* samples = new QVBoxLayout;
    samples->setSpacing(4);
    samples->addWidget(label(tr("Samples"), "section", this));
    samples->addWidget(m_samples);
    samples->addWidget(m_noSamples);
    samples->addWidget(label(tr("What can be opened"), "section", this));
    samples->addWidget(
        label(tr("Traces of the PyTorch profiler, Nsight Systems, Nsight Compute, rocprof and "
                 "rocprofv3, JAX and TensorFlow, Perfetto; Chrome trace JSON and .longpole files; "
                 "plain, or packed with gzip, zstd or zip."),
              "dim", this));
    samples->addWidget(
        label(tr("Drop files or a folder anywhere in this window: the ranks of a run become "
                 "one trace, two other recordings are compared."),
              "dim", this));
    samples->addStretch(1);
    auto* columns = new QHBoxLayout;
    columns->setSpacing(40);
    columns->addLayout(recent, 1);
    columns->addLayout(samples, 1);

    auto* content = new QWidget(this);
    content->setMaximumWidth(820);
    content->setMaximumHeight(560);
    auto* inner = new QVBoxLayout(content);
    inner->setSpacing(24);
    inner->addLayout(head);
    inner->addLayout(columns, 1);
    auto* layout = new QGridLayout(this);
    layout->setContentsMargins(40, 40, 40, 40);
    layout->addWidget(content, 1, 1);
    layout->setColumnStretch(0, 1);
    layout->setColumnStretch(1, 6);
    layout->setColumnStretch(2, 1);
    layout->setRowStretch(0, 1);
    layout->setRowStretch(1, 6);
    layout->setRowStretch(2, 2);

    connect(open, &QPushButton::clicked, this, &StartPage::browseRequested);
    connect(record, &QPushButton::clicked, this, &StartPage::recordRequested);
    for (QListWidget* list : {m_recent, m_samples}) {
        const auto openItem = [this](QListWidgetItem* item) {
            const QStringList paths = item->data(Qt::UserRole).toStringList();
            paths.size() == 2 ? emit compareRequested(paths) : emit openRequested(paths);
        };
        connect(list, &QListWidget::itemClicked, this, openItem);
        auto* enter = new QAction(list);
        enter->setShortcuts({QKeySequence(Qt::Key_Return), QKeySequence(Qt::Key_Enter)});
        enter->setShortcutContext(Qt::WidgetShortcut);
        list->addAction(enter);
        connect(enter, &QAction::triggered, list, [list, openItem] {
            if (list->currentItem()) {
                openItem(list->currentItem());
            }
        });
    }
    refresh();
}

void StartPage::refresh()
{
    fill(m_recent, settings::recentFiles().mid(0, 10), QStringLiteral("file"));
    fill(m_samples, sampleFiles(), QStringLiteral("sample"));
    addPair(m_samples, sampleFiles());
    m_noRecent->setVisible(m_recent->count() == 0);
    m_noSamples->setVisible(m_samples->count() == 0);
}

void StartPage::setDropHighlight(bool on)
{
    m_dropping = on;
    update();
}

void StartPage::paintEvent(QPaintEvent* event)
{
    QWidget::paintEvent(event);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QPen pen(m_dropping ? theme::current().counter : theme::current().separator, m_dropping ? 2 : 1,
             Qt::DashLine);
    painter.setPen(pen);
    painter.drawRoundedRect(QRectF(rect()).adjusted(12.5, 12.5, -12.5, -12.5), 8, 8);
}

} // namespace longpole::window
