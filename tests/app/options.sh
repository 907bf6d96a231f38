#!/bin/sh
# options.sh APP NAMES: command lines that make no sense end with exit code 2 and a message, without a
# device. NAMES are those of the applications.
set -eu
. "$(dirname "$0")/refuses.sh"
app=$1 names=$2

refuses "Usage: coop-app COMMAND" "$app"
refuses 'coop-app: there is no command "fly"; see coop-app --help' "$app" fly
refuses "coop-app bfs: one graph is wanted: --graph FILE, --grid WxH, --rmat SCALE[,EDGEFACTOR[,SEED]]" "$app" bfs --grid 5x5 --rmat 5
refuses 'there is no option "--colour"; see coop-app bfs --help' "$app" bfs --grid 5x5 --colour red
refuses "--grid wants a value" "$app" bfs --grid
refuses '--grid wants WIDTHxHEIGHT, as in 1000x1000, not "5"' "$app" bfs --grid 5
refuses '--grid wants WIDTHxHEIGHT, as in 1000x1000, not "5x-5"' "$app" bfs --grid 5x-5
refuses '--rmat wants SCALE[,EDGEFACTOR[,SEED]], as in 16,16,1, not "big"' "$app" bfs --rmat big
refuses '--groups wants a whole number from 1 to 2045, not "0"' "$app" bfs --grid 5x5 --groups 0
refuses '--groups wants a whole number from 1 to 2045, not "2046"' "$app" bfs --grid 5x5 --groups 2046
refuses '--groups wants a whole number from 1 to 2045, not "-1"' "$app" bfs --grid 5x5 --groups -1
refuses '--local wants a whole number from 1 to 1024, not "0"' "$app" bfs --grid 5x5 --local 0
refuses '--source wants a whole number from 0 to 2147483645, not "-1"' "$app" bfs --grid 5x5 --source -1
refuses '--frames wants none, light, medium, heavy, 60hz, 144hz or P,E in ms, not "huge"' "$app" bfs --grid 5x5 --frames huge
refuses '--frame-groups wants one, quarter, half, most, automatic or a number from 1 to 3, not "4"' \
    "$app" bfs --grid 5x5 --groups 3 --frames heavy --frame-groups 4
refuses '--frame-groups wants one, quarter, half, most, automatic or a number from 1 to 3, not "0"' \
    "$app" bfs --grid 5x5 --groups 3 --frames heavy --frame-groups 0
refuses '--frame-groups wants one, quarter, half, most, automatic or a number from 1 to 3, not "some"' \
    "$app" bfs --grid 5x5 --groups 3 --frame-groups some
refuses '--frames wants none, light, medium, heavy, 60hz, 144hz or P,E in ms, not "5,6"' "$app" bfs --grid 5x5 --frames 5,6
refuses '--resizing wants query or single, not "some"' "$app" bfs --grid 5x5 --resizing some
refuses '--policy wants first-come, period-aware, keep-gathered, start-with-fewer, not "some"' "$app" bfs --grid 5x5 --policy some
refuses '--frames-by wants run or lease, not "some"' "$app" bfs --grid 5x5 --frames light --frames-by some
for term in "--frame-groups half" "--resizing query" "--policy first-come"; do
    refuses "--frame-groups, --resizing, --policy and --frames-by want --frames beside them" "$app" bfs --grid 5x5 $term
    refuses "--multikernel leaves the frames to the driver: no --frame-groups, --resizing and --policy" \
        "$app" bfs --grid 5x5 --multikernel --frames light $term
done
refuses "--plain has no steps to be seen: no --stall-after" "$app" bfs --grid 5x5 --plain --stall-after 1
refuses "--trace-events wants --trace or --timeline beside it" "$app" fib 5 --trace-events 10
refuses "--raw wants --json or --csv beside it" "$app" bfs --grid 5x5 --raw
refuses "--plain has no --trace and no --timeline" "$app" bfs --grid 5x5 --plain --timeline x.svg
refuses "--frame-place wants --plain or --multikernel beside it" "$app" bfs --grid 5x5 --frames light --frame-place queue
refuses "--frame-place wants --frames beside it" "$app" bfs --grid 5x5 --plain --frame-place queue
refuses '--frame-place wants queue or process, not "here"' "$app" bfs --grid 5x5 --plain --frames light --frame-place here
refuses "--directed and --undirected exclude each other" "$app" bfs --grid 5x5 --directed --undirected
refuses '--trace-events wants a whole number from 1 to 67108864, not "0"' "$app" bfs --grid 5x5 --trace-events 0
refuses "--csv and --json exclude each other" "$app" bfs --grid 5x5 --csv --json
refuses "--csv and --json exclude each other" "$app" fib 5 --csv --json
refuses '--timeout wants a number of seconds above 0 and up to 1000000, not "0"' "$app" bfs --grid 5x5 --timeout 0
refuses "coop-app components: one graph is wanted: --graph FILE, --grid WxH, --rmat SCALE[,EDGEFACTOR[,SEED]]" "$app" components --grid 5x5 --graph x
refuses "--multikernel has no --trace and no --timeline" "$app" bfs --grid 5x5 --multikernel --trace x.json
refuses "--frame-place wants --plain or --multikernel beside it" \
    "$app" bfs --grid 5x5 --channel --frames light --frame-place process
refuses "--channel has neither hubs nor rounds: no --hub-arcs and no --small-frontier" "$app" bfs --grid 5x5 --channel --hub-arcs 8
refuses "--channel has neither hubs nor rounds: no --hub-arcs and no --small-frontier" "$app" bfs --grid 5x5 --channel --small-frontier 1
refuses "--by-triangle has no flow graph: no --block-items and no --flow-policy" "$app" raster --by-triangle --block-items 4
refuses "--by-triangle has no flow graph: no --block-items and no --flow-policy" "$app" raster --by-triangle --flow-policy oldest
refuses "--multikernel launches every round: no --small-frontier" "$app" bfs --grid 5x5 --multikernel --small-frontier 0
for greedy in color mis; do
    refuses "--multikernel has one way to append: no --append-together" \
        "$app" "$greedy" --grid 5x5 --multikernel --append-together 1
done
refuses "--count wants --output beside it" "$app" words --count documents
refuses '--count wants occurrences or documents, not "lines"' "$app" words --count lines --output x
refuses "--shape wants --geometric or --hybrid beside it" "$app" uts --shape linear
refuses "--shape wants --geometric or --hybrid beside it" "$app" uts --binomial 4,0.2,2,1 --shape fixed
refuses "--block-items and --flow-policy want --tasks beside them" "$app" fib 5 --block-items 4
refuses "--block-items and --flow-policy want --tasks beside them" "$app" queens 5 --flow-policy sinks
refuses "--block-items and --flow-policy want --channel beside them" "$app" uts --block-items 4
refuses "--tasks has no work queue: no --static, --public, --overflow and --owners" "$app" queens 5 --tasks --static
refuses "--channel has no work queue: no --static, --public, --overflow and --owners" "$app" uts --channel --owners 2
refuses "tasks that wait want memory for all of them oldest first: --flow-policy sinks or fullest" \
    "$app" queens 5 --tasks --flow-policy oldest
refuses "tasks that wait want memory for all of them oldest first: --flow-policy sinks or fullest" \
    "$app" sort 5 --flow-policy oldest
refuses '--keys wants random, few, sorted, reversed or equal, not "some"' "$app" sort 5 --keys some
refuses '--base wants a whole number from 4 to 4096, not "3"' "$app" sort 5 --base 3
refuses "N must be from 0 to 268435456, not 268435457" "$app" sort 268435457
refuses "N must be a power of two, not 100" "$app" strassen 100
refuses "N must be from 16 to 8192, not 8" "$app" strassen 8
refuses "--leaf wants a power of two, not 24" "$app" strassen 64 --leaf 24
refuses '--products wants a whole number from 7 to 8, not "9"' "$app" strassen 64 --products 9
refuses "--leaf must be from 128 to 8192, not 64" "$app" strassen 256 --by-group --leaf 64
refuses "--by-group has seven products: no --products 8" "$app" strassen 64 --by-group --products 8
refuses '--base wants a whole number from 4 to 4096, not "8192"' "$app" sort 64 --by-group --base 8192
refuses '--entries wants integers or reals, not "bytes"' "$app" strassen 64 --entries bytes
refuses "--plain and --multikernel exclude each other" "$app" components --grid 5x5 --plain --multikernel
refuses 'there is no option "--plain"; see coop-app fib --help' "$app" fib 5 --plain
refuses '--order wants random, largest, smallest or vertex, not "first"' "$app" color --grid 5x5 --order first
refuses '--hub-arcs wants a whole number from 1 to 63, not "64"' "$app" color --grid 5x5 --hub-arcs 64
refuses '--damping wants a number from 0 to below 1, not "1"' "$app" pagerank --grid 5x5 --damping 1
refuses '--threshold wants a number from 0 to below 1, not "1e-6x"' "$app" pagerank --grid 5x5 --threshold 1e-6x
refuses 'coop-app fib: N is a whole number, as in coop-app fib 12, not "12x"' "$app" fib 12x
refuses "N must be from 0 to 50, not 51" "$app" fib 51
refuses 'there is no option "--tree"; see coop-app fib --help' "$app" fib 12 --tree T1
refuses "coop-app uts: one tree is wanted: --tree, --geometric, --binomial or --hybrid" "$app" uts --tree T1 --geometric 4,5,19
refuses '--public wants a power of two, not 48' "$app" fib 12 --public 48
refuses '--public wants a whole number from 1 to 32768, not "0"' "$app" fib 12 --public 0
refuses '--owners wants at most as many as --groups, 4, not 5' "$app" fib 12 --groups 4 --owners 5
refuses '--frames wants none, light, medium, heavy, 60hz, 144hz or P,E in ms, not "huge"' "$app" fib 12 --frames huge

if [ "$("$app" list --csv | sed '1d; s/,.*//' | tr '\n' ' ')" != "$names " ]; then
    echo "coop-app list does not name the applications of apps/CMakeLists.txt: $names"
    failures=1
fi
if "$app" list --csv | grep -E ',(""|)(,|$)'; then
    echo "coop-app list has empty cells"
    failures=1
fi
refuses "coop-app list: --csv and --json exclude each other; see coop-app --help" "$app" list --csv --json
refuses 'coop-app list: there is no option "--all"' "$app" list --all
for help in "$app --help" "$app components --help" "$app bfs --help" "$app fib --help" "$app uts --help"; do
    if ! $help | grep -q "^Usage: "; then
        echo "$help does not begin with its usage"
        failures=1
    fi
done
exit $failures
