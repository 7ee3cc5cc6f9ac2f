#!/usr/bin/env python3
"""The command's resident memory stays below --memory-limit, measured from outside.

The account counts what the computation allocates, so that the process may take what it takes anyway (code, libraries,
threads) beside it, and the allocator some that it has not yet given back. POLYFORK_COMMAND names the program."""

import os
import subprocess
import tempfile
import unittest

COMMAND = os.environ["POLYFORK_COMMAND"]
MIB = 1 << 20
# The allocator keeps freed blocks of up to 32 MiB (twice that on top of its heap).
ALLOCATOR = 64 * MIB
PIECE = b"1234567891" * 10000


def write(path, *parts):
    """Pieces of text with repetitions; this process must stay small, since a child inherits its peak."""
    with open(path, "wb") as file:
        for text, repetitions in parts:
            for _ in range(repetitions):
                file.write(text)


def peak_of(args, source=None):
    """Exit code, peak of the resident set in bytes, the message."""
    with open(source or os.devnull, "rb") as text:
        process = subprocess.Popen([COMMAND, *args], stdin=text, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        message = process.stderr.read().decode()
        process.stderr.close()
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, usage.ru_maxrss * 1024, message


@unittest.skipUnless(os.environ.get("POLYFORK_SANITIZE", "none") == "none", "sanitizers take memory of their own")
class Peak(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.baseline = peak_of(["isolate", "-e", "x^2-2"])[1]

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def check(self, megabytes, args, codes, source=None, timeout=60):
        code, peak, message = peak_of([*args, "--memory-limit", f"{megabytes}M", "--timeout", str(timeout)], source)
        self.assertIn(code, codes, message)
        self.assertLess(peak, megabytes * MIB + self.baseline + ALLOCATOR, (args[:4], message))
        if code == 3 and "time limit" not in message:
            self.assertIn("memory limit", message)
        return code

    def path(self, name, *parts):
        path = os.path.join(self.folder.name, name)
        write(path, *parts)
        return path

    def test_sparse_polynomials_of_huge_degree(self):
        self.check(100, ["isolate", "-e", "x^200000000-2"], [0])
        self.check(100, ["isolate", "-e", "(x^10000000-2)*(x-1)^2"], [0, 3], timeout=2)
        self.check(100, ["isolate", "-e", "x^4000000+x^3999999+1", "--count"], [0, 3], timeout=2)

    def test_many_digits(self):
        self.check(8, ["isolate", "-e", "x^2-2", "--digits", "1000000"], [3])
        self.check(100, ["isolate", "-e", "x^2-2", "--digits", "300000"], [0])
        self.check(300, ["isolate", "-e", "x^2-2", "--digits", "100000000"], [3])
        self.check(100, ["isolate", "-e", "x^3-2", "--digits", "18446744073709551615"], [3])
        self.check(100, ["isolate", "-e", "3*x-1", "--digits", "3000000"], [0])

    def test_pictures(self):
        path = os.path.join(self.folder.name, "roots.svg")
        self.check(100, ["isolate", "-e", "x^2-2", "--interval", "0,1e1000000", "--plot", path], [0])
        self.check(100, ["isolate", "-e", "(x-10^300000)*(x^2-2)", "--plot", path], [0])
        self.check(3, ["isolate", "-e", "x^2-2", "--plot", path], [3])

    def test_narrow_intervals(self):
        self.check(100, ["isolate", "-e", "x^2-2", "--width", "1e-1000000000"], [3])
        self.check(100, ["isolate", "-e", "x^2-2", "--width", "1e-300000"], [0])
        self.check(100, ["isolate", "-e", "x^2-2", "--interval", "0,1e1000000000"], [3])
        self.check(100, ["isolate", "-e", "x^2-2", "--interval", "0,1e-1000000000"], [3])
        self.check(100, ["generate", "bnd", "3", "--shift", "1e1000000000"], [3])
        self.check(100, ["isolate", "-e", "x^2-2", "--width", "1e-300000", "--output", "json"], [0])

    def test_long_coefficients(self):
        path = self.path("coefficients", (b"x^5-", 1), (PIECE, 30), (b"*x-", 1), (PIECE, 30))
        self.check(20, ["isolate", "-"], [3], path)
        self.check(200, ["isolate", "-"], [0], path)
        fractions = self.path("fractions", (b"1/", 1), (PIECE, 20), (b"*x^5-1/3", 1), (PIECE, 20))
        self.check(20, ["isolate", "-"], [3], fractions)
        self.check(400, ["isolate", "-"], [0], fractions)

    def test_long_texts(self):
        path = self.path("ones", (b"1\n" * 10000, 3000))  # 60 MB
        self.check(50, ["isolate", "-", "--count"], [3], path)
        self.check(50, ["isolate", path, "--count"], [3])
        self.check(150, ["isolate", path, "--count"], [3], timeout=3)
        # What waits for a slow writer is charged as it comes.
        with open(path, "rb") as text:
            cat = subprocess.Popen(["cat"], stdin=text, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            process = subprocess.run([COMMAND, "isolate", "-", "--memory-limit", "20M"], stdin=cat.stdout,
                                     capture_output=True)
            cat.stdout.close()
            cat.wait()
        self.assertEqual(process.returncode, 3, process.stderr)

    def test_products_modulo_a_prime(self):
        path = self.path("short", (b"7\n" * 1000, 100))
        modulo = ["--modulus", "9223372036854775783"]
        self.check(8, ["multiply", path, path, *modulo], [3])
        self.check(60, ["multiply", path, path, *modulo], [0])

    def test_generated_polynomials(self):
        self.check(50, ["generate", "random", "20000", "--bits", "20000"], [3])
        self.check(400, ["generate", "random", "3000", "--bits", "20000"], [0])

    def test_systems(self):
        # Noon's system of five variables: a Groebner basis, representations modulo primes, narrow boxes.
        names = [f"x{i}" for i in range(5)]
        text = ",".join(f"10-11*{x}" + "".join(f"+10*{x}*{y}^2" for y in names if y != x) for x in names)
        for arguments in ([], ["--count"], ["--method", "chains"], ["--width", "1e-500"]):
            self.check(1, ["solve", "-e", text, *arguments], [3])
            self.check(20, ["solve", "-e", text, *arguments], [0])
        # Equations that grow by substitution, and ends of a million digits.
        self.check(20, ["solve", "-e", "y=x^2,z=y^40+x,w=z^9,w^2=3", "--variables", "w,z,y,x"], [0, 3])
        self.check(20, ["solve", "-e", "x^2=2", "--interval", "x=0,1e1000000"], [0])

    def test_texts_of_chains_and_bases(self):
        # Three million digits, which are charged twice with the numbers before they are written.
        equations = "x^2-10^999999-1,y^2-x-10^999999,z^2-y-10^999999"
        for form in (["--chains"], ["--groebner"], ["--chains", "--output", "json"]):
            args = ["solve", "-e", equations, "--variables", "z,y,x", *form]
            code, _, message = peak_of([*args, "--memory-limit", "4M"])
            self.assertEqual(code, 3, message)
            self.assertIn("memory limit", message)
            self.assertEqual(peak_of([*args, "--memory-limit", "40M"])[0], 0)

    def test_matrices_of_groebner_bases(self):
        # Katsura's system of 12 variables: what the matrices of F4 take as they grow is charged before it is taken, and
        # the lists are large enough for the system to give them back at once.
        n = 11
        u = lambda i: f"u{abs(i)}" if abs(i) <= n else None
        equations = ["+".join(["u0"] + [f"2*u{i}" for i in range(1, n + 1)]) + "-1"]
        for m in range(n):
            products = [f"{u(k)}*{u(m - k)}" for k in range(-n, n + 1) if u(m - k)]
            equations.append("+".join(products) + f"-u{m}")
        args = ["solve", "-e", ",".join(equations), "--count", "-t", "1"]
        for megabytes in (10, 30):
            code, peak, message = peak_of([*args, "--memory-limit", f"{megabytes}M", "--timeout", "60"])
            self.assertEqual(code, 3, message)
            self.assertIn("memory limit", message)
            self.assertLess(peak, megabytes * MIB + self.baseline + 8 * MIB)

    def test_gcds_and_resultants(self):
        self.check(100, ["gcd", "-e", "(x+y+z+1)^30*(x-y+2)^12", "-e", "(x+y+z+1)^30*(x+3*z)^9"], [0, 3], timeout=20)
        self.check(10, ["gcd", "-e", "(x+y+z+1)^30*(x-y+2)^12", "-e", "(x+y+z+1)^30*(x+3*z)^9"], [0, 3], timeout=20)
        long_operands = ["resultant", "-e", "(x+y+z+1)^30+x", "-e", "(x-y+2*z)^25+1", "--variable", "x"]
        for threads in ("1", "2"):
            self.check(50, [*long_operands, "-t", threads], [3], timeout=10)
        # Two terms in x are two terms, whatever the degree.
        self.check(10, ["resultant", "-e", "x^100000000+y", "-e", "x^3-y", "--variable", "x"], [0])
        self.check(10, ["resultant", "-e", "x^100000001+x*y+1", "-e", "x^3-y*x-1", "--variable", "x"], [3], timeout=10)

    def test_huge_degrees_in_several_variables(self):
        operand = ["factor", "-e", "x^100000000*y^2+y+x+1"]
        self.check(300, operand, [3], timeout=10)
        self.check(300, [*operand, "--modulus", "101"], [3], timeout=20)

    def test_resultants_by_images(self):
        terms = [f"{7 * k + 3}*x^{k % 9}*y^{k * k % 11}*z^{k * 5 % 8}" for k in range(40)]
        others = [f"{5 * k + 1}*x^{k % 7}*y^{k * 3 % 8}*z^{k * k % 9}" for k in range(40)]
        operand = ["resultant", "-e", "+".join(terms), "-e", "+".join(others), "--variable", "x"]
        for megabytes in (5, 20, 50):
            self.check(megabytes, operand, [0, 3], timeout=30)

    def test_repeated_factors(self):
        text = "(x^900+3*x^7-10^400)^3*(x^800-7*x^3+5)^2"
        self.check(4, ["isolate", "-e", text, "--count"], [3])
        self.check(200, ["isolate", "-e", text, "--count"], [0, 3])


if __name__ == "__main__":
    unittest.main()
