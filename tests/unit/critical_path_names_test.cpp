// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What calls and copies mean to the critical path, by their names.
#include "core/analysis/critical_path/call_kinds.h"
#include "core/analysis/critical_path/trace_input.h"
#include "core/model/names.h"

#include <gtest/gtest.h>

#include <string_view>

namespace longpole::test {

namespace {

using namespace critical_path;

TEST(CriticalPathNames, CallsAndCopies)
{
    const auto kind = [](std::string_view name) {
        return callMeaning(model::apiKind(name), name).kind;
    };
    EXPECT_EQ(kind("cudaLaunchKernel"), CallKind::Launch);
    EXPECT_EQ(kind("cuLaunchKernelEx"), CallKind::Launch);
    EXPECT_EQ(kind("hipExtModuleLaunchKernel"), CallKind::Launch);
    EXPECT_EQ(kind("hipGraphLaunch"), CallKind::GraphLaunch);
    EXPECT_EQ(kind("cudaFree"), CallKind::ImplicitSync);
    EXPECT_EQ(kind("cudaFreeAsync"), CallKind::Other);
    EXPECT_EQ(kind("cudaHostUnregister"), CallKind::ImplicitSync);
    EXPECT_EQ(kind("cuModuleLoadData"), CallKind::ImplicitSync);
    EXPECT_EQ(kind("cudaLaunchHostFunc"), CallKind::Other);
    EXPECT_EQ(kind("cudaStreamWaitEvent"), CallKind::StreamWait);
    EXPECT_TRUE(callMeaning(model::apiKind("cudaMemcpy"), "cudaMemcpy").blocking);
    EXPECT_FALSE(callMeaning(model::apiKind("cudaMemcpyAsync"), "cudaMemcpyAsync").blocking);
    EXPECT_EQ(queryAnswer(0), QueryAnswer::Ready);
    EXPECT_EQ(queryAnswer(600), QueryAnswer::NotReady);
    EXPECT_EQ(queryAnswer(model::kNull64), QueryAnswer::Unknown);
    EXPECT_EQ(copyKindOf("Memcpy DtoH (Device -> Pageable)"), CopyKind::DeviceToHostPageable);
    EXPECT_EQ(copyKindOf("Memcpy DtoH (Device -> Pinned)"), CopyKind::DeviceToHost);
    EXPECT_EQ(copyKindOf("Memcpy HtoD (Pageable -> Device)"), CopyKind::HostToDevicePageable);
    EXPECT_EQ(copyKindOf("Memcpy HtoD (Pinned -> Device)"), CopyKind::HostToDevicePinned);
    EXPECT_EQ(copyKindOf("Memcpy DtoD (Device -> Device)"), CopyKind::DeviceToDevice);
    EXPECT_EQ(copyKindOf("Memcpy HtoD"), CopyKind::Unknown);
}

} // namespace

} // namespace longpole::test
