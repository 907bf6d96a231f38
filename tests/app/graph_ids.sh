#!/bin/sh
# graph_ids.sh COOP_APP DIRECTORY: of a graph with identifiers of its own, the table of results has them, too.
set -eu
. "$(dirname "$0")/device.sh"
app=$1 work=$2

printf '100 7\n7 3000000000\n' >"$work/ids.el"
status=0
run_on_device "$app" bfs --graph "$work/ids.el" --source 1 --groups 2 --local 8 --verify --output "$work/ids.csv" || status=$?
echo "$output"
[ "$status" = 0 ]
cat "$work/ids.csv"
[ "$(tr '\n' ' ' <"$work/ids.csv")" = "vertex,value,id 0,1,7 1,0,100 2,2,3000000000 " ]
