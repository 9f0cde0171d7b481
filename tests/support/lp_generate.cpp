// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// lp_generate --sample before|after OUT      the bundled samples (OUT - is stdout)
// lp_generate --megabytes N [--seed S] OUT   about N million bytes for the benchmarks
#include "tests/support/generate_kineto.h"

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace {

using longpole::test::KinetoOptions;

constexpr const char* kUsage = "usage: lp_generate --sample before|after OUT.json\n"
                               "       lp_generate --megabytes N [--seed S] OUT.json\n";

// False on arguments it does not know.
bool readArguments(int argc, char** argv, KinetoOptions& options, const char*& out)
{
    unsigned long long megabytes = 0;
    unsigned long long seed = 1;
    bool chosen = false;
    for (int i = 1; i < argc; ++i) {
        const std::string_view arg = argv[i];
        const std::string_view value = i + 1 < argc ? argv[i + 1] : "";
        if (arg == "--sample" && (value == "before" || value == "after")) {
            options =
                value == "before" ? longpole::test::sampleBefore() : longpole::test::sampleAfter();
            chosen = true;
            ++i;
        } else if (arg == "--megabytes" && !value.empty()) {
            megabytes = std::strtoull(argv[++i], nullptr, 10);
        } else if (arg == "--seed" && !value.empty()) {
            seed = std::strtoull(argv[++i], nullptr, 10);
        } else if (out == nullptr && (arg == "-" || arg.substr(0, 1) != "-")) {
            out = argv[i];
        } else {
            return false;
        }
    }
    if (megabytes > 0) {
        options = longpole::test::sizedTrace(megabytes * 1'000'000, seed);
        chosen = true;
    }
    return chosen && out != nullptr;
}

} // namespace

int main(int argc, char** argv)
{
    KinetoOptions options;
    const char* out = nullptr;
    if (!readArguments(argc, argv, options, out)) {
        std::fputs(kUsage, stderr);
        return 2;
    }
    std::FILE* file = std::string_view(out) == "-" ? stdout : std::fopen(out, "wb");
    if (file == nullptr) {
        std::perror(out);
        return 2;
    }
    bool complete = true;
    const auto events = longpole::test::generateKineto(options, [&](std::string_view text) {
        complete = complete && std::fwrite(text.data(), 1, text.size(), file) == text.size();
    });
    complete = std::fflush(file) == 0 && complete;
    if (!complete || (file != stdout && std::fclose(file) != 0)) {
        std::fprintf(stderr, "lp_generate: %s: could not be written\n", out);
        return 2;
    }
    std::fprintf(stderr, "%llu events\n", static_cast<unsigned long long>(events));
    return 0;
}
