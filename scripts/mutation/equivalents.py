"""The list of equivalent mutants: no test can tell them from the original, and here is why.

A line that begins without a blank is (part of) a reason; the indented lines after it are the
mutants that it holds for:

    file :: function :: text of the line :: mutation

so that a change elsewhere in the file does not break the list. A mutation of "*" stands for every
mutant of the line that no test kills.
"""

import dataclasses


class ListError(Exception):
    """The list is malformed."""


@dataclasses.dataclass
class Entry:
    path: str
    function: str
    line_text: str
    label: str
    reason: str
    number: int
    used: int = 0

    def covers(self, mutant):
        return (self.path, self.function, self.line_text) == mutant.key[:3] and \
            self.label in {"*", mutant.label}


def read(text):
    """The entries of a list; ListError names the line that is wrong."""
    entries, reason, open_reason = [], "", False
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            open_reason = False
            continue
        if not line.startswith(" "):
            reason = f"{reason} {line.strip()}" if open_reason else line.strip()
            open_reason = True
            continue
        open_reason = False
        parts = [part.strip() for part in line.strip().split(" :: ")]
        if len(parts) != 4 or not reason:
            raise ListError(f"line {number}: not 'file :: function :: line :: mutation' below a reason")
        entries.append(Entry(*parts, reason, number))
    return entries


class Equivalents:
    """Looks mutants up and remembers which entries were of use."""

    def __init__(self, entries):
        self.by_line = {}
        self.entries = entries
        for entry in entries:
            self.by_line.setdefault((entry.path, entry.function, entry.line_text), []).append(entry)

    def find(self, mutant):
        for entry in self.by_line.get(mutant.key[:3], []):
            if entry.covers(mutant):
                entry.used += 1
                return entry
        return None

    def stale(self):
        """Entries that name no mutant of the sources any more."""
        return [entry for entry in self.entries if entry.used == 0]
