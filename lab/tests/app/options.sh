#!/bin/sh
# options.sh BENCH: command lines of coop-bench that make no sense end with exit code 2 and a message, without a
# device.
set -eu
. "$(dirname "$0")/../../../tests/app/refuses.sh"
bench=$1

refuses "coop-bench idle: --csv and --json exclude each other" "$bench" idle --csv --json
refuses "coop-bench stealing: --lanes wants 1 or 8, not 3" "$bench" stealing --lanes 3
refuses "Usage: coop-bench COMMAND" "$bench"
refuses 'coop-bench: there is no command "jump"; see coop-bench --help' "$bench" jump
refuses 'coop-bench storm: --runs wants a whole number from 1 to 1000000000, not "0"' "$bench" storm --runs 0
for list in "" , 2, 2,,3 2,x 0 2046 99999999999999999999 ALL; do
    refuses "coop-bench barrier: --groups-list wants up to 32 numbers from 1 to 2045, or \"all\", with commas between, not \"$list\"" \
        "$bench" barrier --groups-list "$list"
done
refuses '--instances wants up to 32 numbers from 1 to 16, with commas between, not "17"' "$bench" gather --instances 17
for groups in 0 65536 x 1,2 ""; do
    refuses "coop-bench gather: --baseline-groups wants a number from 1 to 65535 or \"fill\", not \"$groups\"" \
        "$bench" gather --baseline-groups "$groups"
done
refuses 'coop-bench mailbox: --only wants one of launches, words, copies, cpu, not "all"' "$bench" mailbox --only all
refuses "coop-bench idle: it has no parts to choose with --only" "$bench" idle --only cpu
refuses "coop-bench tasks: it takes no --lanes; see coop-bench --help" "$bench" tasks --lanes 8
refuses "coop-bench tasks: it takes no --tree" "$bench" tasks --tree T1
refuses "coop-bench idle: it takes no --pairs" "$bench" idle --pairs=3
refuses "coop-bench registers: it takes no --groups" "$bench" registers --groups 3
refuses "coop-bench stealing: its part operations takes no --tree" "$bench" stealing --tree --only --only operations
refuses "coop-bench stealing: its part rivals takes no --queens" "$bench" stealing --only rivals --queens 5
refuses "coop-bench channels: its part applications takes no --tasks" "$bench" channels --only applications --tasks 100
refuses "coop-bench mailbox: its part cpu takes no --samples" "$bench" mailbox --only cpu --samples 4
refuses "coop-bench gather: --tree wants --app uts beside it" "$bench" gather --tree T1
refuses "coop-bench gather: --points wants --app octree beside it" "$bench" gather --app uts --points 100
refuses "coop-bench gather: --baseline is of bfs alone" "$bench" gather --app uts --baseline-groups 3
refuses "coop-bench storm: --runs and --seconds exclude each other" "$bench" storm --runs 3 --seconds 1
code=0
output=$("$bench" apps --app fib --grid 5x5 2>&1) || code=$?
[ "$code" = 1 ] || failures=1
case $output in *'--app wants an application of graphs, not "fib"; see coop-app list'*) ;; *) echo "$output" && failures=1 ;; esac
code=0
output=$(COOP_DATA_DIR=/nowhere "$bench" apps --graph data:graphs/none.gr 2>&1) || code=$?
[ "$code" = 1 ] || failures=1
case $output in *"COOP_DATA_DIR names no directory that has graphs/none.gr"*) ;; *) echo "$output" && failures=1 ;; esac
code=0
output=$("$bench" gather --app fly 2>&1) || code=$?
[ "$code" = 1 ] || failures=1
case $output in *'--app wants bfs, uts or octree, not "fly"'*) ;; *) echo "$output" && failures=1 ;; esac

for help in "$bench --help" "$bench gather --help"; do
    if ! $help | grep -q "^Usage: "; then
        echo "$help does not begin with its usage"
        failures=1
    fi
done
exit $failures
