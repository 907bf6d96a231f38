#!/bin/sh
# Shows coop at work: a blocking graph search shrinks and grows around a periodic matrix multiplication on one
# device, its result is compared with a sequential search, and a picture shows who ran where and when.
#
#   ./demo.sh [--no-install] [--grids] [--experiments]
#
# Installs what is missing (scripts/install-packages --for demo), builds the two programs that it runs in
# build/, and runs them. --no-install leaves the machine as it is. --grids then builds coop-app and runs each
# application of graphs and grids for some seconds, on two parts of the device, compared with its sequential way;
# pictures are in build/grids. --experiments then runs the paper's experiments in small (lab/multitask), within six
# minutes; its page is build/experiments/report.html.
set -eu
cd "$(dirname "$0")"
. scripts/step.sh

install=yes
experiments=no
grids=no
for option; do
    case "$option" in
    --no-install) install=no ;;
    --experiments) experiments=yes ;;
    --grids) grids=yes ;;
    -h | --help)
        sed -n '2,11s/^# \{0,1\}//p' "$0"
        exit 0
        ;;
    *)
        echo "demo.sh: unknown option $option; see ./demo.sh --help" >&2
        exit 2
        ;;
    esac
done
if [ "$experiments" = yes ] && ! command -v python3 >/dev/null; then
    echo "demo.sh: --experiments needs python3; install it" >&2
    exit 2
fi

if [ "$install" = yes ]; then
    scripts/install-packages --for demo
fi
scripts/install-packages --for demo --check

# Where the tests are built too, their configuration is kept.
set -- scripts/build demo
for file in build/build.ninja build/Makefile; do
    if [ -e "$file" ]; then
        set -- cmake --build build --parallel "$(nproc)" --target
    fi
done
step "Building coop-info and the search" "$@" coop-info coop-app-bfs

# The graph is an example of Debian's libmetis-doc. An installed package may lack it, where dpkg was told to leave
# documentation out.
fetch_graph() {
    mkdir -p build/metis
    rm -f build/metis/*.deb
    # apt wants to fetch as a user who may not be able to write here.
    (cd build/metis && apt-get -q -o APT::Sandbox::User=root download libmetis-doc && dpkg -x libmetis-doc_*.deb .)
}

graph=
extracted=build/metis/usr/share/doc/libmetis-dev/examples/graphs/mdual.graph
for file in "$(dpkg-query -L libmetis-doc 2>/dev/null | grep '/mdual\.graph' | head -n 1 || true)" "$extracted"; do
    if [ -f "$file" ]; then
        graph=$file
    fi
done
if [ -z "$graph" ] && [ "$install" = yes ] && command -v apt-get >/dev/null &&
    step "Fetching a graph" fetch_graph && [ -f "$extracted" ]; then
    graph=$extracted
fi
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
build/bin/coop-app-bfs "$@" --groups 4 --local 64 --frames heavy --frame-groups half --verify --min-seconds 2 \
    --trace build/demo.trace.json --timeline build/demo.svg

echo
echo "Picture:  $PWD/build/demo.svg (work-groups against time, a colour for each kernel; any browser shows it)"
if command -v rsvg-convert >/dev/null && rsvg-convert -o build/demo.png build/demo.svg; then
    echo "          $PWD/build/demo.png"
fi
echo "Trace:    $PWD/build/demo.trace.json (for ui.perfetto.dev or chrome://tracing)"

picture() { # file.pgm
    echo "Picture:  $PWD/$1"
    if command -v pnmtopng >/dev/null; then
        pnmtopng "$1" >"${1%.pgm}.png" 2>/dev/null && echo "          $PWD/${1%.pgm}.png"
    fi
}
# The words of $halves and $2 are many.
# shellcheck disable=SC2086
grid() { # application options [picture]
    echo
    echo "coop-app $1 $2"
    build/bin/coop-app "$1" $2 --verify ${3:+--picture "build/grids/$1.pgm"}
    [ -z "${3:-}" ] || picture "build/grids/$1.pgm"
}
if [ "$grids" = yes ] || [ "$experiments" = yes ]; then
    echo
    step "Building coop-app" cmake --build build --parallel "$(nproc)" --target coop-app
fi
if [ "$grids" = yes ] && ! build/bin/coop-app bubble --help >/dev/null 2>&1; then
    echo "Graphs on tensors are not built (COOP_BUILD_GRAPH is OFF)."
    grids=no
fi
if [ "$grids" = yes ]; then
    mkdir -p build/grids
    # A device that OpenCL cannot cut is one.
    halves="--split 2"
    build/bin/coop-app heat --size 8x8 --steps 1 $halves >/dev/null 2>&1 || halves=
    grid bubble "--size 160x100 --time 0.15 --cut 1x2 $halves" picture
    grid heat "--size 320x200 --steps 1000 --cut 1x2 $halves" picture
    grid sod "--cells 400 --cut 2 $halves" picture
    grid eikonal "--size 201x201 --obstacles 5 --cut 1x2 $halves" picture
    grid saxpy "--size 1000000"
    grid particles "--size 1000000"
    grid flux "--size 512x512 --tile 16" picture
fi

if [ "$experiments" = yes ]; then
    echo
    rm -rf build/experiments
    python3 lab/multitask build/bin run --quick --out build/experiments
    echo "Page:     $PWD/build/experiments/report.html (any browser shows it)"
fi
