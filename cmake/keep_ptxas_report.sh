#!/usr/bin/env bash
# Runs a compiler and keeps what ptxas reports of each kernel (with -Xptxas=-v) beside the object, as OBJECT.ptxas,
# instead of on the terminal.
# usage: keep_ptxas_report.sh COMMAND... -o OBJECT ...
set -uo pipefail
object=
previous=
for argument in "$@"; do
  if [[ $previous == -o ]]; then object=$argument; fi
  previous=$argument
done
lines='^ptxas info|^ +[0-9]+ bytes stack frame'
output=$("$@" 2>&1)
status=$?
if [[ -n $object && $status == 0 ]]; then grep -E "$lines" <<<"$output" >"$object.ptxas"; fi
grep -vE "$lines|^$" <<<"$output" >&2
exit $status
