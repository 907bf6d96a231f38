#!/bin/sh
# lost_output.sh host|device|lab BIN ROOT WORK: what a program cannot print is no success. With a full and with a closed
# standard output each call below ends with status 3 and a sentence, an example with 1, which is tried with a full one,
# and two with a closed one, too. Programs of BIN that are not listed here are named.
set -eu
. "$(dirname "$0")/device.sh"
part=$1 bin=$2 root=$3 work=$4
failures=0
said=
cd "$work" # where an example leaves a picture

# The quickest calls of each program that print: without a device, with one, and those of the lab.
calls="
host   coop-app            --help
host   coop-app            --version
host   coop-app            list --json
host   coop-app            bfs --help
host   coop-app            fib --help
host   coop-app            elastic --help
host   coop-app-bfs        --help
lab    coop-bench          --help
lab    coop-bench          --version
lab    coop-bench          idle --help
lab    coop-bench-devices  --help
host   coop-graph          --help
host   coop-graph          --version
host   coop-graph          info --grid 5x5
host   coop-graph          info --grid 5x5 --json
host   coop-graph          write --grid 90x90 --format edges --output -
host   coop-info           --help
host   coop-info           --version
lab    coop-multitask      --help
lab    coop-multitask      run --help
lab    coop-multitask      --version
host   coop-net            --help
host   coop-net            --version
host   coop-trace          --help
host   coop-trace          --version
host   coop-trace          check $root/tests/app/trace_file.json
host   coop-trace          stat $root/tests/app/trace_file.json --csv
host   coopc               --help
host   coopc               --version
host   coopc               --dump-model -I $root/include $root/examples/01_hello/kernel.cl
device coop-info           --quick --csv
device coop-app            bfs --grid 30x30 --groups 1 --local 1 --json
lab    coop-bench          idle --groups 1 --local 1 --seconds 0.01
device coop-net            gups --ranks 1 --updates 10 --groups 1 --local 1
"
# Other programs run these, which answer through pipes: tests/support, the rivals of coop-bench and coop-net, and
# what makes modules.
for_programs="test_* fuzz_* *.so graphs_* net_mpi net_shmem net_boost starpu_* *_cuda grid_sync coop-bench-modules"

# is_for_programs NAME
is_for_programs() {
    for pattern in $for_programs; do
        # shellcheck disable=SC2254
        case $1 in
        $pattern) return 0 ;;
        esac
    done
    return 1
}

# judge WANTED PROGRAM ARGUMENT…: the ways to lose what it prints.
judge() {
    wanted=$1
    shift
    for way in '>/dev/full' '>&-'; do
        case $way,${1##*/} in
        '>&-,example_cpp' | '>&-,example_hello') ;;
        '>&-,example_'*) continue ;; # their last line is the same
        esac
        status=0
        said=$(sh -c "exec \"\$@\" 2>&1 $way" sh "$@") || status=$?
        case "$status $said" in
        "77 "*)
            echo "$said"
            [ -z "${COOP_REQUIRE_DEVICE:-}" ] || exit 1
            exit 77
            ;;
        "3 coop"*": standard output cannot be written"*) [ "$wanted" = 3 ] && continue ;;
        "1 ") [ "$wanted" = 1 ] && continue ;;
        esac
        echo "${1##*/} with $way: exit status $status, wanted $wanted; it says \"$said\": $*"
        failures=1
    done
}

# What does not print does not miss its output, and nothing that is printed gets into a file.
needs_no_output() {
    "$bin/coop-graph" write --grid 5x5 --output "$work/open.gr"
    "$bin/coop-graph" write --grid 5x5 --output "$work/closed.gr" >&- 2>&-
    cmp "$work/open.gr" "$work/closed.gr"
    "$bin/coopc" -I "$root/include" "$root/examples/01_hello/kernel.cl" -o "$work/closed.cl" >&-
    status=0
    "$bin/coopc" -I "$root/include" "$root/examples/01_hello/kernel.cl" -o /dev/stdout >&- 2>/dev/null || status=$?
    if [ "$status" != 3 ]; then
        echo "coopc -o /dev/stdout, which is closed: status $status, wanted 3"
        failures=1
    fi
    status=0
    "$bin/coopc" -I "$root/include" "$root/examples/01_hello/kernel.cl" -o "$work/none.cl" --dump-model >&- 2>/dev/null || status=$?
    if [ "$status" != 3 ] || [ -e "$work/none.cl" ]; then
        echo "coopc, which cannot print the model: status $status, wanted 3, and no module"
        failures=1
    fi
}

for path in "$bin"/*; do
    name=${path##*/}
    case $name in
    example_*)
        [ "$part" != device ] || COOP_COOPC=$bin/coopc judge 1 "$path"
        continue
        ;;
    esac
    if [ -f "$path" ] && [ -x "$path" ] && ! is_for_programs "$name" && ! echo "$calls" | grep -q "[a-z]  *$name "; then
        echo "$name is a program without a call in this test"
        failures=1
    fi
done
echo "$calls" >"$work/lost_output.calls"
while read -r where name arguments; do
    if [ "$where" = "$part" ] && [ -x "$bin/$name" ]; then
        # The words of $arguments are many.
        # shellcheck disable=SC2086
        judge 3 "$bin/$name" $arguments
    fi
done <"$work/lost_output.calls"
[ "$part" != host ] || needs_no_output
exit "$failures"
