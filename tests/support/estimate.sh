#!/bin/sh
# What `ctest -N` prints on standard input, and how long these tests take: as long as in this build, by CTest's
# record; those that have not run yet as long as tests/costs says.
#
#   estimate.sh BUILD CORES           about how long all of them take: tests on the device run one after the other,
#                                     and all others beside them
#   estimate.sh BUILD CORES part K/N  the K-th of N parts that take about equally long, as a file for ctest -I,
#                                     which counts among the tests that its other options leave; what stands
#                                     together stays together, and finds what its neighbours have compiled. By
#                                     tests/costs alone: a part that has run must not move the borders of the others
set -eu
build=$1 cores=$2 part=${4:-}
here=$(cd "$(dirname "$0")/.." && pwd)
record=$build/Testing/Temporary/CTestCostData.txt
[ -f "$record" ] && [ -z "$part" ] || record=/dev/null

awk -v cores="$cores" -v part="$part" '
    FILENAME == ARGV[1] { if ($1 !~ /^#/ && NF == 2) declared[$1] = $2; next }
    FILENAME == ARGV[2] { if (NF == 3 && $2 > 0 && $3 > 0) recorded[$1] = $3; next }
    FILENAME == ARGV[3] { split($0, field, "\t"); is_device[field[1]] = field[2] ~ /^device/; next }
    /^ *Test +#[0-9]+: / {
        name = $0
        sub(/^ *Test +#[0-9]+: /, "", name)
        sub(/ .*/, "", name)
        seconds = 0.5
        if (name in recorded) {
            seconds = recorded[name]
            known++
        } else {
            for (prefix = name; prefix != "" && !(prefix in declared);)
                if (!sub(/[.][^.]*$/, "", prefix)) prefix = ""
            if (prefix != "") seconds = declared[prefix]
        }
        all += seconds
        if (is_device[name]) on_device += seconds
        if (seconds > longest) longest = seconds
        count++
        until[count] = until[count - 1] + (is_device[name] ? seconds : seconds / cores)
    }
    function tell_part(   at, i, text) {
        split(part, at, "/")
        for (i = 1; i <= count; i++) {
            middle = (until[i - 1] + until[i]) / 2
            if (middle * at[2] >= until[count] * (at[1] - 1) && middle * at[2] < until[count] * at[1]) text = text "," i
        }
        print "0,0,0" (text != "" ? text : "," count + 1) # no number at all would mean every test
    }
    END {
        if (part != "") {
            tell_part()
            exit
        }
        seconds = all / cores
        if (seconds < on_device) seconds = on_device
        if (seconds < longest) seconds = longest
        if (seconds < 90) time = sprintf("%d s", seconds + 1)
        else time = sprintf("%d minutes", seconds / 60 + 0.5)
        printf "%d tests: about %s on %d quiet cores (an estimate: %d of them by their last runs here, the others by " \
               "tests/costs)\n", count, time, cores, known
    }' "$here/costs" "$record" "$build/tests/list" -
