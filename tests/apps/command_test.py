#!/usr/bin/env python3
"""The polyfork command from outside: results, formats, exit codes, limits, signals.

POLYFORK_COMMAND names the program."""

import json
import math
import os
import pty
import re
import signal
import subprocess
import tempfile
import time
import unittest
import xml.etree.ElementTree
from fractions import Fraction

COMMAND = os.environ["POLYFORK_COMMAND"]
BACKENDS = ["tbb", "openmp", "serial", "profile", "thread"]
SANITIZED = os.environ.get("POLYFORK_SANITIZE", "none") != "none"
SLOWNESS = 10 if SANITIZED else 1  # what sanitizers multiply times by, at most


def run(*args, text=None, timeout=120, isa=None):
    """isa: an instruction set that is forced."""
    environment = None if isa is None else {**os.environ, "POLYFORK_FORCE_ISA": isa}
    return subprocess.run([COMMAND, *args], input=text, capture_output=True, text=True, timeout=timeout, env=environment)


def isolate(expression, *args):
    return run("isolate", "-e", expression, *args)


def texts_of(picture):
    """The texts of an SVG document, the title first; the document must be XML."""
    texts = [element for element in xml.etree.ElementTree.fromstring(picture).iter() if element.tag.endswith("}text")]
    return [element.text for element in sorted(texts, key=lambda element: -float(element.get("font-size")))]


class Results(unittest.TestCase):
    def test_text(self):
        result = isolate("(x^2-2)^2*(3*x-1)*x")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stdout, "(-2, -1) mult 2\n[0]\n[1/3]\n(1, 2) mult 2\n")
        self.assertEqual(result.stderr, "")

    def test_no_roots_is_success(self):
        for expression in ["x^2+1", "7", "-1/3"]:
            result = isolate(expression)
            self.assertEqual((result.returncode, result.stdout), (0, ""))

    def test_zero_polynomial(self):
        for expression in ["0", "x-x"]:
            for options in [[], ["--count"]]:
                result = isolate(expression, *options)
                self.assertEqual(result.returncode, 1)
                self.assertIn("every number is a root", result.stderr)
                self.assertEqual(result.stdout, "")

    def test_json(self):
        result = isolate("(x^2-2)*(2*x-1)^3", "--output", "json")
        document = json.loads(result.stdout)
        self.assertEqual(document["degree"], 5)
        self.assertEqual(document["count"], 3)
        self.assertEqual(
            document["roots"],
            [
                {"lower": "-2", "upper": "-1", "exact": False, "multiplicity": 1},
                {"lower": "1/2", "upper": "1/2", "exact": True, "multiplicity": 3},
                {"lower": "1", "upper": "2", "exact": False, "multiplicity": 1},
            ],
        )
        self.assertNotIn("nodes", document["stats"])
        stats = json.loads(isolate("x^2-2", "--output", "json", "--stats").stdout)["stats"]
        self.assertIn("seconds", stats)
        self.assertIn("nodes", stats)

    def test_maple_and_decimal(self):
        self.assertEqual(isolate("x^3-2*x", "--output", "maple").stdout, "[[-2, -1], [0, 0], [1, 2]]\n")
        self.assertEqual(isolate("x^2-2", "--digits", "10").stdout, "-1.4142135624\n1.4142135624\n")
        self.assertEqual(isolate("(4*x-1)^2", "--output", "decimal", "--digits", "1").stdout, "0.2 mult 2\n")
        self.assertEqual(isolate("4", "--output", "maple").stdout, "[]\n")

    def test_any_variable(self):
        self.assertEqual(isolate("y^2-1").stdout, "[-1]\n[1]\n")
        self.assertEqual(run("isolate", "-", "--format", "ms", text="y\n0\ny^2-1\n").stdout, "[-1]\n[1]\n")

    def test_full_device(self):
        for args in [["generate", "chebyshev", "1200"], ["isolate", "-e", "x^2-2"]]:
            with open("/dev/full", "w") as full:
                result = subprocess.run([COMMAND, *args], stdout=full, stderr=subprocess.PIPE, text=True)
            self.assertEqual(result.returncode, 1)
            self.assertIn("standard output", result.stderr)

    def test_help(self):
        for args in [["--help"], ["--version"], ["isolate", "--help"], ["bench", "--help"]]:
            result = run(*args)
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            with open("/dev/full", "w") as full:
                result = subprocess.run([COMMAND, *args], stdout=full, stderr=subprocess.PIPE, text=True)
            self.assertEqual(result.returncode, 1, args)
            self.assertIn("standard output", result.stderr)
        self.assertIn("1e-3", run("isolate", "--help").stdout)
        self.assertIn("1e-3", run("generate", "--help").stdout)

    def test_diagnostics_cannot_be_written(self):
        for args, code in [(["-e", "x^"], 2), (["-e", "x-1", "--stats"], 0), (["-e", "x-1", "--backend", "profile"], 0)]:
            with open("/dev/full", "w") as full:
                result = subprocess.run([COMMAND, "isolate", *args], stdout=subprocess.PIPE, stderr=full, text=True)
            self.assertEqual(result.returncode, code)

    def test_bad_environment(self):
        for name, value in [("POLYFORK_NUM_THREADS", "abc"), ("POLYFORK_BACKEND", "foo"),
                            ("POLYFORK_MEMORY_LIMIT", "abc"), ("POLYFORK_FORCE_ISA", "bar")]:
            result = subprocess.run([COMMAND, "isolate", "-e", "x"], capture_output=True, text=True,
                                    env={**os.environ, name: value})
            self.assertEqual(result.returncode, 2, name)
            self.assertIn(name, result.stderr)

    def test_options(self):
        self.assertEqual(isolate("x^2-2", "--interval", "0 , 4 / 2").stdout, "(1, 2)\n")
        self.assertEqual(isolate("x^2-2", "--interval", "-3/2,-1.4", "--width", "1/4").stdout, "(-3/2, -5/4)\n")
        self.assertEqual(isolate("x^3-x", "--count").stdout, "3\n")
        self.assertEqual(isolate("x^3-x", "--count", "--interval", "0,1").stdout, "2\n")
        self.assertEqual(isolate("x^2-2", "--method", "vca").stdout, isolate("x^2-2").stdout)
        self.assertIn("nodes", isolate("x^2-2", "--stats").stderr)
        self.assertEqual(isolate("x^3-x", "--count", "--method", "vca").stdout, "3\n")

    def test_plot(self):
        expression = "(x^2 - 2)^2 * (3*x - 1) * (x^3 - 4*x - 1)"
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "roots.svg")
            result = isolate(expression, "--plot", path)
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            self.assertEqual(result.stdout, isolate(expression).stdout)
            with open(path, "rb") as f:
                picture = f.read()
            self.assertIn("Degree 8: 6 real roots", texts_of(picture))
            with open(os.path.join(os.environ["POLYFORK_SOURCE_DIR"], "docs", "roots.svg"), "rb") as f:
                self.assertEqual(texts_of(picture), texts_of(f.read()))  # the README's
            for args in [["x^2+1"], ["7"], ["x^2-2", "--interval", "0,1"], ["x", "--interval", "0,0"],
                         ["x^2-2", "--output", "json"], ["(10^9*x-1)*(x-10^9)*(x^2-3)"], ["x^9-2*(5*x-1)^2"]]:
                self.assertEqual(isolate(*args, "--plot", path).returncode, 0, args)
                with open(path, "rb") as f:
                    self.assertTrue(texts_of(f.read())[0].startswith("Degree "), args)

    def test_plot_cannot_be_written(self):
        with tempfile.TemporaryDirectory() as folder:
            for path in [os.path.join(folder, "no", "such.svg"), folder, "/dev/full"]:
                result = isolate("x^2-2", "--plot", path)
                self.assertEqual((result.returncode, result.stdout), (1, "(-2, -1)\n(1, 2)\n"))
                self.assertRegex(result.stderr, r"\Apolyfork: " + re.escape(path) + r": .+\n\Z")

    def test_chebyshev_256(self):
        generated = run("generate", "chebyshev", "256")
        result = run("isolate", "-", "--output", "json", text=generated.stdout)
        document = json.loads(result.stdout)
        self.assertEqual(document["count"], 256)
        cosines = sorted(math.cos((2 * k - 1) * math.pi / 512) for k in range(1, 257))
        for root, cosine in zip(document["roots"], cosines):
            self.assertLess(Fraction(root["lower"]), Fraction(cosine))
            self.assertGreater(Fraction(root["upper"]), Fraction(cosine))

    def test_same_bytes_for_threads_and_back_ends(self):
        generated = run("generate", "laguerre", "40").stdout
        for options in [["--output", "json"], ["--digits", "30"], ["--width", "1/1000"]]:
            expected = run("isolate", "-", *options, "-t", "1", text=generated).stdout
            self.assertTrue(expected)
            for threads in ["1", "2"]:
                for backend in BACKENDS:
                    result = run("isolate", "-", *options, "-t", threads, "--backend", backend, text=generated)
                    self.assertEqual(result.stdout, expected, (threads, backend))

    def test_same_bytes_for_instruction_sets(self):
        levels = ["scalar", "avx2", "avx512", "ifma"]
        best = re.search(r"\(detected (\w+)\)", run("info").stdout).group(1)
        polynomials = [run("generate", "laguerre", "40").stdout,
                       run("generate", "random", "60", "--bits", "300").stdout,
                       "(x^20-3*x+1)^3*(5*x-7)^2*(x^11-10^40)"]
        for text in polynomials:
            for options in [["--output", "json"], ["--digits", "30"], ["--count"]]:
                outputs = set()
                for level in levels[:levels.index(best) + 1]:
                    env = {**os.environ, "POLYFORK_FORCE_ISA": level}
                    info = subprocess.run([COMMAND, "info"], capture_output=True, text=True, env=env)
                    self.assertIn(f"instruction set   {level} ", info.stdout)
                    result = subprocess.run([COMMAND, "isolate", "-", *options], input=text, capture_output=True,
                                            text=True, env=env)
                    self.assertEqual(result.returncode, 0, result.stderr)
                    outputs.add(result.stdout)
                self.assertEqual(len(outputs), 1, options)

    def test_generate_formats_round_trip(self):
        expected = run("isolate", "-", text=run("generate", "hermite", "9").stdout).stdout
        for fmt in ["infix", "coeffs", "flint", "ntl", "ms", "mpsolve"]:
            text = run("generate", "hermite", "9", "--format", fmt).stdout
            for option in [[], ["--format", fmt]]:
                result = run("isolate", "-", *option, text=text)
                self.assertEqual(result.stdout, expected, (fmt, option, result.stderr))

    def test_generate_variants(self):
        shifted = run("isolate", "-", text=run("generate", "wilkinson", "3", "--shift", "1/3").stdout)
        self.assertEqual(shifted.stdout, "[4/3]\n[7/3]\n[10/3]\n")
        perturbed = run("generate", "wilkinson", "3", "--perturb", "4", "--format", "infix")
        self.assertEqual(perturbed.stdout.strip(), "16*x^3 - 97*x^2 + 176*x - 96")
        one = run("generate", "random", "5", "--bits", "40", "--seed", "3").stdout
        self.assertEqual(one, run("generate", "random", "5", "--bits", "40", "--seed", "3").stdout)
        self.assertNotEqual(one, run("generate", "random", "5", "--bits", "40", "--seed", "4").stdout)

    def test_other_commands(self):
        info = run("info")
        self.assertEqual(info.returncode, 0)
        self.assertIn("instruction set", info.stdout)
        explain = run("explain", "multiply", "--length", "1000", "--bits", "100", "-t", "4")
        self.assertEqual(explain.returncode, 0)
        self.assertIn("chosen", explain.stdout)
        for args, words in [
            (["multiply", "--length", "1000", "--modulus", "2147483647", "-t", "1"], ["Z/2147483647Z", "transform ", "primes=2"]),
            (["multiply", "--length", "1000", "--modulus", "1108307720798209", "-t", "1"], ["primes=1", "the modulus itself"]),
            (["divide", "--length", "200", "--exact", "-t", "1"], ["attempts", "\n  kronecker", "slot_bits="]),
            (["divide", "--length", "200", "--bits", "900", "-t", "1"], ["halves", "\n  "]),
            (["divide", "--length", "200", "--modulus", "101"], ["classical"]),
            (["gcd", "--length", "2000", "-t", "2"], ["images", "width=2"]),
            (["shift", "--length", "1000", "--bits", "1000", "-t", "1"], ["convolution", "primes=", "tableau_halves"]),
            (["isolate", "--degree", "256", "--bits", "300"], ["local"]),
            (["isolate", "--degree", "256", "--bits", "300", "--method", "vca"], ["vca", "node_limbs=9"]),
        ]:
            explain = run("explain", *args)
            self.assertEqual(explain.returncode, 0, explain.stderr)
            for word in words:
                self.assertIn(word, explain.stdout)
        short = ["explain", "multiply", "--length", "10", "--bits", "900", "-t", "1"]
        if "instruction set   ifma" in info.stdout:
            self.assertIn("\nclassical lengths=10x10 bits=900x900 digits=52 bits", run(*short).stdout)
        if "instruction set   scalar" not in info.stdout:
            explain = run(*short, isa="scalar")
            for word in ("\nkaratsuba ", "\n  classical", "times="):
                self.assertIn(word, explain.stdout)
        # What cannot be carried out has no costs.
        table = run("explain", "multiply", "--length", "100000000000", "--bits", "1000").stdout
        self.assertNotIn(str(2**64 - 1), table)
        rows = [line.split()[:6] for line in table.splitlines() if line.startswith("multimodular ")]
        self.assertEqual([row[2:] for row in rows], [["-"] * 4])
        self.assertEqual(run("--version").returncode, 0)
        self.assertEqual(run("--help").returncode, 0)

    def test_devices(self):
        """Every command takes --gpu; without a device `on` is an error before any work."""
        absent = "devices           none: " in run("info").stdout
        commands = [["explain", "multiply", "--length", "20"], ["explain", "shift", "--length", "20"],
                    ["explain", "factor", "-e", "x^2 - 1"], ["explain", "solve", "-e", "x^2 = 2"],
                    ["explain", "isolate", "--degree", "9"], ["model", "radix-sort", "--n", "4096"],
                    ["isolate", "-e", "x^2 - 2"], ["factor", "-e", "x^2 - 1"], ["solve", "-e", "x^2 = 2"],
                    ["gcd", "-e", "x", "-e", "x"], ["multiply", "-e", "x", "-e", "x"], ["shift", "-e", "x"],
                    ["generate", "chebyshev", "3"]]
        for command in commands:
            for policy in ("auto", "off"):
                self.assertEqual(run(*command, "--gpu", policy).returncode, 0, command)
            if absent:
                result = run(*command, "--gpu", "on")
                self.assertEqual((result.returncode, result.stdout), (1, ""), command)
                self.assertIn("no device can be used: ", result.stderr)
        self.assertIn("device policy     off", run("info", "--gpu", "off").stdout)
        self.assertIn("device policy     on", run("info", "--gpu", "on").stdout)
        for operation in ("multiply", "shift"):
            explained = run("explain", operation, "--length", "20", "--gpu", "off").stdout
            self.assertTrue(explained.endswith("\nno device is considered: the policy is off\n"))
            if absent:
                explained = run("explain", operation, "--length", "20").stdout.splitlines()[-1]
                self.assertRegex(explained, "^no device is considered: (built without CUDA|this machine has |the driver |there is )")


    def test_model(self):
        listed = run("model").stdout
        self.assertEqual(len(listed.splitlines()), 12)
        self.assertIn("plain-product", listed)

        def table(*args):
            result = run("model", *args)
            self.assertEqual(result.returncode, 0, result.stderr)
            rows = [line.split() for line in result.stdout.splitlines()]
            start = next(i for i, row in enumerate(rows) if len(row) == 10)
            end = rows.index([], start)
            return result.stdout, [dict(zip(rows[start], row)) for row in rows[start + 1:end]]

        text, rows = table("plain-product", "--n", "4096", "--s", "1..8")
        self.assertEqual([row["s"] for row in rows], ["1", "2", "4", "8"])
        self.assertEqual([row["C"] for row in rows], ["125", "192", "338", "678"])
        self.assertEqual([row["T"] for row in rows], ["1875", "2687.9", "4393.7", "8134.7"])
        self.assertIn("least T: s = 1\n", text)
        text, rows = table("euclid-phases", "--n", "65536", "--private-words", "1536")
        self.assertIn("least T: s = 256\n", text)
        self.assertEqual(text.count("does not fit in Z"), 2)
        text, rows = table("division-steps", "--n", "64", "--m", "33", "--s", "4,5", "--multiprocessors", "2",
                           "--transfer", "7/2")
        self.assertEqual([(row["s"], row["C"]) for row in rows], [("4", "43.5")])
        self.assertEqual(rows[0]["T"], f"{(33 * 32 / 32 / 2 + 8) * 43.5:.5g}")
        self.assertIn("s = 5 is left out: s must divide n - m + 1\n", text)
        text, rows = table("stockham", "--n", "4096")
        self.assertEqual([row["threads"] for row in rows], ["32", "64", "128", "256", "512", "1024"])
        self.assertIn("-", table("euclid-naive", "--n", "1048576")[1][0]["seconds"])

    def test_model_plot(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "model.svg")
            self.assertEqual(run("model", "plain-product", "--n", "4096", "--plot", path).returncode, 0)
            with open(path) as f:
                texts = texts_of(f.read())
            self.assertIn("How does s change predicted time? plain product", texts)
            for line in ("model", "calibrated", "32"):
                self.assertIn(line, texts)
            self.assertNotIn("64", texts)  # does not fit in a private memory
            self.assertEqual(run("model", "stockham", "--n", "64", "--threads", "4", "--plot", path).returncode, 0)

    def test_too_many_threads_are_refused_by_the_options_name(self):
        for command in (["explain", "multiply", "--length", "100"], ["multiply", "a", "b"], ["bench"]):
            refused = run(*command, "--threads", "1025")
            self.assertEqual(refused.returncode, 2, refused.stderr)
            self.assertIn("--threads", refused.stderr)
            self.assertIn("1024", refused.stderr)

    @unittest.skipIf(SANITIZED, "measures every algorithm, for minutes; each has sanitized tests of its own")
    def test_tuning(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "table")
            tuned = run("tune", path, "--seconds", "0.0001", "--quiet")
            self.assertEqual(tuned.returncode, 0, tuned.stderr)
            with open(path) as f:
                table = dict(line.split(" = ") for line in f if not line.startswith("#"))
            self.assertIn("poly.mul.multimodular_length", table)
            self.assertIn("poly.shift.horner_length", table)
            # every field; those of parallel loops need threads
            with open(os.path.join(os.path.dirname(__file__), "../../include/polyfork/poly/mul/multiplication.hpp")) as f:
                fields = re.findall(r'v\("(\w+)"', f.read())
            self.assertGreater(len(fields), 20)
            for field in fields:
                if not field.startswith("parallel_"):
                    self.assertIn("poly.mul." + field, table)
            for field in ("horner_length", "two_limb_length", "cached_mebibytes", "products_length"):
                self.assertIn("poly.shift." + field, table)
            explain = subprocess.run([COMMAND, "explain", "multiply", "--length", "100", "-t", "1"],
                                     env={**os.environ, "POLYFORK_TUNING": path}, capture_output=True, text=True)
            self.assertEqual(explain.returncode, 0, explain.stderr)
            self.assertEqual(run("tune", os.path.join(folder, "no", "such"), "--seconds", "0.0001", "--quiet").returncode, 1)
            without = run("tune", "--only-gpu", "--gpu", "off", "--quiet")
            self.assertEqual(without.returncode, 1)
            self.assertIn("there is no device", without.stderr)

    def test_products_and_shifts_of_files(self):
        with tempfile.TemporaryDirectory() as folder:
            def file(name, text):
                path = os.path.join(folder, name)
                with open(path, "w") as f:
                    f.write(text)
                return path
            a = file("a", "(t+2)^3*(t-1)")
            b = file("b", "1/2\n-1\n")
            self.assertEqual(run("shift", a, "--output", "infix").stdout, "t^4 + 9*t^3 + 27*t^2 + 27*t\n")
            for algorithm in ["horner", "tableau", "tableau_bands", "tableau_halves", "products", "convolution"]:
                self.assertEqual(run("shift", a, "--by", "-2", "--algorithm", algorithm, "--output", "infix").stdout,
                                 "t^4 - 3*t^3\n")
            self.assertEqual(run("shift", b, "--by", "1/3", "--output", "infix").stdout, "-x + 1/6\n")
            square = [0] * 9
            f = [-8, -4, 6, 5, 1]  # (t + 2)^3 (t - 1)
            for i, x in enumerate(f):
                for j, y in enumerate(f):
                    square[i + j] += x * y
            for algorithm in ["auto", "classical", "karatsuba", "plain_divide_and_conquer", "toom_cook_4",
                              "toom_cook_8", "kronecker", "kronecker_two_point", "multimodular", "blocked", "bivariate",
                              "pieces"]:
                product = run("multiply", a, a, "--algorithm", algorithm, "--output", "coeffs")
                self.assertEqual(product.stdout, "".join(f"{c}\n" for c in square))
            self.assertEqual(run("multiply", b, "-", "--output", "infix", text="2*x").stdout, "-2*x^2 + x\n")
            mixed = run("multiply", a, b, "--output", "coeffs")  # a list is in the other's variable
            self.assertEqual(mixed.stdout, "-4\n6\n7\n-7/2\n-9/2\n-1\n")
            self.assertEqual(run("multiply", b, b).stdout, "1/4\n-1\n1\n")
            self.assertEqual(run("multiply", b, "-", text="2*x").stdout, "0\n1\n-2\n")
            self.assertEqual(run("multiply", b, b, "--output", "ntl").returncode, 2)
            self.assertEqual(run("shift", b, "--by", "1/0").returncode, 2)
            self.assertEqual(run("multiply", "-", "-").returncode, 2)


    def test_expressions_in_the_place_of_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a")
            with open(path, "w") as f:
                f.write("x^2-2\n")
            self.assertEqual(run("multiply", "-e", "x+1", "-e", "x-1").stdout, "x^2 - 1\n")
            self.assertEqual(run("multiply", path, "-e", "x+1/2").stdout, "x^3 + 1/2*x^2 - 2*x - 1\n")
            self.assertEqual(run("shift", "-e", "x^2-2", "--by", " 1/2 ").stdout, "x^2 + x - 7/4\n")
            self.assertEqual(run("shift", "-e", "x^2-2", "--output", "ntl").stdout, "[-1 2 1]\n")
            for args in [["multiply", "-e", "x"], ["multiply", path], ["multiply", path, path, "-e", "x"],
                         ["shift", path, "-e", "x"], ["shift"]]:
                self.assertEqual(run(*args).returncode, 2, args)

    def test_huge_degrees(self):
        for expression, roots in [("x^524288-3*x+1", 2), ("x^1000001-x-1", 1), ("x^1000001-2*x-1", 3),
                                  ("x^1000000000-2*x+1", 2), ("x^100000000 - 2", 2), ("x**1000000000000-2", 2),
                                  ("(x - 1)^2*(x^(1000000000) - 3)", 3)]:
            start = time.monotonic()
            self.assertEqual(isolate(expression, "--count", "--memory-limit", "64M").stdout, f"{roots}\n", expression)
            self.assertLess(time.monotonic() - start, 10 * SLOWNESS)
        self.assertEqual(isolate("x^1000000000-2*x+1").stdout, "(1/2, 3/4)\n[1]\n")
        self.assertEqual(isolate("x^1000000-2", "--digits", "12").stdout, "-1.000000693147\n1.000000693147\n")

    def test_infinite_intervals(self):
        expression = "(x^2-2)*(x+5)*(x-7)"
        self.assertEqual(isolate(expression, "--interval", "0,inf").stdout, "(1, 2)\n[7]\n")
        self.assertEqual(isolate(expression, "--interval=-inf,0").stdout, "[-5]\n(-2, -1)\n")
        self.assertEqual(isolate(expression, "--interval", "-inf,inf").stdout, isolate(expression).stdout)
        self.assertEqual(isolate(expression, "--interval", "8,inf", "--count").stdout, "0\n")
        self.assertEqual(isolate("x^1000000000-2", "--interval", "0,+inf", "--count").stdout, "1\n")
        for interval in ["inf,0", "0,-inf", "inf,inf", "0,infinit"]:
            self.assertEqual(isolate("x", "--interval", interval).returncode, 2, interval)

    def test_significant_digits(self):
        expression = "10^80*x^2-3*10^40*x+1"
        zeros = isolate(expression, "--output", "decimal")
        self.assertEqual(zeros.stdout, "0.00000000000000000000\n" * 2)
        self.assertRegex(zeros.stderr, r"\Apolyfork: note: roots 1 and 2 are different numbers .+\n\Z")
        self.assertEqual(isolate(expression, "--significant", "5").stdout, "3.8197e-41\n2.6180e-40\n")
        self.assertEqual(isolate(expression, "--significant", "5").stderr, "")
        self.assertEqual(isolate("(x^2-2)*x*(8*x-1)*(x^2-10^19)*(x-1000)", "--significant", "4").stdout,
                         "-3.162e9\n-1.414\n0\n0.1250\n1.414\n1000\n3.162e9\n")
        self.assertEqual(isolate("x^1000000-2", "--significant", "9", "--interval", "0,2").stdout, "1.00000069\n")
        self.assertEqual(isolate("x^2-2", "--significant", "3", "--digits", "3").returncode, 2)
        self.assertEqual(isolate("x^2-2", "--significant", "0").returncode, 2)
        document = json.loads(isolate("x^2-2", "--significant", "3", "--output", "json").stdout)
        self.assertEqual([root["decimal"] for root in document["roots"]], ["-1.41", "1.41"])

    def test_the_answer_is_printed_whatever_becomes_of_side_outputs(self):
        roots = "(-2, -1)\n(1, 2)\n"
        with tempfile.TemporaryDirectory() as folder:
            good = os.path.join(folder, "good")
            for option in ["--certify", "--plot"]:
                for path in [os.path.join(folder, "no", "such"), folder, "/dev/full"]:
                    result = isolate("x^2-2", option, path)
                    self.assertEqual((result.returncode, result.stdout), (1, roots), (option, path))
                    self.assertRegex(result.stderr, r"\Apolyfork: " + re.escape(path) + r": .+\n\Z")
            result = isolate("x^2-2", "--certify", "/dev/full", "--plot", good)
            self.assertEqual((result.returncode, result.stdout), (1, roots))
            self.assertTrue(os.path.exists(good))
            self.assertEqual(os.listdir(folder), ["good"])  # no temporary files are left

    def test_files_are_not_overwritten_by_accident(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "f")
            other = os.path.join(folder, ".", "f")
            with open(path, "w") as f:
                f.write("x^2-2\n")
            for args in [["isolate", path, "--certify", other], ["isolate", path, "--plot", path],
                         ["isolate", "-e", "x", "--certify", os.path.join(folder, "n"), "--plot",
                          os.path.join(folder, ".", "n")]]:
                self.assertEqual(run(*args).returncode, 2, args)
            with open(path) as source:
                result = subprocess.run([COMMAND, "isolate", "-", "--certify", path], stdin=source, capture_output=True)
                self.assertEqual(result.returncode, 2)
            with open(path) as f:
                self.assertEqual(f.read(), "x^2-2\n")
            self.assertEqual(isolate("x", "--certify", "/dev/null", "--plot", "/dev/null").returncode, 0)
            link = os.path.join(folder, "link")
            os.symlink(os.path.join(folder, "target"), link)
            self.assertEqual(isolate("x", "--certify", link).returncode, 0)
            self.assertTrue(os.path.islink(link))
            with open(link) as f:
                self.assertTrue(f.read().startswith("polyfork certificate"))

    def test_the_text_of_a_result_is_planned(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "r")
            with open(path, "w") as f:
                f.write(run("generate", "random", "30000", "--bits", "2000").stdout)
            start = time.monotonic()
            result = run("multiply", path, path, "--memory-limit", "60M")
            self.assertEqual((result.returncode, result.stdout), (3, ""))
            self.assertIn("memory limit", result.stderr)
            self.assertLess(time.monotonic() - start, 30 * SLOWNESS)
            self.assertEqual(run("multiply", path, path, "--memory-limit", "400M").returncode, 0)

    def refused_at_once(self, *args):
        start = time.monotonic()
        result = run(*args)
        self.assertEqual((result.returncode, result.stdout), (3, ""), args)
        self.assertIn("memory limit", result.stderr)
        self.assertLess(time.monotonic() - start, 10 * SLOWNESS, args)

    def test_the_text_of_fractions_is_planned(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "q")
            with open(path, "w") as f:
                f.write(run("generate", "random", "4000", "--bits", "2000").stdout.replace("\n", "/7\n"))
            # The text of the square has 10 MB, that of f(x + 1/3) 50.
            self.refused_at_once("multiply", path, path, "--memory-limit", "8M")
            self.assertEqual(run("multiply", path, path, "--memory-limit", "60M").returncode, 0)
            self.refused_at_once("shift", path, "--by", "1/3", "--memory-limit", "30M")

    def test_digits_are_planned(self):
        # Isolating these roots takes longer than the test may.
        text = run("generate", "chebyshev", "2047").stdout
        start = time.monotonic()
        result = run("isolate", "-", "--digits", "100000000", "--memory-limit", "300M", text=text)
        self.assertEqual((result.returncode, result.stdout), (3, ""))
        self.assertLess(time.monotonic() - start, 10 * SLOWNESS)
        self.refused_at_once("isolate", "-e", "(x^2-2)*(x^2-3)", "--digits", "1000000", "--memory-limit", "15M")


class Certificates(unittest.TestCase):
    """isolate --certify, then verify."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.certificate = os.path.join(self.folder.name, "roots.cert")

    def certify(self, expression, *options):
        result = isolate(expression, "--certify", self.certificate, *options)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stdout, isolate(expression, *options).stdout)
        with open(self.certificate, encoding="ascii") as file:
            return file.read()

    def test_verified(self):
        for expression, roots, degree in [("(x^2-2)^2*(3*x-1)*x", 4, 6), ("x^5-x-3", 1, 5), ("x^6-5/2*x^3+1", 2, 6),
                                          ("x^2+1", 0, 2), ("7", 0, 0)]:
            self.certify(expression)
            result = run("verify", self.certificate, "--threads", "2")
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            plural = "" if roots == 1 else "s"
            self.assertEqual(result.stdout, f"verified: {roots} real root{plural} of a polynomial of degree {degree}\n")

    def test_options(self):
        text = self.certify("x^4-10*x^2+1", "--width", "1/1000", "--interval", "0,10", "--digits", "5")
        self.assertEqual(text.count("interval"), 4)
        result = run("verify", "-", text=text)
        self.assertEqual(result.stdout, "verified: 4 real roots of a polynomial of degree 4\n")

    def test_of_this_polynomial(self):
        self.certify("x^2/3-2/3")
        file = os.path.join(self.folder.name, "f")
        for text, code in [("x^2/3-2/3", 0), ("x^2-3", 1), ("", 2)]:
            with open(file, "w", encoding="ascii") as out:
                out.write(text)
            self.assertEqual(run("verify", self.certificate, file).returncode, code, text)

    def test_not_verified(self):
        text = self.certify("(x^2-2)^2*(3*x-1)")
        for old, new in [("interval 1 2 2", "interval 1 2 1"), ("interval 1 2 2\n", ""), ("point 1/3 1", "point 1/4 1")]:
            self.assertIn(old, text)
            result = run("verify", "-", text=text.replace(old, new))
            self.assertEqual((result.returncode, result.stdout), (1, ""))
            self.assertRegex(result.stderr, r"^polyfork: not verified: .+\n$")

    def test_no_certificate(self):
        text = self.certify("x^2-2")
        for bad, place in [("x^2-2", "1:1"), (text[:-5], "10:1"), (text + "more\n", "11:1"),
                           (text.replace("content 1", "content one"), "6:9")]:
            result = run("verify", "-", text=bad)
            self.assertEqual(result.returncode, 2, bad)
            self.assertRegex(result.stderr, rf"^polyfork: stdin:{place}: .+\n$")
        self.assertEqual(run("verify", "/nonexistent").returncode, 2)

    def test_refused(self):
        self.assertEqual(isolate("x^2-2", "--certify", self.certificate, "--count").returncode, 2)
        self.assertEqual(isolate("x^2-2", "--certify", self.certificate, "--method", "vca").returncode, 2)
        result = isolate("x^2-2", "--certify", "/nonexistent/file")
        self.assertEqual((result.returncode, result.stdout), (1, "(-2, -1)\n(1, 2)\n"))

    def test_limits(self):
        generated = run("generate", "random", "400")
        run("isolate", "-", "--certify", self.certificate, text=generated.stdout)
        self.assertEqual(run("verify", self.certificate, "--memory-limit", "100K").returncode, 3)
        self.assertEqual(run("verify", self.certificate, "--memory-limit", "1G").returncode, 0)


class BadInput(unittest.TestCase):
    def check(self, result, position, code=2):
        self.assertEqual(result.returncode, code, result.stderr)
        self.assertEqual(result.stdout, "")
        self.assertIn(position, result.stderr)
        self.assertEqual(result.stderr.count("\n"), 1, result.stderr)

    def test_expressions(self):
        for expression, position in [
            ("x/2 - y", "1:7"),
            ("3x", "1:2"),
            ("*x", "1:1"),
            ("x-(3+1", "1:7"),
            ("x^99999999999999999999", "1:3"),
            ("x^2 - 2)", "1:8"),
            ("x +", "1:4"),
            ("1/0", "1:"),
            ("x^-1", "1:3"),
            ("x^2\n- 2 $", "2:5"),
            ("-2 0 1", "1:4: numbers side by side"),
            ("3 -6 -5", "1:3: numbers side by side"),
            ("sqrt(2)*x", "1:5"),
            ("x = 2*%", "1:7"),
            ("x^2 =\n 2 = x", "2:4: a second '='"),
            ("x =", "1:4"),
            ("x = y", " the sides of the equation are in different variables, x and y"),
        ]:
            self.check(isolate(expression), "expression:" + position)

    def test_equations(self):
        roots = "(-2, -1)\n(1, 2)\n"
        for equation in ("x^2 = 2", "2 = x^2;", "x^2/2 + 1 = 2", "x^1000000000 = 2", "0 = 2*y^1000000000 - 4"):
            self.assertEqual(isolate(equation).stdout, roots, equation)
        self.assertIn("the zero polynomial", isolate("x^2 = x^2").stderr)

    def test_what_others_misread(self):
        self.assertEqual(isolate("x/2 - 3").stdout, "[6]\n")
        self.assertEqual(isolate("2*x+3*1-x").stdout, "[-3]\n")
        self.assertEqual(isolate("x-(3+1)").stdout, "[4]\n")

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "f.txt")
            with open(path, "w") as f:
                f.write("1\n2\nthree\n")
            self.check(run("isolate", path, "--format", "coeffs"), path + ":3:1")
            self.check(run("isolate", os.path.join(folder, "absent")), "absent")
            self.check(run("isolate", "x^2-2"), "given with -e")
            self.check(run("isolate", "-", text="3 -6 -5 -1\n"), "stdin:1:3: numbers side by side")
            self.check(run("isolate", "-", text="3\t-6 -5 -1\n"), "stdin:1:3: numbers side by side")
            self.check(run("isolate", "-", text="drf\n0\n1\n1 1\n"), "stdin:1:1: MPSolve's type 'drf'")
            self.assertEqual(run("isolate", "-", text="dri\n0\n2\n-6\n-5\n-1\n").stdout, "[-3]\n[-2]\n")
            self.check(run("isolate", "-", text=""), "stdin:1:1")
            self.check(run("isolate", "-", "--format", "flint", text="4  1 2 3"), "stdin:1:")
            self.check(run("isolate", "-", "--format", "ntl", text="[1 2"), "stdin:1:")

    def test_unknown_command(self):
        self.check(run("isolte", "-e", "x"), "unknown command 'isolte'; is 'isolate' meant?")
        self.check(run("frobnicate"), "unknown command 'frobnicate'; polyfork help lists them")
        self.check(run("--threads", "2", "isolate", "-e", "x"), "options follow the command")
        self.check(run("explain", "resultant"), "unknown operation 'resultant'; polyfork help explain lists them")
        self.assertIn("[FILES ...]", run("gcd", "--help").stdout)
        self.check(run("generate", "chebyshev", "5", "--what", "infix"), "not expected: --what infix")
        self.assertEqual(run("help", "isolate").stdout, run("isolate", "--help").stdout)
        self.assertEqual(run("help").stdout, run("--help").stdout)
        self.check(run(), "a command is needed")

    def test_usage(self):
        for args in [
            ["isolate"],
            ["isolate", "-e", "x", "--width", "0"],
            ["isolate", "-e", "x", "--width", "a"],
            ["isolate", "-e", "x", "--interval", "2,1"],
            ["isolate", "-e", "x", "--interval", "2"],
            ["isolate", "-e", "x", "--output", "xml"],
            ["isolate", "-e", "x", "--frobnicate"],
            ["generate", "unknown", "3"],
            ["generate", "mignotte", "1"],
            ["explain"],
            ["isolate", "-e", "x", "--threads", "5000"],
            ["isolate", "-e", "x", "--memory-limit", "foo"],
            ["isolate", "-e", "x", "--digits", "-1"],
            ["isolate", "-e", "x", "--digits", "3", "--output", "text"],
            ["isolate", "-e", "x", "--timeout", "nan"],
            ["isolate", "-e", "x", "--timeout", "1e300"],
            ["generate", "bnd", "3", "--perturb", "-1"],
            ["explain", "multiply", "--length", "9", "--memory-limit", "foo"],
            ["explain", "multiply", "--length", "9", "--modulus", "100"],
            ["explain", "multiply", "--length", "9", "--modulus", "7", "--bits", "9"],
            ["explain", "divide", "--length", "9", "--length2", "10"],
            ["explain", "divide"],
            ["explain", "isolate", "--degree", "0"],
            ["explain", "isolate", "--degree", "9", "--method", "foo"],
            ["explain", "multiply", "--length", "0"],
            ["model", "bogus", "--n", "9"],
            ["model", "stockham"],
            ["model", "stockham", "--n", "0"],
            ["model", "stockham", "--n", "9"],
            ["model", "stockham", "--n", "64", "--s", "2"],
            ["model", "stockham", "--n", "64", "--m", "2"],
            ["model", "stockham", "--n", "64", "--base", "2"],
            ["model", "stockham", "--n", "64", "--key-bits", "2"],
            ["model", "stockham", "--n", "64", "--transfer", "0"],
            ["model", "stockham", "--n", "64", "--plot", "-"],
            ["model", "division-steps", "--n", "64", "--threads", "2"],
            ["model", "plain-product", "--n", "64", "--s", "8..4"],
            ["model", "plain-product", "--n", "64", "--s", "1,,4"],
            ["model", "plain-product", "--n", "64", "--s", "0..4"],
            ["model", "plain-product", "--n", "64", "--s", "1,2", "--threads", "1,2"],
            ["bench", "--threads", "0"],
            ["bench", "--threads", "1,0x2"],
            ["bench", "--min-time", "-1"],
            ["bench", "--suite", "("],
            ["bench", "--suite", "no such benchmark"],
            ["bench", "--gpu", "sideways"],
            ["isolate", "-e", "x", "--output", "two\nlines"],
            ["isolate", "-e", "x", "--count", "--plot", "x.svg"],
            ["isolate", "-e", "x", "--count", "--digits", "3"],
            ["isolate", "-e", "10^10000000000*x - 1"],
            ["isolate", "-e", "x^100000000 - 2", "--certify", "x.cert"],
            ["isolate", "-e", "x", "--plot", "-"],
            ["isolate", "-e", "x", "--certify", "-"],
            [],
        ]:
            result = run(*args)
            self.assertEqual(result.returncode, 2, args)
            self.assertEqual(result.stdout, "", args)
            self.assertRegex(result.stderr, r"\Apolyfork: .+\n\Z", args)

    def test_whole_numbers_are_decimal(self):
        self.assertEqual(run("generate", "bnd", "010").stdout, run("generate", "bnd", "10").stdout)
        for args in [["--threads", "0x1"], ["--digits", "0x10"], ["--digits", "1e3"], ["--digits", "+3"],
                     ["--digits", "18446744073709551616"], ["--threads", "99999999999999999999"]]:
            result = isolate("x^2-2", *args)
            self.check(result, "polyfork: " + args[0] + ": '" + args[1])
        self.check(run("generate", "bnd", "0x4"), "degree")
        self.check(run("generate", "random", "4", "--bits", "0"), "--bits: 0 is too small")

    def test_empty_values(self):
        for option in ["--interval", "--width", "--memory-limit", "--timeout", "--digits", "--method", "--output",
                       "--threads", "--backend", "--format", "--plot"]:
            self.check(isolate("x", option, ""), "polyfork: " + option)
        self.check(run("generate", "bnd", "4", "--shift", ""), "--shift: the value is empty")

    def test_numbers_in_options(self):
        for number in ["1/4", "0.25", "25e-2", "+0.025E1"]:
            self.assertEqual(isolate("x^2-2", "--width", number, "--interval", "0,2e0").stdout, "(5/4, 3/2)\n")
        self.assertEqual(run("generate", "wilkinson", "2", "--shift", "0.5").stdout,
                         run("generate", "wilkinson", "2", "--shift", "1/2").stdout)
        self.check(run("generate", "bnd", "3", "--shift", "1/0"), "--shift: the denominator is zero in '1/0'")
        self.check(run("generate", "bnd", "3", "--shift", "a"), "--shift: a digit is expected")
        self.check(isolate("x", "--interval", "0,1/0"), "--interval: the denominator is zero")
        self.check(isolate("x", "--width", "1e9999999999"), "--width: the exponent is beyond 10^9")

    def test_powers_in_options(self):
        def by(number):
            result = run("evaluate", "-e", "x", "--at", number)
            self.assertEqual(result.returncode, 0, result.stderr)
            return result.stdout.strip()

        for text, value in [("2^10", "1024"), ("2^-3", "1/8"), ("1/2^4", "1/16"), ("-3/2^3", "-3/8"), ("+12^2", "144"),
                            ("-2^2", "-4"), ("6^2/4^3", "9/16"), ("1/2^-3", "8"), ("2^-3/3^-2", "9/8"), ("2^-3/3^2", "1/72"),
                            ("0^0", "1"), ("0^5", "0"), ("1^1000000000", "1"), ("5/0^0", "5"), (" 2 ^ -3 / 5 ", "1/40"),
                            ("10^+2", "100"), ("7^0", "1"), ("0/2^9", "0")]:
            self.assertEqual(by(text), value, text)
        self.assertEqual(by("2^200"), str(2**200))
        self.assertEqual(by("1/45^61"), f"1/{45**61}")
        self.assertEqual(by("96^40/90^35"), by(f"{96**40}/{90**35}"))
        self.assertEqual(isolate("x^2-2", "--width", "2^-2", "--interval", "0,2^1").stdout, "(5/4, 3/2)\n")
        for text, message in [("2^", "a digit is expected"), ("^2", "a digit is expected"), ("2^1.5", "should end here"),
                              ("1.5^2", "beside powers numbers are whole"), ("1e3/2^4", "beside powers numbers are whole"),
                              ("2^3^2", "should end here"), ("2^4/0", "the denominator is zero"),
                              ("1/0^2", "the denominator is zero"), ("0^-1", "zero has no negative powers"),
                              ("2^1000000001", "the exponent is beyond 10^9"),
                              ("2^99999999999999999999", "the exponent is beyond 10^9"),
                              ("3^1000000000", "the power has more than 10^9 bits"),
                              ("1/4^500000001", "the power has more than 10^9 bits"), ("2^4/3/5", "should end here"),
                              ("x^2", "a digit is expected"), ("2**3", "should end here")]:
            self.check(isolate("x", "--width", text), "--width: " if "should" in message else "--width: " + message)
            self.assertIn(message, isolate("x", "--width", text).stderr, text)

    def test_huge_numbers_in_options_obey_the_limits(self):
        for args in [["isolate", "-e", "x-1", "--width", "1e-1000000000"],
                     ["isolate", "-e", "x-1", "--interval", "0,1e1000000000"],
                     ["generate", "bnd", "3", "--shift", "1e1000000000"],
                     ["generate", "bnd", "3", "--shift", "1/3^600000000"]]:
            start = time.monotonic()
            self.check(run(*args, "--memory-limit", "100M"), "memory limit", 3)
            self.check(run(*args, "--timeout", "0.2"), "time limit", 3)
            self.assertLess(time.monotonic() - start, 10 * SLOWNESS)


class Limits(unittest.TestCase):
    def long_work(self, *args):
        text = run("generate", "mignotte", "700").stdout
        process = subprocess.Popen(
            [COMMAND, "isolate", "-", "--method", "vca", *args],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        process.stdin.write(text)
        process.stdin.close()
        return process

    def test_timeout(self):
        process = self.long_work("--timeout", "0.3")
        self.assertEqual(process.wait(timeout=60), 3)
        self.assertIn("time limit", process.stderr.read())
        self.assertEqual(process.stdout.read(), "")
        process.stdout.close()
        process.stderr.close()

    def test_signals(self):
        for number, code in [(signal.SIGINT, 130), (signal.SIGTERM, 143)]:
            process = self.long_work()
            time.sleep(0.4)
            process.send_signal(number)
            self.assertEqual(process.wait(timeout=60), code)
            self.assertEqual(process.stdout.read(), "")
            process.stdout.close()
            process.stderr.close()

    def test_ignored_signals_stay_ignored(self):
        # As nohup and background jobs of a shell have it.
        for number in [signal.SIGINT, signal.SIGTERM]:
            text = run("generate", "mignotte", "700", "--format", "infix").stdout
            process = subprocess.Popen([COMMAND, "isolate", "-e", text, "--method", "vca", "--timeout", "1"], stdout=subprocess.PIPE,
                                       stderr=subprocess.PIPE, text=True,
                                       preexec_fn=lambda: signal.signal(number, signal.SIG_IGN))
            time.sleep(0.3)
            process.send_signal(number)
            output, message = process.communicate(timeout=60)
            self.assertEqual((process.returncode, output), (3, ""))
            self.assertIn("time limit", message)

    def on_terminal(self, *args):
        """What the command writes to a terminal on standard error."""
        ours, theirs = pty.openpty()
        process = subprocess.Popen([COMMAND, *args], stdout=subprocess.DEVNULL, stderr=theirs)
        os.close(theirs)
        written = b""
        try:
            while part := os.read(ours, 4096):
                written += part
        except OSError:  # the other end is closed
            pass
        os.close(ours)
        process.wait(timeout=60)
        return written.decode()

    def test_progress_is_drawn_while_the_work_is_silent(self):
        # Preprocessing of numbers of millions of bits tells nothing before it ends.
        slow = ["isolate", "-e", "(x - 10^1000000)*(x^400 - 2)*(x^6 - 10)", "--timeout", "2"]
        shown = self.on_terminal(*slow)
        self.assertRegex(shown, "0 %  [a-z -]+  [12] s")  # on a slow machine still the reading
        self.assertTrue(shown.endswith("\r\x1b[Kpolyfork: the time limit was reached\r\n"), repr(shown))
        self.assertEqual(self.on_terminal(*slow, "--quiet"), "polyfork: the time limit was reached\r\n")
        self.assertEqual(self.on_terminal("isolate", "-e", "x^2 - 2"), "")

    def test_bench_is_interrupted(self):
        with tempfile.TemporaryDirectory() as folder:
            process = subprocess.Popen([COMMAND, "bench", "--suite", "roots/(mignotte|laguerre)", "--out", folder],
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            time.sleep(0.5)
            start = time.monotonic()
            process.send_signal(signal.SIGINT)
            _, message = process.communicate(timeout=60)
            self.assertLess(time.monotonic() - start, 5 * SLOWNESS)
            self.assertEqual(process.returncode, 130)
            self.assertEqual(message, "polyfork: interrupted\n")
            self.assertEqual(os.listdir(folder), [])

    def test_memory_limit(self):
        text = run("generate", "chebyshev", "128").stdout
        result = run("isolate", "-", "--memory-limit", "100K", text=text)
        self.assertEqual(result.returncode, 3)
        self.assertIn("memory", result.stderr)
        self.assertEqual(run("isolate", "-", "--memory-limit", "1G", text=text).returncode, 0)

    def test_profile_is_printed(self):
        text = run("generate", "chebyshev", "32").stdout
        result = run("isolate", "-", "--backend", "profile", text=text)
        self.assertEqual(result.returncode, 0)
        self.assertRegex(result.stderr.lower(), "span")


if __name__ == "__main__":
    unittest.main()
