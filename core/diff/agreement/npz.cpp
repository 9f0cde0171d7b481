// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// .npz: a zip archive of .npy files.
#include "core/diff/agreement/npy_header.h"
#include "core/diff/agreement/tensor_formats.h"

#include <zip.h>

namespace longpole::agreement {

namespace {

struct CloseArchive
{
    void operator()(zip_t* z) const { zip_discard(z); }
};
struct CloseEntry
{
    void operator()(zip_file_t* f) const { zip_fclose(f); }
};
using Archive = std::unique_ptr<zip_t, CloseArchive>;
using Entry = std::unique_ptr<zip_file_t, CloseEntry>;

class EntryBytes final : public TensorBytes
{
public:
    EntryBytes(std::string where, Entry entry)
        : m_where(std::move(where))
        , m_entry(std::move(entry))
    { }
    Result<void> read(std::span<std::byte> into) override
    {
        for (std::size_t have = 0; have < into.size();) {
            const zip_int64_t n = zip_fread(m_entry.get(), into.data() + have, into.size() - have);
            if (n <= 0) {
                return fail(Errc::Format,
                            n == 0 ? "ends in the middle of a tensor; copy or save it again"
                                   : "is corrupt or encrypted; copy or save it again",
                            m_where);
            }
            have += static_cast<std::size_t>(n);
        }
        return {};
    }

private:
    std::string m_where;
    Entry m_entry;
};

class NpzFile final : public TensorFile
{
public:
    NpzFile(std::string path, Archive archive)
        : m_path(std::move(path))
        , m_archive(std::move(archive))
    { }

    Result<void> readHeaders()
    {
        const zip_int64_t entries = zip_get_num_entries(m_archive.get(), 0);
        for (zip_int64_t i = 0; i < entries; ++i) {
            const auto number = static_cast<zip_uint64_t>(i);
            const char* const entryName = zip_get_name(m_archive.get(), number, 0);
            const std::string name = entryName == nullptr ? std::string() : entryName;
            if (!name.ends_with(".npy")) {
                return fail(Errc::Format,
                            "is a zip archive that holds \"" + name
                                + "\", which is no array of NumPy (.npy)",
                            m_path);
            }
            Tensor tensor;
            tensor.name = name.substr(0, name.size() - 4);
            std::uint64_t headerBytes = 0;
            auto bytes = entry(number);
            if (!bytes) {
                return fail(bytes.error());
            }
            const auto read = [&](std::span<std::byte> into) { return (*bytes)->read(into); };
            if (auto header = readNpyHeader(read, where(number), tensor, headerBytes); !header) {
                return header;
            }
            if (auto checked = checkedBytes(tensor, m_path); !checked) {
                return fail(checked.error());
            }
            m_tensors.push_back(std::move(tensor));
        }
        return {};
    }

    Result<std::unique_ptr<TensorBytes>> open(std::size_t number) override
    {
        auto bytes = entry(number);
        if (!bytes) {
            return bytes;
        }
        Tensor again;
        std::uint64_t headerBytes = 0;
        const auto read = [&](std::span<std::byte> into) { return (*bytes)->read(into); };
        if (auto header = readNpyHeader(read, where(number), again, headerBytes); !header) {
            return fail(header.error());
        }
        return bytes;
    }

private:
    std::string where(zip_uint64_t number) const
    {
        const char* const name = zip_get_name(m_archive.get(), number, 0);
        return m_path + " (" + (name == nullptr ? "?" : name) + ")";
    }
    Result<std::unique_ptr<TensorBytes>> entry(zip_uint64_t number)
    {
        Entry opened(zip_fopen_index(m_archive.get(), number, 0));
        if (!opened) {
            return fail(Errc::Format, "cannot be unpacked (encrypted or an unknown method)",
                        where(number));
        }
        return std::unique_ptr<TensorBytes>(new EntryBytes(where(number), std::move(opened)));
    }

    std::string m_path;
    Archive m_archive;
};

} // namespace

Result<std::unique_ptr<TensorFile>> openNpz(const std::string& path)
{
    int code = 0;
    Archive archive(zip_open(path.c_str(), ZIP_RDONLY, &code));
    if (!archive) {
        return fail(Errc::Format,
                    "begins like a zip archive but cannot be read as one; copy or save it again",
                    path);
    }
    auto file = std::make_unique<NpzFile>(path, std::move(archive));
    if (auto headers = file->readHeaders(); !headers) {
        return fail(headers.error());
    }
    return std::unique_ptr<TensorFile>(std::move(file));
}

} // namespace longpole::agreement
