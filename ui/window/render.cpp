// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/render.h"

#include "ui/timeline/timeline_view.h"
#include "ui/window/exporter.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QRegularExpression>

namespace longpole::window {
namespace {

constexpr int kMaxSide = 16384;
constexpr int kSettleMs = 30'000;

} // namespace

std::optional<QSize> parseSize(const QString& text)
{
    static const QRegularExpression form(QStringLiteral("^([0-9]{2,5})x([0-9]{2,5})$"));
    const QRegularExpressionMatch match = form.match(text);
    const QSize size(match.captured(1).toInt(), match.captured(2).toInt());
    const bool fine = match.hasMatch() && size.width() >= 64 && size.height() >= 64
        && size.width() <= kMaxSide && size.height() <= kMaxSide;
    return fine ? std::optional(size) : std::nullopt;
}

Result<void> render(std::shared_ptr<const model::Trace> trace, const RenderRequest& request)
{
    session::Session session;
    timeline_ui::TimelineView view(session);
    view.resize(request.size);
    view.setAttribute(Qt::WA_DontShowOnScreen);
    view.show();
    session.setTrace(std::move(trace));
    if (request.range) {
        view.setVisibleRange(*request.range);
    }
    QElapsedTimer clock;
    clock.start();
    do {
        QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
    } while (!view.isSettled() && clock.elapsed() < kSettleMs);
    return writePicture(pictureJob(view, request.output, request.size, request.range, 1),
                        request.output);
}

} // namespace longpole::window
