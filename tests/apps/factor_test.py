#!/usr/bin/env python3
"""polyfork factor from outside: texts, formats, exit codes, limits. POLYFORK_COMMAND names the program."""

import json
import os
import subprocess
import unittest

COMMAND = os.environ["POLYFORK_COMMAND"]


def run(*args, text=None, timeout=120):
    return subprocess.run([COMMAND, *args], input=text, capture_output=True, text=True, timeout=timeout)


def factor(expression, *args):
    return run("factor", "-e", expression, *args)


class Factor(unittest.TestCase):
    def test_over_the_rational_numbers(self):
        self.assertEqual(
            factor("x^24 - 1").stdout,
            "x - 1\nx + 1\nx^2 - x + 1\nx^2 + 1\nx^2 + x + 1\nx^4 - x^2 + 1\nx^4 + 1\nx^8 - x^4 + 1\n")
        self.assertEqual(factor("-2*(x^2-2)^2*(3*x-1)").stdout, "unit -2\n3*x - 1\nx^2 - 2 mult 2\n")
        self.assertEqual(factor("(x^2-2)^2*(3*x-1)/4").stdout, "unit 1/4\n3*x - 1\nx^2 - 2 mult 2\n")

    def test_modulo_a_prime(self):
        self.assertEqual(factor("x^4 + 1", "--modulus", "17").stdout, "x + 2\nx + 8\nx + 9\nx + 15\n")
        self.assertEqual(factor("3*x^4 + 3", "--modulus", "2").stdout, "x + 1 mult 4\n")
        self.assertEqual(factor("3*t^2 + 1", "--modulus", "5").stdout, "unit 3\nt^2 + 2\n")
        self.assertEqual(factor("x^2/2 - 2", "--modulus", "7").stdout, "unit 4\nx + 2\nx + 5\n")
        long_prime = str(2**127 - 1)
        self.assertEqual(factor("(x^2-4)^3", "--modulus", long_prime).stdout,
                         f"x + 2 mult 3\nx + {2**127 - 3} mult 3\n")

    def test_several_variables(self):
        self.assertEqual(factor("x^2 - y^2").stdout, "x - y\nx + y\n")
        self.assertEqual(factor("(a*b + c)^2*(2*a - 1)/3").stdout, "unit 1/3\n2*a - 1\na*b + c mult 2\n")
        self.assertEqual(factor("x^4 + y^4", "--modulus", "17").stdout, "x + 2*y\nx + 8*y\nx + 9*y\nx + 15*y\n")
        self.assertEqual(factor("x*y - 1", "--output", "maple").stdout, "[1, [[x*y - 1, 1]]]\n")
        document = json.loads(factor("x^2*y - y^3", "--output", "json").stdout)
        self.assertEqual((document["degree"], document["variables"]), (3, ["x", "y"]))
        self.assertEqual([f["polynomial"] for f in document["factors"]], ["y", "x - y", "x + y"])
        self.assertEqual(run("factor", "-", text="x^2 - 4*y^2\n").stdout, "x - 2*y\nx + 2*y\n")
        self.assertEqual(factor("x*y - y*x").returncode, 1)
        self.assertEqual(factor("x*(y").returncode, 2)
        long_prime = str(2**127 - 1)
        self.assertEqual(factor("(x*y + z)^2*(x*z - 1/2)", "--modulus", long_prime).stdout,
                         f"x*z + {(2**127 - 2) // 2}\nx*y + z mult 2\n")
        self.assertIn("planes main_variable=y degree=2",
                      run("explain", "factor", "-e", "x^3 + y^2 + z^3 + 1", "--modulus", long_prime).stdout)

    def test_over_gaussian_numbers(self):
        self.assertEqual(factor("x^4 - 1", "--over", "Qi").stdout, "x - 1\nx + (-i)\nx + (i)\nx + 1\n")
        self.assertEqual(factor("2*x^2 + 4*x*i - 2", "--over", "Qi").stdout, "unit 2\nx + (i) mult 2\n")
        self.assertEqual(factor("x^2 + 1", "--over", "Qi", "--output", "maple").stdout,
                         "[1, [[x + (-I), 1], [x + (I), 1]]]\n")
        self.assertEqual(factor("x^2 + 1", "--over", "Qi", "--modulus", "5").returncode, 2)
        self.assertEqual(factor("x^2 + y^2", "--over", "Qi").stdout, "x + (-i)*y\nx + (i)*y\n")
        self.assertEqual(factor("2*x^2 + 4*i*x*y - 2*y^2", "--over", "Qi", "--variables", "y,x").stdout,
                         "unit -2\ny + (-i)*x mult 2\n")
        several = json.loads(factor("(x + z)^2 + y^2", "--over", "Qi", "--output", "json").stdout)
        self.assertEqual((several["over"], several["variables"], len(several["factors"])), ("Qi", ["x", "z", "y"], 2))
        self.assertIn("norm", run("explain", "factor", "-e", "x^3 + i*y + z", "--over", "Qi").stdout)
        self.assertIn("expression:1:11", factor("x + y^2 + )", "--over", "Qi").stderr)
        self.assertIn("expression:1:5", factor("x + )", "--over", "Qi").stderr)

    def test_powers_of_any_degree(self):
        self.assertEqual(factor("x^1000000000 + 4").stdout,
                         "x^500000000 - 2*x^250000000 + 2\nx^500000000 + 2*x^250000000 + 2\n")
        self.assertEqual(factor("2/3*t^1000000000 - 4/3").stdout, "unit 2/3\nt^1000000000 - 2\n")
        self.assertEqual(len(factor("x^1000000 - 1").stdout.splitlines()), 49)
        self.assertEqual(factor("x^1000000000 - 2", "--modulus", "11").stdout,
                         "x^500000000 + 4*x^250000000 + 8\nx^500000000 + 7*x^250000000 + 8\n")
        self.assertEqual(factor("x^100003 - x^99999", "--modulus", str(2**127 - 1)).stdout[:4], "x mu")
        self.assertEqual(factor("x^100000 + 1", "--over", "Qi").stdout.splitlines()[:2], ["x^16 + (-i)", "x^16 + (i)"])
        self.assertEqual(len(factor("x^1000000000 - i", "--over", "Qi").stdout.splitlines()), 10)
        self.assertEqual(factor("x^4 + 4*i - 4*i*1", "--over", "Qi").stdout, "x mult 4\n")
        too_long = factor("x^1000000000 + x + 3")
        self.assertEqual(too_long.stdout, "")
        self.assertIn("memory limit", too_long.stderr)
        self.assertEqual(factor("t^100000 - 1", "--variables", "x").returncode, 2)
        self.assertIn("inflate power=1000000000",
                      run("explain", "factor", "-e", "x^2000000000 - x^1000000000 - 1").stdout)
        long_prime = str(2**127 - 1)
        self.assertIn("inflate power=100000",
                      run("explain", "factor", "-e", "x^100000 - 3", "--modulus", long_prime).stdout)
        self.assertIn("limbs=2", run("explain", "factor", "-e", "x^30 + x + 1", "--modulus", long_prime).stdout)
        self.assertIn("inflate power=1000000", run("explain", "factor", "-e", "x^1000000 - 2*i", "--over", "Qi").stdout)
        self.assertEqual(run("explain", "factor", "-e", "x + 1", "--modulus", "91").returncode, 2)
        self.assertIn("norm degree=6", run("explain", "factor", "-e", "x^3 - i*x + 2", "--over", "Qi").stdout)

    def test_constants(self):
        self.assertEqual(factor("7").stdout, "unit 7\n")
        self.assertEqual(factor("1").stdout, "unit 1\n")
        self.assertEqual(factor("7", "--modulus", "5").stdout, "unit 2\n")
        for options in [[], ["--modulus", "5"]]:
            result = factor("x - x", *options)
            self.assertEqual((result.returncode, result.stdout), (1, ""))
            self.assertIn("zero polynomial", result.stderr)
        self.assertEqual(factor("5*x", "--modulus", "5").returncode, 1)

    def test_formats(self):
        document = json.loads(factor("2*(x^2-2)^2*(3*x-1)", "--output", "json").stdout)
        self.assertEqual(document, {"command": "factor", "variables": ["x"], "degree": 5, "unit": "2", "factors": [
            {"polynomial": "3*x - 1", "degree": 1, "multiplicity": 1},
            {"polynomial": "x^2 - 2", "degree": 2, "multiplicity": 2}]})
        document = json.loads(factor("x^4 + 1/3", "--modulus", "5", "--output", "json").stdout)
        self.assertEqual(document["modulus"], "5")
        self.assertEqual(document["factors"], [{"polynomial": "x^4 + 2", "degree": 4, "multiplicity": 1}])
        self.assertEqual(factor("2*(x^2-2)^2*(3*x-1)", "--output", "maple").stdout,
                         "[2, [[3*x - 1, 1], [x^2 - 2, 2]]]\n")
        self.assertEqual(factor("7", "--output", "maple").stdout, "[7, []]\n")
        for expression in ["2*(x^2-2)^2*(3*x-1)/7", "-x", "x^2 - y^2", "5"]:
            product = factor(expression, "--output", "infix").stdout
            self.assertEqual(factor(product).stdout, factor(expression).stdout, product)
        for expression, product in [("x", "x"), ("-x", "-x"), ("x - 2", "x - 2"), ("2 - x", "-(x - 2)"), ("5", "5"),
                                    ("x^2 - x", "(x - 1)*x"), ("3*x^2*y", "3*y*x^2"), ("-1", "-1"),
                                    ("(x + 1)^2", "(x + 1)^2")]:
            self.assertEqual(factor(expression, "--output", "infix").stdout, product + "\n")
        self.assertEqual(factor("y^2 - x^2", "--variables", "x,y").stdout, "unit -1\nx - y\nx + y\n")
        self.assertEqual(run("factor", "-", text="x^2 - 4\n").stdout, "x - 2\nx + 2\n")

    def test_explanations(self):
        for expression, options, words in [
                ("x^24 - 1", [], ["deflate power=24", "  linear", "  inflate primes=2,3"]),
                ("(x^3 + x + 11)*(x^4 - x^2 + 7*x + 13)/5", [], ["hensel degree=7", "local_factors=", "  subsets"]),
                ("(x^2 + x - 1)^3*(x - 4)", [], ["square_free parts=2", "  quadratic multiplicity=3"]),
                ("x^3000 + x + 3", ["--modulus", "2147483647"], ["distinct_degrees", "products=transforms"]),
                ("(x^2 - y + 1)^2*x^3*4", [], ["variables x=3", "  square_free parts=1", "    content", "multiplicity=2"]),
                ("x^8*z^2 - 3*y^4", [], ["univariate monomial=x^4*z/y^2 degree=2", "  inflate power=2"]),
                ("x^3*y + z^3*y^2 - x*z + 1 + x^2", ["--modulus", "7"], ["hensel main_variable=y"])]:
            self.assertEqual(run("explain", "factor", "-", *options, text=expression).stdout,
                             run("explain", "factor", "-e", expression, *options).stdout)
            result = run("explain", "factor", "-e", expression, *options)
            self.assertEqual(result.returncode, 0, result.stderr)
            for word in words:
                self.assertIn(word, result.stdout)
        self.assertEqual(run("explain", "factor", "-e", "x - x").returncode, 1)
        self.assertEqual(run("explain", "factor", "-e", "x", "--modulus", "15").returncode, 2)
        self.assertEqual(run("explain", "factor").returncode, 2)
        self.assertEqual(run("explain", "factor", "no such file").returncode, 2)
        self.assertEqual(run("explain", "factor", "-", "--format", "coeffs", text="-1\n0\n1\n").stdout,
                         run("explain", "factor", "-e", "x^2 - 1").stdout)

    def test_wrong_options(self):
        for options in [[], ["-e", "x", "-"], ["-e", "x", "--modulus", "15"], ["-e", "x", "--modulus", "abc"],
                        ["-e", "x", "--modulus", "-7"], ["-e", "x", "--modulus", "1"], ["-e", "x^"],
                        ["-e", "x", "--output", "flint"], ["-e", "x", "--modulus", str(2**128)]]:
            result = run("factor", *options)
            self.assertEqual((result.returncode, result.stdout), (2, ""), options)

    def test_limits(self):
        expression = "x^20000 + 3*x^777 + x^5 + 2"
        result = factor(expression, "--modulus", "4611686018427387847", "--timeout", "0.3")
        self.assertEqual((result.returncode, result.stdout), (3, ""), result.stderr)
        result = factor(expression, "--modulus", "4611686018427387847", "--memory-limit", "2M")
        self.assertEqual((result.returncode, result.stdout), (3, ""), result.stderr)

    def test_threads_do_not_matter(self):
        arguments = ["x^300 - 1", "--modulus", "2147483647"]
        expected = factor(*arguments, "--threads", "1").stdout
        for backend in ["tbb", "openmp", "thread", "profile"]:
            self.assertEqual(factor(*arguments, "--threads", "3", "--backend", backend).stdout, expected)


if __name__ == "__main__":
    unittest.main()
