"""The README's "check your kernel in three commands", run as it stands.

python3 three_commands.py README ROOT TOOL: runs the commands of the first console block after that
heading, in a folder with the repository's own folders in it. Every line that the block shows must
be printed, in this order; "..." stands for any lines. Exit code 1 tells which is not.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

HEADING = "Check your kernel in three commands"


def blocks(text):
    """(command, shown lines) of the console block below the heading."""
    after = text[text.index(HEADING):]
    block = re.search(r"```console\n(.*?)```", after, re.DOTALL).group(1)
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, *shown = part.splitlines()
        yield command, shown


def matches(line, printed):
    """Whether a line is printed as shown, or begins so where it is cut short."""
    if line.endswith("..."):
        return printed.startswith(line.removesuffix("..."))
    return printed.rstrip() == line.rstrip()


def first_missing(shown, printed):
    """The first line of shown that does not follow in printed, or None."""
    at = 0
    free = True  # lines may be left out before the first one
    for line in shown:
        if line == "...":
            free = True
            continue
        where = [i for i in range(at, len(printed)) if matches(line, printed[i])]
        if not where or (not free and where[0] != at):
            return line
        at = where[0] + 1
        free = False
    return None


def main():
    readme, root, tool = map(pathlib.Path, sys.argv[1:])
    commands = list(blocks(readme.read_text(encoding="utf-8")))
    if len(commands) != 3:
        sys.exit(f"{len(commands)} commands, not three")
    with tempfile.TemporaryDirectory() as folder:
        for name in ("docs", "gpu", "reference"):
            os.symlink(root / name, pathlib.Path(folder, name))
        pathlib.Path(folder, "build").mkdir()
        environment = {**os.environ, "PATH": f"{tool.parent}:{os.environ['PATH']}"}
        for command, shown in commands:
            run = subprocess.run(command, shell=True, cwd=folder, env=environment, text=True,
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
            missing = first_missing(shown, run.stdout.splitlines())
            if missing is not None:
                sys.exit(f"{command}\ndoes not print\n{missing}\nbut (exit code {run.returncode})\n"
                         f"{run.stdout}")
        if run.returncode != 1:
            sys.exit(f"the check ends with exit code {run.returncode}, not 1")


def demonstrate():
    """A line that is not printed, is out of order, or does not follow at once is noticed."""
    printed = ["a", "b", "c", "d"]
    assert first_missing(["a", "b"], printed) is None
    assert first_missing(["b", "...", "d"], printed) is None
    assert first_missing(["a", "two ..."], ["a", "two words"]) is None
    for wrong in (["x"], ["a", "c"], ["c", "...", "b"], ["a", "...", "e"], ["c..."] * 2):
        assert first_missing(wrong, printed) is not None


if __name__ == "__main__":
    demonstrate()
    main()
