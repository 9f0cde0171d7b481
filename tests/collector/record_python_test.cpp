// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// record --python ranges, with a Python of each kind, as far as there is one: the functions of
// programs written here, and that the programs don't notice.
#include "tests/collector/record_run.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

namespace longpole::test {

namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kMonitoring = "monitoring"; // from Python 3.12 on
constexpr const char* kProfile = "profile"; // before

// A Python that tells of functions by these means, on the PATH or of pyenv; empty: there is none.
std::string interpreter(const std::string& means)
{
    constexpr const char* kAsk = "import ctypes, sys; sys.version_info >= (3, 6) and "
                                 "print('monitoring' if hasattr(sys, 'monitoring') else "
                                 "'profile', sys.executable)";
    std::vector<std::string> candidates{"python3"};
    const char* const home = std::getenv("HOME");
    std::error_code error;
    for (fs::directory_iterator it(std::string(home != nullptr ? home : "") + "/.pyenv/versions",
                                   error);
         !error && it != fs::directory_iterator(); ++it) {
        candidates.push_back(it->path() / "bin/python3");
    }
    for (const char* name : {"python3.14", "python3.13", "python3.12", "python3.11"}) {
        candidates.emplace_back(name);
    }
    for (const std::string& candidate : candidates) {
        const Outcome o = runProgram({"/usr/bin/env", candidate, "-c", kAsk});
        std::istringstream in(o.out);
        std::string how;
        std::string path;
        if (o.exitCode == 0 && in >> how >> path && how == means) {
            return path;
        }
    }
    return {};
}

class RecordPython : public RecordRun, public ::testing::WithParamInterface<const char*>
{
protected:
    void SetUp() override
    {
        fs::create_directory(folder.file("app"));
        m_python = interpreter(GetParam());
        if (m_python.empty()) {
            GTEST_SKIP() << "no Python with sys." << GetParam();
        }
    }
    std::string script(const std::string& text, const std::string& name = "train.py") const
    {
        writeFile(folder.file("app/" + name), text);
        return folder.file("app/" + name);
    }
    // Records `python words…` in the program's folder.
    Outcome python(std::vector<std::string> words, std::vector<std::string> options = {}) const
    {
        options.insert(options.begin(), {"--python", "ranges"});
        words.insert(words.begin(), m_python);
        const fs::path before = fs::current_path();
        fs::current_path(folder.file("app"));
        const Outcome o = record(options, words);
        fs::current_path(before);
        return o;
    }
    // The same without being recorded.
    Outcome plain(std::vector<std::string> words) const
    {
        words.insert(words.begin(), {m_python});
        const fs::path before = fs::current_path();
        fs::current_path(folder.file("app"));
        const Outcome o = runProgram(words);
        fs::current_path(before);
        return o;
    }
    // "depth name", by time. Names without the class or function they are in: 3.10 and before don't
    // know it.
    std::vector<std::string> functions(const std::string& where = "1") const
    {
        return query("SELECT s.depth || ' ' || s.name FROM slices s WHERE s.category = "
                     "'python_function' AND ("
                     + where + ") ORDER BY s.ts_ns, s.depth");
    }
    void expectWhole() const
    {
        const Outcome o = runLongpole({"ledger", out(), "--json"});
        EXPECT_THAT(o.out, Not(HasSubstr("python-"))) << o.out;
        EXPECT_THAT(o.out, Not(HasSubstr("begin-without-end"))) << o.out;
    }

private:
    std::string m_python;
};

TEST_P(RecordPython, FunctionsNestAsTheyCall)
{
    const std::string file = script("import json\n"
                                    "def leaf(n):\n"
                                    "    return json.dumps([n])\n"
                                    "def down(n):\n"
                                    "    return leaf(n) if n == 0 else down(n - 1)\n"
                                    "down(2)\n"
                                    "print(len(json.dumps({})))\n");
    const Outcome o = python({"train.py"});
    EXPECT_EQ(o.exitCode, 0) << o.err;
    EXPECT_EQ(o.out, "2\n");
    EXPECT_THAT(functions(),
                ElementsAre("\"0 train.py(1): <module>\"", "\"1 train.py(4): down\"",
                            "\"2 train.py(4): down\"", "\"3 train.py(4): down\"",
                            "\"4 train.py(2): leaf\""));
    expectWhole();
    EXPECT_EQ(property("python"), "ranges");
    EXPECT_EQ(query("SELECT count(*) FROM slices WHERE dur_ns < 0"), std::vector<std::string>{"0"});
}

// Whatever way a function is left, those around it keep their depth.
TEST_P(RecordPython, ErrorsGeneratorsAndExitsAreBalanced)
{
    script("import sys, threading\n"
           "def bad():\n"
           "    raise ValueError('x')\n"
           "def catches():\n"
           "    try:\n"
           "        bad()\n"
           "    except ValueError:\n"
           "        pass\n"
           "def numbers():\n"
           "    try:\n"
           "        yield 1\n"
           "        yield 2\n"
           "    finally:\n"
           "        after()\n"
           "def after():\n"
           "    pass\n"
           "def uses():\n"
           "    for n in numbers():\n"
           "        after()\n"
           "        break\n"
           "def throws():\n"
           "    g = numbers()\n"
           "    next(g)\n"
           "    try:\n"
           "        g.throw(KeyError('k'))\n"
           "    except KeyError:\n"
           "        pass\n"
           "def work():\n"
           "    catches()\n"
           "def leaves():\n"
           "    sys.exit(5)\n"
           "catches()\n"
           "uses()\n"
           "throws()\n"
           "thread = threading.Thread(target=work)\n"
           "thread.start()\n"
           "thread.join()\n"
           "after()\n"
           "leaves()\n");
    const Outcome o = python({"train.py"});
    EXPECT_EQ(o.exitCode, 5) << o.err;
    EXPECT_EQ(o.err.find("Traceback"), std::string::npos);
    expectWhole();
    EXPECT_THAT(functions("s.name LIKE '%: catches' OR s.name LIKE '%: bad'"),
                ElementsAre("\"1 train.py(4): catches\"", "\"2 train.py(2): bad\"",
                            "\"1 train.py(4): catches\"", "\"2 train.py(2): bad\""));
    EXPECT_THAT(functions("s.name LIKE '%: leaves' OR s.name LIKE '%: uses' OR s.name LIKE '%: "
                          "throws' OR s.name LIKE '%: work'"),
                ElementsAre("\"1 train.py(17): uses\"", "\"1 train.py(21): throws\"",
                            "\"0 train.py(28): work\"", "\"1 train.py(30): leaves\""));
    // numbers() runs to its yield, then once more to its end, in both.
    EXPECT_EQ(functions("s.name LIKE '%: numbers'").size(), 4U);
    EXPECT_EQ(query("SELECT count(DISTINCT track_id) FROM slices WHERE category = "
                    "'python_function'"),
              std::vector<std::string>{"2"});
}

TEST_P(RecordPython, TheProgramSeesWhatItAlwaysSees)
{
    script("import os, sys\n"
           "print(sys.argv, sys.path[0], __name__, __file__, __package__, __doc__)\n"
           "print(sorted(n for n in globals() if n.startswith('__')))\n"
           "print(getattr(sys, 'orig_argv', ''), sys.flags.optimize)\n"
           "def fail():\n"
           "    raise RuntimeError('on purpose')\n"
           "if len(sys.argv) > 2:\n"
           "    fail()\n");
    for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
             {"train.py", "-m"},
             {"train.py", "a", "b"},
             {"./train.py", "a"},
             {"-O", "-W", "ignore", "train.py", "a"},
             {"-m", "train", "a"},
             {"-O", "-m", "train", "a", "b"},
             {"-c", "import sys; print(sys.argv, repr(sys.path[0])); sys.exit(9)", "-x", "y"},
             {"-c", "def f(): return 1/0\nf()"},
             {"missing.py"},
             {"-m", "missing"}}) {
        fs::remove(out());
        const Outcome without = plain(words);
        const Outcome with = python(words);
        EXPECT_EQ(with.exitCode, without.exitCode) << words.back();
        EXPECT_EQ(with.out, without.out) << words.back();
        EXPECT_THAT(with.err, HasSubstr(without.err)) << words.back();
    }
}

TEST_P(RecordPython, OnlyFilesOfTheProgramAreRecorded)
{
    const std::string installed = folder.file("app/lib/site-packages");
    fs::create_directories(installed);
    fs::create_directories(folder.file("other"));
    writeFile(installed + "/installed.py", "def there():\n    pass\n");
    writeFile(folder.file("other/elsewhere.py"), "def far():\n    pass\n");
    script("import sys\n"
           "sys.path += ["
           "'lib/site-packages', '../other']\n"
           "import installed, elsewhere\n"
           "def here():\n"
           "    installed.there()\n"
           "    elsewhere.far()\n"
           "here()\n");
    EXPECT_EQ(python({"train.py"}).exitCode, 0);
    EXPECT_THAT(functions(), ElementsAre("\"0 train.py(1): <module>\"", "\"1 train.py(4): here\""));
    fs::remove(out());
    EXPECT_EQ(python({"train.py"},
                     {"--python-prefix", folder.file("other"), "--python-prefix", installed})
                  .exitCode,
              0);
    EXPECT_THAT(functions("s.name NOT LIKE '%module%'"),
                ElementsAre("\"0 installed.py(1): there\"", "\"0 elsewhere.py(1): far\""));
}

TEST_P(RecordPython, ModulesAndCodeAreRecordedToo)
{
    script("def inside():\n    pass\ninside()\n");
    EXPECT_EQ(python({"-m", "train"}).exitCode, 0);
    EXPECT_THAT(functions(),
                ElementsAre("\"0 train.py(1): <module>\"", "\"1 train.py(1): inside\""));
    fs::remove(out());
    EXPECT_EQ(python({"-c", "def inside(): pass\ninside()"}).exitCode, 0);
    EXPECT_THAT(functions(),
                ElementsAre("\"0 <string>(1): <module>\"", "\"1 <string>(1): inside\""));
}

// A child has a recording of its own, with its names.
TEST_P(RecordPython, ForkedChildrenAreRecorded)
{
    script("import os\n"
           "def child():\n"
           "    pass\n"
           "def parent():\n"
           "    child()\n"
           "    pid = os.fork()\n"
           "    if pid == 0:\n"
           "        child()\n"
           "        raise SystemExit(0)\n"
           "    os.waitpid(pid, 0)\n"
           "parent()\n");
    const Outcome o = python({"train.py"});
    EXPECT_EQ(o.exitCode, 0) << o.err;
    EXPECT_THAT(functions("s.name LIKE '%: parent' OR s.name LIKE '%: child'"),
                ElementsAre("\"1 train.py(4): parent\"", "\"2 train.py(2): child\"",
                            "\"0 train.py(2): child\""));
}

// What is left without ceremony is drawn to the end and said to be.
TEST_P(RecordPython, AProcessThatEndsAtOnceKeepsItsFunctions)
{
    script("import os, time\n"
           "def inner():\n"
           "    pass\n"
           "def last():\n"
           "    inner()\n"
           "    time.sleep(1.5)\n"
           "    os._exit(4)\n"
           "last()\n");
    EXPECT_EQ(python({"train.py"}, {"--flush-ms", "50"}).exitCode, 4);
    EXPECT_THAT(functions(),
                ElementsAre("\"0 train.py(1): <module>\"", "\"1 train.py(4): last\"",
                            "\"2 train.py(2): inner\""));
}

TEST_P(RecordPython, AnotherProfilerOfTheProgramIsLeftAloneAndSaid)
{
    script("import cProfile, io, pstats\n"
           "def work():\n"
           "    pass\n"
           "work()\n"
           "profile = cProfile.Profile()\n"
           "profile.enable()\n"
           "work()\n"
           "profile.disable()\n"
           "text = io.StringIO()\n"
           "pstats.Stats(profile, stream=text).print_stats()\n"
           "print('work' in text.getvalue())\n");
    const Outcome o = python({"train.py"});
    EXPECT_EQ(o.exitCode, 0) << o.err;
    EXPECT_EQ(o.out, "True\n");
    const bool both = GetParam() == std::string(kMonitoring);
    EXPECT_EQ(functions("s.name LIKE '%: work'").size(), both ? 2U : 1U);
    EXPECT_EQ(o.err.find("a profiler of its own") == std::string::npos, both) << o.err;
}

TEST_P(RecordPython, ItsCostIsPartOfTheOverhead)
{
    // Run by our module or not: the code of the frame at the bottom tells.
    script("import sys\n"
           "frame = sys._getframe()\n"
           "while frame.f_back:\n"
           "    frame = frame.f_back\n"
           "with open('runs', 'a') as runs:\n"
           "    runs.write('on ' if 'longpole_py' in frame.f_code.co_filename else 'off ')\n");
    EXPECT_EQ(python({"train.py"}, {"--overhead", "3"}).exitCode, 0);
    EXPECT_EQ(readFile(folder.file("app/runs")), "off on off on off on ");
    EXPECT_EQ(functions().size(), 1U);
}

INSTANTIATE_TEST_SUITE_P(Of, RecordPython, ::testing::Values(kMonitoring, kProfile),
                         [](const auto& one) { return std::string(one.param); });

class RecordNoPython : public RecordRun
{
};

TEST_F(RecordNoPython, IsOneSentence)
{
    const Outcome o = record({"--python", "ranges"}, {target(), "init"});
    EXPECT_EQ(o.exitCode, 2);
    EXPECT_THAT(o.err, HasSubstr("torchrun: --no-python python /"));
    EXPECT_THAT(o.err, HasSubstr("longpole_py/__main__.py SCRIPT"));
    const Outcome folderless =
        record({"--python", "ranges", "--python-prefix", "/nonexistent"}, {"python3", "train.py"});
    EXPECT_EQ(folderless.exitCode, 2);
    EXPECT_THAT(folderless.err, HasSubstr("/nonexistent: is no folder"));
    const Outcome byHand =
        runLongpole({"record", "-o", out(), "--python", "ranges", "--print-env"});
    EXPECT_THAT(byHand.out, HasSubstr("longpole_py/__main__.py SCRIPT"));
}

} // namespace

} // namespace longpole::test
