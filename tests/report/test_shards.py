"""Shards of a run, merged, are the run: byte for byte, whatever their number."""

import json
import re
import subprocess

from tool import ToolTest, main

# One run that is clean, one that ends at a failure in the middle.
RUNS = {
    "clean": (0, ("--subject", "reference", "--cases", "700", "--min-hits", "0")),
    "failing": (1, ("--subject", "planted:zero-split", "--cases", "1000", "--properties",
                    "contract", "--shrink-budget", "0s")),
}


def without_timings(text):
    """The JSON text up to its last member."""
    head, mark, _ = text.rpartition('  "timings": {')
    assert mark
    return head


def pictures(page):
    """Findings with all that is drawn and written of them, and the names of all pictures."""
    findings = re.findall(r'<div class="finding">.*?</div>\n', page, re.DOTALL)
    return findings, re.findall(r'<svg [^>]*aria-label="([^"]*)"', page)


class Shards(ToolTest):
    def options(self, run):
        return ("check", "--seed", "11", "--max-length", "256", "--threads", "2", "--no-replay",
                *RUNS[run][1])

    def shards(self, run, count):
        names = []
        for number in range(1, count + 1):
            names.append(f"{run}-{count}-{number}.json")
            command = [self.tool, *self.options(run), "--shard", f"{number}/{count}", "--json",
                       names[-1]]
            self.call(command)
        return names

    def call(self, command):
        # A shard fails or not, and has nothing to check where there are more shards than blocks.
        code = subprocess.run(command, cwd=self.folder, capture_output=True, check=False).returncode
        self.assertIn(code, (0, 1, 3))

    def test_the_union_is_the_run_in_one_piece(self):
        for run, (code, _) in RUNS.items():
            self.run_tool(*self.options(run), "--json", "whole.json", "--html", "whole.html",
                          code=code)
            whole = without_timings(self.text("whole.json"))
            self.assertEqual(json.loads(self.text("whole.json"))["failures"] != [], code == 1)
            for count in (1, 2, 5, 9):
                names = self.shards(run, count)
                self.run_tool("merge", *reversed(names), "-o", "merged.json", "--html", "a.html",
                              "--junit", "a.xml", code=code)
                self.assertEqual(without_timings(self.text("merged.json")), whole, (run, count))
                drawn = pictures(self.text("a.html"))
                self.assertEqual(drawn, pictures(self.text("whole.html")), (run, count))
                self.assertEqual(len(drawn[0]), code)
                self.assertGreaterEqual(len(drawn[1]), 3 + code)

    def test_a_block_that_differs_shows(self):
        names = self.shards("clean", 2)
        self.run_tool("merge", *names, "-o", "right.json")
        shard = json.loads(self.text(names[1]))
        shard["blocks"][0]["rows"] += 1
        (self.folder / names[1]).write_text(json.dumps(shard))
        self.run_tool("merge", *names, "-o", "wrong.json")
        self.assertNotEqual(without_timings(self.text("right.json")),
                            without_timings(self.text("wrong.json")))

    def test_the_case_of_a_finding_is_what_is_drawn(self):
        names = self.shards("failing", 2)
        shards = [json.loads(self.text(name)) for name in names]
        found = next(i for i, shard in enumerate(shards) if shard["stored_cases"])
        case = shards[found]["stored_cases"][0]["case"]
        merge = ("merge", *names, "-o", "a.json", "--html", "a.html")

        def merged(changed, code=1):
            shards[found]["stored_cases"][0]["case"] = changed
            (self.folder / names[found]).write_text(json.dumps(shards[found]))
            run = self.run_tool(*merge, code=code)
            return pictures(self.text("a.html")) if code == 1 else run.stderr

        right = merged(case)
        self.assertEqual(len(right[0]), 1)
        bits = [[each ^ 1 for each in row] for row in case["score_bits"]]
        self.assertNotEqual(merged({**case, "score_bits": bits}), right)
        self.assertEqual(merged(None)[0], [])
        for broken in ({"picks": case["picks"] + [0]}, {"score_bits": []}, {"lengths": [1] * 99},
                       {"manifest": {**case["manifest"], "row": 1000}},
                       {"manifest": {**case["manifest"], "property": "nope"}},
                       {"traces": [{}]}, {"expected": "text"}):
            self.assertRegex(merged({**case, **broken}, code=2), "json|trace")

    def test_what_is_no_whole_run_is_refused(self):
        names = self.shards("clean", 3)
        shards = [json.loads(self.text(name)) for name in names]

        def refused(reason, changed, *arguments):
            (self.folder / "changed.json").write_text(json.dumps(changed))
            run = self.run_tool("merge", *arguments, "changed.json", "-o", "no.json", code=2)
            self.assertIn(reason, run.stderr)
            self.assertFalse((self.folder / "no.json").exists())

        def with_blocks(shard, blocks):
            ends = {"block_seconds": list(range(len(blocks)))}
            return {**shard, "blocks": blocks, "timings": {**shard["timings"], **ends}}

        first, second, third = shards
        refused("is missing", first, names[1])
        refused("once more", third, *names)
        refused("another seed", {**third, "seed": 12}, *names[:2])
        refused("another version", {**third, "version": "9.9.9"}, *names[:2])
        refused("another subject", {**third, "subject": "x"}, *names[:2])
        refused("another set of options",
                {**third, "options": {**third["options"], "max_length": 8}}, *names[:2])
        refused("block 5 is missing", with_blocks(third, third["blocks"][:1]), *names[:2])
        refused("is not one of this shard", with_blocks(third, second["blocks"]), *names[:2])
        refused("no shard of a check run", {"format": 1}, *names[:2])
        refused("no whole shard", with_blocks(third, [{"block": 2}]), *names[:2])
        refused("does not fit blocks", {**third, "blocks": third["blocks"][:1]}, *names[:2])
        (self.folder / "text.json").write_text("{")
        self.run_tool("merge", "text.json", "-o", "no.json", code=2)

    def test_shard_options_are_checked(self):
        for shard in ("0/3", "4/3", "1", "a/b", "1/0"):
            self.run_tool(*self.options("clean"), "--json", "a.json", "--shard", shard, code=2)
        self.run_tool("check", "--budget", "1s", "--json", "a.json", "--shard", "1/2", code=2)
        self.run_tool(*self.options("clean"), "--shard", "1/2", code=2)


main()
