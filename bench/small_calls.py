#!/usr/bin/env python3
"""Instructions, allocations and nanoseconds of small calls, as tab-separated text.

    small_calls.py PROGRAM [REGEX]

PROGRAM is bench_small_calls; cells whose names match REGEX are counted. Instructions are the difference of two runs of
different length under valgrind's callgrind, divided by the difference of their calls.
"""

import re
import subprocess
import sys


def collected(program, cell, repeats):
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program, cell, str(repeats)]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stderr
    return int(re.search(r"Collected : (\d+)", text).group(1))


def main():
    program = sys.argv[1]
    wanted = re.compile(sys.argv[2] if len(sys.argv) > 2 else "")
    table = subprocess.run([program], check=True, capture_output=True, text=True).stdout
    print("cell\tinstructions\tallocations\tnanoseconds")
    for line in table.splitlines():
        cell, allocations, nanoseconds = line.split()
        if not wanted.search(cell):
            continue
        few, many = 10, 110
        instructions = (collected(program, cell, many) - collected(program, cell, few)) / (many - few)
        print(f"{cell}\t{instructions:.0f}\t{allocations}\t{nanoseconds}", flush=True)


if __name__ == "__main__":
    main()
