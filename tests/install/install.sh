#!/usr/bin/env bash
# install.sh CMAKE BUILD_TREE PREFIX: installs afresh, so that a file which is no longer installed is missed.
set -euo pipefail
rm -rf -- "$3"
"$1" --install "$2" --prefix "$3"
