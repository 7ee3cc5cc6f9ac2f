#!/usr/bin/env python3
"""Checks the rules of the source tree that a compiler does not: who may include whom, and what a library must
not do. usage: check_sources.py ROOT | check_sources.py --self-test"""

import re
import sys
import tempfile
from pathlib import Path

# Each includes only what stands before it.
ROOMS = ["core", "ring", "fft", "model", "gpu", "poly", "rootiso", "groebner", "system", "apps"]
# The folders inside a room, in the same sense. A room with an entry here has its files in these folders, kernels in a
# folder `kernels` and declarations for other files only in a folder `detail` of theirs. The public headers of a room
# with parts lie in the same folders, unless the room is in FLAT_HEADERS: its few headers are all for users.
PARTS = {
    "gpu": ["device", "simt", "kernels", "emulation", "transforms", "integers", "products", "formulas", "cuda"],
    "poly": ["rows", "images", "mul", "dense", "residues", "division", "shift", "device", "gcd", "fixed", "families",
             "towers", "sparse", "multi_products", "multi_division", "multi_rationals", "multivariate", "multi_gcd",
             "lattice", "rational_roots", "factor", "factor_z", "multi_factor", "plane_factor", "extensions",
             "sparse_factor", "text"],
    "rootiso": ["values", "check", "local", "refine", "sparse", "isolate", "algebraic"],
    "system": ["proofs", "modular", "linear", "bivariate", "bases", "points", "chains", "solve"],
    "apps": ["run", "input", "plot", "tune", "commands"],
}
FLAT_HEADERS = {"rootiso", "gpu", "system"}
FILES_OUTSIDE_PARTS = {"apps/main.cpp"}
SOURCE_SUFFIXES = {".cpp", ".hpp", ".inl", ".h", ".cu", ".cuh"}
MAX_LINES = 600
MAX_COLUMNS = 120
MAX_FILES = 45  # of one folder
UMBRELLA_HEADER = Path("include/polyfork/polyfork.hpp")  # everything public
FORWARD_HEADER = Path("include/polyfork/fwd.hpp")
CERTIFICATE_HEADER = "polyfork/rootiso/certificate.hpp"
REPRESENTATION_HEADER = "polyfork/system/representation.hpp"

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
STANDARD_HEADER = re.compile(r"^[a-z_]+$")
OUTPUT_OR_EXIT = re.compile(
    r"(?<![\w.>])(?:std::|::)?(?:(?:_|quick_)?exit|_Exit|abort|terminate|(?:gmp_)?v?f?printf|f?puts|putchar)\s*\("
    r"|\bstd::(?:cout|cerr|clog)\b")
CUDA_CONDITIONAL = re.compile(r"^\s*#\s*(?:if|ifdef|ifndef|elif)\b.*(?:CUDA|__NVCC__)")
NATIVE = re.compile(r"-march=native|-mcpu=native|-mtune=native|arch=native")
COMMENT_OR_LITERAL = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"(?P<d>[^(\s]*)\(.*?\)(?P=d)"|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])\'(?:\\.|[^\'\\\n])+\'',
    re.S)


def code_only(text):
    """The text without comments and literals; line numbers stay."""
    def blank(match):
        word = match.group(0)
        return '""' * (word[0] in 'R"') + "\n" * word.count("\n")
    return COMMENT_OR_LITERAL.sub(blank, text)


def room_of(path):
    """(room, public) of a path relative to the root; the room is None for the umbrella headers."""
    parts = path.parts
    if parts[:2] == ("include", "polyfork"):
        return (parts[2] if len(parts) > 3 else None), True
    if parts[0] == "src":
        return parts[1], False
    return parts[0], False


def target_room(name):
    """The room that an include names, '' for an umbrella header, None for what is not ours."""
    if name.startswith("polyfork/"):
        rest = name.split("/")[1:]
        # version.hpp belongs to core; every other header directly in polyfork/ gathers rooms.
        return rest[0] if len(rest) > 1 else ("core" if rest[0] == "version.hpp" else "")
    head = name.split("/")[0]
    return head if "/" in name and head in ROOMS else None


def check_includes(path, text, report):
    room, public = room_of(path)
    if room is not None and room not in ROOMS:
        report(path, 1, f"'{room}' is no room; rooms are {', '.join(ROOMS)}")
        return
    for number, line in enumerate(text.splitlines(), 1):
        match = INCLUDE.match(line)
        if not match:
            continue
        quote, name = match.groups()
        target = target_room(name)
        if public:
            if target is None or not name.startswith("polyfork/"):
                if not (quote == "<" and (STANDARD_HEADER.match(name) or name == "gmp.h")):
                    report(path, number, f"a public header includes {name}: only the standard library, gmp.h and "
                                         "polyfork/... are allowed")
                continue
            if room is None:
                continue
        if target == "" and room != "apps":
            report(path, number, f"{name} gathers the rooms and is for users only")
        elif target in ROOMS and room in ROOMS and ROOMS.index(target) > ROOMS.index(room):
            report(path, number, f"{room} includes {name}, which lies to its right: {' <- '.join(ROOMS)}")


def part_of(path):
    """The folder inside a room that a file lies in: None where the room has none, '' where it lies outside of all."""
    room, public = room_of(path)
    if room not in PARTS or (public and room in FLAT_HEADERS) or path.as_posix() in FILES_OUTSIDE_PARTS:
        return None
    inside = path.parts[3 if public else 1 if room == "apps" else 2:-1]
    return inside[0] if inside else ""


def included_path(name, path):
    """The path, relative to the root, of the file of ours that an include names, or None."""
    if name.startswith("polyfork/"):
        return Path("include", name)
    if target_room(name) is not None:
        return Path("src", name)
    return Path("apps", name) if path.parts[0] == "apps" and "/" in name else None


def check_parts(path, text, report):
    """Inside a room, too, a folder includes only what stands before it."""
    room, part = room_of(path)[0], part_of(path)
    if part is None:
        return
    order = PARTS[room]
    if part not in order:
        report(path, 1, f"'{part}' is no part of {room}; parts are {', '.join(order)}")
        return
    for number, line in enumerate(text.splitlines(), 1):
        match = INCLUDE.match(line)
        target = included_path(match.group(2), path) if match else None
        if target is None or room_of(target)[0] != room:
            continue
        other = part_of(target)
        if other in order and order.index(other) > order.index(part):
            report(path, number, f"{part} includes {match.group(2)}, which lies to its right: {' <- '.join(order)}")


def check_cycles(files, report):
    """No file includes itself, directly or through others."""
    graph = {path: [target for line in text.splitlines() if (match := INCLUDE.match(line))
                    and (target := included_path(match.group(2), path)) in files] for path, text in files.items()}
    done = set()

    def visit(path, trail):
        if path in trail:
            report(path, 1, "includes itself: " + " -> ".join(p.as_posix() for p in trail[trail.index(path):] + [path]))
            return
        if path in done:
            return
        for target in graph[path]:
            visit(target, trail + [path])
        done.add(path)

    for path in graph:
        visit(path, [])


def check_folders(files, report):
    """A folder that nobody can take in at a glance needs parts."""
    counts = {}
    for path in files:
        if path.parent.name != "kernels":
            counts[path.parent] = counts.get(path.parent, 0) + 1
    for folder, count in counts.items():
        if count > MAX_FILES:
            report(folder, 1, f"{count} files; a folder has at most {MAX_FILES}")


def check_checker(path, text, report):
    """The checker of certificates proves independently of the engines: what it may include of its room is itself."""
    if path.parts[:3] != ("src", "rootiso", "check"):
        return
    for number, line in enumerate(text.splitlines(), 1):
        match = INCLUDE.match(line)
        name = match.group(2) if match else ""
        if "rootiso/" in name and not name.startswith("rootiso/check/") and name != CERTIFICATE_HEADER:
            report(path, number, f"the checker of certificates includes {name}: of this room only its own files "
                                 f"and {CERTIFICATE_HEADER} are allowed")


def check_proofs(path, text, report):
    """Proofs about systems share no code with what finds solutions: representations are all that they know of it."""
    if path.parts[:3] != ("src", "system", "proofs"):
        return
    for number, line in enumerate(text.splitlines(), 1):
        match = INCLUDE.match(line)
        name = match.group(2) if match else ""
        if target_room(name) not in ("groebner", "system"):
            continue
        if not name.startswith("system/proofs/") and name != REPRESENTATION_HEADER:
            report(path, number, f"a proof about solutions includes {name}: of groebner and system only its own "
                                 f"files and {REPRESENTATION_HEADER} are allowed")


def check_library_manners(path, text, report):
    room, _ = room_of(path)
    if room == "apps":
        return
    code = code_only(text)
    for number, line in enumerate(code.splitlines(), 1):
        match = OUTPUT_OR_EXIT.search(line)
        if match:
            report(path, number, f"the library neither ends the process nor prints: '{match.group(0).strip()}'")
    lines = text.count("\n")
    if lines > MAX_LINES:
        report(path, lines, f"{lines} lines; a file of the library has at most {MAX_LINES}")


def check_head_comment(path, text, report):
    """The first line of a source begins the comment that says what the file holds."""
    if not re.match(r"// ?\S", text):
        report(path, 1, "no head comment: the first line says in a // comment what the file holds")


def check_umbrella(files, report):
    """<polyfork/polyfork.hpp>, where it is, includes every public header but those in folders `detail`."""
    if UMBRELLA_HEADER not in files:
        return
    included = {included_path(match.group(2), UMBRELLA_HEADER)
                for line in files[UMBRELLA_HEADER].splitlines() if (match := INCLUDE.match(line))}
    for path in files:
        public = path.parts[:2] == ("include", "polyfork") and path.suffix == ".hpp" and "detail" not in path.parts
        if public and path not in included | {UMBRELLA_HEADER, FORWARD_HEADER}:
            report(UMBRELLA_HEADER, 1, f"{path.relative_to('include')} is missing: this header includes all that is public")


def check_forward(files, report):
    """<polyfork/fwd.hpp>, where it is, declares the types at namespace scope of every public header that it does not
    include, but those of namespaces `detail`."""
    if FORWARD_HEADER not in files:
        return
    declared = set(re.findall(r"\b(?:class|struct) (\w+);", files[FORWARD_HEADER]))
    included = {included_path(match.group(2), FORWARD_HEADER)
                for line in files[FORWARD_HEADER].splitlines() if (match := INCLUDE.match(line))}
    for path, text in files.items():
        if path.parts[:2] != ("include", "polyfork") or path.suffix != ".hpp" or "detail" in path.parts or path in included:
            continue
        text = re.sub(r"^namespace detail \{.*?^\}  // namespace detail$", "", text, flags=re.S | re.M)
        text = code_only(text).replace("POLYFORK_EXPORT ", "")
        for name in re.findall(r"^(?:enum class|class|struct) (\w+)(?: final)?\s*[:{](?!:)", text, re.M):
            if name not in declared:
                report(FORWARD_HEADER, 1, f"{name} of {path.relative_to('include')} is missing")


def check_columns(path, text, report):
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > MAX_COLUMNS:
            report(path, number, f"{len(line)} columns; at most {MAX_COLUMNS}, comments included")


def check_conditionals(path, text, report):
    if room_of(path)[0] == "gpu":
        return
    for number, line in enumerate(text.splitlines(), 1):
        if CUDA_CONDITIONAL.match(line):
            report(path, number, "conditional compilation on CUDA outside src/gpu")


def check_native(path, text, report):
    for number, line in enumerate(text.splitlines(), 1):
        if NATIVE.search(line):
            report(path, number, "code for the building machine only")


def build_files(root):
    yield from (f for f in (root / "CMakeLists.txt", root / "CMakePresets.json", root / ".ci" / "run") if f.exists())
    for folder in ("cmake", "scripts"):
        if (root / folder).is_dir():
            yield from (f for f in sorted((root / folder).rglob("*")) if f.is_file())
    for folder in ("src", "apps", "tests", "bench", "examples"):
        if (root / folder).is_dir():
            yield from sorted((root / folder).rglob("CMakeLists.txt"))


def check_tree(root):
    findings, files = [], {}

    def report(path, line, what):
        findings.append(f"{path}:{line}: {what}")

    for folder in ("include", "src", "apps"):
        for file in sorted((root / folder).rglob("*")):
            if file.suffix not in SOURCE_SUFFIXES:
                continue
            path, text = file.relative_to(root), file.read_text(encoding="utf-8")
            files[path] = text
            check_includes(path, text, report)
            check_parts(path, text, report)
            check_checker(path, text, report)
            check_proofs(path, text, report)
            check_library_manners(path, text, report)
            check_head_comment(path, text, report)
            check_columns(path, text, report)
            check_conditionals(path, text, report)
            check_native(path, text, report)
    for folder in ("tests", "bench", "examples"):
        for file in sorted((root / folder).rglob("*")):
            if file.suffix in SOURCE_SUFFIXES:
                check_columns(file.relative_to(root), file.read_text(encoding="utf-8"), report)
    check_cycles(files, report)
    check_folders(files, report)
    check_umbrella(files, report)
    check_forward(files, report)
    for file in build_files(root):
        check_native(file.relative_to(root), file.read_text(encoding="utf-8", errors="replace"), report)
    return findings


def self_test():
    """Every rule broken once (or kept in a way that looks like breaking it): (file, text, part of the finding)."""
    cases = [
        ("src/core/a.cpp", '#include "ring/integer.hpp"\n', "lies to its right"),
        ("src/fft/a.cpp", "#include <polyfork/poly/dense.hpp>\n", "lies to its right"),
        ("include/polyfork/ring/a.hpp", "#include <polyfork/fft/b.hpp>\n", "lies to its right"),
        ("src/model/a.cpp", "#include <polyfork/gpu/device.hpp>\n", "lies to its right"),
        ("src/poly/mul/a.cpp", "#include <polyfork/ring/integer.hpp>\n#include <fft/plan.hpp>\n", None),
        ("src/poly/mul/a.cpp", "#include <polyfork/polyfork.hpp>\n", "for users only"),
        ("include/polyfork/polyfork.hpp", "#include <polyfork/rootiso/isolate.hpp>\n", None),
        ("src/core/a.cpp", "#include <polyfork/version.hpp>\n", None),
        ("include/polyfork/core/a.hpp", '#include "core/detail.hpp"\n', "a public header includes"),
        ("include/polyfork/core/a.hpp", "#include <tbb/parallel_for.h>\n", "a public header includes"),
        ("include/polyfork/core/a.hpp", "#include <gmp.h>\n#include <vector>\n", None),
        ("src/rootiso/check/verify_a.cpp", '#include "rootiso/values/descartes.hpp"\n', "the checker of certificates"),
        ("src/rootiso/check/verify_a.hpp", "#include <polyfork/rootiso/plan.hpp>\n", "the checker of certificates"),
        ("src/rootiso/check/verify.cpp", '#include "rootiso/check/verify_sign.hpp"\n#include "poly/rows/fixed_rows.hpp"\n'
                                   "#include <polyfork/rootiso/certificate.hpp>\n", None),
        ("src/rootiso/isolate/certify.cpp", '#include "rootiso/local/local_model.hpp"\n', None),
        ("src/system/proofs/a.cpp", '#include "groebner/f4.hpp"\n', "a proof about solutions"),
        ("src/system/proofs/a.cpp", "#include <polyfork/system/real_solutions.hpp>\n", "a proof about solutions"),
        ("src/system/proofs/a.cpp", '#include "system/proofs/b.hpp"\n#include <polyfork/system/representation.hpp>\n'
                                    '#include "poly/images/gcd_primes.hpp"\n', None),
        ("src/poly/a.cpp", "\n", "is no part of poly"),
        ("src/poly/elsewhere/a.cpp", "\n", "is no part of poly"),
        ("src/poly/mul/a.cpp", '#include "poly/shift/b.hpp"\n', "lies to its right"),
        ("src/poly/mul/kernels/a.cpp", '#include "poly/shift/b.hpp"\n', "lies to its right"),
        ("src/poly/shift/a.cpp", '#include "poly/mul/b.hpp"\n', None),
        ("include/polyfork/poly/dense/detail/a.hpp", "#include <polyfork/poly/gcd/gcd.hpp>\n", "lies to its right"),
        ("include/polyfork/rootiso/a.hpp", "#include <polyfork/rootiso/b.hpp>\n", None),
        ("apps/plot/a.cpp", '#include "commands/b.hpp"\n', "lies to its right"),
        ("src/core/a.hpp", '#include "core/a.hpp"\n', "includes itself"),
        ("include/polyfork/core/a.hpp", "#include <polyfork/core/a.hpp>\n", "includes itself"),
        ("src/core/a.cpp", "// " + "x" * 118 + "\n", "columns"),
        ("apps/plot/a.cpp", "// " + "x" * 118 + "\n", "columns"),
        ("tests/core/a_test.cpp", "// " + "x" * 118 + "\n", "columns"),
        ("src/elsewhere/a.cpp", "\n", "is no room"),
        ("src/core/a.cpp", "void f() { std::exit(1); }\n", "neither ends"),
        ("src/core/a.cpp", "void f() { abort (); }\n", "neither ends"),
        ("src/core/a.cpp", "void f() { std::cerr << 1; }\n", "neither ends"),
        ("src/core/a.cpp", 'void f() { printf("x"); }\n', "neither ends"),
        ("src/core/a.cpp", 'void f() { snprintf(b, 4, "printf("); scope.exit(); at_exit(); } // exit(1)\n', None),
        ("src/core/a.cpp", "/* exit(\n1) */ int x = 1'000'000; // abort()\n", None),
        ("src/core/a.cpp", "\n" * 601, "at most 600"),
        ("src/fft/a.cpp", "#ifdef POLYFORK_CUDA\n#endif\n", "CUDA"),
        ("src/gpu/simt/a.hpp", "#if defined(__CUDACC__)\n#endif\n", None),
        ("src/gpu/kernels/a.hpp", '#include "gpu/transforms/b.hpp"\n', "lies to its right"),
        ("src/gpu/cuda/a.cpp", "#if defined(__CUDACC__)\n#endif\n", None),
        ("CMakeLists.txt", "add_compile_options(-march=native)\n", "building machine"),
        ("src/core/a.cpp", '#pragma GCC target("arch=native")\n', "building machine"),
        ("apps/main.cpp", '#include "rootiso/isolate.hpp"\nint main() { std::exit(0); }\n', None),
    ]
    cases = [({name: text}, expected) for name, text, expected in cases]
    # Written as they stand; the sources of the other cases get a head comment.
    heads = [
        ({"src/core/a.cpp": "int x;\n"}, "no head comment"),
        ({"src/core/a.cpp": "\n// A head comment too late.\n"}, "no head comment"),
        ({"src/core/a.cpp": "//\n// A head comment too late.\n"}, "no head comment"),
        ({"src/core/kernels/a.inc.hpp": "#pragma once\n"}, "no head comment"),
        ({"include/polyfork/core/a.hpp": "#pragma once\n"}, "no head comment"),
        ({"include/polyfork/poly/mul/a.hpp": "#pragma once\n"}, "no head comment"),
        ({"apps/plot/a.cpp": "/* Another style. */\n"}, "no head comment"),
        ({"apps/plot/a.cpp": "// What it holds.\n"}, None),
        ({"tests/core/a_test.cpp": "int x;\n"}, None),
    ]
    cases += [
        ({UMBRELLA_HEADER.as_posix(): "#include <polyfork/core/a.hpp>\n", "include/polyfork/core/a.hpp": "\n",
          FORWARD_HEADER.as_posix(): "\n", "include/polyfork/core/detail/b.hpp": "\n", "src/core/c.hpp": "\n"}, None),
        ({UMBRELLA_HEADER.as_posix(): "\n", "include/polyfork/core/a.hpp": "\n"}, "core/a.hpp is missing"),
        ({FORWARD_HEADER.as_posix(): "class B;\n", "include/polyfork/core/a.hpp": "class B {\n};\n"}, None),
        ({FORWARD_HEADER.as_posix(): "class B;\n", "include/polyfork/core/a.hpp": "enum class C : int {\n};\n"},
         "C of polyfork/core/a.hpp is missing"),
        ({"src/core/a.hpp": '#include "core/b.hpp"\n', "src/core/b.hpp": '#include "core/a.hpp"\n'}, "includes itself"),
        ({"src/core/a.hpp": '#include "core/b.hpp"\n', "src/core/b.hpp": "\n"}, None),
        ({f"src/core/a{i}.hpp": "\n" for i in range(MAX_FILES + 1)}, "a folder has at most"),
        ({f"src/core/kernels/a{i}.hpp": "\n" for i in range(MAX_FILES + 1)}, None),
    ]
    def with_heads(files):
        return {name: text if Path(name).suffix not in SOURCE_SUFFIXES or text.startswith("//") else "// Head.\n" + text
                for name, text in files.items()}

    cases = [(with_heads(files), expected) for files, expected in cases] + heads
    failures = 0
    for files, expected in cases:
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                file = Path(folder) / name
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text)
            found = check_tree(Path(folder))
        good = not found if expected is None else len(found) == 1 and expected in found[0]
        if not good:
            failures += 1
            print(f"self-test: {list(files.items())[:2]}: expected {expected!r}, found {found}")
    print(f"self-test: {len(cases) - failures} of {len(cases)} cases as expected")
    return 1 if failures else 0


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    findings = check_tree(Path(sys.argv[1]))
    print("\n".join(findings) if findings else "no finding")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
