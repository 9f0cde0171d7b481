// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// Result<T>: how every function reports that a file or a user is at fault.
// Programmer errors are asserts, never Results.
#pragma once

#include <tl/expected.hpp>

#include <string>
#include <utility>

namespace longpole {

enum class Errc
{
    Io, // the operating system refused: open, read, write, no space
    Format, // the bytes are not what they claim to be
    Unsupported, // known, but not readable by this version
    Cancelled, // the user asked to stop
    Limit, // a size, time or memory limit was met
    Internal // should not happen; says so
};

// message: one English sentence, lower case, without full stop, naming the thing and what to do.
// where: the file, and the place in it ("run.json: byte 1234"); may be empty.
struct Error
{
    Errc code = Errc::Internal;
    std::string message;
    std::string where;

    // "WHERE: MESSAGE", or the message alone.
    std::string text() const { return where.empty() ? message : where + ": " + message; }
};

template <class T = void>
class [[nodiscard]] Result : public tl::expected<T, Error>
{
public:
    using tl::expected<T, Error>::expected;
    using tl::expected<T, Error>::operator=;
};

inline tl::unexpected<Error> fail(Errc code, std::string message, std::string where = {})
{
    return tl::unexpected<Error>(Error{code, std::move(message), std::move(where)});
}

inline tl::unexpected<Error> fail(Error error)
{
    return tl::unexpected<Error>(std::move(error));
}

} // namespace longpole
