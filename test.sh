#!/bin/sh
# Builds everything and runs all the tests.
#
#   ./test.sh [--quick] [--no-install] [--preset dev|release|asan-ubsan|tsan|nightly] [--part K/N] [argument of ctest …]
#
# --quick runs what tests/quick names, at most five minutes on two cores: before a commit. `./test.sh -L device`
# runs one family, `-R unit.groups` one unit. What is labelled nightly or lab runs with `--preset nightly` alone.
# --part K/N runs the K-th of N parts that take about equally long; tests/nightly.log says which parts of the night
# ran through, when and at which commit, and gets a line from a part in which nothing failed.
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
part=
while [ $# -gt 0 ]; do
    case "$1" in
    --no-install) install=no ;;
    --quick) quick=yes ;;
    --preset)
        preset=${2:?--preset needs a name}
        shift
        ;;
    --preset=*) preset=${1#--preset=} ;;
    --part)
        part=${2:?--part needs K/N}
        shift
        ;;
    -h | --help)
        sed -n '2,13s/^# \{0,1\}//p' "$0"
        exit 0
        ;;
    *) break ;;
    esac
    shift
done

case "$part" in
'' | [1-9]/[1-9] | [1-9]/[1-9][0-9] | [1-9][0-9]/[1-9][0-9]) ;;
*)
    echo "test.sh: --part wants K/N, as in 1/6, not $part" >&2
    exit 2
    ;;
esac
if [ -n "$part" ] && [ "${part%/*}" -gt "${part#*/}" ]; then
    echo "test.sh: there is no part $part" >&2
    exit 2
fi

if [ "$install" = yes ]; then
    scripts/install-packages --for "$([ "$preset" = nightly ] && echo night || echo test)"
fi
# Where python3 is a script, as pyenv's, it starts shells for half a second at each of some hundred calls.
python=$(command -v python3 || true)
if [ "$(head -c 2 "${python:-/dev/null}")" = '#!' ]; then
    PATH=$(python3 -c 'import os, sys; print(os.path.dirname(sys.executable))'):$PATH
    export PATH
fi
case "$preset" in
dev)
    configuration=dev
    build=build
    ;;
nightly)
    configuration=lab
    build=build
    targets="all nightly"
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
own=$# # arguments of the caller's for ctest
# Other presets than nightly leave out what is labelled nightly or lab.
set -- --preset "$preset" --parallel "$cores" --no-tests=error ${quick:+-L '^quick$'} "$@"
if [ -n "$part" ]; then
    ctest -N "$@" </dev/null | sh tests/support/estimate.sh "$build" "$cores" part "$part" >"$build/part"
    set -- "$@" -I "$PWD/$build/part"
fi
ctest -N "$@" </dev/null | sh tests/support/estimate.sh "$build" "$cores" || true
if [ -z "$part" ] || [ "$preset" != nightly ] || [ "$own" -gt 0 ]; then
    exec ctest --progress "$@" </dev/null
fi
begin=$(date -u +%Y-%m-%dT%H:%MZ)
ctest --progress "$@" </dev/null
sh tests/support/note_part.sh tests/nightly.log "$part" "$begin" "$(git rev-parse --short HEAD 2>/dev/null || echo unknown)"
