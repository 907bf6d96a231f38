#!/bin/sh
# progress.sh CLAIM COOP_INFO: the litmus programs on the device. What PoCL promises is that its threads are
# the system's: work-groups that have begun make progress, and those beyond the threads wait until others have
# ended.
set -eu
. "$(dirname "$0")/device.sh"
claim=$1 info=$2

case "$claim" in
shows_a_model)
    status=0
    run_on_device "$info" --progress --groups 4 --deadline 2 --json || status=$?
    printf '%s\n' "$output"
    [ "$status" = 0 ]
    case "$output" in
    *'"model": "OBE"'*'"unfinished": 0'*'"model": "HSA+OBE"'*) ;;
    *) exit 1 ;;
    esac
    ;;
starves_what_is_not_resident)
    # Two threads of the driver for eight work-groups: nothing that needs all of them can end.
    POCL_MAX_PTHREAD_COUNT=2
    export POCL_MAX_PTHREAD_COUNT
    status=0
    run_on_device "$info" --progress --groups 8 --deadline 0.2 || status=$?
    printf '%s\n' "$output"
    [ "$status" = 0 ]
    printf '%s\n' "$output" | grep -q 'fair is violated'
    printf '%s\n' "$output" | grep -Eq '^  OBE +18 programs +[0-9]+ +0$'
    ;;
nonsense)
    for arguments in "--iterations 0" "--deadline soon" "--deadline 0" "--iterations -3" "--deadline"; do
        # shellcheck disable=SC2086
        if said=$("$info" --progress $arguments 2>&1); then
            echo "coop-info --progress $arguments is taken"
            exit 1
        fi
        case "$said" in
        "coop-info: "*) ;;
        *)
            echo "$said"
            exit 1
            ;;
        esac
    done
    ;;
esac
