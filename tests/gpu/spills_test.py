#!/usr/bin/env python3
"""Kernels keep their values in registers: the compiler's report for every card that they are built for. No card is
needed. POLYFORK_SOURCE_DIR names the tree."""

import os
import re
import shutil
import subprocess
import tempfile
import unittest

SOURCE = os.environ["POLYFORK_SOURCE_DIR"]
NVCC = os.environ.get("CUDACXX") or shutil.which("nvcc") or shutil.which("/usr/local/cuda/bin/nvcc")
ENTRY = re.compile(r"Compiling entry function '(\w+)'.*?(\d+) bytes stack frame, (\d+) bytes spill stores, "
                   r"(\d+) bytes spill loads.*?Used (\d+) registers", re.S)
# By tile: what leaves room for 24 or more warps of a multiprocessor where blocks are large.
LONG_ROWS = "TileShapeILj12EJLj4ELj4ELj4EEE"  # of words of 32 bits, which have 16 warps
MOST_REGISTERS = {"TileShapeILj12E": 80, "TileShapeILj13E": 64, "TileShapeILj14E": 64}


def report(architecture):
    with tempfile.TemporaryDirectory() as folder:
        result = subprocess.run(
            [NVCC, "-std=c++20", f"-arch={architecture}", "-cubin", "-Xptxas", "-v", f"-I{SOURCE}/include",
             f"-I{SOURCE}/src", f"{SOURCE}/src/gpu/cuda/kernel_table.cu", "-o", os.path.join(folder, "kernels.cubin")],
            capture_output=True, text=True)
    return result.returncode, result.stdout + result.stderr


@unittest.skipUnless(NVCC and os.environ.get("POLYFORK_SANITIZE", "none") == "none", "there is no nvcc")
class Spills(unittest.TestCase):
    def check(self, architecture):
        code, text = report(architecture)
        self.assertEqual(code, 0, text)
        entries = ENTRY.findall(text)
        self.assertGreater(len(entries), 30, text)
        for name, stack, stores, loads, registers in entries:
            with self.subTest(kernel=name):
                self.assertEqual((stack, stores, loads), ("0", "0", "0"))
                for tile, most in MOST_REGISTERS.items():
                    if tile in name and not (LONG_ROWS in name and "3F31E" in name):
                        self.assertLessEqual(int(registers), most)

    def test_sm_80(self):
        self.check("sm_80")

    def test_sm_90(self):
        self.check("sm_90")


if __name__ == "__main__":
    unittest.main()
