"""What GCC says of programs that are wrong stays short: it names the function that is deleted for them, and does not list
every function that there is. Every statement is one error of at most MOST_LINES lines."""

import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

MOST_LINES = 30

POLYNOMIALS = "PolyZ f{1}; PolyQ q{1};"
SIX = "DensePoly<test::IntegersModSix> f{test::IntegersModSix()};"

# header, what is declared before, and wrong statements, each with a part of what the compiler must say
WRONG = [
    # missing headers
    ("poly/dense/dense_poly.hpp", POLYNOMIALS, [("f % f;", "operator%"), ("gcd(f, f);", "no matching function")]),
    ("poly/multi_products/multi_poly.hpp", "MultiPolyZ f;", [("f / f;", "could not convert")]),
    # other rings, numbers and text as operands and as what a polynomial is made of
    ("poly/multivariate/multi_gcd.hpp", POLYNOMIALS + " MultiPolyZ m;", [
        ("f + q;", "deleted"),
        ("f * Rational(1, 2);", "deleted"),
        ("Rational(1, 2) - f;", "deleted"),
        ("f + \"x\";", "deleted"),
        ("\"x\" * f;", "deleted"),
        ("f - 0.5;", "deleted"),
        ("f += q;", "deleted"),
        ("f *= 0.5;", "deleted"),
        ("(void)(f == q);", "deleted"),
        ("(void)(f == \"x\");", "deleted"),
        ("(void)(f < f);", "deleted"),
        ("f(q);", "deleted"),
        ("1 / f;", "deleted"),
        ("PolyZp(PrimeField(7)) * 0.5;", "deleted"),
        ("PolyZp(PrimeField(7))(0.5);", "deleted"),
        ("PolyZp(PrimeField(7)).set_coefficient(0, 0.5);", "deleted"),
        ("MultiPolyZp(PrimeField(7))(0.5);", "no match"),
        ("PolyQ g1(f);", "deleted"),
        ("PolyQ g2 = f;", "conversion"),
        ("q = f;", "operator="),
        ("PolyZ g3(\"x^2 - 1\");", "deleted"),
        ("PolyZ g4(Rational(1, 2));", "deleted"),
        ("PolyZ g5(3);", "deleted"),
        ("PolyZ g6{0.5};", "deleted"),
        ("PolyZp g7{1, 2};", "deleted"),
        ("SparsePoly<Integers> g8(f);", "deleted"),
        ("MultiPolyZ g9(\"x + y\");", "deleted"),
        ("m - f;", "deleted"),
        ("gcd(m, f);", "deleted"),
        ("DensePoly<Integer> g10;", "constraint"),
    ]),
    ("poly/multivariate/rational_function.hpp",
     "PolyZ f{1}; PolyQ q{1}; MultiPolyZ m; RationalFunction a(q); RationalFunction b(f);", [
         ("a + b;", "deleted"),
         ("(void)(a == b);", "deleted"),
         ("a + f;", "deleted"),
         ("m * a;", "deleted"),
         ("0.5 / a;", "deleted"),
         ("a(0.5);", "no match"),
         ("decltype(a) c(b);", "deleted"),
         ("RationalFunction d(q, f);", "deleted"),
         ("pow(a, 0.5);", "deleted"),
     ]),
    ("rootiso/algebraic_real.hpp", "PolyZ f{1}; AlgebraicReal a(2);", [
        ("a + 0.5;", "deleted"),
        ("f * a;", "deleted"),
        ("a += f;", "deleted"),
        ("(void)(a < 0.5);", "deleted"),
        ("pow(a, 0.5);", "deleted"),
        ("AlgebraicReal b(0.5);", "deleted"),
    ]),
    ("poly/shift/taylor_shift.hpp", POLYNOMIALS, [("taylor_shift(f, Rational(1, 2));", "deleted")]),
    ("poly/dense/composition.hpp", POLYNOMIALS, [("pow(f, 0.5);", "deleted"), ("pow(f, f);", "deleted")]),
    # rings without gcds
    ("poly/gcd/gcd.hpp", SIX, [("gcd(f, f);", "deleted"), ("content(f);", "GcdDomain")]),
    ("poly/gcd/resultant.hpp", SIX, [("resultant(f, f);", "deleted")]),
    ("poly/text/parse.hpp", "", [("parse_poly<Integer>(\"3\");", "deleted"), ("parse_poly<PolyZp>(\"3\");", "deleted")]),
    ("ring/rational.hpp", "Integer a(1), b(2);", [
        ("a / b;", "deleted"),
        ("pow(a, b);", "deleted"),
        ("Integer c(0.5);", "deleted"),
        ("Rational d(0.5);", "deleted"),
        ("(void)(Rational(1) < 0.5);", "deleted"),
        ("0.5 * a;", "deleted"),
    ]),
]


def compiler():
    cache = (Path(os.environ["POLYFORK_BINARY_DIR"]) / "CMakeCache.txt").read_text()
    return re.search(r"^CMAKE_CXX_COMPILER:[A-Z]*=(.*)$", cache, re.MULTILINE).group(1)


def errors_of(command, folder, number, header, declared, statements):
    """The compiler's errors, each with the lines that belong to it."""
    source = Path(folder) / f"wrong_{number}.cpp"
    support = "#include \"integers_mod_six.hpp\"\n" if "IntegersModSix" in declared else ""
    lines = "\n".join(statement for statement, _ in statements)
    source.write_text(f"#include <polyfork/{header}>\n{support}using namespace polyfork;\n"
                      f"int main() {{\n{declared}\n{lines}\n}}\n")
    run = subprocess.run([*command, str(source)], capture_output=True, text=True, check=False)
    errors = []
    before = []
    for line in run.stderr.splitlines():
        if ": error: " in line:
            errors.append(before + [line])
            before = []
        elif not errors or re.search(r": In (function|instantiation|substitution|member)|required from", line):
            before.append(line)
        else:
            errors[-1].append(line)
    return errors


def main():
    cxx = compiler()
    version = subprocess.run([cxx, "--version"], capture_output=True, text=True, check=True).stdout
    if "Free Software Foundation" not in version:
        print("what other compilers than GCC say is not measured")
        return 0
    tree = Path(os.environ["POLYFORK_SOURCE_DIR"])
    command = [cxx, "-std=c++20", "-fsyntax-only", f"-I{tree / 'include'}", f"-I{tree / 'tests/support'}"]
    failures = 0
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        results = pool.map(lambda case: (case, errors_of(command, folder, *case)), [(n, *w) for n, w in enumerate(WRONG)])
        for (_, header, _, statements), errors in results:
            if len(errors) != len(statements):
                failures += 1
                text = "\n".join("\n".join(e) for e in errors)
                print(f"{header}: {len(errors)} errors of {len(statements)} statements\n{text[:4000]}", file=sys.stderr)
                continue
            for (statement, part), error in zip(statements, errors):
                text = "\n".join(error)
                if part not in text or len(error) > MOST_LINES:
                    failures += 1
                    print(f"{statement} with {header}: {len(error)} lines\n{text[:2000]}", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
