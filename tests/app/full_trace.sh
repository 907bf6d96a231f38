#!/bin/sh
# full_trace.sh APP DIRECTORY COOP_TRACE: the barriers of the first searches fill their part of a trace; the
# picture shows the searches beside frames all the same, and the trace is checked to its end.
set -eu
. "$(dirname "$0")/device.sh"
app=$1 work=$2 trace=$3

# shows WORDS FILE
shows() {
    grep -q "$1" "$2" || {
        echo "$2 has no $1"
        exit 1
    }
}

run_on_device "$app" bfs --grid 300x300 --groups 4 --local 8 --frames heavy --frame-groups half --min-seconds 0.3 \
    --trace "$work/full.json" --timeline "$work/full.svg" --trace-events 20000
echo "$output"
case $output in
*" events of barriers found no room in it; --trace-events N makes more"*) ;;
*)
    echo "the trace was not full"
    exit 1
    ;;
esac
shows '<title>bfs' "$work/full.svg"
shows '<title>matmul' "$work/full.svg"
shows 'Shown: [0-9.]* to [0-9.]* ms of a trace' "$work/full.svg"
verdict=$("$trace" check "$work/full.json")
echo "$verdict"
case $verdict in
*"holds:"*"events of barriers are missing"*) ;;
*) exit 1 ;;
esac

# Of a flow graph the verdict says what was added up: the items of a search by channel are the vertices.
run_on_device "$app" bfs --grid 20x20 --channel --groups 2 --trace "$work/channel.json"
verdict=$("$trace" check "$work/channel.json")
echo "$verdict"
case $verdict in
*"holds:"*" global barriers, 1 flow graphs, whose "*" channels ran "*" items, each as often as it came") ;;
*) exit 1 ;;
esac
"$trace" check "$work/channel.json" --json | grep -q '"flow_graphs": 1'
