"""The mutation tool's own tests: what it changes, what its list must not hide, what it calls a kill.

Run: python3 -B test_mutation.py. The last step of it needs a build tree: BUILD in the environment.
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

from mutation import equivalents, operators, suite, tokens  # noqa: E402

SOURCE = """\
namespace a {
template <class T>
int first(const std::vector<int>& values, int* out) {
  int sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] <= 7 && !odd(values[i])) sum += values[i] << 2;
  }
  if (sum == 0) return -1;
  other(sum, out);
  *out = sum > 3 ? std::min(sum, 9) : 5;
  return sum;
}
class B {
  bool full_ = false;
};
}  // namespace a
"""


def mutants(text=SOURCE):
    return operators.mutants_of("x.cpp", text, tokens.lex(text))


def labels(line, text=SOURCE):
    return {m.label for m in mutants(text) if m.line == line}


class Enumeration(unittest.TestCase):
    def test_every_kind_of_change_arises(self):
        self.assertEqual(labels(4), {"0 -> 1"})
        self.assertEqual(labels(5), {"0 -> 1", "< -> <=", "< -> >=", "++ -> --",
                                     "for (i < values.size()) -> false"})
        self.assertLessEqual({"<= -> <", "<= -> >", "7 -> 8", "7 -> 6", "7 -> 0", "&& -> ||",
                              "! removed", "+= -> -=", "<< -> >>", "2 -> 3", "2 -> 1", "2 -> 0"},
                             labels(6))
        condition = "if (values[i] <= 7 && !odd(values[i]))"
        for change in ("true", "false", "negated"):
            self.assertIn(f"{condition} -> {change}", labels(6))
        self.assertLessEqual({"== -> !=", "if (sum == 0) -> true", "- removed", "1 -> 2"}, labels(8))
        self.assertEqual(labels(9), {"removed other(sum, out);", "swap sum, out"})
        self.assertLessEqual({"sum > 3 ? -> true", "sum > 3 ? -> false", "min -> max",
                              "removed *out = sum > 3 ? std::min(sum, 9) : 5;"}, labels(10))
        self.assertEqual(labels(14), {"false -> true"})

    def test_types_declarations_and_the_last_return_stay(self):
        for line in (1, 2, 3, 11, 13):
            self.assertEqual(labels(line), set(), f"line {line}")

    def test_a_removal_that_equals_a_condition_made_false_is_not_made_twice(self):
        self.assertFalse(any(label.startswith("removed") for label in labels(6) | labels(8)))

    def test_strings_comments_directives_and_static_assertions_stay(self):
        text = '#if A == 1\n#endif\nvoid f() {\n  // a + b\n  g("1 + 2");\n' \
               "  static_assert(1 + 1 == 2);\n}\n"
        self.assertEqual({m.label for m in mutants(text)}, {'removed g("1 + 2");'})

    def test_each_change_changes_one_place_and_says_where(self):
        for mutant in mutants():
            changed = mutant.applied_to(SOURCE)
            self.assertNotEqual(changed, SOURCE)
            self.assertEqual(changed[:mutant.start], SOURCE[:mutant.start])
            self.assertEqual(mutant.function, "full_" if mutant.line == 14 else "first")
        self.assertEqual(len({m.name for m in mutants()}), len(mutants()))

    def test_the_same_change_twice_on_a_line_is_numbered(self):
        self.assertLessEqual({"+ -> -", "+ -> - #2"},
                             labels(2, "int f(int a) {\n  return a + a + a;\n}\n"))

    def test_the_reference_yields_far_more_than_asked_for(self):
        texts = {p: p.read_text() for p in (ROOT / "reference/src").iterdir()}
        count = sum(len(operators.mutants_of(p.name, t, tokens.lex(t))) for p, t in texts.items())
        self.assertGreater(count, 3000)


class EquivalentList(unittest.TestCase):
    KEY = "x.cpp :: first :: if (sum == 0) return -1; :: "

    def test_entries_are_found_by_text_wherever_the_line_moves(self):
        known = equivalents.Equivalents(equivalents.read(f"Because.\n  {self.KEY}== -> !=\n"))
        moved = "\n\n" + SOURCE
        found = [m for m in mutants(moved) if known.find(m)]
        self.assertEqual([(m.line, m.label) for m in found], [(10, "== -> !=")])
        self.assertEqual(known.stale(), [])

    def test_a_star_stands_for_every_mutant_of_the_line(self):
        known = equivalents.Equivalents(equivalents.read(f"Because.\n  {self.KEY}*\n"))
        self.assertEqual(sum(known.find(m) is not None for m in mutants()), len(labels(8)))

    def test_an_entry_that_names_nothing_is_stale(self):
        entries = equivalents.read(f"Because.\n  {self.KEY}== -> <\n  x.cpp :: g :: h(); :: *\n")
        known = equivalents.Equivalents(entries)
        for mutant in mutants():
            known.find(mutant)
        self.assertEqual(len(known.stale()), 2)

    def test_entries_without_a_reason_or_a_part_are_errors(self):
        for text in (f"  {self.KEY}*\n", "Because.\n  x.cpp :: first :: 3\n"):
            with self.assertRaises(equivalents.ListError):
                equivalents.read(text)

    def test_a_reason_may_take_several_lines(self):
        entries = equivalents.read(f"Because\nof this.\n  {self.KEY}*\n\nElse.\n  {self.KEY}*\n")
        self.assertEqual([e.reason for e in entries], ["Because of this.", "Else."])


class Programs(unittest.TestCase):
    """What a run of a test program is taken for, with stand-ins for the program."""

    def outcome(self, script):
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "test_oracle"
            program.write_text("#!/usr/bin/env bash\n" + script)
            program.chmod(0o755)
            return suite.run_program(program, [], {}, False)

    def test_passed_and_skipped_are_no_kill(self):
        self.assertFalse(self.outcome("exit 0").killed)
        self.assertFalse(self.outcome("exit 77").killed)

    def test_a_failure_is_called_by_the_name_of_its_test(self):
        line = "-" * 79
        outcome = self.outcome(f"printf '%s\\n' '{line}' 'some test' '{line}' x; exit 1")
        self.assertEqual((outcome.killed, outcome.by), (True, "test_oracle: some test"))

    def test_a_crash_and_an_endless_loop_are_kills(self):
        self.assertEqual(self.outcome("kill -SEGV $$").by, "test_oracle: crash")
        self.assertEqual(self.outcome("while :; do :; done").by, "test_oracle: hang")


class Command(unittest.TestCase):
    def run_tool(self, *arguments):
        return subprocess.run([sys.executable, "-B", str(ROOT / "scripts/mutate-reference"),
                               *arguments], capture_output=True, text=True, check=False)

    def test_the_committed_list_is_not_stale(self):
        done = self.run_tool("--list")
        self.assertEqual(done.returncode, 0, done.stdout[-2000:] + done.stderr)

    def test_a_stale_list_and_no_build_tree_are_errors(self):
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
            file.write("Because.\n  reference/src/view.cpp :: gone :: x = 1; :: 1 -> 0\n")
            file.flush()
            done = self.run_tool("--list", "--equivalents", file.name)
        self.assertEqual(done.returncode, 1)
        self.assertIn("names no mutant", done.stdout)
        self.assertEqual(self.run_tool("--build", "/nonexistent").returncode, 2)

    @unittest.skipUnless(os.environ.get("BUILD"), "no build tree given")
    def test_a_blind_suite_reports_survivors_and_fails(self):
        """The same mutants, judged by tests that cannot see them and by those that can."""
        blind = "policies round-trip through text,a trial without questions is not passed," \
                "both define coarse bins and cutoffs alike,the counter counts"
        common = ("--build", os.environ["BUILD"], "--only", r"view\.cpp.*residue", "--work",
                  os.environ["BUILD"] + "/mutants-self-test", "--no-sanitizers")
        done = self.run_tool(*common, "--only-tests", blind)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn("survived: reference/src/view.cpp", done.stdout)
        done = self.run_tool(*common)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
