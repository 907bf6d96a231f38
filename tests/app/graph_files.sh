#!/bin/sh
# graph_files.sh COOP_GRAPH DIRECTORY: graphs that are written in one format and read again, in every format and
# through a cache, are the same; what makes no sense is refused with a message.
set -eu
graph=$1 work=$2
failures=0
mkdir -p "$work"

fail() {
    echo "$1"
    failures=1
}

# Through each format back to DIMACS: the same bytes.
for made in "--circuit 500,3 --weights 50" "--rmat 7,4,2 --weights 9,5" "--uniform 60,300,4" "--star 30,1" "--path 40,9" \
    "--grid 7x5 --weights 1"; do
    # shellcheck disable=SC2086
    "$graph" write $made --output "$work/one.gr"
    for ending in gr mtx graph el; do
        # A list of edges knows no vertices without any.
        case "$ending $made" in "el --rmat"*) continue ;; esac
        # shellcheck disable=SC2086
        "$graph" write $made --output "$work/two.$ending"
        "$graph" write --graph "$work/two.$ending" --output "$work/three.gr"
        # METIS, matrices and lists need not say that all weights are 1.
        cmp "$work/one.gr" "$work/three.gr" || fail "$made changes on its way through .$ending"
    done
    "$graph" write --graph "$work/one.gr" --output - --format dimacs | cmp - "$work/one.gr" || fail "$made is not the same on standard output"
done

# A cache: used, and known again.
"$graph" write --rmat 8,4,2 --output "$work/cached.gr"
rm -f "$work"/cached.gr.*
for i in 1 2; do
    "$graph" info --graph "$work/cached.gr" --cache --json >"$work/facts$i" 2>"$work/said$i"
    [ ! -s "$work/said$i" ] || fail "the cache says $(cat "$work/said$i")"
done
cmp "$work/facts1" "$work/facts2" || fail "the facts are others with a cache"
cache=$work/cached.gr.undirected.weights.coop-graph
[ -f "$cache" ] || fail "there is no $cache"
printf x >>"$cache"
"$graph" info --graph "$work/cached.gr" --cache --json >"$work/facts3" 2>"$work/said3"
cmp "$work/facts1" "$work/facts3" || fail "the facts are others with a damaged cache"
[ "$(cat "$work/said3")" = "$cache is passed over: its length is not that of its graph; it is made anew" ] ||
    fail "of a damaged cache it says $(cat "$work/said3")"

# Identifiers.
printf '100 7\n7 3000000000\n' >"$work/ids.el"
"$graph" write --graph "$work/ids.el" --output "$work/ids.graph" --ids "$work/ids.txt"
[ "$(tr '\n' ' ' <"$work/ids.txt")" = "7 100 3000000000 " ] || fail "the identifiers are $(cat "$work/ids.txt")"
[ "$(tail -n 3 "$work/ids.graph" | tr '\n' ';')" = "2 3;1;1;" ] || fail "the graph of identifiers is $(cat "$work/ids.graph")"

# refuses CODE SENTENCE ARGUMENT…
refuses() {
    wanted=$1 message=$2
    shift 2
    code=0
    output=$("$graph" "$@" 2>&1 >"$work/out") || code=$?
    [ "$code" = "$wanted" ] || fail "coop-graph $*: exit code $code, wanted $wanted"
    case "$output" in
    *"$message"*) ;;
    *) fail "coop-graph $*: said \"$output\", wanted \"$message\"" ;;
    esac
}

refuses 2 'there is no command "infos"' infos
refuses 2 'there is no option "--output"' info --grid 5x5 --output x
refuses 2 "--output FILE is wanted" write --grid 5x5
refuses 2 "the ending of $work/x.y tells no format; give --format dimacs, edges, matrix or metis" write --grid 5x5 --output "$work/x.y"
refuses 2 '--format wants dimacs, edges, matrix or metis, not "gml"' write --grid 5x5 --output - --format gml
refuses 2 "is the name of a compressed file" write --grid 5x5 --output "$work/x.gr.gz"
refuses 2 '--weights wants MAX[,SEED] with MAX in 1..2147483647, as in 255,1, not "0"' info --grid 5x5 --weights 0
refuses 2 "--cache wants --graph FILE" info --grid 5x5 --cache
refuses 2 '--circuit wants VERTICES[,SEED], as in 100000, or default, not "large"' info --circuit large
refuses 2 '--uniform wants VERTICES,EDGES[,SEED], as in 1000000,8000000,1, not "5"' info --uniform 5
refuses 2 "one graph is wanted" info --path 5 --star 5
refuses 1 "--source 25 is no vertex: the graph's are 0..24" info --grid 5x5 --source 25
refuses 1 "METIS files hold undirected graphs alone" write --graph "$work/ids.el" --directed --output "$work/x.graph"
refuses 1 "$work/nowhere/x.gr cannot be written: No such file or directory" write --grid 5x5 --output "$work/nowhere/x.gr"
refuses 1 "the header has no number of vertices" info --graph "$work/facts1"
[ ! -c /dev/full ] || refuses 1 "/dev/full cannot be written: No space left on device" write --grid 50x50 --output /dev/full --format dimacs
exit $failures
