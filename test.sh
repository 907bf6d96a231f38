#!/bin/sh
# Builds everything and runs all the tests.
#
#   ./test.sh [--no-install] [--preset dev|release|asan-ubsan|tsan|nightly] [argument of ctest …]
#
# Installs what is missing first (scripts/install-packages) unless told otherwise. `./test.sh -L device` runs
# one family, `-R unit.pool` one unit. What is labelled nightly runs with `--preset nightly` alone.
# COOP_DATA_DIR names a directory of larger graphs, for tests that want one. Exit code: ctest's.
set -eu
cd "$(dirname "$0")"

install=yes
preset=dev
while [ $# -gt 0 ]; do
    case "$1" in
    --no-install) install=no ;;
    --preset)
        preset=${2:?--preset needs a name}
        shift
        ;;
    --preset=*) preset=${1#--preset=} ;;
    -h | --help)
        sed -n '2,7s/^# \{0,1\}//p' "$0"
        exit 0
        ;;
    *) break ;;
    esac
    shift
done

if [ "$install" = yes ]; then
    scripts/install-packages --for test
fi
case "$preset" in
nightly) scripts/build dev ;;
release) scripts/build release-tests ;;
*) scripts/build "$preset" ;;
esac
exec ctest --preset "$preset" --parallel "$(nproc)" --no-tests=error "$@" </dev/null
