#!/bin/sh
# estimate.sh BUILD CORES: says about how long the tests take whose names `ctest -N` prints on standard input.
#
# Tests on the device run one after the other, and all others beside them. A test takes as long as it took in this build, by CTest's
# record; one that has not run yet as long as tests/costs says.
set -eu
build=$1 cores=$2
here=$(cd "$(dirname "$0")/.." && pwd)
record=$build/Testing/Temporary/CTestCostData.txt
[ -f "$record" ] || record=/dev/null

awk -v cores="$cores" '
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
    }
    END {
        seconds = all / cores
        if (seconds < on_device) seconds = on_device
        if (seconds < longest) seconds = longest
        if (seconds < 90) time = sprintf("%d s", seconds + 1)
        else time = sprintf("%d minutes", seconds / 60 + 0.5)
        printf "%d tests: about %s on %d quiet cores (an estimate: %d of them by their last runs here, the others by " \
               "tests/costs)\n", count, time, cores, known
    }' "$here/costs" "$record" "$build/tests/list" -
