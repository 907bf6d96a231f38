#!/bin/sh
# stranger.sh SOURCE WORK: the way of somebody who has a bare Debian and a clone: ./demo.sh, once more, install, a
# program of one's own by find_package. How long each took is printed. Exit status 77: no root, no mmdebstrap or
# debootstrap, no clone, or no package archive in reach.
set -eu
source=$1 work=$2

skip() {
    echo "skipped: $*"
    exit 77
}
[ "$(id -u)" -eq 0 ] || skip "not root"
command -v mmdebstrap >/dev/null || command -v debootstrap >/dev/null || skip "neither mmdebstrap nor debootstrap"
git -C "$source" rev-parse >/dev/null 2>&1 || skip "no clone of a repository"

rm -rf --one-file-system "$work"
trap 'rm -rf --one-file-system "$work"' EXIT
sh "$source/scripts/bare-chroot" "$work" true >"$work.log" 2>&1 || {
    tail -n 20 "$work.log"
    skip "no bare Debian can be made"
}

# The chroot's shell expands these.
# shellcheck disable=SC2016
status=0
sh "$source/scripts/bare-chroot" --worktree "$work" '
    timed() {
        begun=$(date +%s)
        "$@"
        echo "TIME $* $(($(date +%s) - begun)) s"
    }
    install() {
        scripts/build release
        cmake --install build-release --prefix /root/installed
    }
    own_program() {
        cp -r tests/install/consumer /root/program
        cmake -S /root/program -B /root/program/build -DCMAKE_PREFIX_PATH=/root/installed
        cmake --build /root/program/build
        /root/program/build/consumer
    }
    timed ./demo.sh
    timed ./demo.sh
    ls build/bin
    timed install >/root/install.log 2>&1 || { cat /root/install.log; exit 1; }
    ls build-release/bin
    timed own_program >/root/program.log 2>&1 || { cat /root/program.log; exit 1; }
    grep -h "^TIME" /root/install.log /root/program.log' >"$work.log" 2>&1 || status=$?
cat "$work.log"
[ "$status" -eq 0 ]

failures=0
wants() {
    if [ "$(grep -cE -- "$2" "$work.log")" -ne "$1" ]; then
        echo "wanted in $1 lines: $2"
        failures=1
    fi
}
wants 2 '^Verified  every search equals a sequential one$'
wants 2 '^Picture:  /root/coop/build/demo\.svg'
wants 2 '^TIME \./demo\.sh [0-9]+ s$'
wants 1 '^TIME install [0-9]+ s$'
wants 1 '^TIME own_program [0-9]+ s$'
wants 1 '^Installing .*: [0-9]+ s$'
# Nothing of the machinery, and no test is built.
wants 0 '_apt|unsandboxed|debconf|^(W|E): '
wants 0 '^(test_|example_)'
exit $failures
