#!/bin/sh
# truth.sh APP DIRECTORY: searches of real graphs must give the levels that other programs found.
#
# COOP_DATA_DIR  a directory with graphs/NAME.xz (or NAME, NAME.gz); without it exit code 77 = skipped.
# COOP_TRUTH     "full": all numbers of work-groups and local sizes; otherwise a few.
set -eu
. "$(dirname "$0")/device.sh"
app=$1 work=$2
mkdir -p "$work"
data=${COOP_DATA_DIR:-}
failures=0
searches=0

if [ -z "$data" ] || [ ! -d "$data/graphs" ]; then
    echo "COOP_DATA_DIR does not name a directory with graphs/"
    exit 77
fi

# check SHA16 ARGUMENT…
check() {
    wanted=$1
    shift
    file=$work/truth-levels
    rm -f "$file"
    status=0
    run_on_device "$app" bfs "$@" --undirected --verify --output "$file" || status=$?
    seen=none
    if [ "$status" = 0 ]; then
        seen=$(sha256sum "$file" | cut -c 1-16)
    fi
    searches=$((searches + 1))
    if [ "$seen" != "$wanted" ]; then
        echo "$output"
        echo "WRONG $*: sha16 $seen, wanted $wanted"
        failures=$((failures + 1))
    fi
}

# check_all SHA16 GRAPH-ARGUMENTS…: alone and beside frames.
check_all() {
    sha16=$1
    shift
    for combination in $alone; do
        check "$sha16" "$@" --groups "${combination%x*}" --local "${combination#*x}"
    done
    for combination in $beside; do
        check "$sha16" "$@" --groups "${combination%x*}" --local "${combination#*x}" --frames heavy \
            --frame-groups half --min-seconds 0.5
    done
    if [ "${COOP_TRUTH:-}" = full ]; then
        check "$sha16" "$@" --groups 4 --channel
        check "$sha16" "$@" --groups 4 --local 64 --channel --frames heavy --frame-groups half --min-seconds 0.5
    fi
    echo "$*: done"
}

if [ "${COOP_TRUTH:-}" = full ]; then
    alone="2x1 2x8 2x64 4x1 4x8 4x64 8x1 8x8 8x64"
    beside=$alone
else
    alone="8x8"
    beside="4x8"
fi

found=0
for line in usa-road-ny.gr:d4bd20c378c8b65c copter2.graph:616e01e271619425 lp1.graph:998fdca630ea849d \
    soc-Slashdot0902.gr:5deebb7b926c9fd3; do
    for path in "$data/graphs/${line%:*}.xz" "$data/graphs/${line%:*}.gz" "$data/graphs/${line%:*}"; do
        if [ -f "$path" ]; then
            check_all "${line#*:}" --graph "$path"
            found=$((found + 1))
            break
        fi
    done
done
check_all 8cf0be0c08fbd12c --grid 1000x1000
echo "$searches searches of $found real graphs and a grid, $failures wrong"
[ "$failures" = 0 ]
