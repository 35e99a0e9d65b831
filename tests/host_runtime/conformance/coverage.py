"""Every name that the host half of the kernel dialect offers is in the conformance table and in
docs/host-runtime.md.

Run: coverage.py ROOT [--list]. Exit code 1 and one line a missing name.
"""

import pathlib
import re
import sys

HEADERS = "gpu/host_runtime/include/tailproof/simt"
DIALECT = ("host/math.hpp", "host/convert.hpp", "host/warp.hpp", "host/barrier.hpp",
           "host/atomics.hpp", "host/memory.hpp", "host/ordered.hpp", "host/cluster.hpp",
           "host/async.hpp", "host/indices.hpp", "half.hpp")
MACROS = re.compile(r"^(?:SIMT_(?:ATOMIC\w*|REDUCE|LOAD|STORE|MIN_MAX))\((\w+)[,)]")
FUNCTION = re.compile(
    r"^ *(?:SIMT_INLINE|SIMT_RUNTIME|SIMT_BOTH|constexpr|inline|void|bool) ?[\w:<>* ]*?\b(\w+)\(")
DEFINE = re.compile(r"^#define (threadIdx|blockIdx|blockDim|gridDim|warpSize)\b")


def names_of(text):
    """Public names of one header, with `simt::` or `cooperative_groups::` in front where they are."""
    scopes = []
    struct = None
    for line in text.splitlines():
        opened = re.match(r"^namespace ([\w:]*) ?\{", line)
        if opened:
            scopes.append(opened.group(1))
        elif line.startswith("}  // namespace"):
            scopes.pop()
        found = re.match(r"^struct (?:alignas\(\d+\) )?(\w+) \{", line)
        if found:
            struct = found.group(1)
        elif line == "};":
            struct = None
        if "detail" in "::".join(scopes):
            continue
        if DEFINE.match(line):
            yield DEFINE.match(line).group(1)
            continue
        if struct is not None and struct != "mbarrier":
            continue
        match = MACROS.match(line)
        if match and match.group(1) == "type":
            continue
        match = match or FUNCTION.match(line)
        if not match or line.startswith(("#", "  return", "  if")):
            continue
        name = match.group(1)
        if name.startswith("SIMT_") or name in ("if", "alignas", "atomic_update", "name"):
            continue
        if "SIMT_ATOMIC_CAS(" in line:
            name = "atomicCAS"
        if "SIMT_MIN_MAX" in line:
            yield from ("min", "max")
            continue
        prefix = scopes[-1] + "::" if scopes else ""
        yield "." + name if struct == "mbarrier" else prefix + name


def offered(root):
    """All public names, in order."""
    folder = root / HEADERS
    names = set()
    for header in DIALECT:
        names.update(names_of((folder / header).read_text()))
    return sorted(names)


def words(text):
    """Identifiers with their qualification, as table rows and documents write them."""
    return set(re.findall(r"(?:\w+::)*\w+", text))


def missing(names, text):
    """Names that `text` does not mention."""
    mentioned = words(text)
    return [name for name in names if name.lstrip(".") not in mentioned]


def main():
    root = pathlib.Path(sys.argv[1])
    names = offered(root)
    if "--list" in sys.argv:
        print("\n".join(names))
        return 0
    if len(names) < 100:
        print(f"only {len(names)} names found: the headers are not understood")
        return 1
    table = "\n".join(re.sub(r"//.*", "", path.read_text()) for path in
                      sorted((root / "tests/host_runtime/conformance").glob("*.hpp")))
    rows = "\n".join(re.findall(r'"[^"]*"', table))
    document = (root / "docs/host-runtime.md").read_text()
    # The check itself must be able to fail.
    if missing(names + ["__planted_intrinsic"], rows)[-1:] != ["__planted_intrinsic"]:
        print("a planted name is not noticed")
        return 1
    bad = [f"no row in the conformance table: {name}" for name in missing(names, rows)]
    bad += [f"not in docs/host-runtime.md: {name}" for name in missing(names, document)]
    print("\n".join(bad) or f"{len(names)} names: all in the table and in the document")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
