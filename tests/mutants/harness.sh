#!/bin/sh
# harness.sh PYTHON MUTANTS.PY RECIPE: what mutants.py says of a fault, of a mutant that changes nothing, of a test
# that does not end and of a net that is absent.
set -u
here=$(dirname "$0")
python=$1
mutants=$2
recipe=$3

# says EXIT-CODE WORDS ARGUMENT …
says() {
    wanted=$1
    words=$2
    shift 2
    code=0
    output=$("$python" "$mutants" "$recipe" kill "list=$here/harness.txt" limit=1 "$@" 2>&1) || code=$?
    echo "$output"
    if [ "$code" != "$wanted" ] || ! echo "$output" | grep -qF "$words"; then
        echo "exit code $code, wanted $wanted with: $words"
        exit 1
    fi
}

says 0 "killed by unit watch" a_fault
says 1 "survives unit leader" nothing_before_a_test_that_holds
says 1 "is not told from the code as it is" nothing_before_a_test_that_fails
says 1 "which does not end" no_end
says 77 "not run: unit is not built here" nets=turns a_fault
