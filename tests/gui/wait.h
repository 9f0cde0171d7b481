// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Waiting for what the event loop brings, in tests. Used like QTRY_VERIFY and QTRY_COMPARE, which
// narrow integers in the code that uses them from Qt 6.8 on.
#pragma once

#include <QTest>

namespace longpole::test {

inline constexpr int kWaitMs = 5'000;

} // namespace longpole::test

#define WAIT_VERIFY_FOR(condition, ms)                                                             \
    QVERIFY(QTest::qWaitFor([&] { return static_cast<bool>(condition); }, ms))
#define WAIT_VERIFY(condition) WAIT_VERIFY_FOR(condition, longpole::test::kWaitMs)

// Compares at the end, come what may: a failure shows both values.
#define WAIT_COMPARE_FOR(actual, expected, ms)                                                     \
    do {                                                                                           \
        static_cast<void>(QTest::qWaitFor([&] { return (actual) == (expected); }, ms));            \
        QCOMPARE(actual, expected);                                                                \
    } while (false)
#define WAIT_COMPARE(actual, expected) WAIT_COMPARE_FOR(actual, expected, longpole::test::kWaitMs)

// As WAIT_VERIFY; what a failure says is made when the waiting is over.
#define WAIT_VERIFY2(condition, words)                                                             \
    do {                                                                                           \
        static_cast<void>(QTest::qWaitFor([&] { return static_cast<bool>(condition); },            \
                                          longpole::test::kWaitMs));                               \
        QVERIFY2(condition, words);                                                                \
    } while (false)
