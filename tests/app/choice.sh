#!/bin/sh
# choice.sh COOP-INFO COOP-APP: of two devices, everybody takes the one that serves, or the one that is named,
# and says why that one cannot serve. Run by two_devices.sh.
set -eu
info=$1
app=$2
failures=0

# says CODE WORDS COMMAND …; the words may be a pattern
says() {
    wanted=$1 words=$2
    shift 2
    code=0
    output=$("$@" 2>&1) || code=$?
    # shellcheck disable=SC2254
    case $output in
    $words) [ "$code" = "$wanted" ] && return ;;
    esac
    echo "$*: exit code $code, wanted $wanted; wanted \"$words\" in"
    echo "$output"
    failures=1
}

name=$("$info" --quick --device 1 | sed -n 's/^device 1: //p')
bfs="bfs --grid 20x20 --groups 2 --local 8 --verify"

says 0 "device 0: *device 1: *tried *right*" "$info"
says 0 "device 1: $name*tried *right*" "$info" --device 1
says 0 "device 1: $name*" "$info" --quick --device 0:1
says 0 "device 1: $name*" "$info" --quick --device "Portable Computing"
says 1 "*cannot serve*COOP_DEVICE=1 would take $name*device 0: *serves  *no: *" "$info" --device 0
says 1 "*no OpenCL device matches \"2\"; there are: 0: *; 1: $name*" "$info" --device 2
# A device that is named is the only one in the list.
case $("$info" --quick --device 0 2>/dev/null) in
*"device 1:"*)
    echo "coop-info --device 0 lists device 1"
    failures=1
    ;;
esac
for way in "" --plain; do
    # shellcheck disable=SC2086
    {
        says 0 "*Device *$name*Verified*" "$app" $bfs $way
        says 0 "*Device *$name*Verified*" env COOP_DEVICE=0:1 "$app" $bfs $way
        says 0 "*Device *$name*Verified*" env COOP_DEVICE=portable "$app" $bfs $way
    }
done
# shellcheck disable=SC2086
{
    says 1 "*cannot serve*COOP_DEVICE=1 would take $name*COOP_DEVICE_UNFIT*" env COOP_DEVICE=0 "$app" $bfs
    says 1 "*needs one for each of its 2 work-groups*" env COOP_DEVICE=0 "$app" $bfs --plain
}
exit $failures
