#!/bin/sh
# grid.sh APP COOP_TRACE WORK HOW NAME INPUT…: an application of graphs on one input is right, ends, and leaves a
# trace that holds, with the work-groups, local sizes, periodic jobs and transports that HOW has: `all`, every
# combination of work-groups, local size and transport, and each of these with each kind of job; or `few`.
#
# An input data:NAME is a file in the directory that COOP_DATA_DIR names, perhaps compressed; without it exit code
# 77 = skipped.
set -eu
. "$(dirname "$0")/device.sh"
app=$1 tool=$2 work=$3 how=$4 name=$5
shift 5

case $2 in
data:*)
    for path in "${COOP_DATA_DIR:-}/${2#data:}".xz "${COOP_DATA_DIR:-}/${2#data:}".gz "${COOP_DATA_DIR:-}/${2#data:}" none; do
        [ ! -f "$path" ] || break
    done
    [ "$path" != none ] || { echo "COOP_DATA_DIR names no directory with ${2#data:}" && exit 77; }
    set -- "$1" "$path"
    ;;
esac
trace=$work/grid-$$.json
trap 'rm -f "$trace"' EXIT
runs=0

# holds TRANSPORT GROUPS LOCAL FRAMES AMOUNT INPUT…
holds() {
    transport=$1 groups=$2 local=$3 frames=$4 amount=$5
    shift 5
    # --frame-groups without frames is refused: it would have no effect.
    [ "$frames" = none ] || set -- "$@" --frame-groups "$amount" --min-seconds 0.2
    what="coop-app $name $* --groups $groups --local $local --frames $frames by $transport"
    if ! run_on_device env COOP_TRANSPORT="$transport" "$app" "$name" "$@" --groups "$groups" --local "$local" \
        --frames "$frames" --verify --trace "$trace" --trace-events 60000; then
        echo "$output"
        echo "$what failed"
        exit 1
    fi
    case $output in
    *"Verified  every "*) ;;
    *)
        echo "$output"
        echo "$what: not verified"
        exit 1
        ;;
    esac
    if ! "$tool" check "$trace" > "$trace.said" 2>&1; then
        cat "$trace.said"
        rm -f "$trace.said"
        echo "$what: the trace does not hold"
        exit 1
    fi
    rm -f "$trace.said"
    runs=$((runs + 1))
}

if [ "$how" = few ]; then
    holds svm 2 64 none half "$@"
    holds copy 8 1 heavy half "$@"
    holds svm 8 64 medium most "$@"
else
    holds svm 2 1 none half "$@"
    holds svm 2 64 heavy half "$@"
    holds svm 8 1 medium most "$@"
    holds svm 8 64 none half "$@"
    holds copy 2 1 heavy half "$@"
    holds copy 2 64 medium most "$@"
    holds copy 8 1 none half "$@"
    holds copy 8 64 heavy half "$@"
fi
echo "$name $*: $runs runs are right, and their traces hold"
