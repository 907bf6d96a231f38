#!/bin/sh
# missing.sh SOURCE WORK: where cmake or a compiler is missing, the scripts say so, and how to get it, instead of
# failing somewhere.
set -eu
source=$1 work=$2
failures=0

# A machine without the programs that are named.
machine_without() {
    rm -rf "$work"
    mkdir -p "$work"
    for directory in /usr/local/bin /usr/bin /bin /usr/sbin /sbin; do
        ln -s "$directory"/* "$work" 2>/dev/null || true # what an earlier directory has, stays
    done
    (cd "$work" && rm -f -- "$@")
}

# says STATUS EXPRESSION COMMAND…
says() {
    wanted=$1
    expression=$2
    shift 2
    status=0
    answer=$(env -u CC PATH="$work" "$@" 2>&1 </dev/null) || status=$?
    if [ "$status" -ne "$wanted" ] || ! printf '%s\n' "$answer" | grep -qE -- "$expression"; then
        printf '%s: ended with %d, wanted %d; "%s" is wanted in\n%s\n' "$*" "$status" "$wanted" "$expression" "$answer"
        failures=1
    fi
}

cd "$source"
machine_without cmake
for command in "./demo.sh --no-install" "./test.sh --no-install" "scripts/build release" "scripts/install-packages --check"; do
    # shellcheck disable=SC2086
    says 1 '^These programs are missing: cmake\.$' $command
    # shellcheck disable=SC2086
    says 1 'apt-get install .*cmake|what it calls .*cmake' $command
done
machine_without cc gcc clang ninja make
says 1 '^These programs are missing: a C compiler, ninja or make\.$' scripts/install-packages --check
machine_without
says 0 '' scripts/install-packages --check
says 2 'not nothing$' scripts/install-packages --for nothing
# How far a build is is said without a terminal, too.
says 0 '^Building: .*2/2 [0-9]+ s$' sh -c '. scripts/step.sh
step_pause=0.5
step Building sh -c "echo [1/2] a; sleep 1.5; echo [2/2] b; sleep 1.5"'
rm -rf "$work"
exit $failures
