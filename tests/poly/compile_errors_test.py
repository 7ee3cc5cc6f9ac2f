"""What GCC says of programs that mix rings stays short: it names the operator that is deleted for them, and does not list
every operator that there is."""

import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

MOST_LINES = 30

# header, statements, a part of what the compiler must say
WRONG = [
    ("poly/dense/dense_poly.hpp", "PolyZ f{1}; PolyQ g{1}; f + g;", "deleted"),
    ("poly/dense/dense_poly.hpp", "PolyZ f{1}; f * Rational(1, 2);", "deleted"),
    ("poly/multi_products/multi_poly.hpp", "PolyZ f{1}; MultiPolyZ g; f - g;", "deleted"),
    ("ring/rational.hpp", "Integer a(1), b(2); a / b;", "deleted"),
    ("poly/dense/dense_poly.hpp", "PolyZ f{1}; f % f;", "operator%"),
    ("poly/dense/dense_poly.hpp", "PolyZ f{1}; gcd(f, f);", "could not convert"),
]


def compiler():
    cache = (Path(os.environ["POLYFORK_BINARY_DIR"]) / "CMakeCache.txt").read_text()
    return re.search(r"^CMAKE_CXX_COMPILER:[A-Z]*=(.*)$", cache, re.MULTILINE).group(1)


def lines_of(command, folder, number, header, statements):
    source = Path(folder) / f"wrong_{number}.cpp"
    source.write_text(f"#include <polyfork/{header}>\nusing namespace polyfork;\nint main() {{ {statements} }}\n")
    run = subprocess.run([*command, str(source)], capture_output=True, text=True, check=False)
    return run.returncode, run.stderr


def main():
    cxx = compiler()
    version = subprocess.run([cxx, "--version"], capture_output=True, text=True, check=True).stdout
    if "Free Software Foundation" not in version:
        print("what other compilers than GCC say is not measured")
        return 0
    include = Path(os.environ["POLYFORK_SOURCE_DIR"]) / "include"
    command = [cxx, "-std=c++20", "-fsyntax-only", f"-I{include}"]
    failures = 0
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        results = pool.map(lambda case: (case, lines_of(command, folder, *case[:3])), [(n, *w) for n, w in enumerate(WRONG)])
        for (_, header, statements, part), (code, text) in results:
            count = len(text.splitlines())
            if code == 0 or part not in text or count > MOST_LINES:
                failures += 1
                print(f"{statements} with {header}: exit code {code}, {count} lines\n{text[:2000]}", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
