"""Results as CSV and as a short Markdown page."""

import csv
import pathlib

KILLED, SURVIVED, EQUIVALENT, INVALID = "killed", "survived", "equivalent", "does not compile"


def killers(results):
    """(number, name, count) of what kills mutants first, most first."""
    counts = {}
    for _, verdict, by in results:
        if verdict == KILLED:
            counts[by] = counts.get(by, 0) + 1
    order = sorted(counts, key=lambda name: (-counts[name], name))
    return [(number, name, counts[name]) for number, name in enumerate(order, 1)]


def write_csv(path, results):
    """One line a mutant; the file is named where it changes, a killer by its number."""
    numbers = {name: number for number, name, _ in killers(results)}
    with open(path, "w", newline="", encoding="ascii") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["file", "line", "column", "mutation", "result"])
        before = ""
        for mutant, verdict, by in results:
            writer.writerow([mutant.path.removeprefix("reference/") if mutant.path != before else "",
                             mutant.line, mutant.column, mutant.label,
                             numbers[by] if verdict == KILLED else verdict])
            before = mutant.path


def table(results):
    """Counts a file, and in all."""
    counts = {}
    for mutant, verdict, _ in results:
        for path in (mutant.path.removeprefix("reference/"), "**all**"):
            row = counts.setdefault(path, dict.fromkeys((KILLED, SURVIVED, EQUIVALENT, INVALID), 0))
            row[verdict] += 1
    total = counts.pop("**all**")
    lines = ["| file | mutants | killed | survived | equivalent | score |", "|--|--:|--:|--:|--:|--:|"]
    for path, row in [*sorted(counts.items()), ("**all**", total)]:
        judged = row[KILLED] + row[SURVIVED]
        score = f"{100 * row[KILLED] / judged:.1f} %" if judged else "-"
        lines.append(f"| {path} | {judged + row[EQUIVALENT]} | {row[KILLED]} | {row[SURVIVED]} | "
                     f"{row[EQUIVALENT]} | {score} |")
    return lines, total


def write_markdown(path, results, entries, head):
    lines, total = table(results)
    text = head + lines + ["", f"{total[INVALID]} further changes do not compile and count nowhere.",
                           "", "## What kills first", "",
                           "The number is the result in the list of mutants.", "",
                           "| | killed by | mutants |", "|--:|--|--:|"]
    text += [f"| {number} | {name} | {count} |" for number, name, count in killers(results)]
    text += ["", "## Equivalent mutants", "",
             "From `tests/mutation/equivalent.txt`; the number is that of the mutants.", ""]
    reasons = {}
    for entry in entries:
        held = reasons.setdefault(entry.reason, {})
        where = f"`{entry.path.removeprefix('reference/')}` {entry.function}"
        held[where] = held.get(where, 0) + entry.used
    for reason, held in reasons.items():
        places = ", ".join(f"{where} ({count})" for where, count in held.items())
        text.append(f"- {reason} {places}")
    pathlib.Path(path).write_text("\n".join(text) + "\n", encoding="ascii")
