#!/usr/bin/env python3
"""polyfork gcd, resultant, squarefree, divide and evaluate from outside. POLYFORK_COMMAND names the program."""

import json
import os
import re
import subprocess
import tempfile
import unittest

COMMAND = os.environ["POLYFORK_COMMAND"]


def run(*args, text=None, timeout=120):
    return subprocess.run([COMMAND, *args], input=text, capture_output=True, text=True, timeout=timeout)


def algebra(operation, *operands, options=()):
    return run(operation, *[word for operand in operands for word in ("-e", operand)], *options)


class Algebra(unittest.TestCase):
    def check(self, expected, operation, *operands, options=()):
        result = algebra(operation, *operands, options=options)
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, expected, ""))

    def test_gcd(self):
        self.check("2*x + 2\n", "gcd", "2*x + 2", "4*x^2 - 4")
        self.check("x + 1\n", "gcd", "2*x + 2", "x^2/3 - 1/3")
        self.check("x^2 + 3*x + 2\n", "gcd", "x^3 + 3*x^2 + 2*x", "(x+1)*(x+2)*(x+3)", "(x+1)*(x+2)*(x-7)")
        self.check("x + 4\n", "gcd", "x^2 - 1", "x - 1", options=["--modulus", "5"])
        self.check("x + y\n", "gcd", "x^2*y - y^3", "x^2 + 2*x*y + y^2")
        self.check("y + x\n", "gcd", "x^2*y - y^3", "x^2 + 2*x*y + y^2", options=["--variables", "y,x"])
        self.check("x + 1/2*y\n", "gcd", "(2*x + y)*(x - y/3)", "(2*x + y)*y")
        self.check("x*y + 6*z\n", "gcd", "(x*y - z)*(x + 1)", "(x*y - z)*(y + z)^2", options=["--modulus", "7"])
        self.check("1\n", "gcd", "x - 1", "y - 1")

    def test_same_bytes_for_instruction_sets(self):
        levels = ["scalar", "avx2", "avx512", "ifma"]
        best = re.search(r"\(detected (\w+)\)", run("info").stdout).group(1)
        dense = "(x + 2*y - 3*z + 5)^6"
        sparse = "(x^40*y^3 - 17*z^25 + 10^30*y^30 - 5)^3"
        univariate = "(x^17 - 10^25*x^8 + 3)^5"
        requests = [
            ("gcd", [f"{dense}*(x*y - 7)^3", f"{dense}*(x + y*z + 1)^4"], []),
            ("gcd", [f"{sparse}*(x*y - 7)^2", f"{sparse}*(x^9 + y*z + 1)^2"], []),
            ("gcd", [f"{dense}*(x*y - 7)^3", f"{dense}*(x + y*z + 1)^4"], ["--modulus", "1125899906842597"]),
            ("gcd", [f"{univariate}*(x^90 - x - 1)", f"{univariate}*(x^80 + 2*x + 5)"], []),
            ("resultant", ["x^7*y - 3*x^2*z + y^5 - 1", "x^6 + (y + z)^4*x - 9"], ["--variable", "x"]),
            ("divide", [f"{dense}*{sparse} + x", dense], []),
            ("divide", [f"{univariate}*(x^90 - x - 1)", univariate], []),
            ("squarefree", [f"({dense})^2*(x - y)"], []),
            ("factor", [f"{dense}*(x^3*y - z^2 + 1)*(x*y*z - 5)"], []),
        ]
        for operation, operands, options in requests:
            outputs = set()
            for level in levels[:levels.index(best) + 1]:
                words = [word for operand in operands for word in ("-e", operand)]
                result = subprocess.run([COMMAND, operation, *words, *options], capture_output=True, text=True,
                                        timeout=300, env={**os.environ, "POLYFORK_FORCE_ISA": level})
                self.assertEqual((result.returncode, result.stderr), (0, ""), (operation, operands, level))
                outputs.add(result.stdout)
            self.assertEqual(len(outputs), 1, (operation, operands))

    def test_resultant(self):
        self.check("0\n", "resultant", "x^2 - 1", "x - 1")
        self.check("-1\n", "resultant", "x^2 - 2", "x - 1")
        self.check("-7/4\n", "resultant", "x^2 - 2", "x - 1/2")
        self.check("2*y^2 - 1\n", "resultant", "x^2 + y^2 - 1", "x - y", options=["--variable", "x"])
        self.assertEqual(algebra("resultant", "x - y", "x + y").returncode, 2)
        # a name that no polynomial has, in one variable and in several
        self.check("7\n", "resultant", "x^2 - 2", "x - 3", options=["--variable", "x"])
        for operands in [["x^2 - 2", "x - 3"], ["x", "2"], ["x - y", "x + y"]]:
            self.assertEqual(algebra("resultant", *operands, options=["--variable", "z"]).returncode, 2, operands)

    def test_square_free(self):
        self.check("unit 4\nx + 1\nx^2 - 2 mult 3\n", "squarefree", "4*(x^2 - 2)^3*(x + 1)")
        self.check("unit 1/2\nx + 1 mult 2\n", "squarefree", "(x + 1)^2/2")
        self.check("x + y mult 2\n", "squarefree", "x^2 + 2*x*y + y^2")
        self.check("unit 3\nx + 4 mult 5\n", "squarefree", "3*x^5 - 3", options=["--modulus", "5"])
        document = json.loads(algebra("squarefree", "x^2 + 2*x*y + y^2", options=["--output", "json"]).stdout)
        self.assertEqual(document, {"command": "squarefree", "variables": ["x", "y"], "degree": 2, "unit": "1",
                                    "factors": [{"polynomial": "x + y", "degree": 1, "multiplicity": 2}]})
        product = algebra("squarefree", "4*(x^2 - 2)^3*(x + 1)", options=["--output", "infix"]).stdout
        self.assertEqual(product, "4*(x + 1)*(x^2 - 2)^3\n")
        self.check("unit 4\nx + 1\nx^2 - 2 mult 3\n", "squarefree", product)

    def test_divide(self):
        self.check("quotient x\nremainder -x - 1\n", "divide", "x^3 - 1", "x^2 + 1")
        self.check("quotient 1/2*x\nremainder -1\n", "divide", "x^2 - 1", "2*x")
        self.check("quotient 3*x\nremainder 4\n", "divide", "x^2 - 1", "2*x", options=["--modulus", "5"])
        self.check("quotient x + y\nremainder 0\n", "divide", "x^2 - y^2", "x - y")
        self.check("quotient x + y\nquotient 1\nremainder x + y + 1\n", "divide", "x^2*y + x*y^2 + y^2", "x*y - 1",
                   "y^2 - 1")
        self.assertEqual(algebra("divide", "x^2", "0*x").returncode, 1)
        self.assertEqual(algebra("divide", "x^2", "x", "x").returncode, 2)

    def test_evaluate(self):
        self.check("7\n1/4\n", "evaluate", "x^2 - 2", options=["--at", "3", "--at", "x=3/2"])
        self.check("4\n2*x^2 - 2\n", "evaluate", "x^2*y - y", options=["--at", "x=3,y=1/2", "--at", "y=2"])
        self.check("2\n", "evaluate", "x^2 - 2", options=["--at", "1/3", "--modulus", "7"])
        for point in ["y=1", "1,2", "", "x=", "z"]:
            self.assertEqual(algebra("evaluate", "x^2 - 2", options=["--at", point]).returncode, 2, point)
        for point in ["z=1", "x=1,x=2", "3"]:
            self.assertEqual(algebra("evaluate", "x - y", options=["--at", point]).returncode, 2, point)

    def test_documents(self):
        def document(*args, options=()):
            return json.loads(algebra(*args, options=["--output", "json", *options]).stdout)

        self.assertEqual(document("gcd", "x^2 - 1", "x - 1", options=["--modulus", "5"]),
                         {"command": "gcd", "variables": ["x"], "modulus": "5", "polynomial": "x + 4"})
        self.assertEqual(document("divide", "x^3 - 1", "x^2 + 1"),
                         {"command": "divide", "variables": ["x"], "quotients": ["x"], "remainder": "-x - 1"})
        self.assertEqual(document("evaluate", "x^2 - 2", options=["--at", "3"]),
                         {"command": "evaluate", "variables": ["x"], "values": [{"at": "3", "value": "7"}]})
        self.assertEqual(document("multiply", "x*y + 1", "y - 1"),
                         {"command": "multiply", "variables": ["x", "y"], "polynomial": "x*y^2 - x*y + y - 1"})
        self.check("[x, -x - 1]\n", "divide", "x^3 - 1", "x^2 + 1", options=["--output", "maple"])

    def test_sparse_polynomials(self):
        self.check("x^2 + 6\n", "gcd", "x^1000000000 - 1", "x^1000000 - x^2", options=["--modulus", "7"])
        self.check("0\n", "evaluate", "x^1000000000 - 1", options=["--at", "1"])
        self.check("x^1000000000001 - x^1000000000000 + x - 1\n", "multiply", "x^1000000000000 + 1", "x - 1")
        self.check("quotient x^999999999999\nremainder -1\n", "divide", "x^1000000000000 - 1", "x")
        for exponent in (2**63, 2**64, 10**30):
            result = algebra("evaluate", f"x^{exponent}", options=["--at", "3", "--modulus", "7"])
            self.assertEqual((result.returncode, result.stdout), (2, ""))
            self.assertIn("1:3: the exponent is too large; at most 2^63 - 1 is allowed", result.stderr)

    def test_long_primes(self):
        for p in [2**63 + 29, 2**64 - 59, 2**127 - 1]:
            modulus = ["--modulus", str(p)]
            self.check(f"x + {p - 1}\n", "gcd", "x^3 - 1", "x^2 - 1", options=modulus)
            self.check(f"x + {p - 1}*y\n", "gcd", "x^3 - y^3", "x^2 - y^2", options=modulus)
            self.check(f"x + {p - 1}\n", "gcd", "x^100000 - 1", "(x - 1)^2", options=modulus)
            self.check(f"{p - 1}\n", "resultant", "x^2 - 2", "x - 1", options=modulus)
            self.check(f"2*y^2 + {p - 1}\n", "resultant", "x^2 + y^2 - 1", "x - y", options=["--variable", "x", *modulus])
            self.check(f"unit 4\nx + 1\nx^2 + {p - 2} mult 3\n", "squarefree", "4*(x^2 - 2)^3*(x + 1)", options=modulus)
            self.check("x + y mult 2\n", "squarefree", "(x + y)^2", options=modulus)
            self.check(f"quotient {(p + 1) // 2}*x\nremainder {p - 1}\n", "divide", "x^2 - 1", "2*x", options=modulus)
            self.check("quotient x + y\nremainder 0\n", "divide", "x^2 - y^2", "x - y", options=modulus)
            self.check(f"{p - 2}\n{(p + 1) // 2 + 1}\n", "evaluate", "x - 2",
                       options=["--at", "0", "--at", "7/2", *modulus])
            self.check(f"{p - 1}*y\n", "evaluate", "x*y - 2*y", options=["--at", "x=1", *modulus])
            self.check(f"x^2 + {p - 1}\n", "multiply", "x + 1", "x - 1", options=modulus)
            self.check(f"x*y + {p - 1}*x + y + {p - 1}\n", "multiply", "x + 1", "y - 1", options=modulus)
            self.check("x^2 + 4*x + 4\n", "shift", "x^2", options=["--by", "2", *modulus])
        document = json.loads(algebra("gcd", "x^2 - 1", "x - 1", options=["--modulus", str(2**64 - 59),
                                                                          "--output", "json"]).stdout)
        self.assertEqual(document["modulus"], str(2**64 - 59))
        for modulus in [str(2**64 + 14), str(2**127), "0", "-7", "x", "", "2.0"]:
            result = algebra("gcd", "x", "x", options=[f"--modulus={modulus}"])
            self.assertEqual((result.returncode, result.stdout), (2, ""), modulus)
        result = algebra("gcd", "x/18446744073709551557", "x", options=["--modulus", str(2**64 - 59)])
        self.assertEqual((result.returncode, result.stdout), (1, ""))

    def test_gaussian_rationals(self):
        over = ["--over", "Qi"]
        self.check("x + (-i)\n", "gcd", "x^2 + 1", "x - i", options=over)
        self.check("x + (i)*y\n", "gcd", "x^2 + y^2", "2*x + 2*I*y", options=over)
        self.check("1\n", "gcd", "x + y", "x + i*y", options=over)
        self.check("x + (i)\n", "gcd", "x^100000 - 1", "(x + i)^2", options=over)
        self.check("1-2*i\n", "resultant", "x^2 - 2*i", "x - 1", options=over)
        self.check("(1+i)*y\n", "resultant", "x - i*y", "x + y", options=["--variable", "x", *over])
        self.check("unit 2*i\nx + (i) mult 2\n", "squarefree", "2*i*(x + i)^2", options=over)
        self.check("x + (i)*y mult 2\n", "squarefree", "(x + i*y)^2", options=over)
        self.check("quotient x + (-i)\nremainder 0\n", "divide", "x^2 + 1", "x + i", options=over)
        self.check("quotient (1/2-1/2*i)*x\nremainder -1\n", "divide", "x^2 - 1", "(1 + i)*x", options=over)
        self.check("quotient x + (-i)*y\nremainder 0\n", "divide", "x^2 + y^2", "x + i*y", options=over)
        self.check("0\n-2+4*i\n5/4\n", "evaluate", "x^2 + 1",
                   options=["--at", "i", "--at", "x = 2*i + 1", "--at", "1/2", *over])
        self.check("(1+i)\n", "evaluate", "x*y + i", options=["--at", "x=i,y=-i", *over])
        self.check("x^2 + 1\n", "multiply", "x + i", "x - i", options=over)
        self.check("x^2 + y^2\n", "multiply", "x + i*y", "x - i*y", options=over)
        self.check("x^2 + (2*i)*x - 1\n", "shift", "x^2", options=["--by", "i", *over])
        self.check("x + (I)\n", "gcd", "x^2 + 1", "x + i", options=["--output", "maple", *over])
        document = json.loads(algebra("squarefree", "(x + i)^2", options=["--output", "json", *over]).stdout)
        self.assertEqual((document["over"], document["factors"][0]["polynomial"]), ("Qi", "x + (i)"))
        document = json.loads(algebra("multiply", "x", "i", options=["--output", "json", *over]).stdout)
        self.assertEqual((document["over"], document["polynomial"]), ("Qi", "(i)*x"))
        # without the option i is a variable
        self.check("x - i\n", "gcd", "x^2 - i^2", "x - i")
        for arguments in [["gcd", "-e", "x", "-e", "x", "--modulus", "7", *over],
                          ["gcd", "-e", "x", "-e", "x", "--over", "C"],
                          ["gcd", "-e", "x", "-e", "x", "--format", "coeffs", *over],
                          ["gcd", "-e", "x*y", "-e", "x", "--variables", "x,i", *over],
                          ["multiply", "-e", "x", "-e", "i", "--output", "coeffs", *over],
                          ["multiply", "-e", "x", "-e", "i", "--algorithm", "karatsuba", *over],
                          ["evaluate", "-e", "x", "--at", "j*i", *over], ["evaluate", "-e", "x", "--at", "i*", *over],
                          ["evaluate", "-e", "x", "--at", "i"]]:
            result = run(*arguments)
            self.assertEqual((result.returncode, result.stdout), (2, ""), arguments)

    def test_products_and_shifts(self):
        self.check("x^2 + 2\n", "multiply", "x + 1", "x - 1", options=["--modulus", "3"])
        self.check("x*y - x + y - 1\n", "multiply", "x + 1", "y - 1")
        self.check("x^2 + 2*x + y + 1/2\n", "shift", "x^2 + y", options=["--by", "x=1, y = -1 / 2"])
        self.check("x^2 + 4*x + 4\n", "shift", "x^2", options=["--by", "2", "--modulus", "7"])
        for options in [["--output", "flint"], ["--algorithm", "karatsuba"]]:
            self.assertEqual(algebra("multiply", "x*y", "y", options=options).returncode, 2)
        self.assertEqual(algebra("shift", "x*y", options=["--by", "1"]).returncode, 2)

    def test_sources(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "f.txt")
            with open(path, "w", encoding="utf-8") as file:
                file.write("-1\n0\n1\n")  # a list of coefficients
            self.assertEqual(run("gcd", path, "-e", "x - 1").stdout, "x - 1\n")
            self.assertEqual(run("gcd", path, "-", text="x^2 + x\n").stdout, "x + 1\n")
            self.assertEqual(run("gcd", path, "-e", "y - 1").stdout, "y - 1\n")
            self.assertEqual(run("gcd", path, path).stdout, "x^2 - 1\n")
            self.assertEqual(run("gcd", path, "-e", "x*y - y").stdout, "x - 1\n")
            self.assertEqual(run("divide", path, "-e", "x*y - 1").stdout, "quotient 0\nremainder x^2 - 1\n")
            self.assertEqual(run("gcd", path, "-e", "y*z", "--variables", "y,z").returncode, 2)
            self.assertEqual(run("gcd", path, "-e", "x*z", "--variables", "x,z").stdout, "1\n")
            self.assertEqual(run("gcd", "-", "-", text="x\n").returncode, 2)
        self.assertEqual(run("gcd", "-", "-e", "x*y", text="y^2\n").stdout, "y\n")

    def test_file_names_that_look_like_options(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in [("-f", "x^2 - 1\n"), ("--g", "x - 1\n")]:
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write(text)
            for command in [["gcd", "--", "-f", "--g"], ["gcd", "-e", "x - 1", "--", "-f"], ["squarefree", "--", "--g"]]:
                result = subprocess.run([os.path.abspath(COMMAND), *command], cwd=folder, capture_output=True, text=True)
                self.assertEqual((result.returncode, result.stderr), (0, ""), command)
                self.assertIn("x - 1", result.stdout)

    def test_the_order_typed_is_the_order_of_operands(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "f.txt")
            with open(path, "w", encoding="utf-8") as file:
                file.write("x^4 - 1\n")
            ninth, fourth = "quotient x^5 + x\nremainder x\n", "quotient 0\nremainder x^4 - 1\n"
            for arguments, answer in [(["-e", "x^9", path], ninth), ([path, "-e", "x^9"], fourth),
                                      (["--expr=x^9", path], ninth), (["-ex^9", "--modulus", "7", path], ninth),
                                      (["-t", "1", "-e", "x^9", "-q", path], ninth),
                                      (["-e", "x^9", "-"], ninth), (["-", "-e", "x^9"], fourth)]:
                result = run("divide", *arguments, text="x^4 - 1\n")
                self.assertEqual(result.stdout, answer, arguments)
            self.assertEqual(run("divide", "-e", "x^2*y", "-", "-e", "y", "-e", "x", text="x - y\n").stdout,
                             "quotient x*y + y^2\nquotient y^2\nquotient 0\nremainder 0\n")
            self.assertEqual(run("resultant", "-e", "x^3 + 2", path).stdout, "15\n")
            # With an odd number of exchanges the sign tells the order.
            self.assertEqual(run("resultant", "-e", "x", "-", text="x^3 - 2").stdout, "-2\n")
            self.assertEqual(run("resultant", "-", "-e", "x", text="x^3 - 2").stdout, "2\n")
            self.assertEqual(run("multiply", "-e", "x + 1", path).stdout, "x^5 + x^4 - x - 1\n")

    def test_wrong_options(self):
        for arguments in [["gcd", "-e", "x"], ["gcd"], ["resultant", "-e", "x", "-e", "x", "-e", "x"],
                          ["squarefree", "-e", "x", "-e", "x"], ["evaluate", "-e", "x"], ["gcd", "-e", "x^", "-e", "x"],
                          ["gcd", "-e", "x*y^", "-e", "x"], ["gcd", "-e", "x", "-e", "x", "--modulus", "15"],
                          ["gcd", "-e", "x", "-e", "x", "--modulus", str(2**64 + 14)],
                          ["gcd", "-e", "x*z", "-e", "x", "--variables", "x,y"],
                          ["gcd", "-e", "x", "-e", "y", "--variables", "x,x"]]:
            result = run(*arguments)
            self.assertEqual((result.returncode, result.stdout), (2, ""), arguments)
        self.assertEqual(algebra("squarefree", "x - x").returncode, 1)
        result = run("factor", "-e", "1e1000000000*x - 1", timeout=10)
        self.assertEqual((result.returncode, result.stdout), (2, ""))


if __name__ == "__main__":
    unittest.main()
