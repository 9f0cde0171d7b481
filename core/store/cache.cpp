// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/cache.h"

#include "core/store/build_id.h"
#include "core/store/part_file.h"

#include <sys/stat.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <vector>

namespace longpole::store {

namespace {

namespace fs = std::filesystem;

constexpr const char* kSuffix = ".longpole";

std::string storePath(const model::SourceStamp& source)
{
    const std::string key = source.path + '\0' + std::to_string(source.size) + '\0'
        + std::to_string(source.modifiedNs) + '\0' + kBuildId;
    const XXH128_hash_t hash = XXH3_128bits(key.data(), key.size());
    std::array<char, 33> name{};
    std::snprintf(name.data(), name.size(), "%016llx%016llx",
                  static_cast<unsigned long long>(hash.high64),
                  static_cast<unsigned long long>(hash.low64));
    return cacheFolder() + "/" + name.data() + kSuffix;
}

} // namespace

std::optional<model::SourceStamp> stampOf(const std::string& path)
{
    struct stat info = {};
    std::error_code error;
    const std::string absolute = fs::weakly_canonical(path, error).string();
    if (error || stat(path.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) {
        return std::nullopt;
    }
    constexpr std::int64_t kSecondNs = 1'000'000'000;
    return model::SourceStamp{absolute, static_cast<std::uint64_t>(info.st_size),
                              info.st_mtim.tv_sec * kSecondNs + info.st_mtim.tv_nsec};
}

std::string cacheFolder()
{
    // The XDG rules: a relative path is to be ignored.
    const char* cache = std::getenv("XDG_CACHE_HOME");
    if (cache != nullptr && cache[0] == '/') {
        return std::string(cache) + "/longpole";
    }
    const char* home = std::getenv("HOME");
    return home != nullptr && home[0] == '/' ? std::string(home) + "/.cache/longpole"
                                             : std::string();
}

std::optional<std::string> findCached(const model::SourceStamp& source)
{
    std::error_code ignored;
    if (cacheFolder().empty()) {
        return std::nullopt;
    }
    std::string path = storePath(source);
    return fs::is_regular_file(path, ignored) ? std::optional(std::move(path)) : std::nullopt;
}

Result<std::string> cacheTarget(const model::SourceStamp& source)
{
    const std::string folder = cacheFolder();
    if (folder.empty()) {
        return fail(Errc::Io, "there is no cache folder: neither XDG_CACHE_HOME nor HOME is set");
    }
    std::error_code error;
    const bool made = fs::create_directories(folder, error);
    if (error) {
        return fail(Errc::Io, "cannot be made: " + error.message(), folder);
    }
    if (made) {
        fs::permissions(folder, fs::perms::owner_all,
                        error); // traces tell about their owner's work
    }
    return storePath(source);
}

void touchCached(const std::string& store)
{
    std::error_code ignored;
    fs::last_write_time(store, fs::file_time_type::clock::now(), ignored);
}

void trimCache(std::uint64_t limitBytes)
{
    const std::string folder = cacheFolder();
    if (folder.empty()) {
        return;
    }
    removeStaleParts(folder, "");
    struct Entry
    {
        fs::file_time_type used;
        std::uint64_t bytes;
        fs::path path;
    };
    std::vector<Entry> entries;
    std::error_code error;
    std::uint64_t total = 0;
    for (const fs::directory_entry& e : fs::directory_iterator(folder, error)) {
        if (e.path().extension() == kSuffix && e.is_regular_file(error)) {
            entries.push_back({e.last_write_time(error), e.file_size(error), e.path()});
            total += entries.back().bytes;
        }
    }
    std::sort(entries.begin(), entries.end(),
              [](const Entry& a, const Entry& b) { return a.used < b.used; });
    for (const Entry& e : entries) {
        if (total <= limitBytes) {
            break;
        }
        if (fs::remove(e.path, error)) {
            total -= e.bytes;
        }
    }
}

} // namespace longpole::store
