// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/details/details_panel.h"

#include "ui/panels/details/fact_labels.h"
#include "ui/panels/details/kernel_counters.h"
#include "ui/session/critical_path_controller.h"
#include "ui/session/format.h"
#include "ui/session/path_words.h"
#include "ui/theme/theme.h"
#include "ui/theme/wrapped_label.h"

#include <QEvent>
#include <QGridLayout>
#include <QJsonArray>
#include <QJsonDocument>
#include <QLabel>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace longpole::panels {
namespace {

QLabel* sectionTitle(const QString& words, QWidget* parent)
{
    auto* label = new QLabel(words, parent);
    label->setProperty("role", QStringLiteral("section"));
    return label;
}

// Names have no spaces: lets them break after separators, or anywhere (zero-width spaces).
QString breakable(const QString& name)
{
    QString out;
    int run = 0; // since the last place to break
    for (const QChar c : name) {
        out += c;
        if (QStringView(u"_:<,( ").contains(c) || ++run == 24) {
            out += QChar(0x200b);
            run = 0;
        }
    }
    return out;
}

QString scalarText(const QJsonValue& value)
{
    switch (value.type()) {
    case QJsonValue::Bool:
        return value.toBool() ? QStringLiteral("true") : QStringLiteral("false");
    case QJsonValue::Double:
        return value.toVariant().toString();
    case QJsonValue::String:
        return value.toString();
    case QJsonValue::Array:
        return QString::fromUtf8(QJsonDocument(value.toArray()).toJson(QJsonDocument::Compact));
    case QJsonValue::Object:
        return QString::fromUtf8(QJsonDocument(value.toObject()).toJson(QJsonDocument::Compact));
    default:
        return QStringLiteral("null");
    }
}

// Nested values become children; the parent shows them in one line.
void addJson(QTreeWidgetItem* item, const QJsonValue& value, int depth)
{
    const QString line = scalarText(value);
    item->setText(1, line.left(400));
    item->setToolTip(1, line.size() > 40 ? line.left(4000) : QString());
    if (depth > 16) {
        return;
    }
    if (value.isObject()) {
        const QJsonObject object = value.toObject();
        for (auto it = object.begin(); it != object.end(); ++it) {
            addJson(new QTreeWidgetItem(item, {it.key()}), it.value(), depth + 1);
        }
    } else if (value.isArray() && value.toArray().size() > 1) {
        const QJsonArray array = value.toArray();
        for (qsizetype i = 0; i < std::min<qsizetype>(array.size(), 256); ++i) {
            addJson(new QTreeWidgetItem(item, {QString::number(i)}), array[i], depth + 1);
        }
    }
}

QTreeWidgetItem* counterItem(const CounterGroup& group)
{
    // What follows in brackets would be cut out of the middle, where titles differ.
    const qsizetype unit = group.title.indexOf(QLatin1String(" ("));
    auto* top = new QTreeWidgetItem(QStringList{group.title.left(unit)});
    top->setToolTip(0, group.title);
    QFont heading = top->font(0);
    heading.setBold(true);
    top->setFont(0, heading);
    for (const CounterRow& row : group.rows) {
        auto* item = new QTreeWidgetItem(top, {row.label, row.value});
        item->setToolTip(0, row.tip);
        item->setToolTip(1, row.tip);
    }
    return top;
}

} // namespace

DetailsPanel::DetailsPanel(session::Session& session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_pages(new QStackedWidget(this))
    , m_describe([](const Key& key,
                    const JobContext& job) { return describeSlice(*key.trace, key.slice, job); },
                 [this](const Key&, SliceDetails&& details) { showDetails(std::move(details)); })
    , m_durations([](const NameKey& key,
                     const JobContext& job) { return durationsOf(*key.trace, key.name, job); },
                  [this](const NameKey& key, std::optional<charts::DurationBins>&& bins) {
                      if (bins) {
                          m_bins = std::move(*bins);
                          m_binsKey = key;
                          showHistogram();
                      }
                  })
{
    m_empty = new QLabel(this);
    m_empty->setWordWrap(true);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setMargin(24);
    m_empty->setProperty("role", QStringLiteral("dim"));
    m_empty->setText(
        tr("Nothing selected.\n\nClick a slice to see its launch facts, links and arguments. "
           "Comma and period walk along a lane, [ and ] between launch and kernel."));
    m_pages->addWidget(m_empty);
    m_pages->addWidget(buildContent());
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_pages);
    setMinimumWidth(220);
    connect(&session, &session::Session::selectionChanged, this, &DetailsPanel::followSelection);
    connect(&session, &session::Session::traceChanged, this, [this] {
        m_binsKey = {};
        followSelection();
    });
    connect(&session.criticalPath(), &session::CriticalPathController::changed, this, [this] {
        if (m_details.slice.id.valid() && m_session.selection() == m_details.slice.id) {
            showFacts();
        }
    });
    followSelection();
}

DetailsPanel::~DetailsPanel() = default;

QWidget* DetailsPanel::buildContent()
{
    auto* content = new QWidget(this);
    auto* layout = new QVBoxLayout(content);
    m_layout = layout;
    layout->setContentsMargins(12, 8, 12, 8);
    layout->setSpacing(4);
    m_name = selectable(content, tr("Name of the slice"));
    m_name->setProperty("role", QStringLiteral("title"));
    m_kind = selectable(content, tr("Kind of the slice"));
    m_kind->setProperty("role", QStringLiteral("dim"));
    m_facts = new QGridLayout;
    m_facts->setContentsMargins(0, 8, 0, 0);
    m_facts->setHorizontalSpacing(12);
    m_facts->setVerticalSpacing(4);
    m_facts->setColumnStretch(1, 1);
    m_relatedTitle = sectionTitle(tr("Linked"), content);
    m_related = new theme::WrappedLabel(content);
    m_related->setTextFormat(Qt::RichText);
    m_related->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    m_related->setAccessibleName(tr("Linked slices"));
    m_related->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Minimum);
    connect(m_related, &QLabel::linkActivated, this, &DetailsPanel::goTo);
    m_histogramTitle = sectionTitle(QString(), content);
    m_histogramTitle->setWordWrap(true);
    m_histogram = new charts::Histogram(content);
    m_histogram->setFixedHeight(132);
    m_adviceTitle = sectionTitle(QString(), content);
    m_advice = selectable(content, tr("Advice of the profiler"));
    m_argsTitle = sectionTitle(tr("Arguments"), content);
    m_args = new QTreeWidget(content);
    m_args->setColumnCount(2);
    m_args->setHeaderHidden(true);
    m_args->setAccessibleName(tr("Arguments of the slice"));
    m_args->setFrameShape(QFrame::NoFrame);
    m_args->setIndentation(12);
    m_args->setUniformRowHeights(true);
    m_args->setTextElideMode(Qt::ElideMiddle);
    m_args->setMinimumHeight(160);
    layout->addWidget(m_name);
    layout->addWidget(m_kind);
    layout->addLayout(m_facts);
    layout->addWidget(m_relatedTitle);
    layout->addWidget(m_related);
    layout->addWidget(m_histogramTitle);
    layout->addWidget(m_histogram);
    layout->addWidget(m_argsTitle);
    layout->addWidget(m_args, 1);
    layout->addWidget(m_adviceTitle);
    layout->addWidget(m_advice);
    layout->addStretch(); // takes the room of arguments that aren't there
    auto* scroll = new QScrollArea(this);
    scroll->setWidget(content);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setAccessibleName(tr("Details"));
    return scroll;
}

void DetailsPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_details.slice.id.valid()) {
        showRelated(); // its text holds colours
    }
}

void DetailsPanel::followSelection()
{
    const SliceId slice = m_session.selection();
    if (!slice.valid()) {
        m_describe.cancel();
        m_durations.cancel();
        m_pages->setCurrentIndex(0);
        return;
    }
    m_describe.request({m_session.trace(), slice}); // the old one stays until the new one is there
}

void DetailsPanel::showDetails(SliceDetails&& details)
{
    m_details = std::move(details);
    m_pages->setCurrentIndex(1);
    m_layout->setEnabled(false); // showing a label lays all of them out
    const QString name = session::shortened(session::plainKernelName(m_details.name), 140);
    m_name->setText(breakable(name));
    m_name->setToolTip(name == m_details.name ? QString() : m_details.name);
    m_kind->setText(m_details.kind);
    showFacts();
    showRelated();
    showArgs();
    m_layout->setEnabled(true);
    m_layout->update();
    const NameKey key{m_session.trace(), m_details.slice.name};
    if (key.trace == m_binsKey.trace && key.name == m_binsKey.name) {
        showHistogram();
    } else {
        m_durations.request(key);
    }
}

void DetailsPanel::showFacts()
{
    std::vector<Fact> facts = m_details.facts;
    if (const auto& answer = m_session.criticalPath().answer()) {
        if (const QString gain = session::gainWords(answer->path, m_details.slice.id);
            !gain.isEmpty()) {
            facts.insert(facts.begin() + std::min<std::ptrdiff_t>(1, std::ssize(facts)),
                         {tr("Path"), gain, {}});
        }
    }
    setFacts(*m_facts, facts, this);
}

void DetailsPanel::showRelated()
{
    QString html = QStringLiteral("<table cellspacing='0' cellpadding='0'>");
    const QString dim = theme::current().dimText.name();
    for (const Related& other : m_details.related) {
        const QString note = other.inferred ? tr("%1, inferred").arg(other.note) : other.note;
        html += QStringLiteral(
                    "<tr><td style='color:%1; padding-right:12px; padding-bottom:4px'>%2</td>"
                    "<td style='padding-bottom:4px'><a href='%3'>%4</a> "
                    "<span style='color:%1'>%5</span></td></tr>")
                    .arg(dim, other.role, QString::number(other.slice.value),
                         session::shortened(other.name, 48).toHtmlEscaped(), note.toHtmlEscaped());
    }
    html += QStringLiteral("</table>");
    if (m_details.moreRelated > 0) {
        html += tr("and %1 more").arg(m_details.moreRelated);
    }
    m_related->setText(html);
    m_related->setVisible(!m_details.related.empty());
    m_relatedTitle->setVisible(!m_details.related.empty());
}

void DetailsPanel::showArgs()
{
    m_args->clear();
    QList<QTreeWidgetItem*> items;
    const QString profile = profileMember(m_details.args);
    const auto counters = counterGroups(m_details.args.value(profile).toObject(), profile);
    const CounterGroup* advice = nullptr;
    std::vector<bool> open; // by item
    for (const CounterGroup& group : counters) {
        if (group.sentences) {
            advice = &group;
        } else {
            items << counterItem(group);
            open.push_back(group.open);
        }
    }
    showAdvice(advice);
    for (auto it = m_details.args.begin(); it != m_details.args.end(); ++it) {
        if (counters.empty() || it.key() != profile) {
            auto* item = new QTreeWidgetItem(QStringList{it.key()});
            addJson(item, it.value(), 0);
            items << item;
        }
    }
    if (!m_details.rawArgs.isEmpty()) {
        items << new QTreeWidgetItem(QStringList{tr("text"), m_details.rawArgs});
    }
    m_args->addTopLevelItems(items);
    for (std::size_t i = 0; i < open.size(); ++i) {
        QTreeWidgetItem* const item = items[static_cast<qsizetype>(i)];
        item->setFirstColumnSpanned(true); // only takes once it is in the tree
        item->setExpanded(open[i]);
    }
    m_args->resizeColumnToContents(0);
    m_args->setColumnWidth(0, std::min(m_args->columnWidth(0) + 8, 150));
    m_args->setMinimumHeight(counters.empty() ? 160 : 300);
    m_args->setVisible(!items.isEmpty());
    m_argsTitle->setText(items.isEmpty()        ? tr("No arguments")
                             : counters.empty() ? tr("Arguments")
                                                : tr("Counters and arguments"));
}

void DetailsPanel::showAdvice(const CounterGroup* advice)
{
    QString text;
    if (advice != nullptr) {
        m_adviceTitle->setText(advice->title);
        for (const CounterRow& row : advice->rows) {
            text += (text.isEmpty() ? QString() : QStringLiteral("\n\n")) + row.label
                + QStringLiteral(" · ") + row.value;
        }
    }
    m_advice->setText(text);
    m_advice->setVisible(!text.isEmpty());
    m_adviceTitle->setVisible(!text.isEmpty());
}

void DetailsPanel::showHistogram()
{
    const bool several = m_bins.total > 1;
    m_histogramTitle->setVisible(several);
    m_histogram->setVisible(several);
    if (several) {
        m_histogramTitle->setText(tr("%1 of this name · median %2 · total %3")
                                      .arg(session::groupedCount(static_cast<qint64>(m_bins.total)),
                                           session::humanDuration(m_bins.medianNs),
                                           session::humanDuration(m_bins.sumNs)));
        m_histogram->show(m_bins, m_details.slice.duration.ns);
    }
}

void DetailsPanel::goTo(const QString& link)
{
    const SliceId slice(link.toUInt());
    m_session.select(slice);
    m_session.reveal(slice);
}

QString DetailsPanel::asText() const
{
    QString out = m_details.name + QLatin1Char('\n') + m_details.kind + QLatin1Char('\n');
    for (const Fact& fact : m_details.facts) {
        out += fact.label + QLatin1Char('\t') + fact.value + QLatin1Char('\n');
    }
    return out;
}

} // namespace longpole::panels
