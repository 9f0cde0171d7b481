// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/trust.h"

#include "ui/session/format.h"

#include <QCoreApplication>

namespace longpole::session {

Trust trustOf(const model::Ledger& ledger)
{
    const auto say = [](const char* words) { return QCoreApplication::translate("Trust", words); };
    qint64 lost = 0;
    qint64 repaired = 0;
    qint64 notes = 0;
    for (const model::LedgerEntry& entry : ledger.entries()) {
        qint64& sum = entry.severity == model::Severity::DataLoss ? lost
            : entry.severity == model::Severity::Repaired         ? repaired
                                                                  : notes;
        sum += static_cast<qint64>(entry.count);
    }
    Trust trust;
    trust.worst = ledger.worst();
    const QString repairs =
        repaired > 0 ? say("%1 repaired").arg(groupedCount(repaired)) : QString();
    switch (trust.worst) {
    case model::Severity::DataLoss:
        trust.words = say("%1 lost").arg(groupedCount(lost))
            + (repaired > 0 ? QStringLiteral(", ") + repairs : QString());
        trust.sentence = say("Part of the file is not in this trace: %1 records could not be used. "
                             "What was lost, where and why is listed here.")
                             .arg(groupedCount(lost));
        break;
    case model::Severity::Repaired:
        trust.words = repairs;
        trust.sentence = say("Nothing was lost. %1 records had a fault and were repaired; "
                             "what was made of them is listed here.")
                             .arg(groupedCount(repaired));
        break;
    case model::Severity::Info:
        trust.words = say("complete");
        trust.sentence = notes > 0
            ? say("Nothing was lost and nothing was repaired. Worth knowing:")
            : say("Nothing was lost, nothing was repaired: every record of the file is in the "
                  "trace.");
        break;
    }
    return trust;
}

} // namespace longpole::session
