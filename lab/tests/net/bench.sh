#!/bin/sh
# bench.sh FILE MPIEXEC COOP_NET [RIVAL …]: one turn of all ways of coop-net bench, which verify what they do; the table has each of
# them, and the rivals, with numbers that may be, as JSON and as CSV.
set -eu
file=$1 mpiexec=$2 net=$3
shift 3

if ! command -v python3 >/dev/null; then
    echo "no python3 here, which reads the table"
    exit 77
fi
"$mpiexec" -n 2 "$net" bench --pairs 1 --updates 5000 --json >"$file"
python3 - "$file" "$@" <<'END'
import json
import sys

with open(sys.argv[1], encoding="utf-8") as text:
    report = json.load(text)
assert report["setup"][0]["ranks"] == 2, report["setup"]
sides = {side["side"]: side for side in report["sides"]}
wanted = {"messages", "through", "buffer-1k", "buffer-256k", "timeout-2000", "lane", "coalesced", "coalesced+aggregate", "coprocessor", "coprocessor-1m", "alltoallv", "rounds", "accumulate", "isend", *sys.argv[2:]}
assert wanted <= set(sides), sorted(sides)
for name, side in sides.items():
    assert side["time_ns"] > 0 and side["time_ratio_10"] <= side["time_ratio"] <= side["time_ratio_90"], side
assert sides["messages"]["time_ratio"] == 1 and sides["messages"]["cpu_ratio"] == 1
assert sides["lane"]["buffer_bytes"] == 88, sides["lane"] # a message alone, with its head
assert 0 < sides["buffer-1k"]["buffer_bytes"] <= 1024, sides["buffer-1k"]
END
"$mpiexec" -n 1 "$net" bench --pairs 1 --updates 1000 --csv | grep -q '^rounds,'

# A side that there is not is named; a program that cannot run is left out, unless nothing else is wanted.
status=0
said=$("$mpiexec" -n 1 "$net" bench --pairs 1 --updates 1000 --sides lane,nonsense 2>&1) || status=$?
test "$status" -ne 0
echo "$said" | grep -q 'there is no "nonsense" for gups at 1 ranks'
rm -rf "$file.broken"
mkdir "$file.broken"
cp "$net" "$file.broken/coop-net"
printf '#!/bin/sh\nexit 3\n' >"$file.broken/net_mpi"
chmod +x "$file.broken/net_mpi"
said=$("$mpiexec" -n 1 "$file.broken/coop-net" bench --pairs 2 --updates 1000 --sides buffer-1k,isend-single --csv 2>&1)
echo "$said" | grep -q 'coop-net bench: without isend-single: '
echo "$said" | grep -q '^buffer-1k,'
status=0
"$mpiexec" -n 1 "$file.broken/coop-net" bench --pairs 2 --updates 1000 --sides isend-single >"$file.none" 2>&1 || status=$?
test "$status" -ne 0
grep -q 'of --sides isend-single none can run here' "$file.none"
