// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels that spin for a known time, in patterns whose critical path is known: what a what-if
// predicts of one run can be measured in another.  spin MODE SCALE: spinB takes SCALE of its time.
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <thread>
#include <vector>

namespace {

__device__ void spinFor(long long ns)
{
    long long begin = 0;
    long long now = 0;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(begin));
    do {
        asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
    } while (now - begin < ns);
}

__global__ void spinA(long long ns)
{
    spinFor(ns);
}
__global__ void spinB(long long ns)
{
    spinFor(ns);
}
__global__ void spinC(long long ns)
{
    spinFor(ns);
}

void check(cudaError_t error)
{
    if (error != cudaSuccess) {
        std::fprintf(stderr, "spin: %s\n", cudaGetErrorString(error));
        std::exit(1);
    }
}

constexpr long long kMs = 1'000'000;

struct Load
{
    double scale = 1;
    cudaStream_t s0 = nullptr;
    cudaStream_t s1 = nullptr;

    long long b(long long ns) const
    {
        return static_cast<long long>(static_cast<double>(ns) * scale);
    }

    void chain() // one after the other
    {
        for (int i = 0; i < 20; ++i) {
            spinA<<<1, 1, 0, s0>>>(kMs);
            spinB<<<1, 1, 0, s0>>>(b(2 * kMs));
            spinC<<<1, 1, 0, s0>>>(kMs);
        }
        check(cudaStreamSynchronize(s0));
    }
    void launchBound() // the host is slower than the GPU
    {
        for (int i = 0; i < 5000; ++i) {
            spinB<<<1, 1, 0, s0>>>(b(2'000));
        }
        check(cudaStreamSynchronize(s0));
    }
    void event() // B waits for A, C runs beside it
    {
        cudaEvent_t ready = nullptr;
        check(cudaEventCreateWithFlags(&ready, cudaEventDisableTiming));
        for (int i = 0; i < 20; ++i) {
            spinA<<<1, 1, 0, s0>>>(kMs);
            check(cudaEventRecord(ready, s0));
            check(cudaStreamWaitEvent(s1, ready, 0));
            spinB<<<1, 1, 0, s1>>>(b(2 * kMs));
            spinC<<<1, 1, 0, s0>>>(kMs / 2);
            check(cudaDeviceSynchronize());
        }
    }
    void syncHeavy() // the host waits for each
    {
        for (int i = 0; i < 200; ++i) {
            spinA<<<1, 1, 0, s0>>>(kMs / 10);
            check(cudaStreamSynchronize(s0));
            spinB<<<1, 1, 0, s0>>>(b(kMs / 5));
            check(cudaStreamSynchronize(s0));
        }
    }
    void copies(bool pinned) // a copy back after each kernel
    {
        constexpr std::size_t kBytes = std::size_t{4} << 20U;
        void* device = nullptr;
        void* host = nullptr;
        std::vector<char> pageable(kBytes);
        check(cudaMalloc(&device, kBytes));
        check(cudaMallocHost(&host, kBytes));
        for (int i = 0; i < 20; ++i) {
            spinB<<<1, 1, 0, s0>>>(b(2 * kMs));
            check(cudaMemcpyAsync(pinned ? host : pageable.data(), device, kBytes,
                                  cudaMemcpyDeviceToHost, s0));
            check(cudaStreamSynchronize(s0));
        }
    }
    void legacy() // the default stream waits for all others
    {
        cudaStream_t blocking = nullptr;
        check(cudaStreamCreate(&blocking));
        for (int i = 0; i < 20; ++i) {
            spinA<<<1, 1, 0, blocking>>>(kMs);
            spinB<<<1, 1>>>(b(2 * kMs));
            spinC<<<1, 1, 0, blocking>>>(kMs);
            check(cudaDeviceSynchronize());
        }
    }
    void queueFull() // more launches than the driver queues
    {
        for (int i = 0; i < 3000; ++i) {
            spinB<<<1, 1, 0, s0>>>(b(50'000));
        }
        check(cudaStreamSynchronize(s0));
    }
    void graph() // A, then B beside C, then A
    {
        cudaGraph_t graph = nullptr;
        cudaGraphExec_t ready = nullptr;
        cudaEvent_t fork = nullptr;
        cudaEvent_t join = nullptr;
        check(cudaEventCreateWithFlags(&fork, cudaEventDisableTiming));
        check(cudaEventCreateWithFlags(&join, cudaEventDisableTiming));
        check(cudaStreamBeginCapture(s0, cudaStreamCaptureModeGlobal));
        spinA<<<1, 1, 0, s0>>>(kMs / 2);
        check(cudaEventRecord(fork, s0));
        check(cudaStreamWaitEvent(s1, fork, 0));
        spinC<<<1, 1, 0, s1>>>(kMs);
        check(cudaEventRecord(join, s1));
        spinB<<<1, 1, 0, s0>>>(b(3 * kMs / 2));
        check(cudaStreamWaitEvent(s0, join, 0));
        spinA<<<1, 1, 0, s0>>>(kMs / 2);
        check(cudaStreamEndCapture(s0, &graph));
        check(cudaGraphInstantiateWithFlags(&ready, graph, 0));
        for (int i = 0; i < 20; ++i) {
            check(cudaGraphLaunch(ready, s0));
            check(cudaStreamSynchronize(s0));
        }
    }
    void threads() // one thread launches A and waits, the other goes on with B
    {
        std::mutex mutex;
        std::condition_variable changed;
        int turn = 0;
        std::thread other([&] {
            for (int i = 0; i < 50; ++i) {
                std::unique_lock lock(mutex);
                changed.wait(lock, [&] { return turn == 2 * i + 1; });
                spinB<<<1, 1, 0, s1>>>(b(kMs));
                check(cudaStreamSynchronize(s1));
                ++turn;
                changed.notify_all();
            }
        });
        for (int i = 0; i < 50; ++i) {
            std::unique_lock lock(mutex);
            changed.wait(lock, [&] { return turn == 2 * i; });
            spinA<<<1, 1, 0, s0>>>(kMs / 2);
            check(cudaStreamSynchronize(s0));
            ++turn;
            changed.notify_all();
        }
        other.join();
    }
};

} // namespace

int main(int argc, char** argv)
{
    if (argc != 3) {
        std::fprintf(stderr, "usage: spin MODE SCALE\n");
        return 2;
    }
    Load load;
    load.scale = std::atof(argv[2]);
    check(cudaStreamCreateWithFlags(&load.s0, cudaStreamNonBlocking));
    check(cudaStreamCreateWithFlags(&load.s1, cudaStreamNonBlocking));
    spinA<<<1, 1, 0, load.s0>>>(1000); // loads the module
    spinB<<<1, 1, 0, load.s0>>>(1000);
    spinC<<<1, 1, 0, load.s1>>>(1000);
    check(cudaDeviceSynchronize());
    const char* const mode = argv[1];
    nvtxRangePushA("measured");
    std::strcmp(mode, "chain") == 0          ? load.chain()
        : std::strcmp(mode, "launch") == 0   ? load.launchBound()
        : std::strcmp(mode, "event") == 0    ? load.event()
        : std::strcmp(mode, "sync") == 0     ? load.syncHeavy()
        : std::strcmp(mode, "pageable") == 0 ? load.copies(false)
        : std::strcmp(mode, "pinned") == 0   ? load.copies(true)
        : std::strcmp(mode, "legacy") == 0   ? load.legacy()
        : std::strcmp(mode, "queue") == 0    ? load.queueFull()
        : std::strcmp(mode, "graph") == 0    ? load.graph()
        : std::strcmp(mode, "threads") == 0  ? load.threads()
                                             : std::exit(2);
    nvtxRangePop();
    return 0;
}
