#!/bin/sh
# cells.sh APP WORK few|all NAME CELLS [TILE …]: an application of grids writes the same cells in each layout, with rows aligned and
# not, and with each tile, and says that they are those of the sequential way, bit for bit. With `few`, each layout
# once.
set -eu
app=$1 work=$2 how_many=$3 name=$4 size=$5
shift 5
mkdir -p "$work"
. "$(dirname "$0")/device.sh"

wanted=
for layout in aos soa block; do
    for choice in "" --aligned $(for tile; do echo "--tile=$tile"; done); do
        case $how_many,$layout,$choice in
        few,aos,?* | few,soa,--aligned | few,block,--tile* | few,block,) continue ;;
        few,soa,) [ $# -eq 0 ] || continue ;;
        few,soa,--tile=16) continue ;;
        esac
        if ! run_on_device "$app" "$name" --size "$size" --steps 3 --layout "$layout" $choice --output "$work/cells" --verify; then
            echo "$output"
            exit 1
        fi
        echo "$output"
        echo "$output" | grep -q "^Verified  every bit equals that of a sequential program$" || { echo "other bits"; exit 1; }
        seen=$(sha256sum <"$work/cells")
        [ "${wanted:=$seen}" = "$seen" ] || { echo "$layout $choice: other cells"; exit 1; }
    done
done
if [ "$name" = flux ]; then
    run_on_device "$app" flux --size 20x10 --steps 1 --picture "$work/picture.pgm" || { echo "$output"; exit 1; }
    [ "$(head -c 12 "$work/picture.pgm")" = "P5
20 10
255" ] && [ "$(wc -c <"$work/picture.pgm")" -eq 213 ] || { echo "no picture of 20 x 10"; exit 1; }
    [ "$(tail -c 200 "$work/picture.pgm" | od -An -v -tu1 | tr -s ' ' '\n' | sort -n | tail -1)" -eq 255 ] ||
        { echo "the picture's largest value is not white"; exit 1; }
fi
refused() {
    text=$1
    shift
    status=0
    message=$("$app" "$@" 2>&1 >"$work/out") || status=$?
    [ $status -eq 2 ] && echo "$message" | grep -q -e "$text" || { echo "$*: exit $status: $message"; exit 1; }
}
refused 'layout is aos, soa or block, not "best"' "$name" --layout best
refused '--size wants' "$name" --size 0x0x0x0
refused 'choose one' "$name" --json --csv
