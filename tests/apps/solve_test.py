#!/usr/bin/env python3
"""polyfork solve: formats, outputs, messages."""

import json
import os
import re
import subprocess
import tempfile
import unittest

COMMAND = os.environ["POLYFORK_COMMAND"]
KATSURA_4 = """x,y,z,t,u
0
2*x^2+2*y^2+2*z^2+2*t^2+u^2-u,
2*x*y+2*y*z+2*z*t+2*t*u-t,
2*x*z+2*y*t+t^2+2*z*u-z,
2*x*t+2*z*t+2*y*u-y,
2*x+2*y+2*z+2*t+u-1
"""
R_6 = "a^2+a, a*b+b+a*b^2+a, b^2*c+c+b*c^3+b, c^3*d+d+c*d^4+c, d^4*e+e+d*e^5+d, e^5*f+f+e*f^6+e"


def solve(*args, text=None):
    return subprocess.run([COMMAND, "solve", *args], input=text, capture_output=True, text=True, timeout=120)


class Solve(unittest.TestCase):
    def test_reads_msolves_format(self):
        result = solve("-", text=KATSURA_4)
        self.assertEqual(len(result.stdout.splitlines()), 12)
        self.assertIn("x = [1/3], y = [0], z = [0], t = [0], u = [1/3]\n", result.stdout)
        self.assertEqual(solve("-", "--count", text=KATSURA_4).stdout, "12\n")
        self.assertEqual(solve("-", "--format", "ms", "--count", text=KATSURA_4).stdout, "12\n")

    def test_writes_json(self):
        document = json.loads(solve("-", "--output", "json", "--stats", text=KATSURA_4).stdout)
        self.assertEqual(document["variables"], ["x", "y", "z", "t", "u"])
        self.assertEqual((document["degree"], document["complex_solutions"], document["count"]), (16, 16, 12))
        self.assertEqual((document["boxes"], document["complete"]), ("proved", "proved"))
        self.assertEqual(len(document["solutions"]), 12)
        self.assertIn("seconds", document["stats"])

    def test_says_multiplicities(self):
        text = "x^2*(x-1)^3, x*y - y^2"
        lines = ["x = [0], y = [0] mult 4", "x = [1], y = [0] mult 3", "x = [1], y = [1] mult 3"]
        for method in ("auto", "chains", "rur"):
            self.assertEqual(solve("-e", text, "--method", method).stdout.splitlines(), lines)
        self.assertEqual(solve("-e", "x^2", "--digits", "1").stdout, "x = 0.0 mult 2\n")
        solutions = json.loads(solve("-e", text, "--output", "json").stdout)["solutions"]
        self.assertEqual([s["multiplicity"] for s in solutions], [4, 3, 3])
        solutions = json.loads(solve("-e", "x^2, x*y, y^2 - x", "--output", "json").stdout)["solutions"]
        self.assertEqual([s["multiplicity"] for s in solutions], [3])
        self.assertIn("mult 2: t^2 - 1\n", solve("-e", "x^2 + y^2 = 2, x*y = 1", "--rur").stdout)

    def test_reads_equations_one_by_one(self):
        self.assertEqual(solve("-e", "x = 1", "-e", "y = 2*x", "--variables", "x,y").stdout, "x = [1], y = [2]\n")
        self.assertEqual(solve("-e", "x = 1", "-e", "y = 2*%").stderr,
                         "polyfork: equations:2:7: expected a number, a variable or '(', found '%'\n")
        self.assertEqual(solve("-e", "[x]", "-e", "[y]", "--format", "maple").returncode, 2)

    def test_refuses_numbers_of_many_digits(self):
        for args in (("--width", "1e999999999"), ("--width", "1e-99999999999999999999"), ("--interval", "x=0,1e1000001"),
                     ("--interval", "x=-1e-2000000,2"), ("--width", "2^-3321929"), ("--interval", "x=1/10^999999999,2")):
            result = solve("-e", "x^2 = 2", *args)
            self.assertEqual(result.returncode, 2, args)
            self.assertIn("has more than 1000000 digits", result.stderr)
        for width in ("1/2^128", "2^-128"):
            self.assertEqual(solve("-e", "x^2 = 2, y = x", "--width", width).stdout,
                             solve("-e", "x^2 = 2, y = x", "--width", f"1/{2**128}").stdout)
        self.assertIn("--width: zero has no negative powers in '0^-2'", solve("-e", "x", "--width", "0^-2").stderr)
        # An end that is far away is compared with what is known of the solutions.
        self.assertEqual(solve("-e", "x^2 = 2", "--interval", "x=0,1e100000").stdout, "x = (1, 2)\n")
        for numerator, count in ((10, 1), (11, 0)):
            interval = f"x={numerator}/3{'0' * 31},1"
            self.assertEqual(solve("-e", "x*3e30 = 1", "--interval", interval, "--count").stdout, f"{count}\n")

    def test_reads_equations(self):
        expected = "x = [1], y = [2]\n"
        for text in ("x = 1, y = 2*x", "x - 1; y - 2", "y = 2 # two\nx = 1\n"):
            self.assertEqual(solve("-", "--variables", "x,y", text=text).stdout, expected)
        self.assertEqual(solve("-e", "(x+1)^2 = 4, x > 0").returncode, 2)
        self.assertEqual(solve("-e", "x^2 = 2").stdout, "x = (-2, -1)\nx = (1, 2)\n")
        self.assertEqual(solve("-e", "x^2 = 2", "--digits", "5").stdout, "x = -1.41421\nx = 1.41421\n")
        self.assertEqual(solve("-e", "x = 1/8, y = -1/8", "--digits", "2").stdout, "x = 0.12, y = -0.12\n")

    def test_rounds_numbers_between_two_decimals(self):
        # Ties with denominators above 2^64 go to even, and are told from what lies beside them.
        for equation, value in (("2*10^29*x = 1", "0." + "0" * 29), ("2*10^29*x = 3", "0." + "0" * 28 + "2")):
            out = solve("-e", equation + ", y^2 = 2", "--variables", "x,y", "--digits", "29").stdout
            self.assertEqual([line.split(",")[0] for line in out.splitlines()], ["x = " + value] * 2)

    def test_methods_agree(self):
        for text in (KATSURA_4, "x,y,z\n0\nz^3-x*y,\nx^2-2,\ny^2-x\n", "x,y\n0\nx^2-1,\ny^2-1\n"):
            expected = solve("-", text=text).stdout
            for method in ("chains", "rur"):
                self.assertEqual(solve("-", "--method", method, text=text).stdout, expected)

    def test_writes_lists_of_other_programs(self):
        text = "x*y = 1, x^2 + y^2 = 3, 3*z = 1"
        self.assertEqual(solve("-e", text, "--interval", "x=1,inf", "--output", "maple").stdout,
                         "[[x = [3/2, 2], y = [1/2, 1], z = [1/3, 1/3]]]\n")
        self.assertEqual(solve("-e", text, "--interval", "x=1,2", "--output", "msolve").stdout,
                         "[0, [1,\n[[[3 / 2^1, 2], [1 / 2^1, 1], [1/3, 1/3]]]\n]]:\n")
        self.assertEqual(solve("-e", "x^2 + 1", "--output", "msolve").stdout, "[0, [1,\n[]\n]]:\n")
        self.assertEqual(solve("-e", "x, x - 1", "--output", "msolve").stdout, "[-1]:\n")
        self.assertEqual(solve("-e", "x^2 + 1", "--output", "maple").stdout, "[]\n")

    def test_reads_lists_of_maple(self):
        expected = solve("-e", "x^2 = 2, y = x").stdout
        for text in ("[x^2 = 2, y = x]", "sys := {x^2 - 2,\n y - x}:\n", " [x^2 = 2,\ny = x];"):
            self.assertEqual(solve("-", text=text).stdout, expected)
        self.assertIn("stdin:2:5: ", solve("-", text="[x^2,\ny = %]").stderr)

    def test_selects_by_intervals(self):
        text = "x^2 = x, y^2 = 2"
        self.assertEqual(solve("-e", text, "--interval", "y=-inf,0", "--interval", "x=0,1/2").stdout,
                         "x = [0], y = (-2, -1)\n")
        self.assertEqual(solve("-e", text, "--interval", "x=1,1", "--count").stdout, "2\n")
        for interval in ("z=0,1", "x=0", "0,1", "x=1,0", "x=inf,1", "x=a,1"):
            self.assertEqual(solve("-e", text, "--interval", interval).returncode, 2, interval)
        self.assertEqual(solve("-e", text, "--rur", "--interval", "x=0,1").returncode, 2)

    def test_reads_msolves_headers(self):
        body = "x^2 + y^2 - 5,\nx*y - 2\n"
        for head in ("# a comment\nx,y\n0\n", "\nx,y\n0\n", "x,\ny\n0\n", "x,y\n\n 0\r\n", "\ufeffx,y\n0\n"):
            for formats in ([], ["--format", "ms"]):
                self.assertEqual(solve("-", "--count", *formats, text=head + body).stdout, "4\n", head)
        self.assertIn("1:1: not a variable's name: \"x y\"", solve("-", "--format", "ms", text="x y\n0\nx\n").stderr)
        self.assertIn("2:1: expected 0 or a prime", solve("-", text="x,y\n-1\n" + body).stderr)
        self.assertIn("2:1: systems are solved in characteristic 0", solve("-", text="x,y\n7\n" + body).stderr)
        self.assertEqual(solve("-", "--groebner", text="x,y\n7\n" + body).stdout,
                         solve("-e", "x^2 + y^2 = 5, x*y = 2", "--groebner", "--modulus", "7").stdout)
        self.assertEqual(solve("-", "--groebner", "--modulus", "5", text="x,y\n7\n" + body).returncode, 2)

    def test_reads_names_with_indices(self):
        text = "x[1], x[12]\n0\nx[1]^2 - 4,\nx[12] - 3*x[1]\n"
        for formats in ([], ["--format", "ms"]):
            self.assertEqual(solve("-", *formats, text=text).stdout,
                             "x_1_ = [-2], x_12_ = [-6]\nx_1_ = [2], x_12_ = [6]\n")
        self.assertIn("3:10: ", solve("-", text=text.replace("- 4", "- $")).stderr)
        self.assertIn("given twice", solve("-", text="x[1], x_1_\n0\nx[1]\n").stderr)
        self.assertEqual(solve("-", text="x[1, y\n0\nx[1\n").returncode, 2)

    def test_same_bytes_for_instruction_sets(self):
        levels = ["scalar", "avx2", "avx512", "ifma"]
        info = subprocess.run([COMMAND, "info"], capture_output=True, text=True).stdout
        best = re.search(r"\(detected (\w+)\)", info).group(1)
        texts = [KATSURA_4, R_6, "x^3 + y^2 = 7*x*y - 2, y^4 - x*y = 10^20",
                 "x^2 + y + z = 1, x + y^2 + z = 1, x + y + z^2 = 1"]
        for text in texts:
            for options in [[], ["--rur"], ["--chains"], ["--method", "chains"], ["--certify", "--digits", "40"]]:
                outputs = set()
                for level in levels[:levels.index(best) + 1]:
                    result = subprocess.run([COMMAND, "solve", "-", *options], input=text, capture_output=True,
                                            text=True, timeout=300, env={**os.environ, "POLYFORK_FORCE_ISA": level})
                    self.assertEqual(result.returncode, 0, result.stderr)
                    outputs.add(result.stdout)
                self.assertEqual(len(outputs), 1, (text, options))

    def test_boxes_are_proved_without_being_asked(self):
        noon = ["x*y^2 + x*z^2 + x*t^2 - 11/10*x + 1", "y*x^2 + y*z^2 + y*t^2 - 11/10*y + 1",
                "z*x^2 + z*y^2 + z*t^2 - 11/10*z + 1", "t*x^2 + t*y^2 + t*z^2 - 11/10*t + 1"]
        redundant = noon + [f"({noon[0]})*(x + 2*y) + ({noon[1]})*z"]
        for equations in (noon, redundant):
            document = json.loads(solve("-e", ", ".join(equations), "--output", "json").stdout)
            self.assertEqual(document["boxes"], "proved")
        # Curves that meet where both have several branches.
        document = json.loads(solve("-e", "y^2-x^3-x^2, y^2*(1+x)-3*x^3+2*x*y", "--output", "json").stdout)
        self.assertEqual((document["boxes"], document["complete"]), ("proved", "proved"))

    def test_reads_calls_of_maple(self):
        lists = "[x^2-2,y^2-3],[x,y]"
        for head in ("RootFinding:-Isolate(", "RootFinding[Isolate](", "s := RootFinding[Isolate]("):
            self.assertEqual(solve("-", text=f"{head}{lists});").stdout, solve("-e", "x^2 = 2, y^2 = 3").stdout)
            for options in ("digits=20", "digits = 20, output = interval", "output='interval',digits=20"):
                self.assertEqual(solve("-", text=f"{head}{lists},{options});").stdout,
                                 solve("-e", "x^2 = 2, y^2 = 3", "--digits", "20").stdout)
        # Options of the command come first, and other formats have intervals.
        call = f"RootFinding:-Isolate({lists},digits=3,output=interval):"
        self.assertEqual(solve("-", "--digits", "5", text=call).stdout,
                         solve("-e", "x^2 = 2, y^2 = 3", "--digits", "5").stdout)
        self.assertEqual(solve("-", "--output", "maple", text=call).stdout,
                         solve("-e", "x^2 = 2, y^2 = 3", "--output", "maple", "--width", "1/1000").stdout)
        self.assertEqual(solve("-", "--count", text=call).stdout, "4\n")
        self.assertEqual(solve("-", text="RootFinding:-Isolate([x^2-2], output=interval)").stdout, "x = (-2, -1)\nx = (1, 2)\n")
        for text, message in ((f"RootFinding:-Isolate({lists},\n maxprec=9);", "stdin:2:2: unknown option 'maxprec'"),
                              (f"RootFinding:-Isolate({lists},digits=x);", "stdin:1:49: expected a number of digits"),
                              (f"RootFinding:-Isolate({lists},digits);", "stdin:1:42: expected digits = ..."),
                              (f"RootFinding:-Isolate({lists},digits=5;", "expected"),
                              (f"RootFinding:-Isolate({lists},digits=5) x", "expected the end")):
            result = solve("-", text=text)
            self.assertEqual(result.returncode, 2)
            self.assertIn(message, result.stderr)

    def test_reads_lists_of_maple(self):
        expected = "x = [0], y = [1]\n"
        for text in ("[x = 0, y = 1]", "{x = 0, y = 1}:", "s := [x, y - 1];", "[x = 0, y = 1], [x, y]",
                     "RootFinding:-Isolate([x = 0, y = 1], [x, y]);"):
            for formats in ([], ["--format", "maple"]):
                self.assertEqual(solve("-e", text, *formats).stdout, expected, text)
        for text, message in (("[x = 0, y = 1", "1:1: this list has no ']'"), ("{x = 0]", "1:7: expected '}'"),
                              ("s := x", "1:6: expected a list"), ("[x] [y]", "1:5: expected the end"),
                              ("f([x]", "1:6: expected ')'"), ("[x, y +* 1]", "1:8: expected a number")):
            self.assertIn(message, solve("-e", text).stderr, text)

    def test_refuses_half_equations(self):
        for text, message in (("x =", "1:4: an equation without a right side"), ("= x", "1:1: an equation without a left"),
                              ("x = 1, , y = 2", "1:7: an empty equation"), ("x = 1;;y = 2", "1:7: an empty equation"),
                              ("[x = 1,,y = 2]", "1:8: an empty equation"), (", x = 1", "1:1: an empty equation"),
                              ("x,y\n0\nx-1,\n,y-2", "3:5: an empty equation"),
                              ("x^2 = 5\n  + x\n", "2:3: a line that begins with '+'")):
            self.assertIn(message, solve("-", text=text).stderr, text)

    def test_equations_may_end_with_commas(self):
        for text in ("x = 1,\ny = 2,\n", "x = 1, y = 2;", "x = 1\n\n, y = 2", "[x = 1, y = 2,]", "x,y\n0\nx-1,\ny-2,\n"):
            self.assertEqual(solve("-", text=text).stdout, "x = [1], y = [2]\n", text)

    def test_options_take_one_word(self):
        path = os.path.join(tempfile.gettempdir(), f"solve-{os.getpid()}.ms")
        with open(path, "w", encoding="utf-8") as file:
            file.write(KATSURA_4)
        for option in (("--interval", "x=0,1/2"), ("--value", "u")):
            self.assertEqual(solve(*option, path).returncode, 0, option)
        os.remove(path)
        self.assertEqual(solve("-e", "x^2 - 2", "katsura").returncode, 2)

    def test_says_what_is_proved_of_a_count(self):
        document = json.loads(solve("-", "--count", "--output", "json", text=KATSURA_4).stdout)
        self.assertEqual((document["count"], document["complete"]), (12, "proved"))
        self.assertEqual(solve("-", "--count", "--stats", text=KATSURA_4).stderr, "12 real solutions, completeness proved\n")
        self.assertEqual(solve("-", "--count", "--certify", "--interval", "x=0,0", text=KATSURA_4).stdout, "1\n")

    def test_writes_other_forms_as_json(self):
        text = "x^3 = 1, y^2 = 2"
        chains = json.loads(solve("-e", text, "--chains", "--output", "json").stdout)
        self.assertEqual(chains["chains"], [{"degree": 6, "polynomials": ["y^2 - 2", "x^3 - 1"]}])
        self.assertEqual((chains["order"], chains["proof"]), (["x", "y"], "proved"))
        self.assertEqual(chains["complex_solutions"], 6)
        representation = json.loads(solve("-e", "x^2 = 2, y = x", "--rur", "--output", "json").stdout)
        self.assertEqual(representation["polynomial"], "t^2 - 2")
        self.assertEqual(representation["coordinates"]["x"], {"numerator": "4", "denominator": "1"})
        basis = json.loads(solve("-e", text, "--groebner", "--output", "json", "--certify").stdout)
        self.assertEqual((basis["basis"], basis["proof"], basis["degree"]), (["y^2 - 2", "x^3 - 1"], "proved", 6))
        result = solve("-e", "x*y = x", "--rur")
        self.assertEqual(result.returncode, 1)
        self.assertIn("infinitely many", result.stderr)

    def test_certifies_boxes_and_chains(self):
        # With a double point.
        text = "x^2+y^2+z^2=1, x^2+y^2=1, x^2-2*y^2+z=0"
        for method in ("auto", "chains", "rur"):
            found = json.loads(solve("-e", text, "--certify", "--method", method, "--output", "json").stdout)
            self.assertEqual((found["boxes"], found["complete"]), ("proved", "proved"), method)
        chains = json.loads(solve("-e", text, "--certify", "--chains", "--output", "json").stdout)
        self.assertEqual((chains["points"], chains["proof"]), ("proved", "proved"))
        simple = json.loads(solve("-", "--certify", "--chains", "--output", "json", text=KATSURA_4).stdout)
        self.assertEqual((simple["points"], simple["proof"]), ("proved", "proved"))

    def test_other_forms_refuse_what_describes_boxes(self):
        for form in ("--rur", "--chains", "--groebner"):
            for option in (("--output", "maple"), ("--count",), ("--digits", "5"), ("--width", "1/8"), ("--value", "x"),
                           ("--method", "rur")):
                self.assertEqual(solve("-e", "x*y = 1, x = y", form, *option).returncode, 2, (form, option))
        self.assertIn("exclude each other", solve("-e", "x^2 = 2", "--rur", "--chains").stderr)

    def test_rational_coordinates_beside_others_are_no_work(self):
        numbers = [f"x{i} = {i}" for i in range(30)]
        result = solve("-q", "-e", ", ".join(["y^2 = 2"] + numbers), "--memory-limit", "2M")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual([line.split(", x0")[0] for line in result.stdout.splitlines()], ["y = (-2, -1)", "y = (1, 2)"])

    def test_gives_values_of_expressions(self):
        text = "x*y = 1, x^2 + y^2 = 3"
        out = solve("-e", text, "--value", "x^2 + y^2 - 3", "--value", "x - y", "--digits", "3").stdout
        self.assertEqual(out.splitlines()[0], "x = -1.618, y = -0.618, x^2 + y^2 - 3 = 0.000, x - y = -1.000")
        document = json.loads(solve("-e", text, "--value", "x", "--output", "json").stdout)
        self.assertEqual([s["values"][0]["sign"] for s in document["solutions"]], [-1, -1, 1, 1])
        self.assertEqual(document["variables"], ["x", "y"])
        self.assertIn("--value:1:1: unknown name 'q'", solve("-e", text, "--value", "q").stderr)

    def test_draws_systems_in_two_variables(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "curves.svg")
            result = solve("-e", "x^2 + y^2 = 5, x*y = 2", "--plot", path)
            self.assertEqual(result.stdout, solve("-e", "x^2 + y^2 = 5, x*y = 2").stdout)
            with open(path, encoding="utf-8") as file:
                picture = file.read()
            self.assertIn("4 real solutions", picture)
            self.assertEqual(picture.count("<path"), 2)
            for args in (("-e", "x^2 = 2"), ("-e", "x, y", "--count"), ("-e", "x, y", "--rur")):
                self.assertEqual(solve(*args, "--plot", path).returncode, 2, args)
            self.assertEqual(solve("-e", "x, y", "--plot", "-").returncode, 2)
            unwritable = solve("-e", "x, y", "--plot", os.path.join(folder, "none", "a.svg"))
            self.assertEqual((unwritable.returncode, unwritable.stdout), (1, solve("-e", "x, y").stdout))

    def test_explains(self):
        out = subprocess.run([COMMAND, "explain", "solve", "-e", "x^2 = 2, y^2 = x, z = x + y"], capture_output=True,
                             text=True, timeout=60).stdout
        self.assertIn("part 1 by chains", out)
        self.assertIn("given by linear equations: z\n", out)
        out = subprocess.run([COMMAND, "explain", "solve", "-e", "x^2 = 2, y^2 = x, z = x + y", "--output", "json"],
                             capture_output=True, text=True, timeout=60).stdout
        part = json.loads(out)["parts"][0]
        self.assertEqual((part["method"], part["substituted"], part["variables"]), ("chains", ["z"], ["x", "y"]))

    def test_explains_for_the_limits_of_solve(self):
        text = "x^30 + x*y^29 + 3*y^30 - x + 1, y^29 - 2*x^28*y + x + y^2 - 7 + x^13*y^14"

        def explain(*args):
            return subprocess.run([COMMAND, "explain", "solve", "-e", text, *args], capture_output=True, text=True,
                                  timeout=60)

        roomy = explain("--memory-limit", "64M", "-t", "2")
        self.assertEqual(roomy.returncode, 0, roomy.stderr)
        self.assertEqual(roomy.stdout, explain("--threads", "1").stdout)
        self.assertIn("part 1 by representation, resultants: 2 equations", roomy.stdout)
        # Values at all points have no room.
        narrow = explain("--memory-limit", "400K", "-t", "1")
        self.assertIn("part 1 by representation: 2 equations", narrow.stdout)
        self.assertEqual(json.loads(explain("--memory-limit", "400K", "--output", "json").stdout)["parts"][0]
                         ["resultants"], False)
        for limit in ("16M", "64M"):
            self.assertIn(", resultants", solve("-e", text, "--memory-limit", limit, "--stats").stderr)
            self.assertIn(", resultants", explain("--memory-limit", limit).stdout)
        self.assertEqual(explain("--memory-limit", "foo").returncode, 2)
        self.assertEqual(explain("-t", "-1").returncode, 2)
        self.assertEqual(explain("--backend", "serial", "--timeout", "50", "-q").stdout, roomy.stdout)

    def test_says_what_is_a_groebner_basis_already(self):
        text = "x^2 - y^3 + z*y = 1, y^2 + z = 3, z^2 = x - 2*y"
        explain = [COMMAND, "explain", "solve", "-e", text, "--variables", "z,x,y", "--method", "rur"]
        out = subprocess.run(explain, capture_output=True, text=True, timeout=60).stdout
        self.assertIn("already a Groebner basis in some order: 8 complex solutions with multiplicities\n", out)
        out = subprocess.run([*explain, "--output", "json"], capture_output=True, text=True, timeout=60).stdout
        self.assertEqual(json.loads(out)["parts"][0]["known_degree"], 8)
        found = json.loads(solve("-e", text, "--method", "rur", "--stats", "--output", "json").stdout)
        self.assertEqual((found["degree"], found["complete"]), (8, "proved"))
        self.assertTrue(found["stats"]["parts"][0]["known_basis"])
        self.assertIn("the equations are a Groebner basis", solve("-e", text, "--method", "rur", "--stats").stderr)
        basis = solve("-e", "2*y^2 = x + 1, 3*x^2 = y", "--variables", "x,y", "--groebner", "--stats")
        self.assertEqual(basis.stdout, "y^2 - 1/2*x - 1/2\nx^2 - 1/3*y\n")
        self.assertIn("proved, 0 primes", basis.stderr)

    def test_rounds_ties_of_long_numbers(self):
        # Half way between two numbers, and too long to be recognised as exact.
        for denominator, digits, end in (("2e20", 20, "0" * 20), ("2e20/3", 20, "0" * 19 + "2")):
            self.assertEqual(solve("-e", f"x*{denominator} = 1", "--digits", str(digits)).stdout, f"x = 0.{end}\n")
        # Of two solutions one is half way, the other one next to it.
        text = "(x*2e20 - 1)*(x*2e20 - 1 - 1e-9) = 0"
        self.assertEqual(solve("-e", text, "--digits", "20").stdout, f"x = 0.{'0' * 20}\nx = 0.{'0' * 19}1\n")

    def test_says_where_the_text_is_wrong(self):
        self.assertEqual(solve("-e", "x^2+y^2=1, (x-y").stderr,
                         "polyfork: equations:1:16: expected ')', found the end of the input\n")
        result = solve("-", text="x,y\n0\nx+y,\nx*%y\n")
        self.assertTrue(result.stderr.startswith("polyfork: stdin:4:3: "), result.stderr)
        self.assertIn("stdin:2:1: systems are solved in characteristic 0", solve("-", text="x\n7\nx\n").stderr)
        self.assertIn("second '='", solve("-e", "x = y = 1").stderr)
        for args in ((), ("-e", ""), ("-e", "x", "--width", "0"), ("-e", "x", "--variables", "y")):
            self.assertEqual(solve(*args).returncode, 2, args)

    def test_tells_systems_without_finitely_many_solutions_apart(self):
        result = solve("-e", "x*y")
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertIn("infinitely many complex solutions", result.stderr)
        self.assertIn("dimension 1, in the variables x, y (probable: two primes agree)", result.stderr)
        for equations in ("x*y", "x^2 = y*x, x*y = y^2", "0*x"):
            self.assertIn("(proved)", solve("-e", equations, "--variables", "x,y", "--certify").stderr, equations)
            for form in (("--method", "chains"), ("--method", "rur"), ("--count",), ("--chains",),
                         ("--chains", "--equiprojectable")):
                message = solve("-e", equations, "--variables", "x,y", "--certify", *form).stderr
                self.assertIn("in the variables x, y (proved)", message, (equations, form))
        for options, word in (((), "probable"), (("--certify",), "proved")):
            none = json.loads(solve("-e", "x*y = 1, x*y^2 = 3, x^2*y = 5", "--output", "json", *options).stdout)
            self.assertEqual((none["dimension"], none["count"], none["complete"]), (-1, 0, word))
        self.assertIn("in the variables xy, x, y", solve("-e", "xy = 1, x = y").stderr)
        self.assertEqual(solve("-e", "x, x - 1, y").stdout, "")
        self.assertEqual(solve("-e", "x^2 + 1", "--count").stdout, "0\n")

    def test_prints_what_it_works_with(self):
        self.assertEqual(solve("-e", "x*y-1, x^2+y^2-5", "--rur").stdout,
                         "t = y\nf = t^4 - 5*t^2 + 1\nx = (4*t^2 - 10) / f'\ny = (10*t^2 - 4) / f'\n")
        self.assertEqual(solve("-e", "x*y-1, x^2+y^2-5", "--groebner", "--modulus", "101").stdout,
                         "x*y + 100\nx^2 + y^2 + 96\ny^3 + x + 96*y\n")

    def test_names_of_a_representation_are_free(self):
        text = "t^2 = 2, x*t = 1 + f^2, x = f"
        self.assertEqual(solve("-e", text, "--rur").stdout,
                         "t_ = f\nf_ = t_^4 + 1\nt = (4*t_^2 - 4) / f_'\nx = -4 / f_'\nf = -4 / f_'\n")
        document = json.loads(solve("-e", text, "--rur", "--output", "json").stdout)
        self.assertEqual((document["parameter"], document["polynomial"]), ("t_", "t_^4 + 1"))
        self.assertEqual(json.loads(solve("-e", "x^2 = 2", "--rur", "--output", "json").stdout)["parameter"], "t")

    def test_values_are_not_named_by_errors(self):
        self.assertIn("in the variables x, y (", solve("-e", "x*y", "--value", "x - y").stderr)

    def test_prints_chains(self):
        text = "y^2 = x, x^2 = 1"
        self.assertEqual(solve("-e", text, "--variables", "y,x", "--chains", "--conjugate").stdout,
                         "x - 1, y + 1\nx - 1, y - 1\nx + 1, y^2 + 1\n")
        for shape in ([], ["--equiprojectable"]):
            self.assertEqual(solve("-e", text, "--variables", "y,x", "--chains", *shape).stdout, "x^2 - 1, y^2 - x\n")
        # In another order the equations are not triangular, and variables that are given stay in their order.
        self.assertEqual(solve("-e", text, "--variables", "x,y", "--chains").stdout,
                         "y + 1, x - 1\ny - 1, x - 1\ny^2 + 1, x + 1\n")
        self.assertEqual(solve("-e", text, "--variables", "x,y", "--chains", "--equiprojectable").stdout,
                         "y^4 - 1, x - y^2\n")
        self.assertEqual(solve("-e", "x^2 = 1, y^2 = x", "--chains").stdout, "x^2 - 1, y^2 - x\n")
        self.assertEqual(json.loads(solve("-e", "x^2 = 1, y^2 = x", "--chains", "--output", "json").stdout)["order"],
                         ["y", "x"])
        for options in (("--equiprojectable",), ("--conjugate",), ("--chains", "--conjugate", "--equiprojectable")):
            self.assertEqual(solve("-e", "x", *options).returncode, 2)

    def test_prints_chains_of_triangular_equations_at_once(self):
        # Each of these took longer than the test waits by a representation.
        for text in ("x^100-x-1, y^2=x, z^2=y+x", R_6):
            result = solve("-e", text, "--chains", "--stats")
            self.assertIn("proved", result.stderr)
            self.assertEqual(result.returncode, 0)

    def test_says_what_is_proved_of_other_forms(self):
        none = "x*y-1, x*y*z-2, x+x*y+2, x-z-7"
        for form in ("--chains", "--rur"):
            for options, word in (((), "probable"), (("--certify",), "proved")):
                document = json.loads(solve("-e", none, form, "--output", "json", *options).stdout)
                self.assertEqual((document["dimension"], document["proof"]), (-1, word), (form, options))
        self.assertEqual(solve("-e", "x*y-1, x", "--rur").stdout, "dimension -1 (probable)\n")
        self.assertEqual(solve("-e", "x*y-1, x", "--rur", "--certify").stdout, "dimension -1 (proved)\n")
        document = json.loads(solve("-e", "x*y-1, x^2+y^2-5", "--rur", "--certify", "--output", "json", "--stats").stdout)
        self.assertEqual((document["degree"], document["proof"]), (4, "proved"))
        self.assertIn("primes", document["stats"])
        # Circles meet at infinity, too: Bezout's theorem does not tell that there are two solutions.
        circles = ("-e", "x^2+y^2+z^2=4, (x-1)^2+y^2+z^2=3, z*(x-y)=1", "--rur", "--output", "json", "--certify")
        self.assertEqual(json.loads(solve(*circles).stdout)["proof"], "proved")
        for form in ("--chains", "--groebner"):
            result = solve("-e", "x*y-1, x^2+y^2-5", form, "--output", "json", "--stats")
            self.assertEqual(result.stderr, "")
            self.assertIn("threads", json.loads(result.stdout)["stats"])
        result = solve("-e", "x*y-1", "--groebner", "--modulus", "7", "--certify")
        self.assertEqual((result.returncode, result.stdout), (2, ""))
        self.assertIn("nothing to prove", result.stderr)

    def test_writes_documents_of_infinitely_many_solutions(self):
        for form in ((), ("--chains",), ("--rur",)):
            result = solve("-e", "x*y = 0, x*z = 0", "--output", "json", "--certify", *form)
            self.assertEqual(result.returncode, 1)
            document = json.loads(result.stdout)
            self.assertEqual((document["dimension"], document["proof"], document["degree"]), (2, "proved", None), form)
            self.assertIn("infinitely many", result.stderr)
        result = solve("-e", "x*y = 0, x*z = 0", "--output", "msolve")
        self.assertEqual((result.returncode, result.stdout), (1, "[1, 3, -1, []]:\n"))

    def test_reads_powers_of_numbers(self):
        self.assertEqual(solve("-e", "x = 2^-3").stdout, "x = [1/8]\n")
        self.assertEqual(solve("-e", "8*x = (1 + 2^(-1))^2 * 10^-1").stdout, "x = [9/320]\n")
        self.assertIn("1:3: negative exponent (only numbers have them)", solve("-e", "x^-1").stderr)
        self.assertIn("division by zero", solve("-e", "x = 0^-1").stderr)

    def test_prints_bases_over_the_rational_numbers(self):
        result = solve("-e", "2*x*y-1, x^2+y^2-5", "--groebner", "--certify", "--stats")
        self.assertEqual(result.stdout, "x*y - 1/2\nx^2 + y^2 - 5\ny^3 + 1/2*x - 5*y\n")
        self.assertIn("dimension 0, degree 4, proved", result.stderr)
        self.assertEqual(solve("-e", "2*x*y-1, x^2+y^2-5", "--groebner", "--order", "lex").stdout,
                         "y^4 - 5*y^2 + 1/4\nx + 2*y^3 - 10*y\n")
        # The twisted cubic.
        self.assertEqual(solve("-e", "y - x^2, z - x^3", "--groebner", "--order", "lex", "--variables", "z,y,x").stdout,
                         "y - x^2\nz - x^3\n")
        self.assertEqual(solve("-e", "x*y, x - 1, y - 2", "--groebner").stdout, "1\n")
        self.assertEqual(solve("-e", "x, y", "--order", "lex").returncode, 2)


if __name__ == "__main__":
    unittest.main()
