#!/usr/bin/env python3
"""Checks by disassembly that code above the baseline instruction set stays in kernel namespaces.

A function that holds a VEX- or EVEX-coded instruction (AVX and later, BMI) must be defined in a namespace
polyfork::...::kernels::<isa>. Weak symbols are the reason for the test: of an inline function or a template that
is instantiated inside a target region too, the linker keeps any one copy, and keeps it for every caller.

The instruction's coding is read from its bytes, not from its name: after segment and address-size prefixes, in
64-bit mode, C4 and C5 always begin a VEX and 62 an EVEX prefix."""

import argparse
import os
import re
import subprocess
import sys
import tempfile

ISAS = ("avx2", "avx512", "ifma")
SKIPPED_PREFIXES = {"26", "2e", "36", "3e", "64", "65", "67"}
VECTOR_PREFIXES = {"c4": "VEX", "c5": "VEX", "62": "EVEX"}
WEAK_KINDS = "WVu"

MEMBER = re.compile(r"^(\S.*):\s+file format ")
SYMBOL = re.compile(r"^[0-9a-f]+ <(.+)>:$")
INSTRUCTION = re.compile(r"^\s*[0-9a-f]+:\t((?:[0-9a-f]{2} )+)\s*\t?(.*)$")


def namespaces(mangled):
    """The source names that begin a mangled name: ['polyfork', 'v1', 'fft', 'kernels', 'avx2', 'butterfly'].
    Only the entity's own qualification counts, not the types of its arguments."""
    rest = re.sub(r"\..*$", "", mangled)  # .cold, .part.0, .constprop.0 belong to their function
    match = re.match(r"_Z(?:T[VTISCHW]|GV|GR)?Z*N[rVK]*[RO]?", rest)
    if not match:
        return []
    rest, names = rest[match.end():], []
    while True:
        length = re.match(r"L?(\d+)", rest)
        if not length:
            return names
        start, size = length.end(), int(length.group(1))
        names.append(rest[start:start + size])
        rest = rest[start + size:]


def in_kernel_namespace(mangled):
    names = namespaces(mangled)
    return names[:1] == ["polyfork"] and any(
        name == "kernels" and following in ISAS for name, following in zip(names, names[1:]))


def vector_coding(hexadecimal):
    for byte in hexadecimal.split():
        if byte not in SKIPPED_PREFIXES:
            return VECTOR_PREFIXES.get(byte)
    return None


def run(*command):
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    yield from process.stdout
    if process.wait() != 0:
        raise RuntimeError(f"{' '.join(command)} failed")


def weak_symbols(nm, archive):
    return {parts[-1] for parts in (line.split() for line in run(nm, archive))
            if len(parts) >= 2 and parts[-2] in WEAK_KINDS}


def check(objdump, nm, archive):
    """Returns (findings, the number of functions in kernel namespaces that use vector codings)."""
    weak = weak_symbols(nm, archive)
    findings, kernels = [], set()
    member = symbol = ""
    seen = False
    for line in run(objdump, "-d", "-w", archive):
        instruction = INSTRUCTION.match(line)
        if instruction:
            coding = None if seen else vector_coding(instruction.group(1))
            if coding:
                seen = True
                if in_kernel_namespace(symbol):
                    kernels.add(symbol)
                else:
                    kind = "weak symbol" if symbol in weak else "function"
                    findings.append((member, kind, symbol, coding, instruction.group(2).strip()))
            continue
        start = SYMBOL.match(line)
        if start:
            symbol, seen = start.group(1), False
            continue
        start = MEMBER.match(line)
        if start:
            member = start.group(1)
    return findings, len(kernels)


def print_findings(findings):
    names = "\n".join(symbol for _, _, symbol, _, _ in findings)
    readable = subprocess.run(["c++filt"], input=names, capture_output=True, text=True).stdout.splitlines()
    for (member, kind, symbol, coding, text), name in zip(findings, readable or names.splitlines()):
        print(f"{member}: {kind} outside kernel namespaces holds {coding} code ({text}): {name}")


SELF_TEST = r"""
#include <vector>
#define AVX __attribute__((target("avx2")))
namespace polyfork::inline v1 {
template <class T> AVX T weak_template(T* p) { T s = 0; for (int i = 0; i < 64; ++i) s += p[i]; return s; }
template float weak_template<float>(float*);                                                // finding, weak
AVX float strong(float x, float y) { return x * y; }                                        // finding
AVX unsigned long bmi(unsigned long x) __attribute__((target("bmi2")));
unsigned long bmi(unsigned long x) { return x << (x & 63); }                                // finding without 'v'
float baseline(float x, float y) { return x * y; }
namespace fft::kernels::avx2 {
struct Tag {};
AVX float good(float x, float y) { return x * y; }
template <class T> AVX T good_template(T x, T y) { return x * y; }
template float good_template<float>(float, float);
namespace { AVX __attribute__((noinline, used)) float local(float x, float y) { return x + y; } }
}
AVX float takes_kernel_type(fft::kernels::avx2::Tag, float x, float y) { return x - y; }    // finding
namespace fft::kernels::portable { AVX float misplaced(float x, float y) { return x / y; } } // finding
}
"""


def self_test(objdump, nm, compiler):
    with tempfile.TemporaryDirectory() as folder:
        source, archive = os.path.join(folder, "a.cpp"), os.path.join(folder, "a.o")
        with open(source, "w", encoding="utf-8") as file:
            file.write(SELF_TEST)
        subprocess.run([compiler, "-std=c++20", "-O2", "-c", source, "-o", archive], check=True)
        findings, kernels = check(objdump, nm, archive)
    print_findings(findings)
    found = {namespaces(symbol)[-1]: kind for _, kind, symbol, _, _ in findings}
    expected = {"weak_template": "weak symbol", "strong": "function", "bmi": "function",
                "takes_kernel_type": "function", "misplaced": "function"}
    good = found == expected and kernels == 3
    print("self-test: as expected" if good else f"self-test: expected {expected} and 3 kernels, found {found}, {kernels}")
    return 0 if good else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--objdump", default="objdump")
    parser.add_argument("--nm", default="nm")
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("--compiler", default="c++", help="for --self-test")
    parser.add_argument("archive", nargs="?")
    arguments = parser.parse_args()
    if arguments.self_test:
        return self_test(arguments.objdump, arguments.nm, arguments.compiler)
    if not arguments.archive:
        parser.error("the archive or object file to check is missing")
    findings, kernels = check(arguments.objdump, arguments.nm, arguments.archive)
    print_findings(findings)
    print(f"{len(findings)} findings; {kernels} kernels with VEX or EVEX code")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
