// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/kineto_training.h"

#include "tests/support/kineto_kernels.h"

#include <algorithm>

namespace longpole::test {

namespace {

constexpr std::int64_t kBatchBytes = 25'165'824;
constexpr int kInputVariants = 600;
constexpr int kPythonVariants = 1600;

} // namespace

Training::Training(const KinetoOptions& options, std::int64_t startNs)
    : m_options(options)
    , m_machine(options.seed, startNs)
{
    for (int i = 0; i < kInputVariants; ++i) {
        m_inputs.push_back(operatorInputs(i));
    }
}

std::int64_t Training::jittered(std::int64_t ns)
{
    return ns + m_machine.pick(-ns / 50, ns / 50);
}

// Samples: the same for an operator in every run, so that runs are comparable. In a trace made for
// its size most calls have one of a few shapes.
std::string_view Training::inputs(std::string_view op)
{
    if (m_options.bytes == 0) {
        std::uint32_t hash = 2166136261U; // FNV-1a
        for (const char c : op) {
            hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
        }
        return m_inputs[hash % m_inputs.size()];
    }
    const bool common = m_machine.pick(0, 9) < 7;
    return m_inputs[static_cast<std::size_t>(m_machine.pick(0, common ? 59 : kInputVariants - 1))];
}

KernelShape Training::gemm(int variant, std::int64_t durationNs)
{
    return {m_machine.keep(gemmName(variant)), jittered(durationNs), 132, 1, 384, 168, 213'000};
}

KernelShape Training::pointwise(std::string_view name, std::int64_t durationNs)
{
    return {name, jittered(durationNs), 6144, 1, 128, 32, 0};
}

KernelShape Training::fusedKernel(int variant, std::int64_t durationNs)
{
    return {m_machine.keep(tritonName(variant)), jittered(durationNs), 3072, 1, 256, 40, 1024};
}

std::size_t Training::enterPython(int depth)
{
    const std::size_t first = m_frames.size();
    for (int i = 0; m_options.pythonStack && i < depth; ++i) {
        const std::int64_t variant = m_machine.pick(0, kPythonVariants - 1);
        const std::string args = "\"Python parent id\": " + std::to_string(m_pythonId)
            + ", \"Python id\": " + std::to_string(m_pythonId + 1);
        ++m_pythonId;
        m_frames.push_back(m_machine.open(m_machine.mainThread(), "python_function",
                                          m_machine.keep(pythonName(variant)), args));
    }
    return first;
}

void Training::leavePython(std::size_t first)
{
    while (m_frames.size() > first) {
        m_machine.close(m_machine.mainThread(), m_frames.back());
        m_frames.pop_back();
    }
}

void Training::op(std::string_view outer, std::string_view inner, const KernelShape& kernel)
{
    HostThread& thread = m_machine.mainThread();
    const std::size_t python = enterPython(3);
    const std::int64_t sequence = m_nextSequence++;
    std::string args =
        "\"Sequence number\": " + std::to_string(sequence) + ", \"Fwd thread id\": 0, ";
    args += inputs(outer);
    const std::size_t slice = m_machine.open(thread, "cpu_op", outer, args);
    m_machine.flowAt(slice, 's', sequence);
    m_sequence.push_back(sequence);
    const std::size_t body = m_machine.open(thread, "cpu_op", inner, inputs(inner));
    if (kernel.durationNs > 0) {
        const std::size_t empty =
            m_machine.open(thread, "cpu_op", "aten::empty", inputs("aten::empty"));
        m_machine.memory(thread, 12'582'912);
        m_machine.close(thread, empty);
        m_machine.launch(thread, kCompute, kernel, m_machine.externalId(body));
    }
    m_machine.close(thread, body);
    m_machine.close(thread, slice);
    leavePython(python);
}

void Training::backwardOp(std::string_view node, std::string_view inner, const KernelShape& kernel,
                          int launches)
{
    HostThread& thread = m_machine.autogradThread();
    const std::int64_t sequence = m_sequence.back();
    m_sequence.pop_back();
    const std::string args =
        "\"Sequence number\": " + std::to_string(sequence) + ", \"Fwd thread id\": 1";
    const std::size_t evaluate = m_machine.open(
        thread, "cpu_op",
        m_machine.keep("autograd::engine::evaluate_function: " + std::string(node)), args);
    const std::size_t slice = m_machine.open(thread, "cpu_op", node, args);
    m_machine.flowAt(slice, 'f', sequence);
    for (int i = 0; i < launches; ++i) {
        const std::size_t body = m_machine.open(thread, "cpu_op", inner, inputs(inner));
        m_machine.launch(thread, kCompute, kernel, m_machine.externalId(body));
        m_machine.close(thread, body);
    }
    m_machine.close(thread, slice);
    m_machine.memory(thread, -12'582'912);
    m_machine.close(thread, evaluate);
}

void Training::loadBatch()
{
    HostThread& thread = m_machine.mainThread();
    const bool slow = m_options.slowLoader;
    const std::size_t python = enterPython(4);
    const std::size_t wait =
        m_machine.open(thread, "user_annotation",
                       slow ? "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__"
                            : "enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__");
    if (slow) {
        // Reading, decoding and stacking the samples one by one, in this thread.
        for (int sample = 0; sample < 16; ++sample) {
            const std::size_t decode =
                m_machine.open(thread, "cpu_op", "aten::to", inputs("aten::to"));
            const std::size_t copy =
                m_machine.open(thread, "cpu_op", "aten::copy_", inputs("aten::copy_"));
            thread.now += jittered(780'000);
            m_machine.close(thread, copy);
            m_machine.close(thread, decode);
        }
        const std::size_t stack =
            m_machine.open(thread, "cpu_op", "aten::stack", inputs("aten::stack"));
        thread.now += jittered(1'900'000);
        m_machine.close(thread, stack);
    } else {
        thread.now += jittered(160'000);
    }
    m_machine.close(thread, wait);
    leavePython(python);

    const std::size_t to = m_machine.open(thread, "cpu_op", "aten::to", inputs("aten::to"));
    const std::size_t copy = m_machine.open(thread, "cpu_op", "aten::copy_", inputs("aten::copy_"));
    const std::int64_t external = m_machine.externalId(copy);
    if (slow) {
        m_machine.copy(thread, kCompute, "Memcpy HtoD (Pageable -> Device)", kBatchBytes, true,
                       external);
    } else {
        m_machine.copy(thread, kCopy, "Memcpy HtoD (Pinned -> Device)", kBatchBytes, false,
                       external);
        const EventMark copied = m_machine.record(thread, kCopy, external);
        m_machine.waitFor(thread, kCompute, copied, external);
    }
    m_machine.close(thread, copy);
    m_machine.close(thread, to);
}

void Training::forwardLayer(int layer)
{
    const std::size_t python = enterPython(6);
    op("aten::layer_norm", "aten::native_layer_norm", pointwise(kLayerNormForward, 21'000));
    op("aten::linear", "aten::addmm", gemm(layer % 2, 186'000));
    op("aten::transpose", "aten::as_strided", {});
    op("aten::scaled_dot_product_attention", "aten::_flash_attention_forward",
       {kFlashForward, jittered(168'000), 16, 96, 128, 255, 49'152});
    op("aten::linear", "aten::addmm", gemm(2 + layer % 2, 71'000));
    if (m_options.fused) {
        op("CompiledFunction", "aten::native_layer_norm", fusedKernel(1, 26'000));
    } else {
        op("aten::dropout", "aten::native_dropout", pointwise(kDropout, 19'000));
        op("aten::add", "aten::add_", pointwise(kAdd, 16'000));
        op("aten::layer_norm", "aten::native_layer_norm", pointwise(kLayerNormForward, 21'000));
    }
    op("aten::linear", "aten::addmm", gemm(4 + layer % 3, 243'000));
    if (m_options.fused) {
        op("aten::linear", "aten::addmm", gemm(7, 249'000));
        op("CompiledFunction", "aten::gelu", fusedKernel(5 * (layer % 4), 39'000));
    } else {
        op("aten::gelu", "aten::gelu", pointwise(kGelu, 58'000));
        op("aten::linear", "aten::addmm", gemm(7, 249'000));
        op("aten::dropout", "aten::native_dropout", pointwise(kDropout, 19'000));
        op("aten::add", "aten::add_", pointwise(kAdd, 16'000));
    }
    leavePython(python);
}

void Training::forward()
{
    op("aten::embedding", "aten::index_select", pointwise(kEmbedding, 24'000));
    for (int layer = 0; layer < m_options.layers; ++layer) {
        forwardLayer(layer);
    }
}

void Training::loss()
{
    const std::size_t python = enterPython(4);
    op("aten::linear", "aten::mm", gemm(9, 610'000));
    op("aten::log_softmax", "aten::_log_softmax", pointwise(kSoftmaxForward, 142'000));
    op("aten::nll_loss_nd", "aten::nll_loss_forward",
       {kNllForward, jittered(9'000), 1, 1, 32, 24, 256});
    leavePython(python);
}

void Training::backwardLayer(int layer)
{
    if (m_options.fused) {
        backwardOp("CompiledFunctionBackward", "aten::gelu_backward", fusedKernel(4, 44'000), 1);
    } else {
        backwardOp("AddBackward0", "aten::add_", pointwise(kAdd, 16'000), 1);
        backwardOp("NativeDropoutBackward0", "aten::native_dropout_backward",
                   pointwise(kDropout, 20'000), 1);
    }
    backwardOp("AddmmBackward0", "aten::mm", gemm(12 + layer % 3, 247'000), 2);
    if (!m_options.fused) {
        backwardOp("GeluBackward0", "aten::gelu_backward", pointwise(kGelu, 71'000), 1);
    }
    backwardOp("AddmmBackward0", "aten::mm", gemm(15 + layer % 2, 251'000), 2);
    if (m_options.fused) {
        backwardOp("CompiledFunctionBackward", "aten::native_layer_norm_backward",
                   fusedKernel(2, 61'000), 1);
    } else {
        backwardOp("NativeLayerNormBackward0", "aten::native_layer_norm_backward",
                   pointwise(kLayerNormBackward, 52'000), 1);
        backwardOp("AddBackward0", "aten::add_", pointwise(kAdd, 16'000), 1);
        backwardOp("NativeDropoutBackward0", "aten::native_dropout_backward",
                   pointwise(kDropout, 20'000), 1);
    }
    backwardOp("AddmmBackward0", "aten::mm", gemm(18, 74'000), 2);
    backwardOp("ScaledDotProductFlashAttentionBackward0", "aten::_flash_attention_backward",
               {kFlashBackward, jittered(432'000), 16, 96, 256, 255, 196'608}, 1);
    backwardOp("TransposeBackward0", "aten::transpose", {}, 0);
    backwardOp("AddmmBackward0", "aten::mm", gemm(19 + layer % 2, 191'000), 2);
    backwardOp("NativeLayerNormBackward0", "aten::native_layer_norm_backward",
               pointwise(kLayerNormBackward, 52'000), 1);
}

void Training::reduceGradients(HostThread& thread, int bucket)
{
    constexpr std::int64_t kElements = 14'175'744;
    const std::size_t mark = m_machine.deviceMark();
    const std::size_t annotation = m_machine.open(thread, "user_annotation", "nccl:all_reduce");
    const std::size_t call = m_machine.open(
        thread, "cpu_op", "record_param_comms",
        "\"Collective name\": \"allreduce\", \"In msg nelems\": 14175744, \"Group size\": 8, "
        "\"Process Group Name\": \"0\", \"Process Group Description\": \"default_pg\"");
    const std::int64_t external = m_machine.externalId(call);
    const EventMark ready = m_machine.record(thread, kCompute, external);
    m_machine.waitFor(thread, kComm, ready, external);
    // The slowest of the eight ranks decides when it begins to move data.
    const std::int64_t skew = m_machine.pick(0, 200'000) + (bucket % 5 == 3 ? 350'000 : 0);
    m_machine.collective(thread, {"allreduce", kAllReduce, kElements, jittered(820'000) + skew},
                         external);
    m_machine.close(thread, call);
    m_machine.close(thread, annotation);
    m_machine.deviceAnnotation(kComm, "nccl:all_reduce", mark, m_machine.externalId(annotation));
    m_reduced = m_machine.record(thread, kComm, external);
}

void Training::backward()
{
    HostThread& main = m_machine.mainThread();
    HostThread& thread = m_machine.autogradThread();
    const std::size_t python = enterPython(3);
    thread.now = std::max(thread.now, main.now + 6000);
    backwardOp("NllLossBackward0", "aten::nll_loss_backward",
               {kNllForward, jittered(8'000), 1, 1, 32, 24, 256}, 1);
    backwardOp("LogSoftmaxBackward0", "aten::_log_softmax_backward_data",
               pointwise(kSoftmaxForward, 160'000), 1);
    backwardOp("MmBackward0", "aten::mm", gemm(22, 604'000), 2);
    for (int layer = m_options.layers - 1; layer >= 0; --layer) {
        backwardLayer(layer);
        if (layer % 2 == 0) {
            reduceGradients(thread, layer / 2);
        }
    }
    backwardOp("EmbeddingBackward0", "aten::embedding_dense_backward",
               pointwise(kEmbedding, 47'000), 1);
    m_sequence.clear();
    main.now = std::max(main.now, thread.now + 8000);
    leavePython(python);
    const std::size_t wait = m_machine.open(main, "cpu_op", "c10d::wait", {});
    m_machine.waitFor(main, kCompute, m_reduced, m_machine.externalId(wait));
    m_machine.close(main, wait);
}

void Training::optimizer()
{
    HostThread& thread = m_machine.mainThread();
    const std::size_t python = enterPython(4);
    const std::size_t annotation =
        m_machine.open(thread, "user_annotation", "Optimizer.step#AdamW.step");
    const std::size_t mark = m_machine.deviceMark();
    const std::size_t body =
        m_machine.open(thread, "cpu_op", "aten::_fused_adamw_", inputs("aten::_fused_adamw_"));
    const std::int64_t external = m_machine.externalId(body);
    std::vector<KernelShape> kernels;
    for (int group = 0; group < 10; ++group) {
        kernels.push_back({kAdam, jittered(92'000), 320, 1, 512, 64, 0});
    }
    if (m_options.graphOptimizer) {
        m_machine.replayGraph(thread, kCompute, kernels, external);
    } else {
        for (const KernelShape& kernel : kernels) {
            thread.now += m_machine.pick(9000, 14'000); // packs the lists of tensors
            m_machine.launch(thread, kCompute, kernel, external);
        }
    }
    m_machine.close(thread, body);
    m_machine.close(thread, annotation);
    m_machine.deviceAnnotation(kCompute, "Optimizer.step#AdamW.step", mark,
                               m_machine.externalId(annotation));
    const std::size_t zero =
        m_machine.open(thread, "user_annotation", "Optimizer.zero_grad#AdamW.zero_grad");
    for (int group = 0; group < 6; ++group) {
        const std::size_t fill =
            m_machine.open(thread, "cpu_op", "aten::zero_", inputs("aten::zero_"));
        m_machine.memset(thread, group % 3 == 2 ? kSide : kCompute, 28'351'488,
                         m_machine.externalId(fill));
        m_machine.close(thread, fill);
    }
    m_machine.close(thread, zero);
    const EventMark zeroed = m_machine.record(thread, kSide, 0);
    m_machine.waitFor(thread, kCompute, zeroed, 0);
    leavePython(python);
}

void Training::readLoss()
{
    HostThread& thread = m_machine.mainThread();
    const std::size_t item = m_machine.open(thread, "cpu_op", "aten::item", inputs("aten::item"));
    const std::size_t local = m_machine.open(thread, "cpu_op", "aten::_local_scalar_dense",
                                             inputs("aten::_local_scalar_dense"));
    const std::int64_t external = m_machine.externalId(local);
    m_machine.copy(thread, kCompute, "Memcpy DtoH (Device -> Pinned)", 4, false, external);
    m_machine.synchronizeStream(thread, kCompute, external);
    m_machine.close(thread, local);
    m_machine.close(thread, item);
}

void Training::step(int number)
{
    HostThread& thread = m_machine.mainThread();
    const std::string_view name = m_machine.keep("ProfilerStep#" + std::to_string(number));
    const std::size_t mark = m_machine.deviceMark();
    const std::size_t step = m_machine.open(thread, "user_annotation", name);
    loadBatch();
    forward();
    loss();
    backward();
    optimizer();
    readLoss();
    m_machine.close(thread, step);
    m_machine.deviceAnnotation(kCompute, name, mark, m_machine.externalId(step));
    m_machine.sampleCounters(thread.now);
}

void Training::finish()
{
    m_machine.synchronizeDevice(m_machine.mainThread());
    m_machine.sampleCounters(m_machine.mainThread().now);
}

std::int64_t Training::endNs() const
{
    return std::max(m_machine.deviceEnd(), m_machine.mainThread().now) + 50'000;
}

} // namespace longpole::test
