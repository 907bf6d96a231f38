#!/bin/sh
# rival.sh BENCH: coop-bench overhead and apps run another program beside their own, and say what is wrong with
# it.
set -eu
. "$(dirname "$0")/../../../tests/app/device.sh"
bench=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
result=0
options="overhead --grid 20x20 --groups 2 --local 8 --pairs 3 --searches 1 --csv"

# rival NAME: the program, from standard input
rival() {
    { echo '#!/bin/sh' && cat; } >"$work/$1"
    chmod +x "$work/$1"
}

# ends CODE PATTERN PROGRAM
ends() {
    code=0
    # shellcheck disable=SC2086
    run_on_device "$bench" $options --rival "$3" || code=$?
    case "$code $output" in
    "$1 "$2) ;;
    *)
        echo "--rival $3: exit code $code, \"$output\""
        result=1
        ;;
    esac
}

rival answers <<'END'
[ "$*" = "--serve --items 8 --searches 1 --grid 20x20" ] || exit 3
echo ready
while read -r line; do
    [ "$line" = turn ] || exit 4
    printf 'one\t7\t0.001\ntwo\t8\t1000\n\n'
done
END
rival has_no_device <<'END'
exit 77
END
rival is_wrong <<'END'
echo ready
read -r line
exit 1
END
rival talks <<'END'
echo ready
read -r line
echo nonsense
sleep 10
END
rival fails_at_once <<'END'
exit 5
END
ends 0 '*"one, 7",*"two, 8",*' "$work/answers"
ends 0 '*20x20*' "$work/has_no_device"
ends 0 '*20x20*' none
ends 1 '*ended with exit code 1*' "$work/is_wrong"
ends 1 '*no way with its work-groups*' "$work/talks"
ends 1 '*ended with exit code 5*' "$work/fails_at_once"
ends 1 '*is no program*' "$work/is_not_there"

options="apps --app mis --grid 20x20 --groups 2 --local 8 --pairs 2 --searches 3 --seed 5 --csv"
rival answers_apps <<'END'
[ "$*" = "--serve --app mis --seed 5 --items 8 --searches 3 --grid 20x20" ] || exit 3
echo ready host
while read -r line; do
    [ "$line" = turn ] || exit 4
    printf 'one\t7\t0.001\ntwo\t8\t1000\n\n'
done
END
ends 0 '*mis,grid 20x20,*,one,7,host,*mis,grid 20x20,*,two,8,host,*mis,one,1,*' "$work/answers_apps"
ends 0 '*mis,grid 20x20,*' "$work/has_no_device"
ends 1 '*ended with exit code 1*' "$work/is_wrong"
ends 1 '*is no program*' "$work/is_not_there"
exit $result
