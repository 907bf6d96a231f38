#!/bin/sh
# Builds everything and runs all the tests.
#
#   ./test.sh [--quick] [--no-install] [--preset dev|release|asan-ubsan|tsan|nightly] [argument of ctest …]
#
# --quick runs what tests/quick names, at most five minutes on two cores: before a commit. `./test.sh -L device`
# runs one family, `-R unit.groups` one unit. What is labelled nightly runs with `--preset nightly` alone.
# Says first about how long it will take, from how long the tests took the last time in this build, or elsewhere.
#
# Installs what is missing first (scripts/install-packages) unless told otherwise. COOP_DATA_DIR names a directory
# of larger graphs, for tests that want one. Exit code: ctest's.
set -eu
cd "$(dirname "$0")"

install=yes
preset=dev
quick=
targets=
while [ $# -gt 0 ]; do
    case "$1" in
    --no-install) install=no ;;
    --quick) quick=yes ;;
    --preset)
        preset=${2:?--preset needs a name}
        shift
        ;;
    --preset=*) preset=${1#--preset=} ;;
    -h | --help)
        sed -n '2,11s/^# \{0,1\}//p' "$0"
        exit 0
        ;;
    *) break ;;
    esac
    shift
done

if [ "$install" = yes ]; then
    scripts/install-packages --for test
fi
# Where python3 is a script, as pyenv's, it starts shells for half a second at each of some hundred calls.
python=$(command -v python3 || true)
if [ "$(head -c 2 "${python:-/dev/null}")" = '#!' ]; then
    PATH=$(python3 -c 'import os, sys; print(os.path.dirname(sys.executable))'):$PATH
    export PATH
fi
case "$preset" in
dev | nightly)
    configuration=dev
    build=build
    [ "$preset" = dev ] || targets="all nightly"
    ;;
release)
    configuration=release-tests
    build="build-release-tests"
    ;;
*)
    configuration=$preset
    build=build-$preset
    ;;
esac
scripts/build "$configuration" $targets

cores=$(nproc)
# Other presets than nightly leave out what is labelled nightly.
set -- --preset "$preset" --parallel "$cores" --no-tests=error ${quick:+-L '^quick$'} "$@"
ctest -N "$@" </dev/null | sh tests/support/estimate.sh "$build" "$cores" || true
exec ctest --progress "$@" </dev/null
