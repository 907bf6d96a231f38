#!/bin/sh
# defaults.sh APP: each application has an input of its own, and is right on it; but for kernel, which runs the user's.
set -eu
. "$(dirname "$0")/device.sh"
app=$1

count=0
for name in $("$app" list --csv | sed '1d; s/,.*//'); do
    [ "$name" = kernel ] && continue
    status=0
    run_on_device "$app" "$name" --verify || status=$?
    case "$status $output" in
    "0 "*"Verified  "*) ;;
    *)
        echo "coop-app $name --verify: exit code $status"
        echo "$output"
        exit 1
        ;;
    esac
    count=$((count + 1))
done
[ "$count" -ge 10 ]
