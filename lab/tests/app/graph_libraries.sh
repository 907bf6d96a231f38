#!/bin/sh
# graph_libraries.sh small | large DIRECTORY LIBRARY …: the rivals graphs_LIBRARY there find what the applications find, and
# those applications alone that they know; a program that is told nonsense says so.
set -eu
size=$1
directory=$2
shift 2
result=0

# knows LIBRARY APPLICATION
knows() {
    case "$1 $2" in
    "igraph mis" | "boost mis" | "boost bc" | "boost triangles" | "graphblas components" | "graphblas color") return 1 ;;
    esac
}

# ends CODE PATTERN LIBRARY ARGUMENT …
ends() {
    wanted=$1
    pattern=$2
    library=$3
    shift 3
    code=0
    output=$("$directory/graphs_$library" "$@" 2>&1) || code=$?
    # shellcheck disable=SC2254
    case "$code $output" in
    "$wanted "$pattern) ;;
    *)
        echo "graphs_$library $*: exit code $code, \"$output\""
        result=1
        ;;
    esac
}

# Over this grid there are more paths than a double holds.
if [ "$size" = large ]; then
    for library in "$@"; do
        case $library in
        igraph | graphblas) ends 77 "*do not hold the result*" "$library" --app bc --grid 1040x1040 ;;
        esac
    done
    exit $result
fi

number='*[0-9]'
for library in "$@"; do
    for application in bc bfs color components mis pagerank sssp-topology sssp-worklist triangles; do
        for graph in "--rmat 9,8,5" "--grid 30x20" "--grid 1x1"; do
            # The option and its value.
            # shellcheck disable=SC2086
            if knows "$library" "$application"; then
                ends 0 "$number" "$library" --app "$application" --seed 7 --items 64 --searches 2 $graph
            else
                ends 77 "" "$library" --app "$application" $graph
            fi
        done
    done
    ends 2 "*--app NAME is wanted*" "$library" --grid 5x5
    ends 2 "*no application of graphs*" "$library" --app uts --grid 5x5
    ends 2 "*" "$library" --app bfs
    ends 2 "*" "$library" --app bfs --grid 5x5 --searches 0
    ends 2 "*" "$library" --app bfs --grid 5x5 fast
done
exit $result
