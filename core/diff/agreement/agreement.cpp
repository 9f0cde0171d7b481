// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/agreement/agreement.h"

#include "core/diff/agreement/measures.h"

#include <algorithm>
#include <map>

namespace longpole::agreement {

namespace {

constexpr std::size_t kBlockBytes = std::size_t{1} << 20U;
constexpr std::uint64_t kLargestReordered = std::uint64_t{64} << 20U;

// Swaps the bytes of numbers of `size` bytes each.
void reverseEach(std::span<std::byte> bytes, std::size_t size)
{
    for (std::size_t at = 0; size > 1 && at + size <= bytes.size(); at += size) {
        std::reverse(bytes.begin() + static_cast<std::ptrdiff_t>(at),
                     bytes.begin() + static_cast<std::ptrdiff_t>(at + size));
    }
}

bool isLinear(const Tensor& t) // the order of the indices makes no difference
{
    return std::count_if(t.shape.begin(), t.shape.end(), [](std::uint64_t n) { return n > 1; })
        <= 1;
}

std::vector<std::uint64_t> indexOf(std::uint64_t element, const Tensor& t, bool fortranOrder)
{
    std::vector<std::uint64_t> out(t.shape.size());
    for (std::size_t k = 0; k < out.size(); ++k) {
        const std::size_t axis = fortranOrder ? k : out.size() - 1 - k;
        out[axis] = element % t.shape[axis];
        element /= t.shape[axis];
    }
    return out;
}

// The bytes of one side, in the machine's order of bytes and, if asked, with the last index
// running fastest.
class Side
{
public:
    Side(const Tensor& tensor, std::unique_ptr<TensorBytes> bytes)
        : m_tensor(tensor)
        , m_bytes(std::move(bytes))
    { }

    // Reads all and turns it round; see kLargestReordered.
    Result<void> makeLastIndexFastest()
    {
        const std::uint64_t elements = m_tensor.elements();
        const std::size_t size = elementBytes();
        std::vector<std::byte> all(elements * size);
        if (auto done = m_bytes->read(all); !done) {
            return done;
        }
        m_turned.resize(all.size());
        for (std::uint64_t from = 0; from < elements; ++from) {
            const std::vector<std::uint64_t> index = indexOf(from, m_tensor, true);
            std::uint64_t to = 0;
            for (std::size_t axis = 0; axis < index.size(); ++axis) {
                to = to * m_tensor.shape[axis] + index[axis];
            }
            std::copy_n(all.begin() + static_cast<std::ptrdiff_t>(from * size), size,
                        m_turned.begin() + static_cast<std::ptrdiff_t>(to * size));
        }
        m_isTurned = true;
        return {};
    }

    Result<void> read(std::span<std::byte> into)
    {
        if (m_isTurned) {
            std::copy_n(m_turned.begin() + static_cast<std::ptrdiff_t>(m_at), into.size(),
                        into.begin());
            m_at += into.size();
        } else if (auto done = m_bytes->read(into); !done) {
            return done;
        }
        if (m_tensor.bigEndian && m_tensor.type.isNumber()) {
            reverseEach(into, m_tensor.type.bits / 8);
        }
        return {};
    }

private:
    std::size_t elementBytes() const
    {
        return m_tensor.type.bits / 8 * (m_tensor.type.complex ? 2U : 1U);
    }

    const Tensor& m_tensor;
    std::unique_ptr<TensorBytes> m_bytes;
    std::vector<std::byte> m_turned;
    std::size_t m_at = 0; // in m_turned
    bool m_isTurned = false;
};

Tolerance toleranceFor(const DType& a, const DType& b, const Settings& settings)
{
    const Tolerance x = defaultTolerance(a);
    const Tolerance y = defaultTolerance(b);
    return {settings.relative.value_or(std::max(x.relative, y.relative)),
            settings.absolute.value_or(std::max(x.absolute, y.absolute))};
}

std::string whyNot(const Tensor& b, const Tensor& a)
{
    if (!b.unreadable.empty()) {
        return b.unreadable;
    }
    if (!a.unreadable.empty()) {
        return a.unreadable;
    }
    if (b.shape != a.shape) {
        return "the shapes differ";
    }
    const bool floats = b.type.kind == DTypeKind::Float && a.type.kind == DTypeKind::Float
        && b.type.complex == a.type.complex;
    if (!(b.type == a.type) && !floats) {
        return "the types differ";
    }
    const bool turned = b.fortranOrder != a.fortranOrder && !isLinear(b);
    if (turned && b.type.bytesFor(b.elements()).value_or(kLargestReordered) >= kLargestReordered) {
        return "one side is stored with the first index fastest and is too large to turn round; "
               "save it with numpy.ascontiguousarray";
    }
    return {};
}

class Comparison
{
public:
    Comparison(const Tensor& before, const Tensor& after, TensorAgreement& out)
        : m_b(before)
        , m_a(after)
        , m_out(out)
        , m_measures(out.tolerance, before.type == after.type, before.type.complex ? 2 : 1)
    { }

    Result<void> run(Side& before, Side& after, const JobContext& job, std::uint64_t& bytesDone,
                     std::uint64_t bytesInAll)
    {
        const std::uint64_t components = m_b.elements() * (m_b.type.complex ? 2U : 1U);
        const std::uint32_t widest = std::max({m_b.type.bits, m_a.type.bits, 1U});
        // A multiple of two: elements of four bits share bytes.
        const std::uint64_t block = std::max<std::uint64_t>(2, kBlockBytes * 8 / widest & ~1ULL);
        for (std::uint64_t at = 0; at < components; at += block) {
            if (job.cancelled()) {
                return fail(Errc::Cancelled, "cancelled");
            }
            const auto n = static_cast<std::size_t>(std::min(block, components - at));
            m_bytesB.resize((n * m_b.type.bits + 7) / 8);
            m_bytesA.resize((n * m_a.type.bits + 7) / 8);
            if (auto done = before.read(m_bytesB); !done) {
                return done;
            }
            if (auto done = after.read(m_bytesA); !done) {
                return done;
            }
            measure(n);
            bytesDone += m_bytesB.size() + m_bytesA.size();
            job.report({"comparing",
                        bytesInAll > 0 ? static_cast<int>(bytesDone * 1000 / bytesInAll) : -1,
                        bytesDone, 0});
        }
        finish();
        return {};
    }

private:
    template <class Number>
    void measure(std::size_t n, std::vector<Number>& before, std::vector<Number>& after)
    {
        before.resize(n);
        after.resize(n);
        decode(m_b.type, m_bytesB, std::span(before));
        decode(m_a.type, m_bytesA, std::span(after));
        m_measures.add(before, after);
    }

    void measure(std::size_t n)
    {
        if (m_b.type.kind == DTypeKind::Opaque) {
            m_measures.addOpaque(m_bytesB, m_bytesA, m_b.type.bits / 8);
        } else if (m_b.type.kind == DTypeKind::Float) {
            measure(n, m_realsB, m_realsA);
        } else {
            measure(n, m_wholesB, m_wholesA);
        }
    }

    void finish()
    {
        const auto worst = m_measures.finish(m_out);
        if (worst) {
            m_out.worstIndex = indexOf(*worst, m_b, m_b.fortranOrder && m_a.fortranOrder);
        }
    }

    const Tensor& m_b;
    const Tensor& m_a;
    TensorAgreement& m_out;
    Measures m_measures;
    std::vector<std::byte> m_bytesB;
    std::vector<std::byte> m_bytesA;
    std::vector<Real> m_realsB;
    std::vector<Real> m_realsA;
    std::vector<Whole> m_wholesB;
    std::vector<Whole> m_wholesA;
};

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

struct Pair
{
    std::size_t before = kNone;
    std::size_t after = kNone;
};

std::vector<Pair> pairsOf(const TensorFile& before, const TensorFile& after)
{
    const auto& b = before.tensors();
    const auto& a = after.tensors();
    if (b.size() == 1 && a.size() == 1) {
        return {{0, 0}};
    }
    std::map<std::string_view, std::size_t> byName;
    for (std::size_t i = 0; i < a.size(); ++i) {
        byName.emplace(a[i].name, i);
    }
    std::vector<Pair> out;
    std::vector<bool> used(a.size(), false);
    for (std::size_t i = 0; i < b.size(); ++i) {
        const auto it = byName.find(b[i].name);
        out.push_back({i, it == byName.end() ? kNone : it->second});
        if (it != byName.end()) {
            used[it->second] = true;
        }
    }
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (!used[i]) {
            out.push_back({kNone, i});
        }
    }
    return out;
}

TensorAgreement describe(const TensorFile& before, const TensorFile& after, const Pair& pair,
                         const Settings& settings)
{
    TensorAgreement out;
    if (pair.before != kNone) {
        const Tensor& t = before.tensors()[pair.before];
        out.name = t.name;
        out.dtypeBefore = t.type.name;
        out.shapeBefore = t.shape;
        out.elements = t.elements();
    }
    if (pair.after != kNone) {
        const Tensor& t = after.tensors()[pair.after];
        out.name = out.name.empty() ? t.name : out.name;
        out.dtypeAfter = t.type.name;
        out.shapeAfter = t.shape;
        out.elements = std::max(out.elements, t.elements());
    }
    if (pair.before == kNone || pair.after == kNone) {
        out.problem = pair.before == kNone ? "only after" : "only before";
        return out;
    }
    const Tensor& b = before.tensors()[pair.before];
    const Tensor& a = after.tensors()[pair.after];
    out.problem = whyNot(b, a);
    out.tolerance = toleranceFor(b.type, a.type, settings);
    return out;
}

Result<void> compareOne(TensorFile& before, TensorFile& after, const Pair& pair,
                        TensorAgreement& out, const JobContext& job, std::uint64_t& bytesDone,
                        std::uint64_t bytesInAll)
{
    const Tensor& b = before.tensors()[pair.before];
    const Tensor& a = after.tensors()[pair.after];
    auto bytesB = before.open(pair.before);
    if (!bytesB) {
        return fail(bytesB.error());
    }
    auto bytesA = after.open(pair.after);
    if (!bytesA) {
        return fail(bytesA.error());
    }
    Side sideB(b, std::move(*bytesB));
    Side sideA(a, std::move(*bytesA));
    if (b.fortranOrder != a.fortranOrder && !isLinear(b)) {
        if (auto turned = (b.fortranOrder ? sideB : sideA).makeLastIndexFastest(); !turned) {
            return turned;
        }
    }
    return Comparison(b, a, out).run(sideB, sideA, job, bytesDone, bytesInAll);
}

std::uint64_t bytesOf(const TensorFile& file)
{
    std::uint64_t sum = 0;
    for (const Tensor& t : file.tensors()) {
        sum += t.type.bytesFor(t.elements()).value_or(0);
    }
    return sum;
}

} // namespace

bool Report::agrees() const
{
    return std::all_of(tensors.begin(), tensors.end(),
                       [](const TensorAgreement& t) { return t.agrees(); });
}

Result<Report> compare(const std::string& before, const std::string& after,
                       const Settings& settings, const JobContext& job)
{
    auto b = openTensors(before);
    if (!b) {
        return fail(b.error());
    }
    auto a = openTensors(after);
    if (!a) {
        return fail(a.error());
    }
    for (const auto& [file, path] : {std::pair(b->get(), &before), std::pair(a->get(), &after)}) {
        if (file->tensors().empty()) {
            return fail(Errc::Format, "holds no tensor", *path);
        }
    }
    const std::uint64_t bytesInAll = bytesOf(**b) + bytesOf(**a);
    std::uint64_t bytesDone = 0;
    Report report;
    for (const Pair& pair : pairsOf(**b, **a)) {
        TensorAgreement tensor = describe(**b, **a, pair, settings);
        if (tensor.problem.empty()) {
            if (auto done = compareOne(**b, **a, pair, tensor, job, bytesDone, bytesInAll); !done) {
                return fail(done.error());
            }
        }
        report.tensors.push_back(std::move(tensor));
    }
    return report;
}

} // namespace longpole::agreement
