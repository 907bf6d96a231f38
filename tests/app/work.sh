#!/bin/sh
# work.sh APP FOUND COMMAND [ARGUMENT …]: the workload finds exactly FOUND ("value 6,765"), which other
# programs have found too, and says that every result is that of its own sequential way.
#
# COOP_DATA_DIR  a directory with real inputs: an argument data:NAME is the file NAME.xz, NAME.gz or NAME in it;
#                without it exit code 77 = skipped.
set -eu
app=$1 found=$2
shift 2
for argument; do
    shift
    case $argument in
    data:*)
        for path in "${COOP_DATA_DIR:-}/${argument#data:}".xz "${COOP_DATA_DIR:-}/${argument#data:}".gz \
            "${COOP_DATA_DIR:-}/${argument#data:}" none; do
            [ ! -f "$path" ] || break
        done
        [ "$path" != none ] || { echo "COOP_DATA_DIR names no directory with ${argument#data:}" && exit 77; }
        argument=$path
        ;;
    esac
    set -- "$@" "$argument"
done
. "$(dirname "$0")/device.sh"

if ! run_on_device "$app" "$@" --verify; then
    echo "$output"
    exit 1
fi
echo "$output"
echo "$output" | grep -qx "Found     $found" || { echo "not found: $found"; exit 1; }
echo "$output" | grep -q "^Verified"
