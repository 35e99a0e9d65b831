"""Results as CSV and as a short Markdown page."""

import csv
import pathlib

KILLED, SURVIVED, EQUIVALENT, INVALID = "killed", "survived", "equivalent", "does not compile"


def write_csv(path, results):
    with open(path, "w", newline="", encoding="ascii") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["file", "line", "column", "mutation", "result", "by"])
        for mutant, verdict, by in results:
            writer.writerow([mutant.path.removeprefix("reference/"), mutant.line, mutant.column,
                             mutant.label, verdict, by])


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


def killers(results):
    """How many mutants each program or check kills first."""
    counts = {}
    for _, verdict, by in results:
        if verdict == KILLED:
            name = "an endless loop, ended" if "hang" in by else by.split(":")[0]
            counts[name] = counts.get(name, 0) + 1
    return sorted(counts.items(), key=lambda item: -item[1])


def write_markdown(path, results, entries, head):
    lines, total = table(results)
    text = head + lines + ["", f"{total[INVALID]} further changes do not compile and count nowhere.",
                           "", "| killed first by | mutants |", "|--|--:|"]
    text += [f"| {name} | {count} |" for name, count in killers(results)]
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
