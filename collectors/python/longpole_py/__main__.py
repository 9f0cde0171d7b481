# SPDX-FileCopyrightText: 2026 The Longpole authors
# SPDX-License-Identifier: MIT
"""Runs a Python program as the interpreter would, and records its functions as ranges.

    python [OPTIONS] .../longpole_py/__main__.py SCRIPT | -m MODULE | -c CODE [ARGUMENTS]

Ranges go through the library that records, which lies beside this folder; where it can't be loaded or nothing is being
recorded, the program runs as it would have. Functions are recorded whose files are under LONGPOLE_PYTHON_PREFIXES (folders,
a line each), by default the program's folder and the current one, but for installed packages and Python's own library.
From Python 3.12 on sys.monitoring tells of calls, and code that isn't recorded costs nothing after its first call; before,
sys.setprofile does, and every call costs. Any Python from 2.7 on can run this file; ranges need 3.6.
"""
import os
import sys

HERE = os.path.abspath(__file__)
LIBRARY = "liblongpole_cupti.so"
INSTALLED = ("site-packages", "dist-packages")
PARTS = ("<listcomp>", "<dictcomp>", "<setcomp>", "<genexpr>")  # of the function they are in


class Files(object):
    """Which files' functions are recorded."""

    def __init__(self, folders, asked, code_too):
        self._start = os.getcwd()
        self._library = os.path.dirname(os.path.realpath(os.__file__))
        self._known = {"<string>": "<string>"} if code_too else {}
        self.others = set()  # names of files seen that aren't
        self._folders = []
        for folder in folders:
            for path in (os.path.abspath(folder), os.path.realpath(folder)):
                if path not in self._folders and (asked or not self._is_installed(path)):
                    self._folders.append(path)

    def _is_installed(self, path):
        return any(part in INSTALLED for part in path.split(os.sep)) or self._is_under(path, self._library)

    @staticmethod
    def _is_under(path, folder):
        return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)

    def shown(self, filename):
        """The file's name within its folder; None: not recorded."""
        try:
            return self._known[filename]
        except KeyError:
            known = self._known[filename] = self._find(filename)
            if known is None:
                self.others.add(filename)
            return known

    def _find(self, filename):
        if filename.startswith("<"):
            return None
        path = os.path.normpath(os.path.join(self._start, filename))
        for folder in self._folders:
            if self._is_under(path, folder):
                inside = path[len(folder):].lstrip(os.sep)
                in_library = self._is_under(path, self._library) and not self._is_under(folder, self._library)
                if in_library or any(part in INSTALLED for part in inside.split(os.sep)):
                    continue
                return inside or os.path.basename(path)
        return None


class Ranges(object):
    """Tells the library of functions that begin and end."""

    def __init__(self, library, files):
        self._start = library.longpolePythonStart
        self._name = library.longpolePythonName
        self._begin = library.longpolePythonBegin
        self._end = library.longpolePythonEnd
        self._note = library.longpolePythonNote
        self._files = files
        self._codes = []  # kept: their addresses are the keys
        self._numbers = {}
        self._stop = None

    def _numbered(self, code):
        """The number of a function; 0: not recorded."""
        file = self._files.shown(code.co_filename)
        if file is None or code.co_name in PARTS:
            return 0
        self._codes.append(code)
        number = self._numbers[id(code)] = self._name(self._text(code))
        return number

    def _text(self, code):
        text = "%s(%d): %s" % (
            self._files.shown(code.co_filename), code.co_firstlineno, getattr(code, "co_qualname", code.co_name))
        return text.encode("utf-8", "replace")

    def start(self):
        """False: nothing is being recorded."""
        if not self._start():
            return False
        if hasattr(sys, "monitoring"):
            self._monitor(sys.monitoring)
        else:
            self._profile()
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._forked)
        return True

    def _forked(self):
        # The child has a recording of its own, which knows no names yet, or none.
        if self._start():
            for code in self._codes:
                self._numbers[id(code)] = self._name(self._text(code))
        else:
            self._stop()

    def _monitor(self, monitoring):
        numbers, numbered, begin, end = self._numbers, self._numbered, self._begin, self._end
        disable = monitoring.DISABLE

        def started(code, _offset):
            number = numbers.get(id(code)) or numbered(code)
            if number == 0:
                return disable
            begin(number)
            return None

        def thrown(code, _offset, _error):
            number = numbers.get(id(code))
            if number is not None:
                begin(number)

        def ended(code, _offset, _value):
            if id(code) not in numbers:
                return disable
            end()
            return None

        def unwound(code, _offset, _error):
            if id(code) in numbers:
                end()

        events = monitoring.events
        tool = self._free_tool(monitoring)
        for event, function in (
                (events.PY_START, started), (events.PY_RESUME, started), (events.PY_THROW, thrown),
                (events.PY_RETURN, ended), (events.PY_YIELD, ended), (events.PY_UNWIND, unwound)):
            monitoring.register_callback(tool, event, function)
        self._stop = lambda: monitoring.set_events(tool, 0)
        monitoring.set_events(tool, events.PY_START | events.PY_RESUME | events.PY_THROW
                              | events.PY_RETURN | events.PY_YIELD | events.PY_UNWIND)

    @staticmethod
    def _free_tool(monitoring):
        # Numbers without a meaning first: the program may bring a debugger or a profiler.
        for tool in (4, 3, monitoring.OPTIMIZER_ID, monitoring.PROFILER_ID):
            try:
                monitoring.use_tool_id(tool, "longpole")
                return tool
            except ValueError:
                pass
        raise RuntimeError("other tools have taken sys.monitoring")

    def _profile(self):
        import atexit
        import threading

        numbers, numbered, begin, end = self._numbers, self._numbered, self._begin, self._end
        others = self._files.others

        def event(frame, what, _arg):
            if what == "call":
                code = frame.f_code
                if code.co_filename not in others:
                    number = numbers.get(id(code)) or numbered(code)
                    if number:
                        begin(number)
            elif what == "return" and id(frame.f_code) in numbers:
                end()

        def stop():
            threading.setprofile(None)
            sys.setprofile(None)

        def check():
            # The interpreter lets go of a function that finds no stack.
            if sys.getprofile() is not event:
                self._note(b"the Python program used a profiler of its own, or all of its stack: before Python 3.12 "
                           b"that ends the recording of the functions of that thread")

        self._stop = stop
        atexit.register(check)
        threading.setprofile(event)
        sys.setprofile(event)


class Program(object):
    """A program as the interpreter's command line names it."""

    def __init__(self, words):
        self.kind = words[0] if words[0] in ("-m", "-c") else "script"
        self.what = words[0] if self.kind == "script" else words[1]
        rest = words[1:] if self.kind == "script" else words[2:]
        self.is_folder = self.kind == "script" and self._holds_main(self.what)
        sys.argv[:] = [self.what if self.kind == "script" else self.kind] + rest
        self._set_path()
        if hasattr(sys, "orig_argv") and __file__ in sys.orig_argv:
            sys.orig_argv.remove(__file__)

    @staticmethod
    def _holds_main(path):
        if os.path.isdir(path):
            return True
        import zipfile
        return os.path.isfile(path) and zipfile.is_zipfile(path)

    def _set_path(self):
        first = {"-m": os.getcwd() if sys.version_info >= (3, 7) else "", "-c": ""}.get(self.kind)
        if first is None:
            first = self.what if self.is_folder else os.path.dirname(os.path.realpath(self.what))
        # Options may have kept this file's folder out, and then keep the program's out, too.
        if sys.path and os.path.realpath(sys.path[0] or ".") == os.path.dirname(os.path.realpath(__file__)):
            sys.path[0] = first
        elif self.is_folder:
            sys.path.insert(0, first)

    def folders(self):
        """Where its own code is."""
        here = [os.getcwd()]
        if self.kind == "script":
            return [self.what if self.is_folder else os.path.dirname(os.path.realpath(self.what))] + here
        if self.kind == "-m":
            import importlib.util
            try:
                found = importlib.util.find_spec(self.what.split(".")[0])
            except (ImportError, ValueError):
                found = None
            if found is not None and found.submodule_search_locations:
                return list(found.submodule_search_locations) + here
            if found is not None and found.has_location:
                return [os.path.dirname(found.origin)] + here
        return here

    def run(self):
        import types
        main = types.ModuleType("__main__")
        main.__builtins__ = sys.modules.get("builtins") or sys.modules["__builtin__"]
        if (3, 0) <= sys.version_info < (3, 14):
            main.__annotations__ = {}
        sys.modules["__main__"] = main
        if self.kind == "-m" or self.is_folder:
            import runpy
            runpy._run_module_as_main(self.what if self.kind == "-m" else "__main__", self.kind == "-m")
        elif self.kind == "-c":
            code = self.what + "\n"
            if sys.version_info >= (3, 4):
                import importlib.machinery
                main.__loader__ = importlib.machinery.BuiltinImporter
            if sys.version_info >= (3, 13):  # its tracebacks show that text
                import linecache
                linecache.cache["<string>"] = (len(code), None, code.splitlines(True), "<string>")
            exec(compile(code, "<string>", "exec", 0, True), main.__dict__)
        else:
            exec(self._script(main), main.__dict__)

    def _script(self, main):
        path = self.what
        if sys.version_info >= (3, 9):
            path = os.path.join(os.getcwd(), path)
        try:
            with open(path, "rb") as file:
                source = file.read()
        except (IOError, OSError) as error:
            sys.stderr.write("%s: can't open file %r: [Errno %s] %s\n" % (
                sys.executable, path, error.errno, error.strerror))
            sys.exit(2)
        main.__file__ = path
        main.__cached__ = None
        if path.endswith(".pyc"):
            import pkgutil
            with open(path, "rb") as file:
                code = pkgutil.read_code(file)
            if code is None:
                raise RuntimeError("Bad magic number in .pyc file")
            return code
        if sys.version_info >= (3, 4):
            import importlib.machinery
            main.__loader__ = importlib.machinery.SourceFileLoader("__main__", path)
        return compile(source, path, "exec", 0, True)


def record(program):
    """Switches recording on; one line on standard error where that can't be."""
    try:
        if sys.version_info < (3, 6):
            raise RuntimeError("Python %d.%d is too old" % sys.version_info[:2])
        import ctypes
        # Its functions are quick: they keep the interpreter's lock.
        library = ctypes.PyDLL(os.path.join(os.path.dirname(os.path.dirname(HERE)), LIBRARY))
        library.longpolePythonEnd.restype = library.longpolePythonBegin.restype = None
        asked = [line for line in os.environ.get("LONGPOLE_PYTHON_PREFIXES", "").split("\n") if line]
        files = Files(asked or program.folders(), bool(asked), program.kind == "-c")
        Ranges(library, files).start()
    except Exception as error:
        sys.stderr.write("longpole: Python functions are not recorded: %s\n" % error)


def show_without_us(kind, error, trace):
    """An unhandled error as the interpreter would show it."""
    while trace is not None and trace.tb_frame.f_code.co_filename == __file__:
        trace = trace.tb_next
    if error is not None and hasattr(error, "with_traceback"):
        error = error.with_traceback(trace)
    sys.__excepthook__(kind, error, trace)


def main():
    if len(sys.argv) < 2 or (sys.argv[1] in ("-m", "-c") and len(sys.argv) < 3):
        sys.exit("usage: python %s SCRIPT | -m MODULE | -c CODE [ARGUMENTS]" % sys.argv[0])
    program = Program(sys.argv[1:])
    record(program)
    try:
        program.run()
    except BaseException:
        if sys.excepthook is sys.__excepthook__:
            sys.excepthook = show_without_us
        raise


if __name__ == "__main__":
    main()
