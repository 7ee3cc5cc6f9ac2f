#!/usr/bin/env python3
"""Kernels keep their values in registers: the compiler's report for every card that they are built for, which the build
keeps. No card is needed. POLYFORK_BINARY_DIR names the build."""

import os
import re
import unittest
from pathlib import Path

OBJECTS = sorted(Path(os.environ["POLYFORK_BINARY_DIR"]).glob("src/**/kernel_table.cu.o"))
ENTRY = re.compile(r"Compiling entry function '(\w+)' for '(\w+)'.*?(\d+) bytes stack frame, (\d+) bytes spill stores, "
                   r"(\d+) bytes spill loads.*?Used (\d+) registers", re.S)
# By tile: what leaves room for 24 or more warps of a multiprocessor where blocks are large.
LONG_ROWS = "TileShapeILj12EJLj4ELj4ELj4EEE"  # of words of 32 bits, which have 16 warps
MOST_REGISTERS = {"TileShapeILj12E": 80, "TileShapeILj13E": 64, "TileShapeILj14E": 64}


@unittest.skipUnless(OBJECTS, "the kernels are not part of this build")
class Spills(unittest.TestCase):
    def test_no_kernel_spills(self):
        self.assertEqual(len(OBJECTS), 1)
        text = Path(f"{OBJECTS[0]}.ptxas").read_text()
        entries = ENTRY.findall(text)
        architectures = {architecture for _, architecture, *_ in entries}
        self.assertGreater(len(architectures), 0, text)
        self.assertGreater(len(entries), 30 * len(architectures), text)
        for name, architecture, stack, stores, loads, registers in entries:
            with self.subTest(kernel=name, architecture=architecture):
                self.assertEqual((stack, stores, loads), ("0", "0", "0"))
                for tile, most in MOST_REGISTERS.items():
                    if tile in name and not (LONG_ROWS in name and "3F31E" in name):
                        self.assertLessEqual(int(registers), most)


if __name__ == "__main__":
    unittest.main()
