# Common code of the scripts: finding the tree, installing what is missing, configuring and building.
# Sourced by bash with `set -euo pipefail`.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root" || exit

# What each purpose needs, as Debian packages. A package given as name=command also counts as present when the
# command is found, wherever it came from.
build_packages=("cmake=cmake" "ninja-build=ninja" "g++=g++" "pkg-config=pkg-config" libgmp-dev libtbb-dev libcli11-dev
  libfmt-dev nlohmann-json3-dev)
test_packages=("${build_packages[@]}" "python3=python3" libgtest-dev libgmock-dev libbenchmark-dev)
# Other libraries that results are checked against; a test whose library is absent is left out.
oracle_packages=(libflint-dev libntl-dev libpari-dev)

say() { printf '==> %s\n' "$*"; }
die() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

# Prints those of the given packages that are missing.
missing_packages() {
  local item package command states
  for item in "$@"; do
    package=${item%%=*} command=${item#*=}
    if [[ $item == *=* ]] && command -v "$command" >/dev/null; then continue; fi
    # One line per architecture that the package is known for.
    states=" $(dpkg-query -W -f='${db:Status-Status} ' "$package" 2>/dev/null || true)"
    if [[ $states != *" installed "* ]]; then printf '%s\n' "$package"; fi
  done
}

# Runs a command as root, through sudo where needed. Fails where neither is possible.
as_root() {
  if [[ $(id -u) == 0 ]]; then
    "$@"
  elif command -v sudo >/dev/null && { [[ -t 0 ]] || sudo -n true 2>/dev/null; }; then
    sudo "$@"
  else
    return 1
  fi
}

# install_packages PACKAGE[=COMMAND]...: installs what is missing; returns 1 with a message where it cannot.
install_packages() {
  local item command missing
  if ! command -v dpkg >/dev/null || ! command -v apt-get >/dev/null; then
    for item in "$@"; do
      command=${item#*=}
      if [[ $item == *=* ]] && ! command -v "$command" >/dev/null; then
        printf 'error: %s is missing. Without apt-get, please install what these Debian packages hold: %s\n' \
          "$command" "${*%%=*}" >&2
        return 1
      fi
    done
    say "no apt-get here: taking it that these are installed: ${*%%=*}"
    return 0
  fi
  # Package names are words; /dev/fd, which < <(...) needs, is absent from some bare chroots.
  # shellcheck disable=SC2207
  missing=($(missing_packages "$@"))
  if [[ ${#missing[@]} == 0 ]]; then return 0; fi
  if ! as_root true; then
    printf 'error: these packages are missing: %s\nPlease install them: apt-get install %s\n' \
      "${missing[*]}" "${missing[*]}" >&2
    return 1
  fi
  say "installing ${missing[*]}"
  as_root env DEBIAN_FRONTEND=noninteractive apt-get update -q || return 1
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}" </dev/null
}

# How many compilations to run at once: the processors that we may use, at about 2 GB of memory each.
parallel_jobs() {
  local jobs memory quota period
  jobs=$(nproc)
  memory=$(awk '/^MemAvailable:/ {print int($2 / 2000000)}' /proc/meminfo 2>/dev/null || true)
  if [[ -r /sys/fs/cgroup/cpu.max ]]; then
    read -r quota period </sys/fs/cgroup/cpu.max
    if [[ $quota != max ]] && ((quota / period < jobs)); then jobs=$((quota / period)); fi
  fi
  if [[ -n $memory ]] && ((memory < jobs)); then jobs=$memory; fi
  echo $((jobs < 1 ? 1 : jobs))
}

# Compilations go through ccache where it is installed; paths are hashed relative to the tree, so that another checkout
# of the same files profits.
use_compiler_cache() {
  if ! command -v ccache >/dev/null; then return 0; fi
  export CMAKE_CXX_COMPILER_LAUNCHER=ccache CMAKE_C_COMPILER_LAUNCHER=ccache
  export CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=1 CCACHE_SLOPPINESS=pch_defines,time_macros
}

# configure PRESET [OPTION...]: into build/PRESET, afresh if that was made for a tree elsewhere.
configure() {
  local preset=$1 cache=build/$1/CMakeCache.txt
  shift
  if [[ -f $cache ]] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$cache"; then
    say "build/$preset belongs to another tree: starting afresh"
    rm -rf "build/$preset"
  fi
  cmake --preset "$preset" "$@"
}

build() {
  local preset=$1
  shift
  cmake --build --preset "$preset" --parallel "$(parallel_jobs)" "$@"
}
