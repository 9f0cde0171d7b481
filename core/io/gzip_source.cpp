// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/wrapped_source.h"

#include <algorithm>
#include <isa-l.h>

namespace longpole::io {

namespace {

// Inflates all members of a gzip file with ISA-L. A truncated or corrupt stream ends early with
// damage() set; what came out before stays valid.
class GzipSource final : public WrappedSource
{
public:
    explicit GzipSource(std::unique_ptr<ByteSource> inner)
        : WrappedSource(std::move(inner), "gzip")
    {
        startMember();
    }

protected:
    Result<std::size_t> readSome(std::span<char> buffer) override
    {
        m_state.next_out = reinterpret_cast<std::uint8_t*>(buffer.data());
        m_state.avail_out =
            static_cast<std::uint32_t>(std::min<std::size_t>(buffer.size(), 1U << 30U));
        const std::uint32_t room = m_state.avail_out;
        while (!m_ended && m_state.avail_out == room) {
            if (m_state.avail_in == 0 && !m_drained) {
                auto in = refill();
                if (!in) {
                    return fail(in.error());
                }
                m_drained = in->empty();
                m_state.next_in = reinterpret_cast<std::uint8_t*>(in->data());
                m_state.avail_in = static_cast<std::uint32_t>(in->size());
            }
            if (m_state.avail_in == 0 && m_drained && betweenMembers()) {
                m_ended = true;
                break;
            }
            step();
        }
        return room - m_state.avail_out;
    }

private:
    bool betweenMembers() const { return !m_inMember; }

    void startMember()
    {
        isal_inflate_init(&m_state);
        m_state.crc_flag = ISAL_GZIP;
        m_inMember = false;
    }

    void step()
    {
        const std::uint32_t inBefore = m_state.avail_in;
        const std::uint32_t outBefore = m_state.avail_out;
        if (!m_inMember && m_members > 0 && m_state.avail_in > 0 && *m_state.next_in != 0x1f) {
            // Padding or foreign bytes after the last member: tools ignore zeros, so do we.
            if (*m_state.next_in != 0) {
                setDamage("has bytes after the end of the gzip data that are not gzip");
            }
            m_ended = true;
            return;
        }
        m_inMember = true;
        const int rc = isal_inflate(&m_state);
        if (rc != ISAL_DECOMP_OK && rc != ISAL_END_INPUT) {
            setDamage("gzip data is corrupt; what came before was read");
            m_ended = true;
            return;
        }
        if (m_state.block_state == ISAL_BLOCK_FINISH) {
            nextMember();
            return;
        }
        if (inBefore == m_state.avail_in && outBefore == m_state.avail_out && m_drained) {
            setDamage("gzip data ends early; what came before was read");
            m_ended = true;
        }
    }

    void nextMember()
    {
        ++m_members;
        std::uint8_t* const in = m_state.next_in;
        std::uint8_t* const out = m_state.next_out;
        const std::uint32_t availIn = m_state.avail_in;
        const std::uint32_t availOut = m_state.avail_out;
        startMember();
        m_state.next_in = in;
        m_state.next_out = out;
        m_state.avail_in = availIn;
        m_state.avail_out = availOut;
    }

    inflate_state m_state = {};
    bool m_inMember = false;
    bool m_drained = false;
    bool m_ended = false;
    std::uint64_t m_members = 0;
};

} // namespace

std::unique_ptr<ByteSource> makeGzipSource(std::unique_ptr<ByteSource> inner)
{
    return std::make_unique<GzipSource>(std::move(inner));
}

} // namespace longpole::io
