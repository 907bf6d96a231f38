#!/bin/sh
# between.sh COOP-INFO: two devices of PoCL share memory and atomics, by each part of the trial; one device has no
# pair; and a pair that shares nothing has a reason.
set -eu
command -v python3 >/dev/null || {
    echo "skipped: python3, which reads JSON here, is not installed"
    exit 77
}
check='
import json, sys
rows = json.loads(sys.argv[1])["between"]
assert len(rows) == int(sys.argv[2]), rows
for row in rows:
    assert row["shares"] is (sys.argv[3] == "shares"), row
    if row["shares"]:
        assert all(row[part] is True for part in ("additions", "messages", "lock", "sees")), row
    assert bool(row["why"]) is not row["shares"], row
'
for named in "pthread pthread" "cpu cpu"; do
    if POCL_DEVICES=$named "$1" --quick --json | python3 -c '
import json, sys
sys.exit(0 if len([d for d in json.load(sys.stdin)["devices"] if d["can_serve"]]) == 2 else 1)'; then
        python3 -c "$check" "$(POCL_DEVICES=$named "$1" --between --json)" 1 shares
        python3 -c "$check" "$(POCL_DEVICES=$named POCL_MAX_PTHREAD_COUNT=3 "$1" --between --json || :)" 1 refused
        POCL_DEVICES=$named POCL_MAX_PTHREAD_COUNT=3 "$1" --between | grep -q 'take 5 threads together.*has 3'
        status=0
        said=$(POCL_DEVICES=${named% *} "$1" --between 2>&1) || status=$?
        [ "$status" -eq 1 ]
        case $said in
        "coop-info: --between tries each pair of devices, and there is one device alone; "*) ;;
        *) exit 1 ;;
        esac
        # PoCL's compute units are threads, as many as coop asks it for.
        POCL_DEVICES=${named% *} "$1" --quick --groups $(($(nproc) + 5)) | grep -q "compute units .*(threads of the driver, on "
        exit 0
    fi
done
echo "skipped: there are no two devices of PoCL"
exit 77
