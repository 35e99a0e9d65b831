"""The quick suite: test executables of a build tree, rebuilt and run with a mutant in them.

Only what a mutant touches is compiled: a source file alone, a header with every source that
includes it, tests too, so that no two versions of an inline function meet in one program. The rest
is taken from the build tree, whose own link commands say what a program is made of.
"""

import dataclasses
import json
import os
import pathlib
import re
import resource
import shlex
import shutil
import subprocess
import threading

QUOTED_INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)
PLAIN_INCLUDE = re.compile(r"^\s*#\s*include\s*<([^>]+)>", re.MULTILINE)

# Programs in the order in which they are asked; not run: hidden cases, and two that try the trial
# and the comparison rather than the reference, and take longer than everything else together.
PROGRAMS = {
    "test_inline": ["~[.]"],
    "test_reference": ["~[.]"],
    "test_oracle": ["~[.]~the trial notices every weakened oracle"],
    "test_agreement": ["~[.]~agreement is not vacuous*"],
    "test_memory": ["~[.]"],
}
ORACLE_FIRST = re.compile(r"/(oracle|trial_|published)")
# Tests what headers define, without the library; a change to a source cannot reach it.
HEADERS_ONLY = "test_inline"
TWO_VERSIONS = re.compile(r"/(row_scan|oracle_scan|multiversion)\.")

INVALID = "does not compile"

# Several times what the program takes; whoever needs more loops for ever.
CPU_SECONDS = {"test_inline": 2, "test_reference": 4, "test_oracle": 3, "test_agreement": 15,
               "test_memory": 4}
SANITIZED_FACTOR = 6
COMPILER_SECONDS = 60
MEMORY = 3 << 30
WALL_SECONDS = 300


class SetupError(Exception):
    """The build tree or the unmutated suite is not usable."""


@dataclasses.dataclass
class Outcome:
    killed: bool
    by: str  # a test's name, "static_assert", "hang", ...; INVALID is no kill


class BuildTree:
    """What a configured and built Ninja tree says about the programs of the quick suite."""

    def __init__(self, root, build):
        self.root = root.resolve()
        self.build = build.resolve()
        commands = self.build / "compile_commands.json"
        if not commands.exists() or not (self.build / "build.ninja").exists():
            raise SetupError(f"{build} is not a Ninja build tree with compile_commands.json")
        self.commands = {}
        for entry in json.loads(commands.read_text()):
            words = shlex.split(entry["command"])
            self.commands[words[words.index("-o") + 1]] = words
        self.sources = {}  # object -> source, relative to the root
        for output, words in self.commands.items():
            source = pathlib.Path(words[-1])
            if source.is_relative_to(self.root):
                self.sources[output] = str(source.relative_to(self.root))
        self.libraries = self.library_objects()
        self.links = {name: self.link_of(name) for name in PROGRAMS}
        self.included = {}

    def library_objects(self):
        """Objects of the libraries under test and beside it, by the source."""
        return {source: output for output, source in self.sources.items()
                if source.startswith(("reference/src/", "reference/io/src/"))}

    def link_of(self, program):
        target = f"bin/{program}"
        done = subprocess.run(["ninja", "-C", str(self.build), "-t", "commands", target],
                              capture_output=True, text=True, check=False)
        lines = [line for line in done.stdout.splitlines() if f"-o {target}" in line]
        if not lines or not (self.build / target).exists():
            raise SetupError(f"{self.build} has no {target}: build it first")
        words = shlex.split(lines[-1].split(" && ")[1])
        at = words.index("-o")
        objects = [w for w in words[1:at] if w.endswith(".o")]
        flags = [w for w in words[1:at] if not w.endswith(".o")]
        return words[0], flags, objects, words[at + 2:]

    def project_includes(self, path):
        """Files of the project that a file includes, itself too, over any number of steps."""
        if path not in self.included:
            self.included[path] = {path}
            folder = pathlib.PurePosixPath(path).parent
            for name in QUOTED_INCLUDE.findall((self.root / path).read_text()):
                for base in (str(folder), "reference/src", "reference/include", "reference/io/include",
                             "tests/support", "tests/reference"):
                    if (self.root / base / name).exists():
                        self.included[path] |= self.project_includes(f"{base}/{name}")
                        break
        return self.included[path]

    def compiler_flags(self, output):
        """Flags of an object without the output, optimisation, warnings and a compiler cache."""
        words = self.commands[output]
        first = next(i for i, w in enumerate(words) if w.startswith("-"))
        compiler = words[first - 1]
        flags = []
        skip = False
        for word in words[first:-1]:
            if skip or word in {"-o", "-c"}:
                skip = word == "-o"
                continue
            if not word.startswith(("-W", "-O", "-g", "-fPI")):
                flags.append(word)
        return compiler, flags


class QuickSuite:
    """Builds and runs mutants, one at a time, in a folder of its own."""

    def __init__(self, tree, folder, headers):
        self.tree = tree
        self.folder = folder.resolve()
        self.headers = headers  # Precompiled
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)

    def judge(self, mutant, text, sanitize=True, arguments=None):
        """Outcome for the mutant of a file with this text."""
        touched = self.write(mutant.path, mutant.applied_to(text))
        outcome = self.try_programs(mutant.path, touched, [], arguments)
        if not outcome.killed and outcome.by == "" and sanitize:
            outcome = self.try_programs(mutant.path, touched, SANITIZERS, arguments)
            if outcome.killed:
                outcome.by += " (sanitized)"
        return outcome

    def write(self, path, text):
        """Puts the changed file where the compiler finds it first."""
        shutil.rmtree(self.folder, ignore_errors=True)
        place = self.folder / path
        place.parent.mkdir(parents=True)
        place.write_text(text)
        return {output for source, output in self.tree.libraries.items()
                if path in self.tree.project_includes(source)}

    def try_programs(self, path, touched, more, arguments):
        built = {}
        if path.endswith(".hpp"):
            outcome = self.try_program(HEADERS_ONLY, path, built, more, arguments)
            if outcome.killed or outcome.by:
                return outcome
        for output in sorted(touched):
            failure = self.compile(output, built, more)
            if failure:
                return failure
        names = [name for name in PROGRAMS if name != HEADERS_ONLY]
        if ORACLE_FIRST.search(path):
            names.sort(key=lambda name: name != "test_oracle")
        for name in names:
            outcome = self.try_program(name, path, built, more, arguments)
            if outcome.killed or outcome.by:
                return outcome
        return Outcome(False, "")

    def try_program(self, name, path, built, more, arguments):
        """Compiles what the change touches of the program itself, links it and runs it."""
        touched = [output for output in self.tree.links[name][2] if output not in built
                   and path in self.tree.project_includes(self.tree.sources[output])]
        if name == HEADERS_ONLY and not touched:
            return Outcome(False, "")
        for output in touched:
            failure = self.compile(output, built, more)
            if failure:
                return failure
        program = self.link(name, built, more)
        for environment in [{}, {"TAILPROOF_BASELINE": "1"}] if TWO_VERSIONS.search(path) else [{}]:
            outcome = run_program(program, arguments or PROGRAMS[name], environment, bool(more))
            if outcome.killed:
                return outcome
        return Outcome(False, "")

    def compile(self, output, built, more):
        """Compiles the object with the change in it; an outcome if that fails."""
        source = self.tree.sources[output]
        compiler, flags = self.tree.compiler_flags(output)
        place = self.folder / source
        if not place.exists() and source.startswith("reference/src/"):
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes((self.tree.root / source).read_bytes())
        elif not place.exists():
            place = self.tree.root / source
        target = self.folder / (source.replace("/", "+") + ".o")
        command = [compiler, f"-I{self.folder}/reference/include",
                   f"-I{self.folder}/reference/src"] + flags
        command += [f"-I{self.tree.root}/reference/src"] + self.headers.flags(source, more) + more
        command += ["-c", str(place), "-o", str(target)]
        done = run_limited(command, {}, COMPILER_SECONDS, None)
        if done is None:
            return Outcome(True, "hang (in the compiler)")
        if done.returncode != 0:
            asserted = "static assertion failed" in done.stderr or \
                "static_assert failed" in done.stderr
            return Outcome(True, "static_assert") if asserted else \
                Outcome(False, INVALID)
        built[output] = str(target)
        return None

    def link(self, name, built, more):
        compiler, flags, objects, libraries = self.tree.links[name]
        others = self.objects_of_other_programs(name)
        own = [place for output, place in built.items() if output not in others]
        rest = [o for o in objects if o not in built]
        if name == HEADERS_ONLY:
            libraries = [word for word in libraries if not word.startswith("reference/")]
        program = self.folder / name
        done = subprocess.run(
            [compiler, *flags, *more, *linker(), *own, *rest, "-o", str(program), *libraries],
            cwd=self.tree.build, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise SetupError(f"{name} does not link:\n{done.stderr[-2000:]}")
        return program

    def objects_of_other_programs(self, name):
        mine = set(self.tree.links[name][2])
        return {o for other, link in self.tree.links.items() if other != name
                for o in link[2]} - mine


SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]


def linker():
    """The quickest linker that is here."""
    return ["-fuse-ld=lld"] if shutil.which("ld.lld") else []


class Precompiled:
    """The standard library's and the test framework's headers, each set compiled once, when needed."""

    def __init__(self, tree, folder):
        self.tree = tree
        self.folder = folder.resolve()
        folder.mkdir(parents=True, exist_ok=True)
        self.ready = {}
        self.lock = threading.Lock()

    def flags(self, source, more):
        if more:
            return QUICKLY
        name = "tests" if source.startswith("tests/") else "library"
        with self.lock:
            if name not in self.ready:
                self.ready[name] = self.make(name)
        return QUICKLY + ["-include", str(self.ready[name])]

    def headers_of(self, folder):
        """What the sources of a folder include of the standard library and of nlohmann-json."""
        names = set()
        for source in self.tree.sources.values():
            if source.startswith(folder):
                for path in self.tree.project_includes(source):
                    names |= set(PLAIN_INCLUDE.findall((self.tree.root / path).read_text()))
        return sorted(n for n in names if re.fullmatch(r"[a-z_]+|immintrin.h|nlohmann/json.hpp", n))

    def make(self, name):
        like, folder = {"library": ("reference/src/oracle.cpp", "reference/src/"),
                        "tests": ("tests/reference/test_agreement.cpp", "tests/reference/")}[name]
        output = next(o for o, source in self.tree.sources.items() if source == like)
        text = "".join(f"#include <{header}>\n" for header in self.headers_of(folder))
        if name == "tests":
            text += '#include "tailproof_catch.hpp"\n'
        header = self.folder / f"{name}.hpp"
        header.write_text(text)
        compiler, flags = self.tree.compiler_flags(output)
        done = subprocess.run([compiler, *flags, *QUICKLY, "-x", "c++-header", str(header), "-o",
                               f"{header}.gch"], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise SetupError(f"the headers do not compile:\n{done.stderr[-2000:]}")
        return header


# No optimisation, no warnings; the library's own checks of subscripts, as the debug preset has them.
QUICKLY = ["-O0", "-w", "-fPIE", "-D_GLIBCXX_ASSERTIONS"]


def limits(cpu_seconds, memory):
    """What a child process sets for itself before it starts."""
    resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds + 2))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if memory:
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def run_limited(command, environment, cpu_seconds, memory):
    """The finished process, or None if it slept or waited beyond any measure."""
    try:
        return subprocess.run(command, capture_output=True, text=True, errors="replace",
                              timeout=WALL_SECONDS, check=False,
                              preexec_fn=lambda: limits(cpu_seconds, memory),
                              env={**os.environ, **environment})
    except subprocess.TimeoutExpired:
        return None


def run_program(program, arguments, environment, sanitized):
    """Runs one test program up to its first failure."""
    seconds = CPU_SECONDS[program.name] * (SANITIZED_FACTOR if sanitized else 1)
    done = run_limited([str(program), "--abort", *arguments], environment, seconds,
                       None if sanitized else MEMORY)
    where = f"{program.name}: "
    if environment:
        where = f"{program.name} (baseline): "
    if done is None:
        return Outcome(True, where + "hang")
    if done.returncode in {0, 77}:
        return Outcome(False, "")
    if done.returncode in {-24, -9}:
        return Outcome(True, where + "hang")
    name = failing_test(done.stdout)
    if name:
        return Outcome(True, where + name)
    if done.returncode < 0 or "Sanitizer" in done.stderr or "runtime error" in done.stderr:
        return Outcome(True, where + "crash")
    return Outcome(True, where + f"exit code {done.returncode}")


def failing_test(output):
    """The name that Catch2's console report puts above the first failure."""
    match = re.search(r"^-{20,}\n(.+?)\n-{20,}\n", output, re.MULTILINE | re.DOTALL)
    return " ".join(match.group(1).split()) if match else ""
