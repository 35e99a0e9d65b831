"""What of .clusterfuzzlite can be checked without Docker. Usage: test_clusterfuzzlite.py ROOT WORK

The Dockerfile's packages against scripts/setup, and build.sh run as the base image runs it, for the
smallest target. Exit code 77 and SKIP where clang has no fuzzer runtime.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

# What a build of the targets has no use for, of the packages that scripts/setup installs.
NOT_FOR_TARGETS = {"clang", "make", "catch2", "librapidcheck-dev", "libeigen3-dev",
                   "libbenchmark-dev", "libboost-context-dev", "python3", "python3-numpy",
                   "python3-venv", "python3-dev"}


def setup_packages(text):
    """Packages of the list in scripts/setup; names with a variable in them are the compiler's."""
    return set(re.search(r"\npackages=\((.*?)\n\)", text, re.S).group(1).split())


def docker_packages(text):
    installed = re.search(r"apt-get install -y --no-install-recommends(.*?)\nCOPY", text, re.S)
    return set(installed.group(1).replace("\\", " ").split())


def package_findings(setup, dockerfile):
    """One line for each package that only one of the two knows."""
    wanted = setup_packages(setup) - NOT_FOR_TARGETS
    has = docker_packages(dockerfile)
    return ([f"the Dockerfile lacks {p}" for p in sorted(wanted - has)] +
            [f"scripts/setup does not install {p}" for p in sorted(has - wanted)] +
            [f"scripts/setup no longer installs {p}"
             for p in sorted(NOT_FOR_TARGETS - setup_packages(setup))])


def check_packages(root):
    setup = (root / "scripts/setup").read_text()
    dockerfile = (root / ".clusterfuzzlite/Dockerfile").read_text()
    assert package_findings(setup, dockerfile) == []
    # The check rejects what it is there for.
    assert package_findings(setup, dockerfile.replace("libfmt-dev", "")) == [
        "the Dockerfile lacks libfmt-dev"]
    assert package_findings(setup, dockerfile.replace("libfmt-dev", "libfmt-dev zip")) == [
        "scripts/setup does not install zip"]


def target_findings(root, script):
    """One line for each target that only the folder or only the script knows."""
    told = set(re.search(r"TAILPROOF_FUZZ_TARGETS:-(.*?)}", script).group(1).split())
    # The canary's fault is planted: no service must report it.
    has = {path.stem for path in (root / "fuzz/targets").glob("*.cpp")} - {"canary"}
    return ([f"build.sh lacks {name}" for name in sorted(has - told)] +
            [f"there is no target {name}" for name in sorted(told - has)])


def check_script(root):
    script = root / ".clusterfuzzlite/build.sh"
    text = script.read_text()
    assert os.access(script, os.X_OK), "build.sh cannot be executed"
    parsed = subprocess.run(["bash", "-n", script], text=True, capture_output=True, check=False)
    assert parsed.returncode == 0, parsed.stderr
    assert target_findings(root, text) == []
    assert target_findings(root, text.replace("readers oracle", "reader")) == [
        "build.sh lacks oracle", "build.sh lacks readers", "there is no target reader"]
    for target in re.search(r"TAILPROOF_FUZZ_TARGETS:-(.*?)}", text).group(1).split():
        assert any((root / "fuzz/corpus" / target).iterdir()), f"no corpus: {target}"


def check_project(root):
    project = (root / ".clusterfuzzlite/project.yaml").read_text()
    keys = [line.split(":")[0] for line in project.splitlines() if not line.startswith(" ")]
    assert keys == ["language", "fuzzing_engines", "sanitizers"], keys
    values = [line.removeprefix("  - ") for line in project.splitlines() if line.startswith(" ")]
    assert "language: c++" in project and values == ["libfuzzer", "afl", "address", "undefined"]
    copied = re.findall(r"^COPY (\S+) ", (root / ".clusterfuzzlite/Dockerfile").read_text(), re.M)
    assert copied == [".", ".clusterfuzzlite/build.sh"], copied
    assert all((root / path).exists() for path in copied)


def has_fuzzer(folder):
    source = folder / "empty.cpp"
    source.write_text('extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) '
                      "{ return 0; }\n")
    return shutil.which("clang++") is not None and subprocess.run(
        ["clang++", "-fsanitize=fuzzer,address", source, "-o", folder / "empty"],
        capture_output=True, check=False).returncode == 0


def check_build(root, work, out):
    """build.sh with the base image's variables; the program must run its corpus."""
    flags = ("-O1 -fno-omit-frame-pointer -gline-tables-only -fsanitize=address "
             "-fsanitize-address-use-after-scope -fsanitize=fuzzer-no-link -stdlib=libc++")
    environment = {**os.environ, "OUT": str(out), "WORK": str(work), "CC": "clang",
                   "CXX": "clang++", "CXXFLAGS": flags, "CFLAGS": "", "SRC": str(root),
                   "LIB_FUZZING_ENGINE": "-fsanitize=fuzzer", "TAILPROOF_FUZZ_TARGETS": "planner"}
    built = subprocess.run([root / ".clusterfuzzlite/build.sh"], env=environment, text=True,
                           capture_output=True, check=False)
    assert built.returncode == 0, built.stdout[-4000:] + built.stderr[-4000:]
    names = {path.name for path in out.iterdir()}
    assert {"fuzz_planner", "fuzz_planner_seed_corpus.zip", "fuzz_planner.options"} <= names, names
    with zipfile.ZipFile(out / "fuzz_planner_seed_corpus.zip") as archive:
        archive.extractall(out / "corpus")
    ran = subprocess.run([out / "fuzz_planner", "-runs=0", out / "corpus"], text=True,
                         capture_output=True, check=False)
    assert ran.returncode == 0, ran.stderr[-4000:]
    committed = len(list((root / "fuzz/corpus/planner").iterdir()))
    assert len(list((out / "corpus").iterdir())) == committed


def main():
    root, work = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    check_packages(root)
    check_script(root)
    check_project(root)
    with tempfile.TemporaryDirectory() as folder:
        if not has_fuzzer(pathlib.Path(folder)):
            print("SKIP: clang++ with its fuzzer runtime is not here: build.sh was not run")
            return 77
        out = pathlib.Path(folder) / "out"
        out.mkdir()
        check_build(root, work, out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
