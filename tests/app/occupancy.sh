#!/bin/sh
# occupancy.sh COOP-INFO: what discovery finds is what was asked for, at each local size, in every run.
set -eu
command -v python3 >/dev/null || {
    echo "skipped: python3, which reads JSON here, is not installed"
    exit 77
}
text=$("$1" --occupancy --groups 3 --iterations 3 --json)
python3 - "$text" <<'END'
import json, sys
table = json.loads(sys.argv[1])
sizes = [row["local_items"] for row in table["occupancy"]]
assert sizes == [1, 8, 32, 64, 128, 256, 512, 1024], sizes
assert table["runs"] == 3
for row in table["occupancy"]:
    assert row["least"] == row["most"] == 4, row
    assert row["start_ms"] > 0, row
END
"$1" --occupancy --groups 2 | grep -q '^ *64 *3 *3 '
status=0
"$1" --occupancy --device 'no such device' >/dev/null 2>&1 || status=$?
[ $status -eq 1 ]
