// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
#include "collectors/doubles/target_replay.h"

#include "collectors/doubles/target_device.h"
#include "collectors/wire/spool_reader.h"

#include <deque>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace target {

namespace {

namespace wire = longpole::wire;

class Replay : public wire::SpoolVisitor
{
public:
    void info(std::string_view, const std::string&) override { }
    void note(std::string_view) override { }
    void nvtx(std::uint32_t, const wire::NvtxEvent&) override { }
    void clock(const wire::ClockRow&) override { }
    void stat(std::string_view, std::uint64_t) override { }
    void end() override { }
    void record(const wire::RecordView& r) override
    {
        std::vector<std::byte> bytes(r.bytes().begin(), r.bytes().end());
        for (const wire::PackedField& f :
             wire::layoutOf(r.kind(), static_cast<std::uint32_t>(bytes.size()))) {
            const std::uint64_t id = wire::loadNumber(bytes.data() + f.offset, f.width);
            if (f.mode == wire::FieldMode::Text && id != 0) {
                // Lives as long as the program, as names of kernels do.
                static auto* const names = new std::deque<std::string>;
                const std::string& text = names->emplace_back(reader->string(id));
                wire::storeNumber(bytes.data() + f.offset, f.width,
                                  reinterpret_cast<std::uintptr_t>(text.c_str()));
            }
        }
        emit(bytes.data(), bytes.size());
    }
    const wire::SpoolReader* reader = nullptr;
};

} // namespace

bool replay(const std::string& path)
{
    std::ifstream in(path, std::ios::binary);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(in), {}};
    Replay replay;
    wire::SpoolReader reader(replay);
    replay.reader = &reader;
    reader.feed(std::as_bytes(std::span(bytes)));
    reader.finish();
    return reader.chunks() > 0
        && reader.damage().skippedBytes + reader.damage().unreadableRecords == 0;
}

} // namespace target
