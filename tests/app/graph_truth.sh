#!/bin/sh
# graph_truth.sh COOP_GRAPH: what coop-graph says of real graphs is what other programs found.
#
# COOP_DATA_DIR  a directory with graphs/NAME.xz (or NAME, NAME.gz); without it exit code 77 = skipped.
set -eu
graph=$1
data=${COOP_DATA_DIR:-}
failures=0
found=0

if [ -z "$data" ] || [ ! -d "$data/graphs" ]; then
    echo "COOP_DATA_DIR does not name a directory with graphs/"
    exit 77
fi

# check NAME MEMBER=VALUE… -- ARGUMENT…
check() {
    name=$1
    shift
    path=
    for candidate in "$data/graphs/$name.xz" "$data/graphs/$name.gz" "$data/graphs/$name"; do
        [ ! -f "$candidate" ] || path=$candidate
    done
    [ -n "$path" ] || return 0
    found=$((found + 1))
    facts=
    while [ "$1" != -- ]; do
        facts="$facts $1"
        shift
    done
    shift
    seen=$("$graph" info --graph "$path" --csv "$@")
    for fact in $facts; do
        if ! printf '%s\n' "$seen" | grep -qx "${fact%=*},${fact#*=}"; then
            echo "$name $*: ${fact%=*} is not ${fact#*=} in"
            echo "$seen"
            failures=1
        fi
    done
}

check usa-road-ny.gr vertices=264346 arcs=730100 loops=0 duplicates=0 one_way=0 degree.least=1 degree.most=8 \
    degree.most_at=140960 components.count=1 components.largest=264346 weight.least=1 weight.most=36946 \
    weight.sum=944201646 search.reached=264346 search.levels=620 search.sum_of_levels=90771609 -- --directed
check usa-road-ny.gr arcs=730100 weight.sum=944201646 -- --undirected
check copter2.graph vertices=55476 arcs=704476 degree.least=3 degree.most=44 degree.most_at=20307 \
    components.count=1 has_weights=false search.levels=53 search.sum_of_levels=1599740 --
check debian12-depends.gr vertices=63436 arcs=340008 loops=0 duplicates=0 degree.most=743 degree.most_at=6098 \
    components.count=1926 components.largest=61341 search.reached=9817 search.levels=20 \
    search.sum_of_levels=86542 -- --directed
check debian12-depends.gr search.reached=12621 search.levels=19 search.sum_of_levels=70226 -- --directed --source 6098
check debian12-depends.gr arcs=669600 degree.least=0 degree.most=21814 degree.without=1836 components.count=1926 \
    search.reached=61341 search.levels=10 search.sum_of_levels=182592 --
check soc-Slashdot0902.gr vertices=82168 arcs=948464 loops=78303 duplicates=0 degree.most=2511 degree.most_at=2494 \
    search.levels=9 search.sum_of_levels=259462 -- --directed
check soc-Slashdot0902.gr arcs=1008460 loops=0 one_way=0 degree.least=1 degree.most=2552 components.count=1 \
    search.sum_of_levels=253822 --
check lp1.graph vertices=534388 arcs=1109032 degree.least=1 degree.most=249642 degree.most_at=0 components.count=1 \
    search.levels=3 search.sum_of_levels=819132 --
echo "$found looks at real graphs"
exit $failures
