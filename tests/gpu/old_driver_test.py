#!/usr/bin/env python3
"""A driver that is older than the runtime which the library is linked with: a stub in the place of libcuda.so.1 says so.

POLYFORK_COMMAND names the command. Skipped where it was built without device kernels or there is no C compiler."""

import os
import shutil
import subprocess
import tempfile
import unittest

COMMAND = os.environ["POLYFORK_COMMAND"]
STUB = r"""
#include <string.h>
int cuDriverGetVersion(int* version) { *version = 11000; return 0; }
int cuInit(unsigned flags) { (void)flags; return 0; }
int cuGetProcAddress_v2(const char* name, void** entry, int version, unsigned long flags, int* status) {
  (void)version, (void)flags;
  *entry = 0;
  if (strcmp(name, "cuDriverGetVersion") == 0) *entry = (void*)cuDriverGetVersion;
  if (strcmp(name, "cuInit") == 0) *entry = (void*)cuInit;
  if (strcmp(name, "cuGetProcAddress") == 0) *entry = (void*)cuGetProcAddress_v2;
  if (status != 0) *status = 0;
  return *entry != 0 ? 0 : 500;
}
int cuGetProcAddress(const char* name, void** entry, int version, unsigned long flags) {
  return cuGetProcAddress_v2(name, entry, version, flags, 0);
}
"""
COMPILER = shutil.which("cc") or shutil.which("gcc")


def run(*arguments, folder=""):
    environment = dict(os.environ)
    if folder:
        environment["LD_LIBRARY_PATH"] = folder + ":" + environment.get("LD_LIBRARY_PATH", "")
    return subprocess.run([COMMAND, *arguments], capture_output=True, text=True, env=environment, check=False)


@unittest.skipUnless(os.environ.get("POLYFORK_SANITIZE", "none") == "none", "the same in every build")
@unittest.skipUnless(COMPILER, "no C compiler")
@unittest.skipIf("built without CUDA kernels" in run("info").stdout, "built without CUDA kernels")
class OldDriver(unittest.TestCase):
    def test_the_reason_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            source = os.path.join(folder, "stub.c")
            with open(source, "w", encoding="utf-8") as file:
                file.write(STUB)
            library = os.path.join(folder, "libcuda.so.1")
            subprocess.run([COMPILER, "-shared", "-fPIC", "-o", library, source], check=True)
            reason = "the driver offers CUDA 11.0, the library needs "
            self.assertIn(reason, run("info", folder=folder).stdout)
            product = ["multiply", "-e", "x + 1", "-e", "x - 1"]
            self.assertEqual(run(*product, folder=folder).stdout, "x^2 - 1\n")
            refused = run(*product, "--gpu", "on", folder=folder)
            self.assertNotEqual(refused.returncode, 0)
            self.assertIn(reason, refused.stderr)


if __name__ == "__main__":
    unittest.main()
