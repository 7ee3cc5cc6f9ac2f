#!/usr/bin/env python3
"""polyfork_report from outside: benchmark files in, table and picture out.

POLYFORK_REPORT names the program; without it (no benchmarks in this build) there is nothing to test."""

import csv
import json
import os
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

    def test_picture(self):
        svg = self.path("a.svg")
        result = self.run_report(self.write("a.json", json.dumps(GOOGLE)), "--svg", svg, "--title", "A & B")
        self.assertEqual((result.returncode, result.stdout), (0, ""), result.stderr)
        texts = [t.text for t in ElementTree.parse(svg).getroot().iter("{http://www.w3.org/2000/svg}text")]
        self.assertIn("A & B", texts)
        self.assertIn("BM_mul/64", texts)

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
