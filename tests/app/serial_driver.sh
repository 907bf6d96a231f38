#!/bin/sh
# serial_driver.sh COOP-INFO: PoCL's driver without threads is refused with a remedy that helps.
set -eu
output=$(POCL_DEVICES=basic "$1" --quick 2>&1) || true
reason=$(echo "$output" | awk '/^device / { is_serial = $3 ~ /^(basic|cpu-minimal)/ } /^  serves/ && is_serial')
case $reason in
'') echo "no such driver: $output" && exit 77 ;;
*POCL_MAX_PTHREAD_COUNT*) echo "more threads do not help: $reason" && exit 1 ;;
*"no: "*"unset POCL_DEVICES"*) ;;
*) echo "no remedy: $reason" && exit 1 ;;
esac
