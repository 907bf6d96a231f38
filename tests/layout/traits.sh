#!/bin/sh
# traits.sh SOURCE_DIRECTORY TEST_LIST: drivers are known by name in two files alone, host/device/traits.c and
# cl/platform.clh, and in a header that stands on no other; and each test that the former names is there, if its
# family is built. TEST_LIST is the build's tests/list.
set -eu
cd "$1"
status=0

# strangers WHAT EXPRESSION EXCEPT FILE…
strangers() {
    what=$1 expression=$2 except=$3
    shift 3
    if grep -rnE "$expression" "$@" --include='*.[ch]' --include='*.cl' --include='*.clh' | grep -v "^$except:"; then
        echo "these lines ask for $what: add what they want to know to $except"
        status=1
    fi
}
strangers "a driver" '"(Portable Computing|NVIDIA|PoCL|pocl)[^"]*"|is_(pocl|nvidia)|(pocl|nvidia)_[a-z]+' host/device/traits.c host
strangers "the vendor" '^[[:space:]]*#.*(NVIDIA|nvidia|__NV|POCL|pocl|__AMD|__INTEL)' \
    '\(cl/platform.clh\|include/coop/grid_barrier.clh\)' cl include

tests=$(grep -ohE '[a-z_]+\.[a-z_]+\.[a-z0-9_]+|(unit|device|translate_device)\.[a-z_]+' host/device/traits.c | sort -u)
if [ "$(echo "$tests" | wc -l)" -lt 8 ]; then
    echo "only these tests are named: $tests"
    status=1
fi
for test in $tests; do
    if cut -f1 "$2" | grep -q "^${test%%.*}\." && ! cut -f1 "$2" | grep -qE "^$test(\.|$)"; then
        echo "host/device/traits.c names $test, which is no test"
        status=1
    fi
done
exit $status
