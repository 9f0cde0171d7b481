// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Base of sources that read another one: forwards name and progress, counts containers.
#pragma once

#include "core/io/byte_source.h"

#include <vector>

namespace longpole::io {

class WrappedSource : public ByteSource
{
public:
    WrappedSource(std::unique_ptr<ByteSource> inner, std::string container)
        : ByteSource(inner->name())
        , m_inner(std::move(inner))
        , m_container(std::move(container))
        , m_input(kInputBytes)
    { }
    std::uint64_t consumed() const override { return m_inner->consumed(); }
    std::optional<std::uint64_t> total() const override { return m_inner->total(); }
    std::optional<Error> damage() const override { return m_damage ? m_damage : m_inner->damage(); }
    std::string container() const override
    {
        const std::string outer = m_inner->container();
        return outer.empty() ? m_container : outer + ", " + m_container;
    }

protected:
    static constexpr std::size_t kInputBytes = 256 * 1024;

    // Refills the input buffer; an empty span at the end.
    Result<std::span<char>> refill()
    {
        auto n = m_inner->read(m_input);
        if (!n) {
            return fail(n.error());
        }
        m_position += *n;
        return std::span(m_input).first(*n);
    }
    void setDamage(std::string message)
    {
        m_damage = Error{Errc::Format, std::move(message),
                         name() + ": near byte " + std::to_string(m_position)};
    }

private:
    std::unique_ptr<ByteSource> m_inner;
    std::string m_container;
    std::vector<char> m_input;
    std::uint64_t m_position = 0;
    std::optional<Error> m_damage;
};

} // namespace longpole::io
