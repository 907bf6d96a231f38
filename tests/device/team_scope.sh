#!/bin/sh
# team_scope.sh PLATFORM.clh COMPILER...: what memory_scope_device is in a kernel. Only in a program for a team, and only
# where the device has a wider scope, it is that one.
set -eu
platform=$1
shift
failures=0

# scope WANTED OPTION...
scope() {
    wanted=$1
    shift
    seen=$({
        cat "$platform"
        echo 'the kernel: memory_scope_device; the library: COOP_HOST_SCOPE'
    } | "$@" -E -P -x c - | grep '^the kernel')
    if [ "$seen" != "$wanted" ]; then
        echo "$*: \"$seen\", wanted \"$wanted\""
        failures=$((failures + 1))
    fi
}

narrow=memory_scope_device
wide=memory_scope_all_svm_devices
has_wide=-D__opencl_c_atomic_scope_all_devices=1
scope "the kernel: $narrow; the library: $narrow" "$@"
scope "the kernel: $narrow; the library: $narrow" "$@" -DCOOP_WORK_TEAM=1
scope "the kernel: $narrow; the library: $wide" "$@" $has_wide
scope "the kernel: $wide; the library: $wide" "$@" $has_wide -DCOOP_WORK_TEAM=1
echo "$failures wrong"
[ "$failures" = 0 ]
