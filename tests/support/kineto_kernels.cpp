// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/kineto_kernels.h"

#include <array>

namespace longpole::test {

namespace {

template <typename T, std::size_t n>
const T& at(const std::array<T, n>& list, std::int64_t index)
{
    return list[static_cast<std::size_t>(index) % n];
}

} // namespace

std::string gemmName(std::int64_t variant)
{
    constexpr std::array<std::string_view, 4> kTiles = {"128x128", "128x256", "256x128", "64x128"};
    constexpr std::array<std::string_view, 3> kLayouts = {"tnn", "nnn", "ntn"};
    std::string name = "nvjet_hsh_";
    name += at(kTiles, variant);
    name += "_64x";
    name += std::to_string(3 + variant / 4 % 3);
    name += "_2x1_v_bz_coopA_";
    name += at(kLayouts, variant / 12);
    return name;
}

std::string tritonName(std::int64_t variant)
{
    constexpr std::array<std::string_view, 5> kWhat = {
        "triton_poi_fused_add_gelu_native_dropout_", "triton_per_fused_add_native_layer_norm_",
        "triton_red_fused_native_layer_norm_backward_", "triton_poi_fused__to_copy_mul_",
        "triton_poi_fused_gelu_backward_native_dropout_backward_"};
    return std::string(at(kWhat, variant)) + std::to_string(variant / 5);
}

std::string operatorInputs(std::int64_t variant)
{
    constexpr std::array<int, 7> kSizes = {64, 256, 768, 1024, 2304, 3072, 8192};
    std::string concrete = "[";
    std::string types = "[";
    std::string strides = "[";
    std::string dims = "[";
    const std::int64_t count = 1 + variant % 3;
    for (std::int64_t i = 0; i < count; ++i) {
        const std::string comma = i == 0 ? "" : ", ";
        if ((variant + i) % 4 == 3) {
            concrete += comma + "\"" + std::to_string(variant % 5) + "\"";
            types += comma + "\"Scalar\"";
            strides += comma + "[]";
            dims += comma + "[]";
            continue;
        }
        const std::string rows = std::to_string(at(kSizes, variant / 3 + i));
        const std::string columns = std::to_string(at(kSizes, variant / 21 + 2 * i));
        concrete += comma + "\"\"";
        types += comma + "\"c10::BFloat16\"";
        strides += comma + "[" + columns + ", 1]";
        dims += comma + "[" + rows + ", " + columns + "]";
    }
    return "\"Concrete Inputs\": " + concrete + "], \"Input type\": " + types
        + "], \"Input Strides\": " + strides + "], \"Input Dims\": " + dims + "]";
}

std::string pythonName(std::int64_t variant)
{
    constexpr std::array<std::string_view, 5> kModules = {"TransformerBlock", "CausalSelfAttention",
                                                          "MLP", "LayerNorm", "Linear"};
    constexpr std::array<std::string_view, 8> kFrames = {
        "torch/nn/modules/module.py(@): _call_impl",
        "torch/nn/modules/module.py(@): _wrapped_call_impl",
        "torch/nn/modules/linear.py(@): forward",
        "torch/nn/functional.py(@): layer_norm",
        "model/transformer.py(@): forward",
        "torch/utils/_contextlib.py(@): decorate_context",
        "torch/optim/optimizer.py(@): wrapper",
        "torch/autograd/function.py(@): apply"};
    if (variant % 4 == 0) {
        std::string name = "nn.Module: ";
        name += at(kModules, variant / 4);
        return name + "_" + std::to_string(variant / 20 % 48);
    }
    std::string name(at(kFrames, variant / 4));
    return name.replace(name.find('@'), 1, std::to_string(100 + variant % 1400));
}

} // namespace longpole::test
