// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/names.h"

#include <gtest/gtest.h>

namespace longpole::model {
namespace {

TEST(Names, KernelNamesLoseReturnTypeTemplatesAndParameters)
{
    EXPECT_EQ(normalisedKernelName("void at::native::vectorized_elementwise_kernel<4, "
                                   "at::native::FillFunctor<float>, std::array<char*, 1ul> >(int, "
                                   "at::native::FillFunctor<float>, std::array<char*, 1ul>)"),
              "at::native::vectorized_elementwise_kernel");
    EXPECT_EQ(normalisedKernelName("ampere_sgemm_128x64_nn"), "ampere_sgemm_128x64_nn");
    EXPECT_EQ(
        normalisedKernelName("void at::native::(anonymous namespace)::indexing_kernel<long>(int)"),
        "at::native::(anonymous namespace)::indexing_kernel");
    EXPECT_EQ(normalisedKernelName(
                  "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)"),
              "ncclDevKernel_AllReduce_Sum_bf16_RING_LL");
    EXPECT_EQ(normalisedKernelName("void cut_off<int, at::native"), "void cut_off<int, at::native");
    EXPECT_EQ(normalisedKernelName("std::enable_if<!(false), void>::type "
                                   "internal::gemvx::kernel<int, float>(int, float*)"),
              "internal::gemvx::kernel");
    EXPECT_EQ(normalisedKernelName("void (anonymous namespace)::softmax<float>(float*)"),
              "(anonymous namespace)::softmax");
    EXPECT_EQ(
        normalisedKernelName("void at::native::<unnamed>::scan<float, <unnamed>::Op>(float*)"),
        "at::native::(anonymous namespace)::scan");
    EXPECT_EQ(normalisedKernelName("a::f()::{lambda()#1}::operator()() const::{lambda(int)#2}"),
              "a::f::{lambda#1}::operator() const::{lambda#2}");
    EXPECT_EQ(normalisedKernelName("Memcpy HtoD (Pinned -> Device)"), "Memcpy HtoD");
    EXPECT_EQ(normalisedKernelName(""), "");
}

TEST(Names, CommunicationIsKnownByOldAndNewNames)
{
    for (const char* name :
         {"ncclKernel_AllReduce_RING_LL_Sum_float", "ncclDevKernel_SendRecv(x)",
          "rcclGenericKernel", "multimem_all_reduce_kernel",
          "void vllm::cross_device_reduce_1stage<float>", "two_shot_all_reduce_kernel",
          "flashinfer::trtllm_allreduce_fusion::kernel"}) {
        EXPECT_TRUE(isCommunicationKernel(name)) << name;
        EXPECT_EQ(classifyKernel(name), SliceClass::Communication) << name;
    }
    for (const char* name :
         {"ampere_sgemm_128x64_nn", "reduce_kernel", "void at::native::reduce_kernel<512>"}) {
        EXPECT_FALSE(isCommunicationKernel(name)) << name;
    }
}

TEST(Names, RocmCopiesAndFillsThatRunAsKernelsAreCopiesAndMemsets)
{
    EXPECT_EQ(kernelKind("__amd_rocclr_copyBuffer"), GpuOpKind::Memcpy);
    EXPECT_EQ(kernelKind("__amd_rocclr_fillBufferAligned"), GpuOpKind::Memset);
    EXPECT_EQ(kernelKind("Cijk_Ailk_Bljk"), GpuOpKind::Kernel);
}

TEST(Names, CudaAndHipCallsMapToTheSameKinds)
{
    EXPECT_EQ(apiKind("cudaLaunchKernelExC"), ApiKind::KernelLaunch);
    EXPECT_EQ(apiKind("hipExtModuleLaunchKernel"), ApiKind::KernelLaunch);
    EXPECT_EQ(apiKind("cuLaunchKernelEx"), ApiKind::KernelLaunch);
    EXPECT_EQ(apiKind("hipGraphLaunch"), ApiKind::GraphLaunch);
    EXPECT_EQ(apiKind("cudaGraphLaunch"), ApiKind::GraphLaunch);
    EXPECT_EQ(apiKind("cudaStreamSynchronize"), ApiKind::StreamSync);
    EXPECT_EQ(apiKind("hipDeviceSynchronize"), ApiKind::DeviceSync);
    EXPECT_EQ(apiKind("cudaEventSynchronize"), ApiKind::EventSync);
    EXPECT_EQ(apiKind("cudaStreamWaitEvent"), ApiKind::StreamWaitEvent);
    EXPECT_EQ(apiKind("cudaEventRecordWithFlags"), ApiKind::EventRecord);
    EXPECT_EQ(apiKind("cudaMemcpyAsync"), ApiKind::Memcpy);
    EXPECT_EQ(apiKind("urEnqueueKernelLaunch"), ApiKind::KernelLaunch);
    EXPECT_EQ(apiKind("aten::launch"), ApiKind::Other);
}

} // namespace
} // namespace longpole::model
