#!/usr/bin/env python3
"""Checks what the shared library shows: its soname, no symbol of its own outside namespace polyfork, no kernel."""

import argparse
import re
import subprocess
import sys


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nm", default="nm")
    parser.add_argument("--objdump", default="objdump")
    parser.add_argument("--soname", required=True)
    parser.add_argument("library")
    arguments = parser.parse_args()
    findings = []

    soname = re.search(r"SONAME\s+(\S+)", output(arguments.objdump, "-p", arguments.library))
    if not soname or soname.group(1) != arguments.soname:
        findings.append(f"soname is {soname and soname.group(1)}, expected {arguments.soname}")

    symbols = output(arguments.nm, "-D", "-C", "--defined-only", arguments.library).splitlines()
    own = 0
    for line in symbols:
        kind, name = line.split(None, 2)[1:] if line[0] != " " else line.split(None, 1)
        if re.search(r"\bkernels::", name):
            findings.append(f"a kernel is exported: {name}")
        elif "polyfork::" in name:
            own += 1
        elif kind in "TDBRSG":  # weak symbols are instantiations of the standard library's templates
            findings.append(f"exported outside namespace polyfork: {name}")
    if own == 0:
        findings.append("nothing of namespace polyfork is exported")

    print("\n".join(findings) if findings else f"{own} exported symbols, soname {arguments.soname}: no finding")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
