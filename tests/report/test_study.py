"""The study's numbers against a calculation of its own, in plain Python, on a small matrix."""

import array
import bisect
import json
import math
import random
import struct

from tool import ToolTest, main, write_npy

K = 16
STRIDES = (16, 32, 64, 128, 256)
QUARTERS = (4, 5, 6, 7, 8)
GAPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000)
WIDTH = 640
LENGTHS = (640, 63, 64, 500, 333)


def coarse(score):
    """Bin of a score by Python's own half precision."""
    half = struct.unpack("<H", struct.pack("<e", score))[0]
    half = 0 if half == 0x8000 else half
    return ((half if half & 0x8000 else 0x7fff ^ half) & 0xffff) >> 5


def spread(values):
    values = sorted(values)

    def at(percent):
        return values[max(1, -(-len(values) * percent // 100)) - 1]
    return {"p5": at(5), "median": at(50), "p95": at(95), "max": values[-1]}


def phase_of(row, stride):
    bits = stride.bit_length() - 1
    return int(format(row % stride, f"0{bits}b")[::-1], 2)


def eq8(q, n, length, request):
    mean = q * (length + 1) / (n + 1)
    variance = q * (n - q + 1) * (length + 1) * (length - n) / ((n + 1) ** 2 * (n + 2))
    return variance + (mean - request) ** 2


def account(rows):
    """What the study must say of rows {number: scores}."""
    result = {"rows_tied_at_k": 0, "boundary_error": [], "calibration": [], "policies": []}
    kept = {gap: [] for gap in GAPS}
    for scores in rows.values():
        ordered = sorted(scores, reverse=True)
        gap = ordered[K - 1] - ordered[K]
        if gap == 0:
            result["rows_tied_at_k"] += 1
            continue
        for each in GAPS:
            kept[each].append(sum(x >= ordered[K - 1] - each * gap for x in scores) / K)
    for gap in GAPS:
        result["boundary_error"].append({"gaps": gap, "retained_over_k": spread(kept[gap])})
    for stride in STRIDES:
        for quarter in QUARTERS:
            request = quarter * K / 4
            q = math.ceil(request / stride)
            ranks, squares, short, own = [], [], 0, 0
            for number, scores in rows.items():
                ordered = sorted(scores)
                bins = sorted(map(coarse, scores))
                for phase in range(stride):
                    view = sorted(scores[phase::stride], reverse=True)
                    if len(view) < q:
                        continue
                    ranks.append(len(ordered) - bisect.bisect_left(ordered, view[q - 1]))
                    squares.append(eq8(q, len(view), len(scores), request))
                    missing = bisect.bisect_right(bins, coarse(view[q - 1])) < K
                    short += missing
                    own += missing and phase == phase_of(number, stride)
            result["calibration"].append({
                "stride": stride, "requested_over_k": quarter / 4,
                "measured_over_k": spread([rank / K for rank in ranks]),
                "error_p95_over_k": spread([abs(rank / K - quarter / 4) for rank in ranks])["p95"],
                "error_rms_over_k": math.sqrt(sum((rank / K - quarter / 4) ** 2 for rank in ranks) /
                                              len(ranks)),
                "exchangeable_rms_over_k": math.sqrt(sum(squares) / len(squares)) / K})
            result["policies"].append({"stride": stride, "rho": quarter / 4, "underfilled": short,
                                       "own_underfilled": own})
    return result


def rounded(value):
    """Sums of doubles depend on their order; twelve digits do not."""
    if isinstance(value, float):
        return float(f"{value:.12g}")
    if isinstance(value, list):
        return [rounded(each) for each in value]
    if isinstance(value, dict):
        return {key: rounded(each) for key, each in value.items()}
    return value


class Study(ToolTest):
    def setUp(self):
        super().setUp()
        draw = random.Random(5)
        self.rows = []
        for length in LENGTHS:
            row = [draw.gauss(0, 1) + (2 if i < 40 else 0) for i in range(length)]
            self.rows.append(list(array.array("f", row)))
        self.rows[3] = [round(x) for x in self.rows[3]]  # tied at K
        flat = [x for row in self.rows for x in row + [9e9] * (WIDTH - len(row))]
        write_npy(self.folder / "s.npy", "f", (len(LENGTHS), WIDTH), flat)
        write_npy(self.folder / "s.lengths.npy", "i", (len(LENGTHS),), LENGTHS)

    def study(self):
        self.run_tool("study", "s.npy", "-k", K, "--json", "a.json", "--html", "a.html")
        return json.loads(self.text("a.json"))["captures"][0]

    def test_every_number_agrees(self):
        got = self.study()
        rows = {i: row for i, row in enumerate(self.rows) if len(row) >= 4 * K}
        self.assertEqual((got["rows"], got["rows_studied"]), (5, 4))
        want = account(rows)
        self.assertGreater(want["rows_tied_at_k"], 0)
        for key in ("rows_tied_at_k", "boundary_error", "calibration"):
            self.assertEqual(rounded(got[key]), rounded(want[key]), key)
        self.assertGreater(sum(each["own_underfilled"] for each in want["policies"]), 0)
        for have, need in zip(got["policies"], want["policies"], strict=True):
            if have["without_view"] == 0:
                self.assertEqual({key: have[key] for key in need}, need)
        deciles = [0.0] * 10
        for row in rows.values():
            for i in sorted(range(len(row)), key=lambda i: (-row[i], i))[:K]:
                deciles[i * 10 // len(row)] += 1 / (K * len(rows))
        self.assertEqual([round(x, 9) for x in got["deciles"]], [round(x, 9) for x in deciles])
        bins = [[coarse(x) for x in row] for row in rows.values()]
        self.assertEqual(got["largest_coarse_bin"]["max"], max(max(map(b.count, b)) for b in bins))
        self.assertEqual(got["largest_plateau"]["max"],
                         max(max(map(row.count, row)) for row in rows.values()))
        # A planted fault: one score less in the account must show.
        del rows[0][0]
        self.assertNotEqual(rounded(account(rows)["calibration"]), rounded(got["calibration"]))

    def test_rates_are_those_of_the_reference(self):
        got = self.study()["policies"]
        for rho, rescue, at in (("1/1", "5/4", 0), ("5/4", "3/2", 1), ("3/2", "7/4", 2)):
            run = self.run_tool("explain", "s.npy", "--lengths", "s.lengths.npy", "-k", K, "--all",
                                "--json", "--policy", f"stride=16,rho={rho},rescue={rescue}")
            traces = [json.loads(line) for line in run.stdout.splitlines()]
            routes = [trace["route"] for trace in traces if trace["length"] >= 4 * K]
            self.assertEqual(got[at]["own_rows"], len(routes))
            self.assertEqual(got[at]["own_underfilled"],
                             routes.count("band") + routes.count("exact-after-band"))
            self.assertEqual(got[at]["own_underfilled_after_rescue"],
                             routes.count("exact-after-band"))

    def test_the_page_is_whole(self):
        self.study()
        page = self.text("a.html")
        self.assertEqual(page.count("<figure>"), 6)
        self.assertNotIn("<script", page)

    def test_bad_input_is_refused_and_short_rows_are_skipped(self):
        self.run_tool("study", "none.npy", code=2)
        self.run_tool("study", "s.npy", "-k", 0, code=2)
        self.run_tool("study", "s.npy", "--lengths", "a", "--lengths", "b", code=2)
        write_npy(self.folder / "n.npy", "f", (1, 80), [1.0] * 70 + [math.nan] * 10)
        run = self.run_tool("study", "n.npy", "-k", 4, "--json", "no.json", code=2)
        self.assertIn("NaN at position 70", run.stderr)
        self.assertFalse((self.folder / "no.json").exists())
        run = self.run_tool("study", "s.npy", "-k", 2048, code=3)
        self.assertIn("SKIP", run.stdout)


main()
