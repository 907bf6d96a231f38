#!/bin/sh
# coopc --elements on the files of this folder. usage: elements.sh coopc include-dir claim [--update]
#   golden      flow.h: the accessors and the description are those that were looked at before, in C and C++
#               they compile, and a header of the user's may be given by any path.
#   rejects     each file of rejects.cases is refused with these messages, and leaves no output.
#   usage       what makes no sense on the command line is refused; the rule for make names the files.
#   compiles    the accessors compile as OpenCL C 1.2 and 3.0, and a device without doubles is told which member.
#   names       structs and members may have the names of the accessors' parameters, and types those of OpenCL C.
set -eu
coopc=$1
include=$2
claim=$3
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

case $claim in
golden)
    "$coopc" --elements flow.h -o "$work/flow_elements.clh" --header "$work/flow_elements.h"
    if [ "${4:-}" = --update ]; then
        cp "$work/flow_elements.clh" flow.kernels.expected
        cp "$work/flow_elements.h" flow.host.expected
    fi
    diff -u flow.kernels.expected "$work/flow_elements.clh"
    diff -u flow.host.expected "$work/flow_elements.h"
    echo '#include "flow_elements.h"' >"$work/host.c"
    cp "$work/host.c" "$work/host.cpp"
    cc -std=c11 -Wall -Wextra -Wpedantic -Werror "-I$include" "-I$work" -I. -c "$work/host.c" -o "$work/host.o"
    if command -v c++ >/dev/null; then
        c++ -std=c++17 -Wall -Wextra -Wpedantic -Werror "-I$include" "-I$work" -I. -c "$work/host.cpp" -o "$work/host.o"
    fi
    ;;
rejects)
    mkdir "$work/cases"
    cases=$PWD/rejects.cases
    cd "$work/cases"
    LC_ALL=C awk '/^\/\/\/\/ / { close(file); file = $2; next } { print >file }' "$cases"
    for case in *.h; do
        name=$(basename "$case" .h)
        options=$(sed -n 's,^// options: ,,p' "$case")
        status=0
        "$coopc" --elements $options "$case" -o "$work/$name.clh" --header "$work/$name.out.h" 2>"$work/messages" ||
            status=$?
        if [ "${4:-}" = --update ]; then
            cp "$work/messages" "$name.expected"
        fi
        if [ $status -ne 1 ] || [ -e "$work/$name.clh" ] || [ -e "$work/$name.out.h" ]; then
            echo "$case: exit status $status, or a refused file left an output" >&2
            exit 1
        fi
        diff -u "$name.expected" "$work/messages"
    done
    if [ "${4:-}" = --update ]; then
        for case in *.h; do
            for file in "$case" "${case%.h}.expected"; do
                echo "//// $file"
                cat "$file"
            done
        done >"$cases"
    fi
    ;;
usage)
    refused() {
        text=$1
        shift
        status=0
        "$coopc" "$@" >"$work/out" 2>&1 || status=$?
        if [ $status -ne 2 ] || ! grep -q "$text" "$work/out"; then
            echo "coopc $*: exit status $status, not 2 with '$text':" >&2
            cat "$work/out" >&2
            exit 1
        fi
    }
    echo 'struct plain { float a; };' >"$work/plain.h"
    refused 'no struct is marked' --elements "$work/plain.h" -o "$work/a.clh"
    refused 'no output file' --elements flow.h
    refused 'no-doubles is of use with --elements alone' --no-doubles flow.h -o "$work/a.clh"
    refused 'dump-model shows kernels' --elements --dump-model flow.h -o "$work/a.clh"
    refused 'would include itself' --elements flow.h -o "$work/a.clh" --header "$work/flow.h"
    refused 'would include itself' --elements flow.h -o "$work/flow.h"
    [ ! -e "$work/a.clh" ]
    "$coopc" --elements flow.h -o "$work/a.clh" --depfile "$work/d"
    grep -q '^.*a.clh: ' "$work/d"
    grep -q '  flow.h' "$work/d"
    cp flow.h "$work/own.h"
    sed -i 's/\<flow\>/own/; s/\<mark\>/own_mark/; s/FLOW_H/OWN_H/; s/enum kind/enum own_kind/; s/DRY, WET/A, B/' "$work/own.h"
    sed -i '/enum own_kind kind/d; s/(flow)/(own)/; s/(mark)/(own_mark)/' "$work/own.h"
    "$coopc" --elements flow.h "$work/own.h" -o "$work/two.clh"
    grep -q 'own_get_2' "$work/two.clh"
    grep -q 'flow_get_2' "$work/two.clh"
    ;;
compiles)
    clang=$(command -v clang || command -v clang-14 || command -v clang-15) || exit 77
    "$coopc" --elements flow.h -o "$work/flow_elements.clh"
    cat >"$work/k.cl" <<'K'
#include "coop/tensor.clh"
#include "flow_elements.clh"
kernel void k(coop_tensor(flow, from), coop_tensor_in(mark, COOP_AOS, to), coop_scalar(float, s))
{
    local coop_tile(flow, 18, 18) tile;
    flow_tile_load(&tile, from, 1);
    if (!coop_is_inside(from)) return;
    struct mark m = mark_get(to, 0, 0);
    m.normal.x += flow_momentum(from, 1, 0, -1) + flow_tile_get(&tile, 0, 1).density + coop_value(s);
    mark_put(to, 0, 0, m);
    flow_tile_put(&tile, 0, 0, flow_get(from, 1, 1));
    flow_tile_set_density(&tile, 0, 0, flow_tile_density(&tile, 0, 1) + flow_tile_momentum(&tile, 1, 0, 0));
    flow_set_density(from, 0, 0, flow_density(from, 0, 0));
}
kernel void line(coop_tensor_of(flow, 1, COOP_SOA_BLOCK, t), coop_tensor_of(flow, 3, COOP_LAYOUT_flow, u), global uchar *piece,
                 struct coop_box box)
{
    struct flow cell = flow_get_1(t, 1);
    cell.energy += flow_get_3(u, 1, -1, COOP_DIMENSIONS_flow).energy;
    flow_pack(t, piece, box);
    flow_unpack(u, piece, box);
    flow_put_1(t, 0, cell);
}
K
    for options in "-cl-std=CL1.2" "-cl-std=CL3.0" "-cl-std=CL3.0 -DCOOP_CHECK_CELLS" \
        "-cl-std=CL1.2 -DCOOP_LAYOUT_flow=COOP_AOS -DCOOP_LAYOUT_mark=3"; do
        "$clang" -x cl $options -Xclang -finclude-default-header -target x86_64 -Wall -Wextra -Wno-unused-function -Werror \
            "-I$include" "-I$work" -I. -fsyntax-only "$work/k.cl"
    done
    if "$clang" -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -target x86_64 -Ucl_khr_fp64 -U__opencl_c_fp64 \
        "-I$include" "-I$work" -I. -fsyntax-only "$work/k.cl" 2>"$work/messages"; then
        echo "a device without doubles is not refused" >&2
        exit 1
    fi
    grep -q "flow.h:10:12: the member 'energy' of the element 'flow' is of doubles" "$work/messages"
    ;;
names)
    clang=$(command -v clang || command -v clang-14 || command -v clang-15) || exit 77
    cat >"$work/names.h" <<'H'
#include "coop/element_types.h"
struct tile { float dx, dy, dz, t, x, y, z, row, column, view, kind, i, cells, first, items; };
coop_elements(tile);
struct t { signed char value, cell, item, tile, box, piece, padding; uchar item_k[2]; };
coop_elements(t);
struct cell { float3 cell, value[2]; };
coop_elements(cell);
H
    "$coopc" --elements "$work/names.h" -o "$work/names_elements.clh" --header "$work/names_elements.h"
    for name in tile t cell; do
        sed "s/NAME/$name/g" <<'K'
kernel void use_NAME(coop_tensor(NAME, from), coop_tensor_in(NAME, COOP_AOS, to), global uchar *bytes, struct coop_box area)
{
    local coop_tile(NAME, 18, 18) copy;
    NAME_tile_load(&copy, from, 1);
    struct NAME one = NAME_tile_get(&copy, 0, 1);
    NAME_tile_put(&copy, 1, 0, one);
    NAME_put(to, 0, 0, NAME_get(from, 0, 0));
    NAME_pack(from, bytes, area);
    NAME_unpack(from, bytes, area);
}
K
    done >"$work/use.cl"
    cat >"$work/k.cl" <<'K'
#include "coop/tensor.clh"
#include "names_elements.clh"
#include "use.cl"
kernel void members(coop_tensor(tile, from), coop_tensor(t, other), coop_tensor(cell, last))
{
    local coop_tile(tile, 18, 18) a;
    local coop_tile(t, 18, 18) b;
    local coop_tile(cell, 18, 18) c;
    tile_tile_set_dx(&a, 0, 1, tile_tile_dy(&a, 1, 0) + tile_tile_t(&a, 1, 0) + tile_view(from, 1, 1));
    t_tile_set_value(&b, 0, 1, t_tile_cell(&b, 0, 0) + t_tile_tile(&b, 1, 0) + t_tile_item_k(&b, 1, 0, 0));
    t_set_item(other, 0, 0, t_value(other, 1, 1) + t_item_k(other, 0, 1, 1));
    t_tile_set_item_k(&b, 1, 0, 0, 3);
    cell_tile_set_value(&c, 1, 0, 0, cell_tile_cell(&c, 1, 0) + cell_value(last, 0, 0, 0));
}
K
    for options in "-cl-std=CL1.2" "-cl-std=CL3.0 -DCOOP_CHECK_CELLS"; do
        "$clang" -x cl $options -Xclang -finclude-default-header -target x86_64 -Wall -Wextra -Wno-unused-function -Werror \
            "-I$include" "-I$work" -fsyntax-only "$work/k.cl"
    done
    "$coopc" -I "$include" -I "$work" "$work/k.cl" -o "$work/module.cl"
    ;;
*)
    echo "no claim $claim" >&2
    exit 2
    ;;
esac
