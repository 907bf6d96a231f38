#!/bin/sh
# make.sh PAGE CONSUMER WORK PKGCONFIG_DIRECTORY PKG_CONFIG MAKE COMPILER [FLAGS]: the Makefile of the page, with the
# consumer's names in it, builds the consumer without CMake, and builds it anew when a header of its kernel changes.
# Exit status 77: make is older than grouped targets.
set -eu
page=$1 consumer=$2 work=$3 directory=$4 pkg_config=$5 make=$6 compiler=$7 flags=${8:-}

case $("$make" --version | head -n 1) in
*" 4."[3-9]* | *" 4."[1-9][0-9]* | *" "[5-9].*) ;;
*)
    echo "this make does not know &: $("$make" --version | head -n 1)"
    exit 77
    ;;
esac
rm -rf "$work"
mkdir -p "$work"
cp "$consumer"/*.c "$consumer"/*.cl "$consumer"/*.h "$work"
cd "$work"
awk '/^```make$/ { is_in = 1; next } /^```$/ { is_in = 0 } is_in' "$page" |
    sed -e 's/kernels/doubling/g' -e 's/--libs coop/--libs coop-trace/' -e "s|pkg-config|$pkg_config|" \
        -e 's/$(COOPC) /$(COOPC) -DOFFSET=1 /' >Makefile
export PKG_CONFIG_PATH="$directory" CC="$compiler" CFLAGS="-std=c11 -Wall -Werror $flags" LDFLAGS="$flags"
built() {
    "$make" CC="$compiler" program >log 2>&1 || {
        cat Makefile log
        exit 1
    }
}
built
"$make" -q program || {
    echo "make would build again although nothing has changed"
    exit 1
}
./program || exit
sleep 1.1
printf '#undef FACTOR\n#define FACTOR 3\n' >>factor.h
built
grep -q '#define FACTOR 3' doubling_text.c || {
    echo "the module was not made again when factor.h had changed"
    exit 1
}
status=0
./program || status=$?
[ "$status" -eq 1 ] || {
    echo "the program does not have the new module: exit status $status"
    exit 1
}
