#!/bin/sh
# verdict.sh APP BENCH: coop-bench apps judges every application of graphs, alone and beside jobs; with --judge an
# aim that is missed is a failure, and so is one of which a ratio is not known.
set -eu
. "$(dirname "$0")/../../../tests/app/device.sh"
app=$1 bench=$2

# judged RC TEXT ARGUMENT…
judged() {
    wanted=$1 text=$2
    shift 2
    status=0
    run_on_device "$bench" apps --groups 2 --local 8 --judge --csv "$@" || status=$?
    case $output in
    *"$text"*) ;;
    *) status="$status, without \"$text\"" ;;
    esac
    if [ "$status" != "$wanted" ]; then
        echo "$output"
        echo "coop-bench apps $*: exit code $status, wanted $wanted"
        exit 1
    fi
}

judged 0 "all,plain," --rival none --grid 30x20 --pairs 2 --aim 1e5,1e5
count=0
for name in $("$app" list --json | tr '{' '\n' | grep '"input": *"a graph"' | sed 's/.*"name": *"\([^"]*\)".*/\1/'); do
    case $output in
    *"
$name,plain,1,"*",met,"*) count=$((count + 1)) ;;
    *)
        echo "$output"
        echo "$name has no verdict"
        exit 1
        ;;
    esac
done
[ "$count" -ge 9 ] || { echo "only $count applications of graphs were judged" && exit 1; }
judged 1 ",missed," --only alone --rival none --app mis --grid 30x20 --pairs 2 --aim 1e-5,1e-5
judged 0 "mis,beside heavy:half,1," --only jobs --app mis --grid 100x100 --pairs 1 --seconds 0.3 --frames heavy:half --aim 1e5,1e5
judged 1 ",missed," --only jobs --app mis --grid 100x100 --pairs 1 --seconds 0.3 --frames heavy:half --aim 1e-5,1e-5
# One job at most: there is no ideal, and no verdict but that.
judged 1 ",unclear," --only jobs --app mis --grid 100x100 --pairs 1 --seconds 0.3 --frames 10000,1:half --aim 1e5,1e5
echo "$count applications are judged"
