#!/usr/bin/env python3
"""Cells of compare programs beside FLINT, as tab-separated text, and geometric means of their families on stderr.

    small_cells.py RUN.json ...

Each RUN.json was written by --json. A cell has the least times of its runs and the median of their ratios.
"""

import collections
import json
import math
import statistics
import sys


def main():
    cells = collections.OrderedDict()
    for name in sys.argv[1:]:
        with open(name, encoding="utf-8") as file:
            for cell in json.load(file)["cells"]:
                if cell["failed"] or cell["mismatch"]:
                    sys.exit(f"{name}: {cell['cell']} failed")
                cells.setdefault(cell["cell"], []).append(cell)
    families = collections.OrderedDict()
    print("cell\tpolyfork_us\tflint_us\tratio")
    for name, runs in cells.items():
        ours = 1000 * min(run["ours_ms"] for run in runs)
        flint = 1000 * min(run["peer_ms"] for run in runs)
        ratio = statistics.median(run["ratio"] for run in runs)
        families.setdefault(name.split("/")[0], []).append(ratio)
        print(f"{name}\t{ours:.4g}\t{flint:.4g}\t{ratio:.3g}")
    for family, ratios in families.items():
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
        below = sum(ratio < 0.9 for ratio in ratios)
        print(f"{family}: {len(ratios)} cells, geometric mean {mean:.2f}, {below} below 0.9", file=sys.stderr)


if __name__ == "__main__":
    main()
