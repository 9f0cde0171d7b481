// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Names a training job of PyTorch has: kernels, operator arguments, Python frames.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace longpole::test {

constexpr std::string_view kLayerNormForward =
    "void at::native::(anonymous namespace)::vectorized_layer_norm_kernel<c10::BFloat16, float>"
    "(int, float, c10::BFloat16 const*, c10::BFloat16 const*, c10::BFloat16 const*, float*, float*,"
    " c10::BFloat16*)";
constexpr std::string_view kLayerNormBackward =
    "void at::native::(anonymous namespace)::layer_norm_grad_input_kernel_vectorized<c10::BFloat16,"
    " float>(c10::BFloat16 const*, c10::BFloat16 const*, float const*, float const*,"
    " c10::BFloat16 const*, c10::BFloat16*, int)";
constexpr std::string_view kFlashForward =
    "void pytorch_flash::flash_fwd_kernel<Flash_fwd_kernel_traits<64, 128, 128, 4, false, false,"
    " cutlass::bfloat16_t, Flash_kernel_traits<64, 128, 128, 4, cutlass::bfloat16_t> >, true, true,"
    " false, false, true, true, false, false>(pytorch_flash::Flash_fwd_params)";
constexpr std::string_view kFlashBackward =
    "void pytorch_flash::flash_bwd_dq_dk_dv_loop_seqk_parallel_kernel<Flash_bwd_kernel_traits<64,"
    " 128, 128, 8, 4, 4, 4, false, false, cutlass::bfloat16_t>, true, true, false, false, true,"
    " true, false>(pytorch_flash::Flash_bwd_params)";
constexpr std::string_view kGelu =
    "void at::native::vectorized_elementwise_kernel<4, at::native::GeluCUDAKernelImpl"
    "(at::TensorIteratorBase&, at::native::GeluType)::{lambda()#2}::operator()() "
    "const::{lambda()#4}"
    "::operator()() const::{lambda(c10::BFloat16)#1}, std::array<char*, 2ul> >(int, at::native::"
    "GeluCUDAKernelImpl(at::TensorIteratorBase&, at::native::GeluType)::{lambda()#2}::operator()()"
    " const::{lambda()#4}::operator()() const::{lambda(c10::BFloat16)#1}, std::array<char*, 2ul>)";
constexpr std::string_view kDropout =
    "void at::native::(anonymous namespace)::fused_dropout_kernel_vec<c10::BFloat16, float, "
    "unsigned"
    " int, 1, 4, bool>(at::cuda::detail::TensorInfo<c10::BFloat16 const, unsigned int>,"
    " at::cuda::detail::TensorInfo<c10::BFloat16, unsigned int>, at::cuda::detail::TensorInfo<bool,"
    " unsigned int>, unsigned int, float, at::PhiloxCudaState)";
constexpr std::string_view kAdd =
    "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<c10::BFloat16>,"
    " std::array<char*, 3ul> >(int, at::native::CUDAFunctor_add<c10::BFloat16>, std::array<char*,"
    " 3ul>)";
constexpr std::string_view kSoftmaxForward =
    "void at::native::(anonymous namespace)::cunn_SoftMaxForward<4, float, float, float,"
    " at::native::(anonymous namespace)::LogSoftMaxForwardEpilogue>(float*, float const*, int)";
constexpr std::string_view kNllForward =
    "void at::native::(anonymous namespace)::nll_loss_forward_reduce_cuda_kernel_2d<float, float,"
    " long>(float*, float*, float const*, long const*, float const*, bool, long, long, long, long)";
constexpr std::string_view kAdam =
    "void at::native::(anonymous namespace)::multi_tensor_apply_kernel<at::native::(anonymous"
    " namespace)::FusedOptimizerTensorListMetadata<4>, at::native::(anonymous namespace)"
    "::FusedAdamMathFunctor<float, 4, (at::native::ADAM_MODE)1, false>, float const*, double,"
    " double, double, double, double, bool, float*, float*>(at::native::(anonymous namespace)"
    "::FusedOptimizerTensorListMetadata<4>, at::native::(anonymous namespace)"
    "::FusedAdamMathFunctor<float, 4, (at::native::ADAM_MODE)1, false>, float const*, double,"
    " double, double, double, double, bool, float*, float*)";
constexpr std::string_view kEmbedding =
    "void at::native::(anonymous namespace)::indexSelectLargeIndex<c10::BFloat16, long, unsigned"
    " int, 2, 2, -2, true>(at::cuda::detail::TensorInfo<c10::BFloat16, unsigned int>,"
    " at::cuda::detail::TensorInfo<c10::BFloat16 const, unsigned int>, at::cuda::detail::TensorInfo"
    "<long const, unsigned int>, int, int, unsigned int, unsigned int, long)";
constexpr std::string_view kAllReduce =
    "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)";

// One of a few dozen matrix multiplications, by tile and stages.
std::string gemmName(std::int64_t variant);
// A fused kernel as the compiler names it.
std::string tritonName(std::int64_t variant);
// "Concrete Inputs", "Input type", "Input Strides" and "Input Dims" of an operator, inside of args.
std::string operatorInputs(std::int64_t variant);
// A Python frame or module.
std::string pythonName(std::int64_t variant);

} // namespace longpole::test
