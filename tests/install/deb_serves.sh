#!/bin/sh
# deb_serves.sh WORK CONSUMER GENERATOR COMPILER: what deb.sh has unpacked serves another project, and its own
# examples, which know nothing but CMAKE_PREFIX_PATH.
set -eu
work=$1 consumer=$2 generator=$3 compiler=$4
usr=$work/root/usr

if [ ! -d "$usr" ]; then
    echo "there is no $usr: the packages could not be built here"
    exit 77
fi

# build NAME SOURCE, into WORK/NAME
build() {
    rm -rf "${work:?}/$1"
    {
        cmake -S "$2" -B "$work/$1" -G "$generator" -DCMAKE_C_COMPILER="$compiler" -DCMAKE_PREFIX_PATH="$usr" &&
            cmake --build "$work/$1" --parallel 2
    } >"$work/log" 2>&1 || {
        cat "$work/log"
        exit 1
    }
    if ! grep -q "^coop_DIR:PATH=$usr/lib/" "$work/$1/CMakeCache.txt"; then
        grep ^coop_DIR "$work/$1/CMakeCache.txt"
        exit 1
    fi
}

build consumer "$consumer"
build examples "$usr/share/doc/libcoop-dev/examples"
"$usr/bin/coop-info" --quick --groups 4 >/dev/null || {
    echo "no device serves"
    exit 77
}
"$work/consumer/consumer"
ctest --test-dir "$work/examples" --output-on-failure
