#!/bin/sh
# Shows coop at work: a blocking graph search shrinks and grows around a periodic matrix multiplication on one
# device, its result is compared with a sequential search, and a picture shows who ran where and when.
#
#   ./demo.sh [--no-install]
#
# Installs what is missing (scripts/install-packages), builds into build/, runs. --no-install leaves the
# machine as it is.
set -eu
cd "$(dirname "$0")"

install=yes
case "${1:-}" in
'') ;;
--no-install) install=no ;;
-h | --help)
    sed -n '2,7s/^# \{0,1\}//p' "$0"
    exit 0
    ;;
*)
    echo "demo.sh: unknown option $1; see ./demo.sh --help" >&2
    exit 2
    ;;
esac

# Says where the graph of Debian's libmetis-doc is; nothing when it cannot be had.
find_graph() {
    extracted=build/metis/usr/share/doc/libmetis-dev/examples/graphs/mdual.graph
    if command -v dpkg-query >/dev/null; then
        dpkg-query -L libmetis-doc 2>/dev/null | grep '/mdual\.graph' | while read -r path; do
            if [ -f "$path" ]; then
                echo "$path"
            fi
        done
    fi
    if [ -f "$extracted" ]; then
        echo "$extracted"
    elif [ "$install" = yes ] && command -v apt-get >/dev/null; then
        # The package may be installed without its documentation, where dpkg was told to leave that out.
        mkdir -p build/metis
        rm -f build/metis/*.deb
        if (cd build/metis && apt-get -q download libmetis-doc </dev/null && dpkg -x libmetis-doc_*.deb .) >&2 &&
            [ -f "$extracted" ]; then
            echo "$extracted"
        fi
    fi
}

if [ "$install" = yes ]; then
    scripts/install-packages
fi
scripts/build dev

graph=$(find_graph | head -n 1)
if [ -n "$graph" ]; then
    set -- --graph "$graph"
else
    echo "The graph of libmetis-doc cannot be had; searching a grid of 1000 x 1000 instead."
    set -- --grid 1000x1000
fi

# Kernels that the device's compiler has made stay in build/, not in the home directory.
export POCL_CACHE_DIR="${POCL_CACHE_DIR:-$PWD/build/pocl-cache}"
mkdir -p "$POCL_CACHE_DIR"

echo
build/bin/coop-info
echo
build/bin/coop-app bfs "$@" --groups 4 --local 64 --frames heavy --frame-groups half --verify --min-seconds 2 \
    --trace build/demo.trace.json --timeline build/demo.svg

echo
echo "Picture:  $PWD/build/demo.svg (work-groups against time, a colour for each kernel; any browser shows it)"
if command -v rsvg-convert >/dev/null && rsvg-convert -o build/demo.png build/demo.svg; then
    echo "          $PWD/build/demo.png"
fi
echo "Trace:    $PWD/build/demo.trace.json (for ui.perfetto.dev or chrome://tracing)"
