// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels of NCCL, with what its calls tell of them; under the names that PyTorch's profiler uses,
// where it has one.
#include "core/import/spool/spool_rows.h"

#include <optional>
#include <vector>

namespace longpole::import {

void SpoolRows::ncclArgs(const NcclFacts& n)
{
    if (n.collective.empty()) {
        return;
    }
    rare().collective = m_batch.intern(n.collective);
    m_json.key("Collective name").text(n.collective);
    if (!n.communicator.empty()) {
        rare().group = m_batch.intern(n.communicator);
        m_json.key("Process Group Name").text(n.communicator);
    }
    const auto number = [&](const char* key, const std::optional<std::int64_t>& value) {
        if (value) {
            m_json.key(key).integer(*value);
        }
    };
    if (n.ranks) {
        rare().groupSize = *n.ranks;
    }
    number("Group size", n.ranks);
    number("Seq", n.sequence);
    if (n.counted) {
        m_json.key("Seq is").text("inferred: counted per communicator since the recording began");
    }
    number("Message size [bytes]", n.bytes);
    if (!n.operation.empty()) {
        m_json.key("Reduction operation").text(n.operation);
    }
    number("Root", n.root);
    number("Peer rank", n.peer);
    if (n.calls > 1) {
        m_json.key("calls in one kernel").natural(n.calls);
    }
    m_json.key("told by").text(n.byGroup ? "NCCL's calls of the group that launched it (inferred)"
                                         : "the call of NCCL that launched it");
}

void SpoolRows::finishNccl()
{
    namespace k = wire::kernel;
    std::vector<NcclKernel> kernels;
    kernels.reserve(m_ncclKernels.size());
    for (const auto& bytes : m_ncclKernels) {
        const wire::RecordView r(wire::KindKernel, bytes);
        kernels.push_back(
            {kernelName(r.number(k::kName)), r.integer(k::kCorrelation), r.integer(k::kDevice)});
    }
    const std::vector<NcclFacts> facts = m_facts.nccl.explain(kernels);
    std::uint64_t told = 0;
    for (std::size_t i = 0; i < m_ncclKernels.size(); ++i) {
        addKernel(wire::RecordView(wire::KindKernel, m_ncclKernels[i]), &facts[i]);
        told += facts[i].communicator.empty() ? 0U : 1U;
    }
    if (told > 0) {
        m_batch.ledger.add("nccl-told", model::Severity::Info,
                           "kernels of NCCL whose communicator NCCL's own NVTX ranges told; their "
                           "sequence numbers were counted",
                           {}, told);
    }
    if (told < m_ncclKernels.size()) {
        m_batch.ledger.add("nccl-not-told", model::Severity::Info,
                           "kernels of NCCL whose communicator cannot be told: launched by no "
                           "call of NCCL that was recorded (a CUDA graph), by a group of several "
                           "communicators, or by an NCCL that does not tell it",
                           {}, m_ncclKernels.size() - told);
    }
    m_ncclKernels.clear();
}

} // namespace longpole::import
