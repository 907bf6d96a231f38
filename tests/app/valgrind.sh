#!/bin/sh
# valgrind.sh CLAIM BINARIES SOURCE WORK: the tools under valgrind's memcheck: no invalid access, no use of
# what was never written, nothing lost at the end. On paths that start no device: a loader that finds no
# driver says so, and the tool says it in a message. Suppressed is what libclang and LLVM do themselves
# (valgrind.supp).
set -u
claim=$1 bin=$2 source=$3 work=$4/valgrind.$1
rm -rf "$work"
mkdir -p "$work/no_drivers"
command -v valgrind >/dev/null || {
    echo "valgrind is not installed"
    exit 77
}
OCL_ICD_VENDORS=$work/no_drivers
export OCL_ICD_VENDORS
failures=0

# clean CODE COMMAND …: the command's exit code is one of CODE (1|2), and memcheck finds nothing.
clean() {
    wanted=$1
    shift
    code=0
    valgrind --quiet --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite,indirect \
        --suppressions="$source/tests/app/valgrind.supp" "$@" >"$work/out" 2>"$work/err" || code=$?
    if grep -q '^==' "$work/err" || ! printf '%s' "$code" | grep -qxE "$wanted"; then
        printf '%s\n  exit code %s, wanted %s\n' "$*" "$code" "$wanted"
        head -60 "$work/err"
        failures=1
    fi
}

case "$claim" in
coop_trace)
    good=$source/tests/app/trace_file.json
    for command in check stat "svg -o $work/picture.svg"; do
        # shellcheck disable=SC2086
        set -- $command
        name=$1
        shift
        clean 0 "$bin/coop-trace" "$name" "$good" "$@"
    done
    clean 0 "$bin/coop-trace" stat "$good" --json
    clean 0 "$bin/coop-trace" check "$good" --json
    gzip -c "$good" >"$work/good.json.gz"
    clean 0 "$bin/coop-trace" check "$work/good.json.gz"
    head -c 200 "$work/good.json.gz" >"$work/cut.json.gz"
    clean 3 "$bin/coop-trace" check "$work/cut.json.gz"
    for bytes in 0 100 400 600; do
        head -c $bytes "$good" >"$work/cut.json"
        clean 3 "$bin/coop-trace" check "$work/cut.json"
    done
    for kind in SEEN STARTED GROUP_BEGINS KILL_WANTED ARRIVED RESIZED PASSED GROUP_RETURNS; do
        grep -v "\"$kind\"" "$good" >"$work/less.json"
        clean 1 "$bin/coop-trace" check "$work/less.json"
        clean 0 "$bin/coop-trace" stat "$work/less.json"
    done
    sed 's/"events_lost":0,/"events_lost":5,/' "$good" >"$work/partial.json"
    clean 4 "$bin/coop-trace" check "$work/partial.json" --whole
    ;;
coop_info)
    clean 0 "$bin/coop-info" --help
    clean 2 "$bin/coop-info" --groups nonsense
    clean 1 "$bin/coop-info"
    clean 1 "$bin/coop-info" --json --device 3
    clean 1 "$bin/coop-info" --progress
    ;;
coop_app)
    printf '%% a comment\n3 2\n2\n1 3\n2\n' >"$work/good.graph"
    printf '3 2\n2\n1 9\n2\n' >"$work/bad.graph"
    clean 1 "$bin/coop-app" bfs --graph "$work/good.graph" --verify
    clean 1 "$bin/coop-app" bfs --graph "$work/bad.graph"
    clean 1 "$bin/coop-app" bfs --graph "$work/nowhere.graph"
    gzip -c "$work/good.graph" >"$work/good.graph.gz"
    clean 1 "$bin/coop-app" bfs --graph "$work/good.graph.gz"
    clean 1 "$bin/coop-app" bfs --grid 20x10
    clean 1 "$bin/coop-app" bfs --rmat 8,4,1
    clean 1 "$bin/coop-app" bfs --grid 0x0
    clean 2 "$bin/coop-app" bfs --frobnicate
    ;;
coop_bench)
    clean 1 "$bin/coop-bench" storm --runs 1
    clean 2 "$bin/coop-bench" storm --runs
    ;;
coopc)
    clean 0 "$bin/coopc" --help
    clean 0 "$bin/coopc" -I "$source/include" "$source/tests/translate/golden/tiles.cl" -o "$work/tiles.module"
    clean 1 "$bin/coopc" -I "$source/include" "$source/tests/translate/rejects/two_stages.cl" -o "$work/bad.module"
    clean '1|2|3' "$bin/coopc" "$work/nowhere.cl" -o "$work/none.module"
    ;;
esac
exit $failures
