// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/critical_path/call_kinds.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <string>

namespace longpole::critical_path {

namespace {

// Calls that may wait for the device without saying so.
constexpr std::string_view kImplicit[] = {"free",   "hostunregister", "moduleload", "moduleunload",
                                          "malloc", "memalloc",       "hostalloc",  "libraryload"};

std::string lowered(std::string_view name)
{
    std::string out(name);
    std::transform(out.begin(), out.end(), out.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return out;
}

bool contains(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

} // namespace

CallMeaning callMeaning(model::ApiKind kind, std::string_view name)
{
    using model::ApiKind;
    switch (kind) {
    case ApiKind::KernelLaunch:
        return {contains(lowered(name), "launchhostfunc") ? CallKind::Other : CallKind::Launch};
    case ApiKind::GraphLaunch:
        return {CallKind::GraphLaunch};
    case ApiKind::Memcpy:
        return {CallKind::Copy, !contains(lowered(name), "async")};
    case ApiKind::Memset:
        return {CallKind::Fill, false};
    case ApiKind::StreamSync:
        return {CallKind::StreamSync};
    case ApiKind::DeviceSync:
        return {CallKind::DeviceSync};
    case ApiKind::EventSync:
        return {CallKind::EventSync};
    case ApiKind::EventRecord:
        return {CallKind::EventRecord};
    case ApiKind::StreamWaitEvent:
        return {CallKind::StreamWait};
    case ApiKind::EventQuery:
        return {CallKind::EventQuery};
    case ApiKind::Alloc:
    case ApiKind::Other:
        break;
    }
    const std::string lower = lowered(name);
    const bool implicit = !contains(lower, "async")
        && std::any_of(std::begin(kImplicit), std::end(kImplicit),
                       [&](std::string_view part) { return contains(lower, part); });
    return {implicit ? CallKind::ImplicitSync : CallKind::Other};
}

QueryAnswer queryAnswer(std::int64_t returnCode)
{
    constexpr std::int64_t kNotReady = 600;
    return returnCode == 0        ? QueryAnswer::Ready
        : returnCode == kNotReady ? QueryAnswer::NotReady
                                  : QueryAnswer::Unknown;
}

} // namespace longpole::critical_path
