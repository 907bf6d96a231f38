#!/bin/sh
# team.sh APP: workloads on two parts of a device, on three, and on two devices, with each kind of victims; every run must
# equal the sequential count, and the tasks of the devices are all tasks. What makes no sense is refused.
set -eu
. "$(dirname "$0")/device.sh"
app=$1
failures=0

# right ARGUMENT...
right() {
    status=0
    run_on_device "$app" "$@" --verify --repeat 3 || status=$?
    if [ "$status" != 0 ] || ! printf '%s\n' "$output" | grep -q '^Verified  every run equals' ||
        ! printf '%s\n' "$output" | grep -q '^Devices   0: '; then
        echo "$output"
        echo "WRONG (exit code $status): $*"
        failures=$((failures + 1))
    fi
}

# refuses SENTENCE ARGUMENT...: what is asked for makes no sense; fails: the devices cannot do it.
refuses() {
    ends_with 2 "$@"
}
fails() {
    ends_with 1 "$@"
}
# ends_with CODE SENTENCE ARGUMENT...
ends_with() {
    code=$1
    sentence=$2
    shift 2
    seen=0
    output=$("$app" "$@" 2>&1) || seen=$?
    if [ "$seen" != "$code" ] || ! printf '%s\n' "$output" | grep -qF -e "$sentence"; then
        echo "coop-app $*: exit code $seen, said \"$output\", wanted \"$sentence\""
        failures=$((failures + 1))
    fi
}

right fib 20 --cutoff 8 --split 2
right fib 16 --cutoff 4 --devices 0 --first demand
right fib 20 --cutoff 8 --split 3 --groups 1,2,1 --local 1 --victims random
right fib 12 --cutoff 6 --split 3 --groups 1,1,2
right uts --binomial 100,0.2,4,7 --split 2 --victims near --local 1
right queens 8 --split 2 --groups 1 --victims near-first --first equal
right memset --tasks 3000 --split 2 --victims none
right uts --geometric 4,7,19 --split 2 --groups 2,1 --victims local
right octree --points 3000 --split 2 --owners 2
right game --depth 4 --split 2
right fib 20 --cutoff 8 --split 2 --domains separate
right uts --binomial 100,0.2,4,7 --split 3 --groups 1 --domains 0,0,1
COOP_TRANSPORT=copy right queens 8 --split 2 --domains separate --first equal
right memset --tasks 3000 --split 2 --domains separate --victims none
right uts --geometric 4,7,19 --split 2 --domains separate --local 1
# What the broker says is of all runs, as the tasks beside it: here it has dealt each of them.
output=$("$app" memset --tasks 3000 --split 2 --domains separate --victims none --repeat 3)
printf '%s\n' "$output" | tr -d , | awk '
    $1 == "Tasks" { run = $2 }
    / tasks came in / { sub(/.*: /, ""); came += $1 }
    END { exit !(run > 0 && came == run) }' || {
    echo "$output"
    echo "WRONG: the tasks that came to the domains are not all that were run"
    failures=$((failures + 1))
}
fails 'these do, so their devices must share memory' game --depth 4 --split 2 --domains separate
fails 'give "separate", "automatic", or the number' fib 20 --split 2 --domains 1,0
refuses '--domains and --speeds want --devices or --split' fib 20 --domains separate
right queens 8 --split 2 --speeds 8,1
right uts --binomial 100,0.2,4,7 --split 2 --local 8,1
right fib 20 --cutoff 8 --split 3 --groups 1,2,1 --local 1,8,3 --domains separate
refuses '--local wants a whole number from 1 to 1024 for each of the devices' fib 20 --split 2 --local 8,1,1
refuses '--local wants a whole number from 1 to 1024, not "8,1"' fib 20 --local 8,1
right spin --tasks 200 --time pareto --mean-us 50 --split 2 --slow 1=16 --speeds 16,1
right spin --tasks 200 --time pareto --mean-us 50 --split 2 --slow 1=16 --speeds measured
right spin --tasks 200 --mean-us 50 --split 2 --slow 0=16 --speeds alike
right memset --tasks 200000 --split 3 --groups 1 --speeds 100,1,1 --first equal --victims none
right spin --tasks 100 --mean-us 50 --spawn 2,2 --split 2 --domains separate --slow 0=4
refuses '--speeds wants a number above 0 for each of 2 devices' fib 20 --split 2 --speeds 4
right spin --tasks 300 --mean-us 20 --prefer cpu=40,gpu=40 --kinds cpu,gpu --split 2
right spin --tasks 100 --mean-us 20 --spawn 2,2 --prefer gpu --kinds gpu,cpu,other --split 3 --groups 1 --first equal
right spin --tasks 300 --mean-us 20 --prefer cpu=30,gpu=70 --kinds gpu,cpu --split 2 --domains separate
COOP_TRANSPORT=copy right spin --tasks 100 --mean-us 20 --spawn 2,2 --prefer cpu --split 2 --domains separate --first equal
# Where all count as one kind, each task's place is known; all tasks that prefer one are counted.
output=$("$app" spin --tasks 500 --mean-us 5 --prefer cpu=50 --kinds gpu --split 2 --json)
printf '%s\n' "$output" | awk '
    { n = gsub(/"preferred_here": 0,/, ""); m = split($0, part, "\"preferred_elsewhere\": ")
      for (i = 2; i <= m; i++) { sub(/[^0-9].*/, "", part[i]); strayed += part[i] } }
    END { exit !(n == 2 && strayed > 150 && strayed < 350) }' || {
    echo "$output"
    echo "WRONG: tasks that prefer a processor, and find none"
    failures=$((failures + 1))
}
refuses '--prefer wants cpu, gpu, none' spin --split 2 --prefer tpu
refuses '--prefer wants cpu, gpu, none' spin --split 2 --prefer cpu=60,gpu=60
refuses '--prefer wants several devices' spin --prefer cpu
refuses '--kinds wants cpu, gpu or other for each of 2 devices' spin --split 2 --kinds cpu,gpu,cpu
refuses '--kinds wants --devices or --split' spin --kinds cpu
refuses '--victims wants near-first' fib 20 --split 2 --victims all
refuses '--first wants demand' fib 20 --split 2 --first come
refuses '--victims and --first want --devices or --split' fib 20 --victims near
refuses '--groups wants a number for each of 2 devices' fib 20 --split 2 --groups 1,2,3
refuses '--groups wants a whole number from 1 to' fib 20 --groups 2,2
refuses 'go without --static' fib 20 --split 2 --static
pair=
for named in "pthread pthread" "cpu cpu"; do
    said=$(POCL_DEVICES=$named "$app" fib 10 --devices 0,1 2>&1) || case $said in
    *COOP_NO_DEVICE*) continue ;;
    esac
    pair=$named
    POCL_DEVICES=$named right contains --devices 0,1 --groups 2,1
    COOP_TRANSPORT=copy POCL_DEVICES=$named right contains --devices 0,1 --domains separate
done
echo "$failures wrong"
[ "$failures" = 0 ] || exit 1
if [ -z "$pair" ]; then
    echo "skipped: there are no two devices that share memory and atomics; parts of one were right"
    exit 77
fi
