#!/usr/bin/env python3
"""The tests notice when a bound of the local method is weaker than its proof asks for.

Each mutation is one substitution in one source. The mutated file is compiled as the build compiles it and linked before
the library, whose own version is then left out; where the build compiles several sources as one unit, the others of the
unit are compiled once without it, and linked as well. The tests that guard the bound have to fail. POLYFORK_BINARY_DIR
names the build."""

import json
import os
import re
import shlex
import subprocess
import tempfile
import unittest
from pathlib import Path

BUILD = os.environ.get("POLYFORK_BINARY_DIR", "")
SOURCE = os.environ["POLYFORK_SOURCE_DIR"]

ONE_VARIATION = """[&] {
      int variations = 0;
      for (std::size_t i = 0; i < degree_; ++i)
        variations += (cell.b.at(i, degree_) < leaf_zero) != (cell.b.at(i + 1, degree_) < leaf_zero);
      return variations == 1;
    }()"""

# file, tests, what is weakened, text, replacement
MUTATIONS = [
    ("local_model.cpp", "LocalModel*", "an error does not grow under a shift",
     "return saturating_mul(error, is_short ? std::min<std::uint64_t>(factor, rows) : factor);", "return error;"),
    ("local_model.cpp", "LocalModel*", "rounding costs nothing",
     "m.error = saturating_add(bound_scaled_up(error, extra), 1);", "m.error = bound_scaled_up(error, extra);"),
    ("local_model.cpp", "LocalModel*", "the first rounding costs nothing", "disc.error = 1;", "disc.error = 0;"),
    ("local_model.cpp", "LocalModel*", "rows that are cut off have no error",
     "const std::uint64_t more = saturating_add(magnitude, error);", "const std::uint64_t more = magnitude;"),
    ("local_model.cpp", "LocalModel*", "the parent's tail is forgotten",
     "m.tail = saturating_add(m.tail, cut_off.tail);", "m.tail = cut_off.tail;"),
    ("local_model.cpp", "LocalModel*", "the powers above the disc's rows are forgotten", "disc.tail += magnitude;", ""),
    ("local_model.cpp", "LocalModel*", "the slope's tail without the powers",
     "saturating_mul(more, i)", "more"),
    ("local_model.cpp", "LocalModel*", "the slope's tail shrinks twice as fast",
     "bound_scaled_up(parent.slope_tail, levels)", "bound_scaled_up(parent.slope_tail, levels + 1)"),
    ("local_model.cpp", "LocalModel*", "the noise of one row only",
     "saturating_add(saturating_mul(rows(), error), tail)", "saturating_add(error, tail)"),
    ("cluster.cpp", "Cluster*", "a row is compared without the noise",
     "std::uint64_t rest = noise;", "std::uint64_t rest = 0;"),
    ("cluster.cpp", "Cluster*", "row k rounded up", "limbs, down) - 1) <<", "limbs, down)) <<"),
    ("cluster.cpp", "Cluster*", "a circle that is too small", "- spare) /", "+ 8 * spare) /"),
    ("cluster.cpp", "Cluster*", "only the part around the centre", "centre - radius", "centre"),
    ("local_tree.cpp", "Local*", "the constant term is compared without the noise",
     "row_dominates(m, 0, 0, m.noise())", "row_dominates(m, 0, 0, 0)"),
    ("bernstein_cells.cpp", "BernsteinCells*", "the error of one row only",
     "saturating_mul(model.rows, model.error)", "model.error"),
    ("bernstein_cells.cpp", "BernsteinCells*", "averaging costs nothing",
     "return saturating_add(start_.error, (level - start_.place.level) * ((degree_ + 1) / 2));",
     "return start_.error;"),
    ("leaf_pairs.cpp", "LeafPairs*", "the error of one row only", "saturating_mul(rows_, error)", "error"),
    ("leaf_pairs.cpp", "LeafPairs*", "a part's words without an error",
     "start.error = saturating_add(bound_scaled_up(error, drop), 1);", "start.error = 0;"),
    ("leaf_pairs.cpp", "LeafPairs*", "a part's words without the tail",
     "start.tail = bound_scaled_up(tail_, drop);", "start.tail = 0;"),
    ("leaf_pairs.cpp", "LeafPairs*", "a part's words without the slope's tail",
     "start.slope_tail = bound_scaled_up(slope_tail_, drop);", "start.slope_tail = 0;"),
    ("leaf_pairs.cpp", "LeafPairs*", "low digits are forgotten",
     "s.cross += static_cast<Int128>(low_[i]) * beta[i];", ""),
    ("leaf_pairs.cpp", "LeafPairs*", "the table's rests are forgotten",
     "s.rest += static_cast<Int128>(high_[i]) * rest[i];", ""),
    ("bernstein_cells.cpp", "BernsteinCells*", "rounding to words costs nothing",
     "drop != 0 ? 1 : 0", "0"),
    ("bernstein_cells.cpp", "BernsteinCells*", "exclusion without the tail",
     "kernels_.values(cell.b, degree_, noise)", "kernels_.values(cell.b, degree_, error)"),
    ("bernstein_cells.cpp", "BernsteinCells*", "exclusion without any error",
     "kernels_.values(cell.b, degree_, noise)", "kernels_.values(cell.b, degree_, start_.tail)"),
    ("bernstein_cells.cpp", "BernsteinCells*", "inclusion by one sign variation",
     "slope_noise <= most_noise && is_monotone(cell, slope_noise)", ONE_VARIATION),
    ("bernstein_cells.cpp", "BernsteinCells*", "inclusion without the slope's tail",
     "rest == UINT64_MAX ? rest : rest / degree_ + 1", "0"),
    ("bernstein_cells.cpp", "BernsteinCells*", "inclusion without the slope's error",
     "saturating_mul(2, error), rest", "0, rest"),
    ("bernstein_cells.cpp", "BernsteinCells*", "signs at the ends without the noise",
     "const int lower = sign_beyond(cell.b.at(0, degree_), noise);",
     "const int lower = sign_beyond(cell.b.at(0, degree_), 0);"),
    ("bernstein_cells.cpp", "BernsteinCells*", "narrowing without the noise",
     "sign_beyond(cell.b.at(0, degree_), saturating_add(coefficient_error(cell.place.level + 1), start_.tail))",
     "sign_beyond(cell.b.at(0, degree_), 0)"),
    ("far_values.cpp", "PointValues*", "values far from zero without an error",
     "if (bits <= error_bits + 1) return v;", "if (bits <= 1) return v;"),
    ("far_values.cpp", "PointValues*", "the sign of x^n is forgotten",
     "negative_ && (f_.size() - 1 - i) % 2 == 1", "negative_ && i % 2 == 1"),
    ("inverse_cells.cpp", "Inver*", "a root that is taken to be on the other side",
     "(sign == root.sign_below ? root.lower : root.upper) = x;", "root.lower = x;"),
    ("inverse_cells.cpp", "Inver*", "the sign of x^n is forgotten",
     "const bool flips = y->cell.c.sign() < 0 && f.size() % 2 == 0;", "const bool flips = false;"),
    ("inverse_cells.cpp", "Inver*", "another root in the same cell",
     "alone = *previous < 0;", "alone = true;"),
    ("local.cpp", "Inver*", "a root between the two regions",
     "if (sign == 0) return;", ""),
    ("values/point_values.cpp", "PointValues*", "a value that is all error",
     "if (bits <= error_bits + 1) return v;", "if (bits == 0) return v;"),
    ("values/point_values.cpp", "PointValues*", "a sum without its terms below the unit that is exact",
     "part.exact = false;\n          continue;", "continue;"),
    ("verify_points.cpp", "VerifyPoints*", "Horner's scheme rounds nothing",
     "bound_add(model.noise(), model.rows())", "model.noise()"),
    ("verify_points.cpp", "VerifyPoints*", "a model without noise",
     "bound_add(model.noise(), model.rows())", "model.rows()"),
    ("verify_points.cpp", "VerifyPoints*", "a cell of 1/x that is one off", "2 * cell.index - 1)", "2 * cell.index - 3)"),
    ("verify_points.cpp", "VerifyPoints*", "a cell that is one level off",
     "<< (level + 1)) - one", "<< level) - one"),
    ("annuli.cpp", "Annuli*", "all terms but the largest half as large",
     "whole >> -e", "whole >> (1 - e)"),
    ("evaluate_sign.cpp", "EvaluateSign*", "Horner's scheme rounds nothing", "is_exact ? 0 : 2 *", "is_exact ? 0 : 0 *"),
    ("evaluate_sign.cpp", "EvaluateSign*", "rows in units that are too large",
     "+ digits + 1;", "+ digits - (std::int64_t{1} << 31);"),
    ("rounded_half.cpp", "RoundedHalf*", "no bits below the unit", "guard = levels + 3;", "guard = 0;"),
    ("rounded_half.cpp", "RoundedHalf*", "powers with half as many digits",
     "return longest + guard + ceil_log2(h) + 1;", "return (longest + guard + ceil_log2(h) + 1) / 2;"),
    ("half_powers.cpp", "HalfPower*", "powers are computed without spare digits",
     "std::max<unsigned>(32, static_cast<unsigned>(std::bit_width(h)) + 12)", "1U"),
]


def source_of(name):
    """The path of the one source of src/rootiso or src/poly that has this name, or ends in these folders and name."""
    found = [path for room in ("rootiso", "poly") for path in Path(SOURCE, "src", room).rglob(name)]
    assert len(found) == 1, f"{name}: {found}"
    return found[0].relative_to(SOURCE).as_posix()


def program_of(tests):
    """The test program that holds the suites of a filter: tests/<room>/<part>/ becomes polyfork_<room>_<part>_tests."""
    suite = re.compile(r"TEST[A-Z_]*\((" + tests.replace("*", r"\w*") + r"),")
    found = {path.parent.relative_to(Path(SOURCE, "tests")) for room in ("rootiso", "poly")
             for path in Path(SOURCE, "tests", room).rglob("*_test.cpp") if suite.search(path.read_text())}
    assert len(found) == 1, f"{tests}: {found}"
    return "tests/polyfork_" + "_".join(found.pop().parts) + "_tests"


def commands():
    """By source the compiler's command and the unit that it is part of, if any; the linker's by test program; or None."""
    try:
        with open(os.path.join(BUILD, "compile_commands.json")) as file:
            entries = json.load(file)
        compile_of = {os.path.relpath(entry["file"], SOURCE): (entry["command"], None) for entry in entries}
        for entry in entries:
            if f"{os.sep}Unity{os.sep}" in entry["file"]:
                unit = Path(entry["file"]).read_text()
                for path in re.findall(r'#include "([^"]+)"', unit):
                    compile_of[os.path.relpath(path, SOURCE)] = (entry["command"], unit)
        links = {}
        for program in {program_of(tests) for _, tests, *_ in MUTATIONS}:
            link = subprocess.run(["ninja", "-C", BUILD, "-t", "commands", "-s", program], capture_output=True,
                                  text=True, check=True).stdout.strip().splitlines()[-1]
            links[program] = link.split(" && ")[1] if " && " in link else link  # ": && g++ ... && :"
    except (OSError, ValueError, IndexError, subprocess.CalledProcessError):
        return None
    return compile_of, links


COMMANDS = commands() if BUILD else None


@unittest.skipIf(COMMANDS is None, "no compile_commands.json or no ninja build")
@unittest.skipUnless(os.environ.get("POLYFORK_SANITIZE", "none") == "none", "the same in every build")
class WeakenedBounds(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.others = tempfile.TemporaryDirectory()

    @classmethod
    def tearDownClass(cls):
        cls.others.cleanup()

    def compiled(self, command, source):
        """The object of a file that is compiled by the command of another one."""
        arguments = shlex.split(command)
        arguments[arguments.index("-o") + 1] = source + ".o"
        arguments[arguments.index("-c") + 1] = source
        # A mutation may leave a variable unused; to optimize it takes longer than its tests.
        result = subprocess.run([*arguments, "-w", "-O1"], cwd=BUILD, capture_output=True, text=True)
        self.assertEqual(result.returncode, 0, result.stderr)
        return source + ".o"

    def others_of(self, name):
        """The object of the other sources of a source's unit."""
        command, unit = COMMANDS[0][source_of(name)]
        if unit is None:
            return []
        path = os.path.join(self.others.name, os.path.basename(name))
        if not os.path.exists(path + ".o"):
            with open(path, "w") as file:
                file.write(re.sub(r'#include "[^"]*/' + re.escape(name) + '"', "", unit))
            self.compiled(command, path)
        return [path + ".o"]

    def run_mutated(self, folder, name, text, replacement, tests):
        compile_of, links = COMMANDS
        with open(os.path.join(SOURCE, source_of(name))) as file:
            source = file.read()
        self.assertEqual(source.count(text), 1, f"{name}: {text}")
        mutated = os.path.join(folder, os.path.basename(name))
        with open(mutated, "w") as file:
            file.write(source.replace(text, replacement))
        objects = [self.compiled(compile_of[source_of(name)][0], mutated), *self.others_of(name)]
        arguments = shlex.split(links[program_of(tests)])
        program = os.path.join(folder, "tests")
        out = arguments.index("-o")
        arguments[out:out + 2] = [*objects, "-o", program]
        linked = subprocess.run(arguments, cwd=BUILD, capture_output=True, text=True)
        self.assertEqual(linked.returncode, 0, linked.stderr)
        return subprocess.run([program, f"--gtest_filter={tests}", "--gtest_fail_fast"], capture_output=True,
                              text=True, timeout=120)

    def test_every_bound_is_guarded(self):
        for name, tests, what, text, replacement in MUTATIONS:
            with self.subTest(what), tempfile.TemporaryDirectory() as folder:
                result = self.run_mutated(folder, name, text, replacement, tests)
                self.assertNotEqual(result.returncode, 0, f"{name}: {what} goes unnoticed")
                self.assertIn("[  FAILED  ]", result.stdout, what)

    def test_the_program_is_not_at_fault(self):
        with tempfile.TemporaryDirectory() as folder:
            result = self.run_mutated(folder, "local_model.cpp", "disc.error = 1;", "disc.error = 1 ;", "LocalModel*")
            self.assertEqual(result.returncode, 0, result.stdout)


if __name__ == "__main__":
    unittest.main()
