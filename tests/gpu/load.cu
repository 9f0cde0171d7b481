// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Work for a GPU in four shapes, for measuring what recording costs: load MODE COUNT
//   launch   COUNT launches of an empty kernel
//   graph    a graph of 100 kernels, launched COUNT / 100 times
//   streams  launches on two streams in turn, tied by an event every 10
//   copies   pageable and pinned copies both ways, with a kernel between
#include <cuda_runtime.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

void check(cudaError_t status)
{
    if (status != cudaSuccess) {
        std::fprintf(stderr, "load: %s\n", cudaGetErrorString(status));
        std::exit(1);
    }
}

__global__ void nothing() { }

__global__ void add(float* values, int n)
{
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) {
        values[i] += 1.0F;
    }
}

void launch(int count)
{
    for (int i = 0; i < count; ++i) {
        nothing<<<1, 32>>>();
    }
}

void graph(int count)
{
    cudaStream_t stream{};
    cudaGraph_t recorded{};
    cudaGraphExec_t ready{};
    check(cudaStreamCreate(&stream));
    check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    for (int i = 0; i < 100; ++i) {
        nothing<<<1, 32, 0, stream>>>();
    }
    check(cudaStreamEndCapture(stream, &recorded));
    check(cudaGraphInstantiate(&ready, recorded, 0));
    for (int i = 0; i < count / 100; ++i) {
        check(cudaGraphLaunch(ready, stream));
    }
    check(cudaStreamSynchronize(stream));
}

void streams(int count)
{
    cudaStream_t pair[2] = {};
    cudaEvent_t event{};
    check(cudaStreamCreateWithFlags(&pair[0], cudaStreamNonBlocking));
    check(cudaStreamCreateWithFlags(&pair[1], cudaStreamNonBlocking));
    check(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    for (int i = 0; i < count; ++i) {
        nothing<<<1, 32, 0, pair[i % 2]>>>();
        if (i % 10 == 9) {
            check(cudaEventRecord(event, pair[i % 2]));
            check(cudaStreamWaitEvent(pair[(i + 1) % 2], event, 0));
        }
    }
}

void copies(int count)
{
    constexpr int kValues = 1 << 20;
    float* device = nullptr;
    float* pinned = nullptr;
    std::vector<float> pageable(kValues);
    check(cudaMalloc(&device, kValues * sizeof(float)));
    check(cudaMallocHost(&pinned, kValues * sizeof(float)));
    for (int i = 0; i < count; ++i) {
        check(cudaMemcpyAsync(device, pageable.data(), kValues * sizeof(float),
                              cudaMemcpyHostToDevice));
        add<<<kValues / 256, 256>>>(device, kValues);
        check(cudaMemcpyAsync(pinned, device, kValues * sizeof(float), cudaMemcpyDeviceToHost));
    }
    check(cudaDeviceSynchronize());
    check(cudaFree(device));
    check(cudaFreeHost(pinned));
}

} // namespace

int main(int argc, char** argv)
{
    const std::string mode = argc > 1 ? argv[1] : "launch";
    const int count = argc > 2 ? std::atoi(argv[2]) : 100'000;
    check(cudaFree(nullptr));
    mode == "graph" ? graph(count)
        : mode == "streams" ? streams(count)
        : mode == "copies" ? copies(count)
                           : launch(count);
    check(cudaDeviceSynchronize());
    if (argc > 3 && std::string(argv[3]) == "kill") {
        ::usleep(700'000);
        std::abort();
    }
    return 0;
}
