"""The repository's own rules as checks. Each rule is a function from files to findings.

Run: python3 tests/repository/rules.py [ROOT]; exit code 1 and one line a finding if any rule is
broken. tests/repository/test_rules.py shows each rule rejecting a planted fault.
"""

import pathlib
import posixpath
import re
import subprocess
import sys

SOURCE_SUFFIXES = {".cpp", ".hpp", ".h", ".cu", ".cuh", ".py", ".cmake"}
CODE_FOLDERS = ("reference", "generators", "properties", "gpu", "cli", "bench", "fuzz", "tests")

LONG_FILE = 350
LONGEST_FILE = 500
LONG_FILE_SHARE = 0.03

# A component may include these others; the arrows go one way.
ARROWS = {
    "reference": set(),
    "io": {"reference"},
    "simt": set(),
    "kernels": {"simt"},
    "gpu": {"simt", "kernels"},
    "generators": {"reference", "io"},
    "properties": {"reference", "io", "generators", "gpu"},
    "cli": {"reference", "io", "generators", "properties", "gpu", "simt"},
}
# Headers of the C interface, directly under tailproof/: anybody above the kernels may use them.
PLAIN_INTERFACE = {"topk.h", "variant.h", "simt.hpp"}

TOLERANCE = re.compile(
    r"\b(allclose|isclose|WithinAbs|WithinRel|Approx\(|approx\(|tolerance|epsilon|(?<!std::)atol|rtol)\b"
    r"|Approx\(|approx\(")
# The published checkers that the trial re-implements are unsound because of exactly these words.
TOLERANCE_ALLOWED = {"published_checkers"}
LEFT_OVER = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")


class Source:
    """One file: its path from the root and its lines."""

    def __init__(self, path, text):
        self.path = path
        self.text = text
        self.lines = text.splitlines()

    @property
    def suffix(self):
        return pathlib.PurePosixPath(self.path).suffix

    @property
    def folder(self):
        return self.path.split("/", 1)[0]

    def is_code(self):
        return self.suffix in SOURCE_SUFFIXES and not self.path.startswith("tests/data/")

    def is_header(self):
        return self.suffix in {".hpp", ".h", ".cuh"}

    def is_public_header(self):
        return self.suffix in {".hpp", ".h"} and "/include/tailproof/" in self.path


def component(path):
    """The name in ARROWS that a file belongs to, or None where no arrow is fixed."""
    for prefix, name in (("reference/io/", "io"), ("reference/", "reference"),
                         ("gpu/host_runtime/", "simt"), ("gpu/kernels/", "kernels"),
                         ("gpu/", "gpu"), ("generators/", "generators"),
                         ("properties/", "properties"), ("cli/", "cli")):
        if path.startswith(prefix):
            return name
    return None


def length_rule(files):
    """Hardly a file over 350 lines, none over 500."""
    code = [f for f in files if f.is_code()]
    long_files = [f for f in code if len(f.lines) > LONG_FILE]
    for f in code:
        if len(f.lines) > LONGEST_FILE:
            yield f"{f.path}: {len(f.lines)} lines, more than {LONGEST_FILE}"
    if len(long_files) > max(1, LONG_FILE_SHARE * len(code)):
        names = ", ".join(f.path for f in long_files)
        yield f"{len(long_files)} files over {LONG_FILE} lines: {names}"


def ascii_rule(files):
    """ASCII sources."""
    for f in files:
        if not f.is_code() and not f.path.startswith("scripts/"):
            continue
        for number, line in enumerate(f.lines, 1):
            if not line.isascii():
                yield f"{f.path}:{number}: not ASCII"


def include_rule(files):
    """Includes follow the dependency arrows between folders, and never reach into tests."""
    for f in files:
        owner = component(f.path)
        if owner is None:
            continue
        for number, line in enumerate(f.lines, 1):
            match = re.match(r'\s*#\s*include\s*[<"]([^">]+)[">]', line)
            if not match:
                continue
            target = match.group(1)
            if target.startswith("tests/") or "/tests/" in target or "catch" in target:
                yield f"{f.path}:{number}: includes test code: {target}"
            parts = target.split("/")
            if parts[0] != "tailproof" or len(parts) < 2:
                continue
            if len(parts) == 2:
                if parts[1] in PLAIN_INTERFACE and owner in {"reference", "io", "generators"}:
                    yield f"{f.path}:{number}: {owner} must not know {target}"
                continue
            name = parts[1]
            if name != owner and name in ARROWS and name not in ARROWS[owner]:
                yield f"{f.path}:{number}: {owner} must not include {name} ({target})"


def tolerance_rule(files):
    """No tolerance anywhere in exactness code."""
    for f in files:
        if not f.is_code() or f.folder not in CODE_FOLDERS or f.path.endswith("rules.py"):
            continue
        if any(word in f.path for word in TOLERANCE_ALLOWED):
            continue
        for number, line in enumerate(f.lines, 1):
            if TOLERANCE.search(line):
                yield f"{f.path}:{number}: tolerance in exactness code: {line.strip()}"


def left_over_rule(files):
    """No left-over marks."""
    for f in files:
        if not f.is_code() or f.path.endswith("rules.py"):
            continue
        for number, line in enumerate(f.lines, 1):
            if LEFT_OVER.search(line):
                yield f"{f.path}:{number}: left-over mark: {line.strip()}"


def header_rule(files):
    """Every header is guarded by #pragma once (plain C headers by either guard)."""
    for f in files:
        if f.is_header() and "#pragma once" not in f.text and "#ifndef TAILPROOF_" not in f.text:
            yield f"{f.path}: no include guard"


DECLARATION = re.compile(
    r"^(\[\[nodiscard\]\]|class |struct |enum |template|inline |constexpr |void |bool |int |float "
    r"|std::|using |union |Policy |Route |View )")


def documentation_rule(files):
    """Every public header says what it is; every namespace-scope declaration has a doc comment.

    Declarations in one block, without a blank line between, may share the comment above them.
    """
    for f in files:
        if not f.is_public_header():
            continue
        first = next((line for line in f.lines if line.strip()), "")
        if not first.startswith(("///", "/**", "/*")):
            yield f"{f.path}:1: public header without a documentation comment"
        if f.suffix == ".h":
            continue
        block_documented = False
        detail_depth = False
        for number, line in enumerate(f.lines, 1):
            if re.match(r"namespace (\w+::)*detail", line):
                detail_depth = True
            elif line.startswith("}  // namespace") and "detail" in line:
                detail_depth = False
            if not line.strip():
                block_documented = False
            elif line.startswith(("///", "/**", " */", " *", "//")):
                block_documented = block_documented or line.startswith(("///", "/**"))
            elif DECLARATION.match(line):
                forward = re.match(r"^(class|struct) \w+;$", line)
                out_of_class = re.match(r"^(inline|template|constexpr)[^(]*\w+::\w+\(", line)
                if not (block_documented or detail_depth or forward or out_of_class):
                    yield f"{f.path}:{number}: undocumented: {line.strip()}"
                    block_documented = True


def script_rule(files):
    """Shell scripts stop at the first error."""
    for f in files:
        if f.lines and f.lines[0].endswith("bash") and "set -euo pipefail" not in f.text:
            yield f"{f.path}: shell script without set -euo pipefail"


DASHED_TEST = re.compile(r'TEST_CASE\("-')


def test_name_rule(files):
    """Catch2 takes a name with a leading dash for an option of its own: "--help ..." runs nothing and passes."""
    for f in files:
        for number, line in enumerate(f.lines, 1):
            if f.suffix == ".cpp" and DASHED_TEST.search(line):
                yield f"{f.path}:{number}: a test's name starts with a dash"


NAMED_PATH = re.compile(r"`((?:%s|docs|scripts|cmake|python|\.ci|\.github)/[\w./-]+)" %
                        "|".join(CODE_FOLDERS))
LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)")


def named_path_rule(files):
    """A path that a guide names exists; records of past runs (docs/measured) may name old ones."""
    paths = {f.path for f in files} | {f"{f.path}/" for f in files}
    known = paths | {f.path[:i] for f in files for i, c in enumerate(f.path) if c == "/"}
    for f in files:
        if f.suffix != ".md" or f.path.startswith("docs/measured/"):
            continue
        folder = pathlib.PurePosixPath(f.path).parent
        for number, line in enumerate(f.lines, 1):
            named = [(path, path) for path in NAMED_PATH.findall(line)]
            named += [(link, posixpath.normpath(str(folder / link))) for link in LINK.findall(line)]
            for shown, path in named:
                if path.rstrip("/.") not in known:
                    yield f"{f.path}:{number}: no such path: {shown}"


RULES = [length_rule, ascii_rule, include_rule, tolerance_rule, left_over_rule, header_rule,
         documentation_rule, script_rule, test_name_rule, named_path_rule]


def read_tree(root):
    """Tracked and new files that git does not ignore; binary files are left out."""
    listed = subprocess.run(
        ["git", "-C", str(root), "ls-files", "--cached", "--others", "--exclude-standard"],
        check=True, capture_output=True, text=True).stdout.splitlines()
    files = []
    for path in sorted(set(listed)):
        full = root / path
        if full.is_file() and full.suffix not in {".npy", ".safetensors", ".png"}:
            files.append(Source(path, full.read_text(encoding="utf-8", errors="replace")))
    return files


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    files = read_tree(root)
    findings = [finding for rule in RULES for finding in rule(files)]
    print("\n".join(findings + [f"{len(files)} files, {len(RULES)} rules, "
                                f"{len(findings)} findings"]))
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
