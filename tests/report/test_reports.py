"""Reports of check and explain: well formed whatever the names, complete, documented."""

import json
import re
import xml.etree.ElementTree as ElementTree

from tool import HOSTILE, ToolTest, main

FAULTY = ("check", "--subject", "planted:overflow-drop", "--cases", "300", "--seed", "7",
          "--max-length", "4096", "--threads", "1", "--no-replay")


def self_contained(page):
    """The faults of a page: what a reader would fetch or run, and what is not well formed."""
    faults = [word for word in ("<script", "http:", "https:", "src=", "@import", "url(", "<link")
              if word in page]
    try:
        ElementTree.fromstring(page)
    except ElementTree.ParseError as error:
        faults.append(str(error))
    return faults


def tap_faults(lines):
    """What breaks the promise of the plan line."""
    lines = lines.split("\n")
    planned = int(lines[1].split("..")[1])
    points = [line for line in lines if re.match(r"(not )?ok ", line)]
    numbers = [int(re.match(r"(?:not )?ok (\d+) - ", line).group(1)) for line in points]
    return [] if numbers == list(range(1, planned + 1)) else [f"plan {planned}, got {numbers}"]


def paths(value, prefix=""):
    """Every key of a JSON object, without those that are names of families, marks or routes, and
    those of forms that are told elsewhere."""
    if isinstance(value, list):
        for each in value[:1]:
            yield from paths(each, prefix)
    if isinstance(value, dict):
        for key, each in value.items():
            yield key
            if key not in ("families", "marks", "manifest", "traces", "expected_traces"):
                yield from paths(each)


class Checkers(ToolTest):
    def test_each_checker_rejects_a_planted_fault(self):
        self.assertEqual(self_contained("<html><p>a</p></html>"), [])
        self.assertTrue(self_contained("<html><script>1</script></html>"))
        self.assertTrue(self_contained("<html><img src='x'/></html>"))
        self.assertTrue(self_contained(f"<html><p>{HOSTILE}</p></html>"))
        self.assertEqual(tap_faults("TAP version 13\n1..1\nok 1 - a\n"), [])
        self.assertTrue(tap_faults("TAP version 13\n1..1\nok 1 - a\n not\nok 2 - b\n"))
        self.assertTrue(tap_faults("TAP version 13\n1..2\nok 1 - a\n"))


class Reports(ToolTest):
    def test_a_failing_run_in_every_form(self):
        (self.folder / "kills.json").write_text(json.dumps({"faults": [
            {"name": "overflow-drop", "killed_by": ["contract"]},
            {"name": "<sleeper>", "killed_by": []}]}))
        self.run_tool(*FAULTY, "--json", "a.json", "--junit", "a.xml", "--tap", "a.tap", "--html",
                      "a.html", "--faults", "kills.json", code=1)
        report = json.loads(self.text("a.json"))
        failing = {failure["property"] for failure in report["failures"]}
        self.assertIn("contract", failing)

        suite = ElementTree.fromstring(self.text("a.xml"))
        failures = {case.get("name") for case in suite if case.find("failure") is not None}
        self.assertEqual(failures, failing)
        self.assertEqual(int(suite.get("failures")), len(failing))
        cases = suite.findall("testcase")
        self.assertEqual(int(suite.get("tests")), len(cases))
        self.assertEqual(len(cases), len(report["properties"]) + 1)
        self.assertEqual(int(suite.get("skipped")), sum(c.find("skipped") is not None
                                                        for c in cases))
        folder = next(name for name in report["case_folders"] if "/contract-" in name)
        self.assertIn(f"tailproof replay {folder}", "".join(suite.itertext()))

        tap = self.text("a.tap")
        self.assertEqual(tap_faults(tap), [])
        self.assertEqual(tap.count("\nnot ok "), len(failing))

        page = self.text("a.html")
        self.assertEqual(self_contained(page), [])
        tree = ElementTree.fromstring(page)
        names = [svg.get("aria-label") for svg in tree.iter("svg")]
        self.assertEqual(names.count("scores of the failing row"), len(failing))
        for name in ("rows by family and route", "sizes of admitted tails", "rows a second",
                     "planted faults by the property that finds them"):
            self.assertIn(name, names)
        for shape in ('class="cross bad"', 'class="ring s1"', "rank K", f"{folder}/reproduce.py",
                      "&lt;sleeper&gt; (survives)"):
            self.assertTrue(shape in page, shape)

    def test_names_from_outside_are_only_ever_text(self):
        self.run_tool("check", "--exec", HOSTILE, "--cases", "2", "--properties", "survives",
                      "--shrink-budget", "1s", "--json", "a.json", "--junit", "a.xml", "--tap",
                      "a.tap", "--html", "a.html", code=4)
        subject = json.loads(self.text("a.json"))["subject"]
        self.assertIn(HOSTILE, subject)
        shown = subject.replace("\x01", "\\x01")
        suite = ElementTree.fromstring(self.text("a.xml"))
        self.assertEqual(suite.get("errors"), "1")
        self.assertEqual(suite.find("testcase").get("classname"), shown.replace("\n", " "))
        self.assertEqual(tap_faults(self.text("a.tap")), [])
        page = self.text("a.html")
        self.assertEqual(self_contained(page), [])
        title = ElementTree.fromstring(page).find("head/title").text
        self.assertEqual(title, "tailproof check: " + shown)

    def test_a_clean_run_passes_and_leaves_out_what_is_not_there(self):
        self.run_tool("check", "--cases", "128", "--max-length", "512", "--junit", "a.xml", "--tap",
                      "a.tap", "--html", "a.html")
        suite = ElementTree.fromstring(self.text("a.xml"))
        self.assertEqual((suite.get("failures"), suite.get("errors")), ("0", "0"))
        self.assertNotIn("not ok", self.text("a.tap"))
        self.assertIn("all checked and right", self.text("a.html"))
        self.assertNotIn("Kill matrix", self.text("a.html"))

    def test_nothing_runs_when_a_report_cannot_be_written(self):
        for option in ("--junit", "--tap", "--html"):
            run = self.run_tool(*FAULTY, option, "no/such/folder/a", code=2)
            self.assertEqual(run.stdout, "")
        self.run_tool(*FAULTY, "--faults", "none.json", code=2)
        self.run_tool("check", "--small-world", "--html", "a.html", code=2)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_every_key_is_documented(self):
        guide = (self.root / "docs/reports.md").read_text(encoding="utf-8")
        self.run_tool(*FAULTY, "--json", "a.json", code=1)
        self.run_tool(*FAULTY, "--json", "b.json", "--shard", "1/1", code=1)
        known = set(re.findall(r"`(\w+)`", guide))
        for name in ("a.json", "b.json"):
            used = set(paths(json.loads(self.text(name))))
            self.assertEqual(used - known, set())
        self.assertNotIn("sead", known)  # a key that nobody writes would be missed otherwise


class Explain(ToolTest):
    def test_a_row_in_pictures(self):
        capture = self.root / "tests/data/indexer_layer5_245k"
        rows = (f"{capture}.npy", "--lengths", f"{capture}.lengths.npy", "-k", "2048", "--row", "1")
        for policy, figures in (("stride=128", 6), ("stride=128,rho=1/2,rescue=3/4", 7),
                                ("proposal=direct", 6)):
            self.run_tool("explain", *rows, "--policy", policy, "--html", "a.html")
            page = self.text("a.html")
            self.assertEqual(self_contained(page), [])
            self.assertEqual(page.count("<figure>"), figures, policy)
            self.assertEqual(page.count("Digit round"), 6)
        self.run_tool("explain", *rows[:-2], "--all", "--html", "b.html", code=2)
        self.assertFalse((self.folder / "b.html").exists())


main()
