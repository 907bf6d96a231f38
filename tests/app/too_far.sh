#!/bin/sh
# too_far.sh APP COMMAND FILE: distances that do not fit are refused with a message, and no output is written.
set -eu
. "$(dirname "$0")/device.sh"
app=$1 command=$2 file=$3
words=$file.$command.words

rm -f "$words"
for mode in "" --verify --multikernel; do
    # shellcheck disable=SC2086
    if run_on_device "$app" "$command" --graph "$file" --groups 2 --local 8 $mode --output "$words"; then
        echo "$output"
        echo "coop-app $command $mode: took a distance of 6442450941"
        exit 1
    fi
    case $output in
    *"the distance of vertex 3 exceeds 4294967294"*) ;;
    *)
        echo "coop-app $command $mode: $output"
        exit 1
        ;;
    esac
    [ ! -e "$words" ] || { echo "coop-app $command $mode: wrote $words" && exit 1; }
done
