#!/usr/bin/env bash
# build_and_run.sh COMPILER PREFIX LIBDIR WORKDIR: a consumer that knows the compiler and pkg-config only.
set -euo pipefail
compiler=$1 prefix=$2 libdir=$3 work=$4
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
export PKG_CONFIG_PATH=$prefix/$libdir/pkgconfig
mkdir -p "$work"

flags="$(pkg-config --cflags polyfork) $(pkg-config --static --libs polyfork)"
if grep -E -- '(^| )(-m[a-z]|-std=)' <<<"$flags"; then
  echo "polyfork.pc imposes an instruction set or a language level: $flags" >&2
  exit 1
fi

# The flags are a list of words by design.
# shellcheck disable=SC2046
"$compiler" -std=c++20 "$here/../consumer.cpp" $(pkg-config --cflags --libs polyfork) -o "$work/shared"
LD_LIBRARY_PATH=$prefix/$libdir "$work/shared"

# shellcheck disable=SC2046
"$compiler" -std=c++20 -DPOLYFORK_STATIC "$here/../consumer.cpp" $(pkg-config --cflags polyfork) \
  $(pkg-config --static --libs polyfork | sed 's/-lpolyfork/-l:libpolyfork.a/') -pthread -o "$work/static"
"$work/static"
