// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/names.h"

#include <algorithm>
#include <array>
#include <span>

namespace longpole::model {

namespace {

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::string lowered(std::string_view s)
{
    std::string out(s);
    std::transform(out.begin(), out.end(), out.begin(), lower);
    return out;
}

bool containsAny(std::string_view lowerName, std::span<const std::string_view> needles)
{
    return std::any_of(needles.begin(), needles.end(), [&](std::string_view n) {
        return lowerName.find(n) != std::string_view::npos;
    });
}

constexpr std::string_view kCommunication[] = {
    "nccl",
    "rccl",
    "oneccl",
    "multimem_all_reduce",
    "one_shot_all_reduce",
    "two_shot_all_reduce",
    "cross_device_reduce",
    "quickreduce",
    "quick_reduce",
    "allreduce_fusion",
    "nvshmem",
    "deep_ep::",
    "deepep",
};
constexpr std::string_view kAttention[] = {
    "flash", "fmha", "attention", "attn", "mha_", "paged", "mla_", "splitkv", "sdpa",
};
constexpr std::string_view kMatMul[] = {
    "gemm",   "gemv",  "matmul",  "cutlass",  "nvjet",         "cublas", "conv",
    "wgrad",  "dgrad", "cudnn::", "winograd", "cijk_",         "xmma",   "mmq",
    "miopen", "bmm_",  "splitk",  "_dot_",    "linear_kernel", "cask",
};
constexpr std::string_view kReduction[] = {
    "reduce", "norm",   "softmax", "_red_",  "_per_", "batchnorm", "bn_fw",
    "bn_bw",  "argmax", "topk",    "cumsum", "scan",  "sort",
};
constexpr std::string_view kElementwise[] = {
    "elementwise", "_poi_",     "pointwise", "multi_tensor_apply",
    "activation",  "silu",      "gelu",      "relu",
    "rope",        "rotary",    "fill",      "copy",
    "cat",         "index",     "gather",    "scatter",
    "embedding",   "dropout",   "adam",      "quant",
    "cast",        "transpose",
};
constexpr std::string_view kOpMatMul[] = {"mm",     "matmul", "linear", "conv",
                                          "einsum", "bmm",    "addmv"};
constexpr std::string_view kOpAttention[] = {"attention", "flash", "attn"};
constexpr std::string_view kOpReduction[] = {"norm", "softmax", "sum", "mean",
                                             "max",  "min",     "loss"};
constexpr std::string_view kOpCommunication[] = {
    "nccl:",     "c10d::",         "allreduce",          "all_reduce",
    "allgather", "reduce_scatter", "record_param_comms", "gloo:"};

struct ApiRule
{
    std::string_view part; // of the lower-case name without its prefix
    ApiKind kind;
};

// First match wins, so the longer and rarer come first.
constexpr ApiRule kApiRules[] = {
    {"graphlaunch", ApiKind::GraphLaunch},
    {"streamwaitevent", ApiKind::StreamWaitEvent},
    {"eventsynchronize", ApiKind::EventSync},
    {"streamsynchronize", ApiKind::StreamSync},
    {"devicesynchronize", ApiKind::DeviceSync},
    {"ctxsynchronize", ApiKind::DeviceSync},
    {"queuefinish", ApiKind::StreamSync},
    {"eventwait", ApiKind::EventSync},
    {"eventrecord", ApiKind::EventRecord},
    {"eventquery", ApiKind::EventQuery},
    {"launch", ApiKind::KernelLaunch},
    {"memcpy", ApiKind::Memcpy},
    {"memset", ApiKind::Memset},
    {"malloc", ApiKind::Alloc},
    {"memalloc", ApiKind::Alloc},
    {"memfree", ApiKind::Alloc},
    {"free", ApiKind::Alloc},
};

} // namespace

bool isCommunicationKernel(std::string_view name)
{
    return containsAny(lowered(name), kCommunication);
}

GpuOpKind kernelKind(std::string_view name)
{
    if (name.find("__amd_rocclr_copy") != std::string_view::npos) {
        return GpuOpKind::Memcpy;
    }
    if (name.find("__amd_rocclr_fill") != std::string_view::npos) {
        return GpuOpKind::Memset;
    }
    return GpuOpKind::Kernel;
}

SliceClass classifyKernel(std::string_view name)
{
    const std::string l = lowered(name);
    if (containsAny(l, kCommunication)) {
        return SliceClass::Communication;
    }
    if (containsAny(l, kAttention)) {
        return SliceClass::Attention;
    }
    if (containsAny(l, kMatMul)) {
        return SliceClass::MatMul;
    }
    if (containsAny(l, kReduction)) {
        return SliceClass::Reduction;
    }
    if (containsAny(l, kElementwise)) {
        return SliceClass::Elementwise;
    }
    return SliceClass::OtherKernel;
}

SliceClass classifyOperator(std::string_view name)
{
    const std::string l = lowered(name);
    if (containsAny(l, kOpCommunication)) {
        return SliceClass::Communication;
    }
    if (l.find("copy") != std::string::npos || l == "aten::to") {
        return SliceClass::Copy;
    }
    if (containsAny(l, kOpAttention)) {
        return SliceClass::Attention;
    }
    if (containsAny(l, kOpReduction)) {
        return SliceClass::Reduction;
    }
    if (containsAny(l, kOpMatMul)) {
        return SliceClass::MatMul;
    }
    return SliceClass::Operator;
}

ApiKind apiKind(std::string_view name)
{
    const std::string l = lowered(name);
    constexpr std::array<std::string_view, 5> kPrefixes{"cuda", "hipext", "hip", "cu", "ur"};
    std::string_view rest = l;
    const auto* const prefix =
        std::find_if(kPrefixes.begin(), kPrefixes.end(),
                     [&](std::string_view p) { return rest.starts_with(p); });
    if (prefix == kPrefixes.end()) {
        return ApiKind::Other;
    }
    rest.remove_prefix(prefix->size());
    for (const ApiRule& rule : kApiRules) {
        if (rest.find(rule.part) != std::string_view::npos) {
            return rule.kind;
        }
    }
    return ApiKind::Other;
}

std::string_view apiKindName(ApiKind kind)
{
    constexpr std::array<std::string_view, 12> kNames{
        "other",        "kernel_launch",     "graph_launch", "memcpy",
        "memset",       "stream_sync",       "device_sync",  "event_sync",
        "event_record", "stream_wait_event", "event_query",  "alloc"};
    return kNames[std::min<std::size_t>(static_cast<std::size_t>(kind), kNames.size() - 1)];
}

std::string_view gpuOpKindName(GpuOpKind kind)
{
    constexpr std::array<std::string_view, 4> kNames{"kernel", "memcpy", "memset", "graph"};
    return kNames[static_cast<std::size_t>(kind) & 3U];
}

std::string_view linkKindName(LinkKind kind)
{
    constexpr std::array<std::string_view, 6> kNames{"launch",     "flow", "forward_backward",
                                                     "event_wait", "sync", "collective"};
    return kNames[std::min<std::size_t>(static_cast<std::size_t>(kind), kNames.size() - 1)];
}

std::string_view provenanceName(Provenance provenance)
{
    return provenance == Provenance::Recorded ? "recorded" : "inferred";
}

std::string_view sliceClassName(SliceClass cls)
{
    constexpr std::array<std::string_view, kSliceClassCount> kNames{
        "matmul", "attention", "elementwise", "reduction",  "communication",
        "copy",   "memset",    "kernel",      "annotation", "operator",
        "api",    "sync",      "python",      "overhead",   "other"};
    return kNames[std::min<std::size_t>(static_cast<std::size_t>(cls), kNames.size() - 1)];
}

namespace {

// Length of what begins the text and belongs to a name in spite of its brackets, else 0.
std::size_t partOfName(std::string_view text)
{
    for (const std::string_view part : {"(anonymous namespace)", "<unnamed>", "operator()"}) {
        if (text.starts_with(part)) {
            return part.size();
        }
    }
    return 0;
}

} // namespace

std::string normalisedKernelName(std::string_view name)
{
    // Template arguments and parameters are what stands between balanced <> and () outside of
    // "(anonymous namespace)", which NVIDIA's demangler calls "<unnamed>", and "operator()".
    std::string out;
    int angle = 0;
    int round = 0;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const std::string_view rest = name.substr(i);
        const std::size_t whole = angle == 0 && round == 0 ? partOfName(rest) : 0;
        if (whole > 0) {
            out += rest.starts_with('<') ? "(anonymous namespace)" : rest.substr(0, whole);
            i += whole - 1;
            continue;
        }
        // A return type ends at a space: "void f", "std::enable_if<…>::type f". A method's
        // "const" is no such thing, and "Memcpy HtoD" is no function.
        if (angle == 0 && round == 0 && name[i] == ' ' && !rest.starts_with(" const")
            && (out == "void" || out.find("::") != std::string::npos)) {
            out.clear();
            continue;
        }
        const char c = name[i];
        if (c == '<') {
            ++angle;
        } else if (c == '>' && angle > 0) {
            --angle;
        } else if (c == '(' && angle == 0) {
            ++round;
        } else if (c == ')' && angle == 0 && round > 0) {
            --round;
        } else if (angle == 0 && round == 0) {
            out += c;
        }
    }
    if (angle != 0 || round != 0) {
        return std::string(name); // cut off in the middle: leave it alone
    }
    while (!out.empty() && out.back() == ' ') {
        out.pop_back();
    }
    return out.empty() ? std::string(name) : out;
}

} // namespace longpole::model
