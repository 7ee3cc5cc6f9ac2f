#!/usr/bin/env python3
"""polyfork_report from outside: benchmark files in, table and picture out.

POLYFORK_REPORT names the program; without it (no benchmarks in this build) there is nothing to test."""

import csv
import json
import os
import re
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

REPORT = os.environ.get("POLYFORK_REPORT", "")

GOOGLE = {"benchmarks": [
    {"name": "BM_mul/64/threads:1_mean", "run_name": "BM_mul/64/threads:1", "aggregate_name": "mean",
     "real_time": 9, "cpu_time": 9, "time_unit": "us", "iterations": 3},
    {"name": "BM_mul/64/threads:1_median", "run_name": "BM_mul/64/threads:1", "aggregate_name": "median",
     "real_time": 8, "cpu_time": 8, "time_unit": "us", "iterations": 3},
    {"name": "BM_mul/64/threads:2_median", "run_name": "BM_mul/64/threads:2", "aggregate_name": "median",
     "real_time": 4, "cpu_time": 8, "time_unit": "us", "iterations": 3},
    {"name": "BM_bad/threads:2_median", "run_name": "BM_bad/threads:2", "aggregate_name": "median",
     "real_time": 4, "cpu_time": 8, "time_unit": "us", "error_occurred": True},
]}
CELLS = {"cells": [
    {"cell": "z_mul/64/64", "threads": 2, "ours_ms": 1.5, "ours_runs": 7, "peer": "flint", "peer_ms": 3,
     "peer_runs": 7},
    {"cell": "z_mul/64/64", "threads": 2, "ours_ms": 1.5, "ours_runs": 7, "peer": "ntl", "peer_stopped": True},
]}
SVG = "{http://www.w3.org/2000/svg}"


def many_cells(*suites):
    """Eleven cells of each suite on 1, 2 and 16 threads, where libraries take 6 and 9 times as long as we do."""
    return {"cells": [
        {"cell": f"{suite}/{64 << i}/{64 << i}", "threads": threads, "ours_ms": (i + 1) / threads, "ours_runs": 7,
         "peer": peer, "peer_ms": slow * (i + 1), "peer_runs": 7}
        for suite in suites for i in range(11) for threads in (1, 2, 16) for peer, slow in (("flint", 6), ("ntl", 9))]}


@unittest.skipUnless(REPORT, "no polyfork_report")
class Report(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.path(name), "w") as f:
            f.write(text)
        return self.path(name)

    def run_report(self, *args):
        return subprocess.run([REPORT, *args], capture_output=True, text=True, timeout=60)

    def test_table(self):
        result = self.run_report(self.write("a.json", json.dumps(GOOGLE)), self.write("b.json", json.dumps(CELLS)))
        self.assertEqual(result.returncode, 0, result.stderr)
        rows = list(csv.DictReader(result.stdout.splitlines()))
        self.assertEqual([(r["name"], r["threads"], float(r["median_ms"]), float(r["speedup"])) for r in rows], [
            ("BM_mul/64", "1", 0.008, 1), ("BM_mul/64", "2", 0.004, 2),
            ("z_mul/64/64/polyfork", "2", 1.5, 2), ("z_mul/64/64/flint", "2", 3, 2)])

    def texts(self, name):
        return [t.text for t in ElementTree.parse(self.path(name)).getroot().iter(SVG + "text")]

    def check_picture(self, name):
        """What no picture may lack: few lines, all of them labelled and no two labels in one another's way."""
        with open(self.path(name)) as f:
            self.assertRegex(f.read(), r"<style>[^<]*@media \(prefers-color-scheme: dark\)\{")
        root = ElementTree.parse(self.path(name)).getroot()
        self.assertEqual(list(root.iter(SVG + "rect")), [])  # transparent
        width, height = float(root.get("width")), float(root.get("height"))
        self.assertEqual(width, 700)
        labels = [t for t in root.iter(SVG + "text") if t.get("class") == "label"]
        lines = list(root.iter(SVG + "polyline"))
        self.assertEqual(len(labels), len(lines))
        self.assertLessEqual(len(lines), 6 + sum(t.text == "ideal" for t in labels))
        for label in labels:
            self.assertLess(float(label.get("x")) + 7 * len(label.text), width)
        heights = sorted(float(t.get("y")) for t in labels)
        for above, below in zip(heights, heights[1:]):
            self.assertGreater(below - above, 15)
        for text in root.iter(SVG + "text"):
            self.assertTrue(0 < float(text.get("y")) < height)

    def test_picture(self):
        svg = self.path("a.svg")
        result = self.run_report(self.write("a.json", json.dumps(GOOGLE)), "--svg", svg, "--title", "A & B")
        self.assertEqual((result.returncode, result.stdout), (0, ""), result.stderr)
        self.check_picture("a.svg")
        texts = self.texts("a.svg")
        for text in ("A & B", "How much do more threads speed up BM_mul?", "64"):
            self.assertIn(text, texts)

    def test_pictures_of_many_lines(self):
        cells = self.write("a.json", json.dumps(many_cells("z_mul", "taylor_shift")))
        for name in ("a", "b"):
            result = self.run_report(cells, "--svg", self.path(name + "-speedup.svg"), "--size-svg",
                                     self.path(name + "-size.svg"))
            self.assertEqual((result.returncode, result.stdout), (0, ""), result.stderr)
        names = {"speedup-z_mul.svg", "speedup-taylor_shift.svg", "size-z_mul-N-N.svg", "size-taylor_shift-N-N.svg"}
        self.assertEqual({name for name in os.listdir(self.folder) if name.endswith(".svg")},
                         {run + name for run in ("a-", "b-") for name in names})
        for name in names:
            self.check_picture("a-" + name)
            with open(self.path("a-" + name)) as a, open(self.path("b-" + name)) as b:
                self.assertEqual(a.read(), b.read())
        caption = " ".join(self.texts("a-speedup-z_mul.svg"))
        self.assertIn("The longest, the median and the shortest of 11 benchmarks", caption)
        self.assertIn("27 of 33 lines are left out: z_mul/64/64/ntl, ", caption)
        self.assertIn("3 of 9 lines are left out: z_mul/N/N/polyfork/threads:2, ",
                      " ".join(self.texts("a-size-z_mul-N-N.svg")))

    def test_sizes_from_which_a_device_is_chosen(self):
        times = {"benchmarks": [
            {"name": f"z_mul/{size}/64/{who}/threads:1", "real_time": slow * size, "cpu_time": 1, "time_unit": "ns"}
            for size in (1024, 65536) for who, slow in (("processor", 9), ("device", 3))],
            "crossovers": [{"group": "z_mul/N/64", "threads": 16, "size": 8192},
                           {"group": "z_mul/N/64", "threads": 1, "size": 12},
                           {"group": "z_mul/N/99", "threads": 2, "size": 8192}]}
        result = self.run_report(self.write("a.json", json.dumps(times)), "--size-svg", self.path("a.svg"))
        self.assertEqual((result.returncode, result.stdout), (0, ""), result.stderr)
        texts = self.texts("a.svg")
        self.assertIn("host to host", texts)
        self.assertEqual([text for text in texts if "chosen" in text], ["device chosen, 16 threads"])

    def test_selected_series(self):
        cells = self.write("a.json", json.dumps(many_cells("z_mul", "taylor_shift")))
        svg = self.path("a.svg")
        result = self.run_report(cells, "--svg", svg, "--series", "^z_mul/(128|512)/.*/(ntl|polyfork)$")
        self.assertEqual((result.returncode, result.stdout), (0, ""), result.stderr)
        self.check_picture("a.svg")
        texts = self.texts("a.svg")
        for label in ("128/128 Polyfork", "128/128 NTL", "512/512 Polyfork", "512/512 NTL", "ideal"):
            self.assertIn(label, texts)
        self.assertIn("29 of 33 lines are left out", " ".join(texts))
        left_out = re.findall(r"[^ ;]+(?=;)", ElementTree.parse(svg).getroot().find(SVG + "desc").text)
        self.assertIn("z_mul/65536/65536/flint", left_out)
        self.assertEqual(self.run_report(cells, "--svg", svg, "--series", "absent").returncode, 1)
        self.assertEqual(self.run_report(cells, "--svg", svg, "--series", "(").returncode, 2)

    def test_markdown(self):
        alone = {"cells": [{"cell": "roots/cnd/9", "ours_ms": 0.5, "threads": 1, "ours_peak_kib": 2048}]}
        stopped = {"cells": [
            {"cell": "roots/bnd/9", "threads": 1, "ours_ms": 15, "ours_runs": 7, "peer": "pari", "peer_ms": 60000,
             "peer_stopped": True, "ratio": 4000},
            {"cell": "roots/bnd/9", "threads": 1, "ours_ms": 15, "ours_runs": 7, "peer": "flint", "peer_ms": 1.5,
             "ratio": 0.1}]}
        table = self.path("a.md")
        files = [self.write(f"{i}.json", json.dumps(f)) for i, f in enumerate([CELLS, stopped, alone])]
        result = self.run_report(*files, "--markdown", table)
        self.assertEqual((result.returncode, result.stdout), (0, ""), result.stderr)
        with open(table) as f:
            lines = f.read().splitlines()
        self.assertIn("| roots | polyfork | pari | flint | MiB |", lines)
        self.assertIn("| bnd/9 | 15.0 | > 60000 (> 4000) | 1.50 (0.10) |  |", lines)
        self.assertIn("| cnd/9 | 0.500 |  |  | 2 |", lines)
        self.assertIn("| z_mul | polyfork | flint | ntl | MiB |", lines)

    def test_errors(self):
        self.assertEqual(self.run_report().returncode, 2)
        self.assertEqual(self.run_report(self.path("absent.json")).returncode, 1)
        self.assertEqual(self.run_report(self.write("bad.json", "{")).returncode, 1)
        bad = {"benchmarks": [{"name": "a", "real_time": 1, "cpu_time": 1, "time_unit": "fortnight"}]}
        result = self.run_report(self.write("unit.json", json.dumps(bad)))
        self.assertEqual(result.returncode, 1)
        self.assertIn("fortnight", result.stderr)


if __name__ == "__main__":
    unittest.main()
