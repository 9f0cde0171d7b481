// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/wrapped_source.h"

#include <zip.h>

#include <filesystem>

namespace longpole::io {

namespace {

struct CloseArchive
{
    void operator()(zip_t* z) const { zip_discard(z); }
};
struct CloseEntry
{
    void operator()(zip_file_t* f) const { zip_fclose(f); }
};

class ZipSource final : public ByteSource
{
public:
    ZipSource(std::string name, std::string container, std::unique_ptr<zip_t, CloseArchive> archive,
              std::unique_ptr<zip_file_t, CloseEntry> entry, std::uint64_t size,
              std::string content)
        : ByteSource(std::move(name))
        , m_content(std::move(content))
        , m_archive(std::move(archive))
        , m_entry(std::move(entry))
        , m_size(size)
        , m_container(std::move(container))
    { }
    std::uint64_t consumed() const override { return m_consumed; }
    std::optional<std::uint64_t> total() const override { return m_size; }
    std::optional<Error> damage() const override { return m_damage; }
    std::string container() const override { return m_container; }

protected:
    Result<std::size_t> readSome(std::span<char> buffer) override
    {
        const zip_int64_t n = m_damage ? 0 : zip_fread(m_entry.get(), buffer.data(), buffer.size());
        if (n < 0) {
            m_damage =
                Error{Errc::Format, "zip entry is corrupt or encrypted; what came before was read",
                      name()};
            return std::size_t{0};
        }
        m_consumed += static_cast<std::uint64_t>(n);
        return static_cast<std::size_t>(n);
    }

private:
    std::string m_content; // of an archive that is not a plain file; outlives m_archive
    std::unique_ptr<zip_t, CloseArchive> m_archive;
    std::unique_ptr<zip_file_t, CloseEntry> m_entry;
    std::uint64_t m_size;
    std::uint64_t m_consumed = 0;
    std::string m_container;
    std::optional<Error> m_damage;
};

// zip needs to seek: a plain file is opened by name, anything else is read into memory.
constexpr std::size_t kMaxInMemory = std::size_t{2} << 30U;

Result<std::string> readAll(ByteSource& source)
{
    std::string content;
    std::string buffer(std::size_t{1} << 20U, '\0');
    for (;;) {
        auto n = source.read(buffer);
        if (!n) {
            return fail(n.error());
        }
        if (*n == 0) {
            return content;
        }
        if (content.size() + *n > kMaxInMemory) {
            return fail(Errc::Limit,
                        "zip data inside another container is over 2 GiB; unpack it first",
                        source.name());
        }
        content.append(buffer, 0, *n);
    }
}

} // namespace

Result<std::unique_ptr<ByteSource>> makeZipSource(std::unique_ptr<ByteSource> inner)
{
    std::string content;
    int code = 0;
    std::unique_ptr<zip_t, CloseArchive> archive;
    if (inner->container().empty() && inner->total()) {
        archive.reset(zip_open(inner->name().c_str(), ZIP_RDONLY, &code));
    } else {
        auto all = readAll(*inner);
        if (!all) {
            return fail(all.error());
        }
        content = std::move(*all);
        zip_error_t error = {};
        zip_source_t* const source =
            zip_source_buffer_create(content.data(), content.size(), 0, &error);
        archive.reset(source != nullptr ? zip_open_from_source(source, ZIP_RDONLY, &error)
                                        : nullptr);
        if (!archive && source != nullptr) {
            zip_source_free(source);
        }
    }
    if (!archive) {
        return fail(Errc::Format,
                    "looks like a zip archive but cannot be read as one; it may be truncated",
                    inner->name());
    }
    zip_stat_t best = {};
    bool found = false;
    const zip_int64_t entries = zip_get_num_entries(archive.get(), 0);
    for (zip_int64_t i = 0; i < entries; ++i) {
        zip_stat_t st = {};
        if (zip_stat_index(archive.get(), static_cast<zip_uint64_t>(i), 0, &st) == 0 && st.size > 0
            && (!found || st.size > best.size)) {
            best = st;
            found = true;
        }
    }
    if (!found) {
        return fail(Errc::Format, "zip archive holds no file", inner->name());
    }
    std::unique_ptr<zip_file_t, CloseEntry> entry(zip_fopen_index(archive.get(), best.index, 0));
    if (!entry) {
        return fail(Errc::Unsupported,
                    "zip entry " + std::string(best.name)
                        + " cannot be unpacked (encrypted or an unknown method)",
                    inner->name());
    }
    std::string container = inner->container();
    container += (container.empty() ? "zip entry " : ", zip entry ") + std::string(best.name);
    if (entries > 1) {
        container += " (the largest of " + std::to_string(entries) + ")";
    }
    return std::make_unique<ZipSource>(inner->name(), std::move(container), std::move(archive),
                                       std::move(entry), best.size, std::move(content));
}

} // namespace longpole::io
