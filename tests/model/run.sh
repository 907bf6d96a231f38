#!/bin/sh
# Checks one model. Usage: run.sh <include directory> <model.pml> <holds|fails> <spin flags> <compiler flags>
# <pan flags>
#
# `holds`: passes when the search is complete and finds no error. `fails`: the flags put a mistake back (a
# mutant); passes when spin finds an error. Prints bounds, states and time. Exit 77, skipped: no spin or no C
# compiler here, or no result within COOP_MODEL_SECONDS of processor time.
include=$1 model=$2 verdict=$3 spin_flags=${4# } cc_flags=$5 pan_flags=$6
memory_mib=${COOP_MODEL_MEMORY_MIB:-3000}
seconds=${COOP_MODEL_SECONDS:-240}
cc=${CC:-cc}

for tool in spin "$cc"; do
    command -v "$tool" >/dev/null 2>&1 || { echo "skipped: no $tool here"; exit 77; }
done
work=$(mktemp -d "${TMPDIR:-/tmp}/coop-model.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
cp "$model" "$work/model.pml" && cd "$work" || exit 1

# The words of the flags are meant to be split.
# shellcheck disable=SC2086
spin $spin_flags -a model.pml >spin.log 2>&1
if grep -q 'Error' spin.log || ! test -f pan.c; then
    cat spin.log
    exit 1
fi
# shellcheck disable=SC2086
"$cc" -O2 -w "-I$include" -DVECTORSZ=2048 "-DMEMLIM=$memory_mib" -DCOLLAPSE $cc_flags -o pan pan.c || exit 1
# shellcheck disable=SC2086
(ulimit -S -t "$seconds" && exec ./pan -m1000000 -w24 $pan_flags) >pan.log 2>&1
code=$?

echo "model $(basename "$model"), bounds and mutants: ${spin_flags:-as in the file}"
grep -E '^pan:|errors:|states, stored|transitions|total actual memory|elapsed time|rate' pan.log
errors=$(sed -n 's/.*errors: \([0-9]*\).*/\1/p' pan.log)
if test -z "$errors" && test "$code" -eq 152; then # SIGXCPU
    echo "skipped: the search has no result after $seconds s of processor time (COOP_MODEL_SECONDS)"
    exit 77
fi
if test -z "$errors"; then
    echo "the search came to no result (exit $code)"
    tail -n 5 pan.log
    exit 1
fi
if test "$verdict" = fails; then
    test "$errors" -gt 0 && test -f model.pml.trail && { echo "rejected, as it must be"; exit 0; }
    echo "the mutant passes: the model cannot see the mistake"
    exit 1
fi
if test "$errors" -gt 0; then
    ./pan -r model.pml.trail 2>&1 | tail -n 120
    exit 1
fi
if test "$code" -ne 0 || grep -Eq 'Search not completed|max search depth too small|out of memory|memory limit|truncated' pan.log; then
    echo "the search is not complete (exit $code)"
    grep -E 'not completed|too small|memory|truncated' pan.log
    exit 1
fi
