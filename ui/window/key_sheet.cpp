// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/key_sheet.h"

#include "ui/window/actions.h"

#include <QAction>
#include <QFile>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace longpole::window {
namespace {

struct Section
{
    QString title;
    QList<std::pair<QString, QString>> rows; // keys, meaning
};

QList<Section> sections(const Actions& actions)
{
    QList<Section> all;
    for (const QAction* action : actions.all()) {
        const QString keys = Actions::keysOf(*action);
        if (keys.isEmpty()) {
            continue;
        }
        const QString named = Actions::menuOf(*action);
        const QString menu = named.isEmpty() ? KeySheet::tr("Bookmarks") : named;
        auto it =
            std::find_if(all.begin(), all.end(), [&](const Section& s) { return s.title == menu; });
        if (it == all.end()) {
            it = all.insert(all.end(), Section{menu, {}});
        }
        it->rows << std::pair(keys, action->text().remove(QChar(0x2026)));
    }
    Section mouse{KeySheet::tr("Mouse"), {}};
    QFile file(QStringLiteral(":/longpole/help/gestures.tsv"));
    if (file.open(QIODevice::ReadOnly)) {
        for (const QString& line :
             QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
            const QStringList parts = line.split(QLatin1Char('\t'));
            mouse.rows << std::pair(parts.value(0), parts.value(1));
        }
    }
    all << mouse;
    return all;
}

QWidget* sectionWidget(const Section& section, QWidget* parent)
{
    auto* widget = new QWidget(parent);
    auto* grid = new QGridLayout(widget);
    grid->setContentsMargins(0, 0, 0, 16);
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(4);
    auto* title = new QLabel(section.title, widget);
    title->setProperty("role", QStringLiteral("section"));
    grid->addWidget(title, 0, 0, 1, 2);
    int row = 1;
    for (const auto& [keys, meaning] : section.rows) {
        auto* key = new QLabel(keys, widget);
        key->setProperty("role", QStringLiteral("key"));
        grid->addWidget(key, row, 0);
        grid->addWidget(new QLabel(meaning, widget), row, 1);
        ++row;
    }
    grid->setColumnStretch(1, 1);
    grid->setColumnMinimumWidth(0, 130);
    return widget;
}

} // namespace

KeySheet::KeySheet(const Actions& actions, QWidget* parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Keys"));
    auto* content = new QWidget(this);
    auto* columns = new QHBoxLayout(content);
    columns->setContentsMargins(24, 16, 24, 8);
    columns->setSpacing(32);
    const QList<Section> all = sections(actions);
    qsizetype total = 0;
    for (const Section& section : all) {
        total += section.rows.size() + 2;
    }
    // Three columns of about the same length, sections kept whole.
    QVBoxLayout* column = nullptr;
    qsizetype used = 0;
    int made = 0;
    for (const Section& section : all) {
        const qsizetype size = section.rows.size() + 2;
        if (!column || (used + size / 2 > (total / 3) * made && made < 3)) {
            if (column) {
                column->addStretch(1);
            }
            column = new QVBoxLayout;
            column->setSpacing(0);
            columns->addLayout(column, 1);
            ++made;
        }
        column->addWidget(sectionWidget(section, content));
        used += size;
    }
    column->addStretch(1);
    auto* scroll = new QScrollArea(this);
    scroll->setWidget(content);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setAccessibleName(tr("Keys"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(scroll);
    const QSize wanted = content->sizeHint() + QSize(16, 16);
    resize(parent ? wanted.boundedTo(parent->size() - QSize(40, 40)) : wanted);
}

} // namespace longpole::window
