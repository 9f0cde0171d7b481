// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// Watches the program's threads while they are in a callback of the collector: nothing there may
// allocate, lock or write. Overrides what the C library offers; the process is killed on a breach.
#include <dlfcn.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace {

using InCallback = int (*)();
std::atomic<InCallback> theInCallback{nullptr};
__attribute__((tls_model("initial-exec"))) thread_local bool inNvtx = false;

void forbid(const char* what)
{
    const InCallback f = theInCallback.load(std::memory_order_acquire);
    if (!inNvtx && (f == nullptr || f() == 0)) {
        return;
    }
    theInCallback.store(nullptr);
    inNvtx = false;
    const char* const parts[] = {"double_target: ", what, " in a callback of the collector\n"};
    for (const char* part : parts) {
        (void)!::syscall(1, 2, part, std::strlen(part));
    }
    std::abort();
}

template <class F>
F next(const char* name)
{
    return reinterpret_cast<F>(::dlsym(RTLD_NEXT, name));
}

} // namespace

namespace target {

// Called once the double of libcupti is loaded.
void watchCallbacks(int (*inCallback)())
{
    theInCallback.store(inCallback, std::memory_order_release);
}

// This thread is in a call of NVTX.
void watchNvtx(bool in)
{
    inNvtx = in;
}

} // namespace target

extern "C" void* __libc_malloc(std::size_t);
extern "C" void* malloc(std::size_t size)
{
    forbid("malloc");
    return __libc_malloc(size);
}

extern "C" int pthread_mutex_lock(pthread_mutex_t* mutex)
{
    using F = int (*)(pthread_mutex_t*);
    static const F real = next<F>("pthread_mutex_lock");
    forbid("pthread_mutex_lock");
    return real(mutex);
}

extern "C" ssize_t write(int fd, const void* bytes, std::size_t size)
{
    using F = ssize_t (*)(int, const void*, std::size_t);
    static const F real = next<F>("write");
    forbid("write");
    return real(fd, bytes, size);
}
