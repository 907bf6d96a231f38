#!/bin/sh
# required.sh PROGRAM: a test program of the device, to which no driver is shown, is skipped, and fails where
# COOP_REQUIRE_DEVICE is set.
set -u
nothing=$(mktemp -d)
trap 'rmdir "$nothing"' EXIT
for required in "" 1; do
    code=0
    OCL_ICD_VENDORS=$nothing OCL_ICD_FILENAMES='' POCL_DEVICES=none COOP_REQUIRE_DEVICE=$required "$1" || code=$?
    echo "COOP_REQUIRE_DEVICE='$required': exit code $code"
    [ "$code" = "${required:-77}" ] || exit 1
done
