"""docs/host-runtime.md, followed to the letter: cuts its files out, builds them against an installed
Tailproof, and expects what the page says at every step.

Run: tutorial.py DOCUMENT INSTALLED-PREFIX WORK-FOLDER CXX-COMPILER
"""

import pathlib
import re
import shutil
import subprocess
import sys

BLOCK = re.compile(r"<!-- (file|append): (\S+)( repaired)? -->\n```\w*\n(.*?)```\n", re.DOTALL)


def blocks(document):
    """(kind, file name, whether it is the repaired version, text) of each marked block."""
    found = BLOCK.findall(document)
    if len(found) < 7:
        sys.exit(f"only {len(found)} marked blocks in the document")
    return [(kind, name, bool(repaired), text) for kind, name, repaired, text in found]


def run(*command, expect=0, cwd=None):
    """Output of the command, whose exit code must be as expected (None: anything but 0)."""
    done = subprocess.run(command, cwd=cwd, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False)
    good = done.returncode != 0 if expect is None else done.returncode == expect
    if not good:
        sys.exit(f"{' '.join(map(str, command))}: exit code {done.returncode}\n{done.stdout}")
    return done.stdout


def require(output, *patterns):
    """Each pattern occurs in the output."""
    for pattern in patterns:
        if not re.search(pattern, output):
            sys.exit(f"no /{pattern}/ in:\n{output}")


class Project:
    """The reader's project folder and its build."""

    def __init__(self, folder, prefix, compiler):
        self.folder = folder
        self.build = folder / "build"
        self.configure = ["cmake", "-S", folder, "-B", self.build,
                          f"-DCMAKE_PREFIX_PATH={prefix}", f"-DCMAKE_CXX_COMPILER={compiler}",
                          "-DCMAKE_BUILD_TYPE=Release"]

    def write(self, marked, repaired):
        """The page's files, up to the first step or all of them."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for kind, name, is_repaired, text in marked:
            path = self.folder / name
            if kind == "append":
                if repaired:
                    path.write_text(path.read_text() + text)
            elif repaired or not is_repaired:
                path.write_text(text)

    def make(self):
        """Configures and builds."""
        run(*self.configure)
        run("cmake", "--build", self.build)

    def ctest(self, expect):
        """Output of the project's own tests."""
        return run("ctest", "--test-dir", self.build, "--output-on-failure", expect=expect)


def main():
    document, prefix, work = (pathlib.Path(path).resolve() for path in sys.argv[1:4])
    compiler = sys.argv[4]
    marked = blocks(document.read_text())
    shutil.rmtree(work / "project", ignore_errors=True)
    shutil.rmtree(work / "fuzzing", ignore_errors=True)

    project = Project(work / "project", prefix, compiler)
    project.write(marked, repaired=False)
    project.make()
    output = project.ctest(expect=8)  # CTest's code for failed tests
    require(output, r"element \d+ is wrong", r"race in void reverse_tiles<64>",
            r"reverse_tiles\.cuh:15", r"reverse_tiles\.cuh:17", r"0% tests passed, 2 tests failed")
    print("as typed: both tests fail, the race build names lines 15 and 17")

    project.write(marked, repaired=True)
    project.make()
    require(project.ctest(expect=0), r"100% tests passed, 0 tests failed out of [45]")
    print("repaired: every test passes, with AddressSanitizer and gcov too")

    counts = "CMakeFiles/reverse_coverage.dir/reverse_test.cpp.gcda"
    if "clang" not in compiler and (project.build / counts).exists():
        output = run("gcov", "-n", counts, cwd=project.build)
        require(output, r"File '[^']*reverse_tiles\.cuh'\nLines executed:100\.00%")
        print("gcov: all lines of the kernel are reached")

    clang = shutil.which("clang++")
    if clang is None:
        print("SKIP: clang++ is not here: the fuzzing example did not run")
        return
    fuzzing = Project(work / "fuzzing", prefix, clang)
    fuzzing.write(marked, repaired=True)
    fuzzing.make()
    run("ctest", "--test-dir", fuzzing.build, "-R", "reverse_fuzz|reverse_race", "--no-tests=error")
    fuzzing.write([block for block in marked if block[1] == "reverse_tiles.cuh"], repaired=False)
    run("cmake", "--build", fuzzing.build, "--target", "reverse_fuzz")
    output = run(fuzzing.build / "reverse_fuzz", "-runs=2000", "-seed=1", "-len_control=0",
                 "-max_len=16", expect=None, cwd=work)
    require(output, r"race in void reverse_tiles<64>")
    print("libFuzzer: silent on the repaired kernel, finds the race of the first one")


if __name__ == "__main__":
    main()
