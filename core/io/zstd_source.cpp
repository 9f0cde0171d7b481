// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/wrapped_source.h"

#include <zstd.h>

namespace longpole::io {

namespace {

struct FreeStream
{
    void operator()(ZSTD_DStream* s) const { ZSTD_freeDStream(s); }
};

class ZstdSource final : public WrappedSource
{
public:
    explicit ZstdSource(std::unique_ptr<ByteSource> inner)
        : WrappedSource(std::move(inner), "zstd")
        , m_stream(ZSTD_createDStream())
    {
        ZSTD_initDStream(m_stream.get());
    }

protected:
    Result<std::size_t> readSome(std::span<char> buffer) override
    {
        ZSTD_outBuffer out{buffer.data(), buffer.size(), 0};
        while (!m_ended && out.pos == 0) {
            if (m_in.pos == m_in.size && !m_drained) {
                auto in = refill();
                if (!in) {
                    return fail(in.error());
                }
                m_drained = in->empty();
                m_in = {in->data(), in->size(), 0};
            }
            const std::size_t inBefore = m_in.pos;
            const std::size_t rc = ZSTD_decompressStream(m_stream.get(), &out, &m_in);
            if (ZSTD_isError(rc) != 0U) {
                setDamage("zstd data is corrupt; what came before was read");
                m_ended = true;
            } else if (m_drained && out.pos == 0 && m_in.pos == inBefore) {
                if (m_left != 0) {
                    setDamage("zstd data ends early; what came before was read");
                }
                m_ended = true;
            }
            if (m_in.pos != inBefore || out.pos != 0) {
                m_left = rc; // 0 exactly at the end of a frame
            }
        }
        return out.pos;
    }

private:
    std::unique_ptr<ZSTD_DStream, FreeStream> m_stream;
    ZSTD_inBuffer m_in{nullptr, 0, 0};
    std::size_t m_left = 1;
    bool m_drained = false;
    bool m_ended = false;
};

} // namespace

std::unique_ptr<ByteSource> makeZstdSource(std::unique_ptr<ByteSource> inner)
{
    return std::make_unique<ZstdSource>(std::move(inner));
}

} // namespace longpole::io
