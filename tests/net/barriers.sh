#!/bin/sh
# barriers.sh FILE MPIEXEC COOP_NET: turns of all ways of coop-net barriers, which checks sums and messages itself; the table has each
# of them, with numbers that may be, as JSON and as CSV; wrong options are refused.
set -eu
file=$1 mpiexec=$2 net=$3

if ! command -v python3 >/dev/null; then
    echo "no python3 here, which reads the table"
    exit 77
fi
"$mpiexec" -n 2 "$net" barriers --pairs 2 --rounds 20 --messages 100 --json >"$file"
python3 - "$file" <<'END'
import json
import sys

with open(sys.argv[1], encoding="utf-8") as text:
    report = json.load(text)
setup = report["setup"][0]
assert (setup["ranks"], setup["rounds"], setup["messages"], setup["pairs"]) == (2, 20, 100, 2), setup
sides = {side["side"]: side for side in report["sides"]}
assert set(sides) == {"net-barrier", "launches", "launches-mpi", "net-reduce", "allreduce", "barrier"}, sorted(sides)
for side in sides.values():
    assert side["time_us"] > 0 and side["time_ratio_10"] <= side["time_ratio"] <= side["time_ratio_90"], side
assert sides["net-barrier"]["time_ratio"] == 1 and sides["net-barrier"]["cpu_ratio"] == 1
END
"$mpiexec" -n 1 "$net" barriers --pairs 1 --rounds 3 --csv | grep -q '^allreduce,'
if "$net" barriers --rounds 0 2>"$file.refused" || ! grep -q -e '--rounds' "$file.refused"; then
    echo "no rounds are not refused"
    cat "$file.refused"
    exit 1
fi
