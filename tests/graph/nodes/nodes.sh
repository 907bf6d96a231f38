#!/bin/sh
# coopc --nodes on kernels.cl. usage: nodes.sh coopc include-dir claim [--update]
#   golden   the header is that which was looked at before, and compiles as C and C++; a module's header has the
#            same functions, and both may be included.
#   errors   an argument of another kind or name is an error of the C compiler.
#   usage    what makes no sense on the command line is refused; the rule for make names the files.
set -eu
coopc=$1
include=$2
claim=$3
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

strict="-Wall -Wextra -Wpedantic -Werror -I$include -I$work"
"$coopc" --elements ../elements/flow.h -o "$work/flow_elements.clh"
cp ../elements/flow.h "$work"

case $claim in
golden)
    "$coopc" --nodes -I "$include" -I "$work" kernels.cl -o "$work/kernels_nodes.h"
    if [ "${4:-}" = --update ]; then
        cp "$work/kernels_nodes.h" kernels.expected
    fi
    diff -u kernels.expected "$work/kernels_nodes.h"
    sed '/with_image/,$d' kernels.cl >"$work/module.cl"
    "$coopc" -I "$include" -I "$work" "$work/module.cl" -o "$work/out.cl" --header "$work/module.h"
    sed -n '/^#ifndef COOP_NODE_sweep/,/^#endif/p' "$work/module.h" >"$work/of_module"
    sed -n '/^#ifndef COOP_NODE_sweep/,/^#endif/p' "$work/kernels_nodes.h" >"$work/of_nodes"
    diff -u "$work/of_nodes" "$work/of_module"
    cat >"$work/host.c" <<'C'
#include "kernels_nodes.h"
#include "module.h"
coop_status add(coop_graph *graph, coop_tensor *tensor, coop_scalar *scalar);
coop_status add(coop_graph *graph, coop_tensor *tensor, coop_scalar *scalar)
{
    const struct span span = {0, 1};
    struct sweep_node sweep = {coop_reads_padded(tensor), coop_writes(tensor), scalar, 3, {1, 2, 3, 4}, span};
    struct pace_node pace = {scalar, coop_writes_scalar(scalar), coop_updates_scalar(scalar)};

    sweep.class_ = 1;
    return sweep_then_split(graph, &sweep, "sweep", NULL) == COOP_OK ? pace_split(graph, &pace, NULL, NULL) : COOP_BUSY;
}
C
    cp "$work/host.c" "$work/host.cpp"
    cc -std=c11 $strict -c "$work/host.c" -o "$work/host.o"
    if command -v c++ >/dev/null; then
        c++ -std=c++17 $strict -c "$work/host.cpp" -o "$work/host.o"
    fi
    ;;
errors)
    "$coopc" --nodes -I "$include" -I "$work" kernels.cl -o "$work/kernels_nodes.h"
    compiles() {
        cat >"$work/host.c" <<C
#include "kernels_nodes.h"
struct pace_node pace(coop_tensor *tensor, coop_scalar *scalar);
struct sweep_node sweep(coop_tensor *tensor, coop_scalar *scalar);
struct pace_node pace(coop_tensor *tensor, coop_scalar *scalar)
{
    (void)tensor;
    return (struct pace_node){.fastest = scalar, .dt = coop_writes_scalar(scalar)};
}
struct sweep_node sweep(coop_tensor *tensor, coop_scalar *scalar)
{
    (void)scalar;
    return (struct sweep_node){.from = coop_reads(tensor), $1};
}
C
        cc -std=c11 $strict -c "$work/host.c" -o "$work/host.o" 2>"$work/messages"
    }
    refused() {
        if compiles "$1"; then
            echo "the C compiler takes $1" >&2
            exit 1
        fi
        grep -q "host.c:12" "$work/messages"
    }
    compiles '.to = coop_writes(tensor), .dt = scalar, .class_ = 1' || { cat "$work/messages" >&2; exit 1; }
    refused '.to = tensor'
    refused '.to = scalar'
    refused '.to = 1'
    refused '.dt = tensor'
    refused '.dt = coop_reads(tensor)'
    refused '.dt = 0.5f'
    refused '.class_ = coop_reads(tensor)'
    refused '.class_ = tensor'
    refused '.span = 1.0f'
    refused '.into = coop_writes(tensor)'
    ;;
usage)
    refused() {
        text=$1
        shift
        status=0
        "$coopc" -I "$include" -I "$work" "$@" >"$work/out" 2>&1 || status=$?
        if [ $status -ne 2 ] || ! grep -q "$text" "$work/out"; then
            echo "coopc $*: exit status $status, not 2 with '$text':" >&2
            cat "$work/out" >&2
            exit 1
        fi
    }
    echo 'kernel void alone(int number) {}' >"$work/alone.cl"
    refused 'no kernel has a tensor or a scalar in' --nodes "$work/alone.cl" -o "$work/a.h"
    refused 'no output file' --nodes kernels.cl
    refused 'writes a header to -o, and nothing else' --nodes kernels.cl -o "$work/a.h" --header "$work/b.h"
    refused 'writes a header to -o, and nothing else' --nodes kernels.cl -o "$work/a.h" --embed "$work/b_text.c"
    refused 'writes a header to -o, and nothing else' --nodes --elements kernels.cl -o "$work/a.h"
    refused 'writes a header to -o, and nothing else' --nodes --dump-model kernels.cl -o "$work/a.h"
    [ ! -e "$work/a.h" ]
    status=0
    echo 'kernel void broken(coop_tensor(flow, t)) { nothing; }' >"$work/broken.cl"
    "$coopc" --nodes -I "$include" "$work/broken.cl" -o "$work/a.h" 2>"$work/messages" || status=$?
    [ $status -eq 1 ] && [ ! -e "$work/a.h" ] && grep -q 'broken.cl:1:' "$work/messages"
    "$coopc" --nodes -I "$include" -I "$work" kernels.cl -o "$work/a.h" --depfile "$work/d"
    grep -q '^.*a.h: ' "$work/d"
    grep -q 'flow_elements.clh' "$work/d"
    ;;
*)
    echo "no claim $claim" >&2
    exit 2
    ;;
esac
