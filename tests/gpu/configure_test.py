#!/usr/bin/env python3
"""Configuring says which device back end is linked. POLYFORK_SOURCE_DIR names the tree."""

import glob
import os
import subprocess
import tempfile
import unittest

SOURCE = os.environ["POLYFORK_SOURCE_DIR"]
HAS_DEVICE_SOURCES = bool(glob.glob(os.path.join(SOURCE, "src/gpu/**/*.cu"), recursive=True))


def configure(cuda):
    with tempfile.TemporaryDirectory() as folder:
        parts = [f"-DPOLYFORK_{part}=OFF" for part in ["APPS", "TESTS", "BENCH", "EXAMPLES", "INSTALL"]]
        result = subprocess.run(["cmake", "-G", "Ninja", "-S", SOURCE, "-B", folder, f"-DPOLYFORK_CUDA={cuda}", *parts],
                                capture_output=True, text=True)
    return result.returncode, " ".join((result.stdout + result.stderr).split())


@unittest.skipUnless(os.environ.get("POLYFORK_SANITIZE", "none") == "none", "the same in every build")
class Configure(unittest.TestCase):
    def test_off(self):
        code, text = configure("OFF")
        self.assertEqual(code, 0, text)
        self.assertIn("CUDA back end: the stub is linked (POLYFORK_CUDA=OFF)", text)

    def test_on(self):
        code, text = configure("ON")
        if code != 0:
            self.assertIn("no CUDA compiler was found", text)
        elif HAS_DEVICE_SOURCES:
            self.assertIn("CUDA back end: device kernels are linked", text)
        else:
            self.assertIn("CMake Warning", text)
            self.assertIn("this tree has no device sources", text)
            self.assertIn("CUDA back end: the stub is linked", text)

    def test_other_values(self):
        code, text = configure("YES")
        self.assertNotEqual(code, 0)
        self.assertIn("it must be AUTO, ON or OFF", text)


if __name__ == "__main__":
    unittest.main()
