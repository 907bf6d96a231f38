#!/bin/sh
# projection.sh FILE COOP_NET: a turn of coop-net bench --projection, which verifies what it does: with rows and without, beside real
# ranks; memory is less with rows, and the parts of the model give the points that they come from.
set -eu
file=$1 net=$2

if ! command -v python3 >/dev/null; then
    echo "no python3 here, which reads the table"
    exit 77
fi
"$net" bench --projection --pairs 3 --updates 8192 --most 32 --json >"$file"
python3 - "$file" <<'END'
import json
import sys

with open(sys.argv[1], encoding="utf-8") as text:
    report = json.load(text)
sides = {(side["side"], side["ranks"], side["row"], side["buffer"]): side for side in report["sides"]}
assert len(sides) == len(report["sides"])
for ranks in (1, 2, 4, 8, 16, 32):
    assert ("projection", ranks, 1, 65536) in sides, sorted(sides)
for ranks, row in ((4, 2), (8, 3), (16, 4), (32, 6)):
    assert 0.9 < sides["projection", ranks, row, 65536]["hops"] < 2, (ranks, row)
for ranks in (2, 4, 8):
    assert sides["real", ranks, 1, 65536]["cpu_ns"] > 0
many, rows = sides["projection", 32, 1, 65536], sides["projection", 32, 6, 65536]
assert rows["buffers_mib"] < many["buffers_mib"], (rows, many)
assert rows["fill_bytes"] > many["fill_bytes"], (rows, many)
for fitted in (sides["projection", 1, 1, 65536], sides["projection", 2, 1, 1024], many):
    assert abs(fitted["model_ratio"] - 1) < 0.1, fitted
for key in (("projection", 8, 1, 65536), ("projection", 16, 1, 65536), ("projection", 16, 4, 65536)):  # not fitted
    assert 0.4 < sides[key]["model_ratio"] < 2.5, sides[key]
for part in ("buffer_ns", "relay_ns"):  # the others are small beside what a busy machine adds
    assert report["model"][0][part] > 0, report["model"]
END
"$net" bench --projection --pairs 1 --updates 1024 --most 8 --csv | grep -q '^real,8,1,'
status=0
said=$("$net" bench --projection --most 4 2>&1) || status=$?
test "$status" -eq 2 && echo "$said" | grep -q 'bench --projection: --most'
