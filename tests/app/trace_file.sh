#!/bin/sh
# trace_file.sh CLAIM COOP_TRACE FILE DIRECTORY: coop-trace on a small trace made by hand, whole and damaged.
set -eu
claim=$1 tool=$2 good=$3 work=$4/trace_file.$1
rm -rf "$work"
mkdir -p "$work"
bad=$work/bad.json

# says CODE WORDS COMMAND …: the exit code, and words in what is said.
says() {
    code=$1 words=$2
    shift 2
    seen=0
    said=$("$@" 2>&1) || seen=$?
    if [ "$seen" != "$code" ]; then
        printf '%s\n  says: %s\n  exit code %s, wanted %s\n' "$*" "$said" "$seen" "$code"
        exit 1
    fi
    case "$said" in
    *"$words"*) ;;
    *)
        printf '%s\n  says: %s\n  wanted in it: %s\n' "$*" "$said" "$words"
        exit 1
        ;;
    esac
}

# altered FROM TO: the good file with one thing changed, which must be there.
altered() {
    sed "s|$1|$2|" "$good" >"$bad"
    if cmp -s "$good" "$bad"; then
        echo "the file has no $1"
        exit 1
    fi
}

without() {
    grep -v "$1" "$good" >"$bad"
}

case "$claim" in
holds)
    says 0 "holds: 12 events of 1 launches, 1 work-groups killed or forked, 1 global barriers" "$tool" check "$good"
    gzip -c "$good" >"$work/good.json.gz"
    says 0 "holds: 12 events" "$tool" check "$work/good.json.gz"
    says 0 '"holds": true' "$tool" check "$good" --json
    [ -z "$("$tool" check "$good" --quiet)" ]
    # Two forks made the same M, and the work-group of the first one began behind an end in its slot.
    says 0 "holds: 33 events of 1 launches, 8 work-groups killed or forked" "$tool" check "${good%/*}/trace_forks.json"
    ;;
violations)
    without '"KILL_WANTED"'
    says 1 "violates S3 at" "$tool" check "$bad"
    without '"ARRIVED",1'
    says 1 "violates S5 at" "$tool" check "$bad"
    altered '53000,"PASSED"' '45000,"PASSED"'
    says 1 "violates E3 at" "$tool" check "$bad"
    altered '\[20000,"GROUP_BEGINS",1' '[20000,"GROUP_BEGINS",2'
    says 1 "violates S2 at 0.021000 ms, instance 1 (search), work-group 1 on slot 2: work-group 1 begins on slot 2 while work-group 0 of launch 1 is there" \
        "$tool" check "$bad"
    altered '2,"7"\],$' '1,"7"],'
    says 1 "instance 1 (search)" "$tool" check "$bad"
    altered '"STARTED",0,1,0,2' '"STARTED",0,1,0,3'
    says 1 "violates S9 at 0.010000 ms" "$tool" check "$bad"
    altered '1,1,1,"88001"' '1,1,2,"88002"'
    says 1 "violates S6 at 0.052000 ms, instance 1 (search), work-group 1 on slot 2" "$tool" check "$bad"
    # Version 2: the word of a barrier that ends work-groups says that they may not know it yet (P12).
    altered '"version":1,\(.*\)"events_lost":0,' '"version":2,\1"events_lost":0,"barrier_events_lost":0,'
    says 1 "violates S6 at 0.051000 ms" "$tool" check "$bad"
    sed -i 's|"RESIZED",2,1,1,1,"1"|"RESIZED",2,1,1,1,"200000000000001"|' "$bad"
    says 0 "holds: 12 events" "$tool" check "$bad"
    without '"COMPLETED"'
    sed -i 's|\(200000001"\]\),|\1|' "$bad"
    says 1 "violates E2 at" "$tool" check "$bad"
    ;;
partial)
    altered '"events_lost":0,' '"events_lost":9,'
    says 0 "checked in part: 9 events are missing" "$tool" check "$bad"
    says 4 "checked in part" "$tool" check "$bad" --whole --quiet
    says 0 '"partial": true' "$tool" check "$bad" --json
    grep -v '"ARRIVED"\|"PASSED"' "$good" | sed 's|"has_barriers":1|"has_barriers":0|' >"$bad"
    says 0 "barriers were not traced" "$tool" check "$bad"
    grep -v 'KILL_WANTED' "$bad" >"$work/worse.json"
    says 1 "violates S" "$tool" check "$work/worse.json"
    # The room for events of barriers was full before the last one: it, and the rest of the trace without
    # barriers, are checked.
    lost='"version":2,\1"events_lost":1,"barrier_events_lost":1,'
    grep -v '"PASSED"' "$good" | sed "s|\"version\":1,\(.*\)\"events_lost\":0,|$lost|
        s|\"RESIZED\",2,1,1,1,\"1\"|\"RESIZED\",2,1,1,1,\"200000000000001\"|" >"$bad"
    says 0 "1 events of barriers are missing: of what happened later than 0.040 ms after the first event S5" \
        "$tool" check "$bad"
    says 4 "holds: 11 events of 1 launches, 1 work-groups killed or forked" "$tool" check "$bad" --whole
    grep -v '"GROUP_RESIZED_AWAY"' "$bad" >"$work/worse.json"
    says 1 "violates S" "$tool" check "$work/worse.json"
    grep -v '"GROUP_RETURNS"' "$bad" >"$work/worse.json"
    says 1 "violates" "$tool" check "$work/worse.json"
    sed 's|"barrier_events_lost":1|"barrier_events_lost":2|' "$bad" >"$work/worse.json"
    says 3 "this number is too large" "$tool" check "$work/worse.json"
    ;;
forks)
    # A fork, a resume and a resizing barrier after barriers that were not traced: what is known of a frame is
    # the least number of barriers before it.
    sed '/^\[0,"SEEN"/,/"COMPLETED"/d' "$good" >"$work/frame.json"
    sed -i 's|"has_barriers":1|"has_barriers":0|' "$work/frame.json"
    # forked BEGIN NEXT: work-group 1 is forked by a request, and begins after BEGIN barriers.
    forked() {
        sed "/^\],\"events\":\[/r /dev/stdin" "$work/frame.json" >"$bad" <<END
[0,"SEEN",0,1,0,2,"0"],
[10000,"STARTED",0,1,0,1,"7"],
[20000,"GROUP_BEGINS",1,1,0,1,"$2"],
[30000,"FORK_GRANTED",0,1,2,1,"1000100000000001"],
[40000,"FORKED",1,1,0,1,"2"],
[41000,"GROUP_BEGINS",2,1,1,2,"$1"],
[60000,"GROUP_RETURNS",1,1,0,0,"200000002"],
[61000,"GROUP_RETURNS",2,1,1,0,"400000002"],
[70000,"COMPLETED",0,1,0,0,"400000002"]
END
    }
    forked 7 7
    says 0 "holds: 9 events" "$tool" check "$bad"
    forked b 7
    says 0 "holds: 9 events" "$tool" check "$bad"
    forked 6 7
    says 1 "violates S5 at 0.041000 ms, instance 1 (search), work-group 1 on slot 2: work-group 1 begins after 6 barriers by its frame, after at least 7" \
        "$tool" check "$bad"
    forked 8 8
    says 1 "violates S5 at 0.020000 ms" "$tool" check "$bad"
    ;;
damaged)
    says 3 "No such file" "$tool" check "$work/nowhere"
    says 3 "$work cannot be read: Is a directory" "$tool" check "$work"
    : >"$bad"
    says 3 "bad.json:1:1: this is no trace of coop's" "$tool" check "$bad"
    tr -d '\n' <"$good" >"$bad"
    says 3 "bad.json:2:1: the file ends before the events themselves" "$tool" check "$bad"
    gzip -c "$good" | head -c 150 >"$work/cut.json.gz"
    says 3 "the compressed data ends too early" "$tool" check "$work/cut.json.gz"
    altered '"KILL_WANTED"' '"KILL_REQUESTED"'
    says 3 "bad.json:9:24: this kind of event is unknown" "$tool" check "$bad"
    altered '"version":1,' '"version":3,'
    says 3 "bad.json:2:21: this version of the format is unknown" "$tool" check "$bad"
    altered '\[40000,"ARRIVED",1' '[40000,"ARRIVED",x'
    says 3 "bad.json:10:18: a number is missing" "$tool" check "$bad"
    altered '\[40000,"ARRIVED",1' '[40000,"ARRIVED",70000'
    says 3 "bad.json:10:18: this number is too large" "$tool" check "$bad"
    altered '"search"' '"sea\\q"'
    says 3 "bad.json:3:8: the string does not end" "$tool" check "$bad"
    for bytes in 100 300 500 700; do
        head -c $bytes "$good" >"$bad"
        says 3 "bad.json:" "$tool" check "$bad"
    done
    echo more >>"$bad"
    says 3 "bad.json:" "$tool" check "$bad"
    ;;
options)
    says 2 "there is no command" "$tool" chek "$good"
    says 2 "it wants a FILE" "$tool" check
    says 2 "it wants a FILE" "$tool" check --quiet
    says 2 "there is no option \"--frobnicate\"" "$tool" check "$good" --frobnicate
    says 2 "Usage" "$tool"
    says 0 "Usage: coop-trace" "$tool" --help
    says 0 "coop-trace 0." "$tool" --version
    says 3 "svg wants -o FILE" "$tool" svg "$good"
    says 3 "cannot be written" "$tool" svg "$good" -o /nowhere/picture.svg
    ;;
stat)
    says 0 "search  cooperative         1      0      1         1      1   1.683      2           10.0" "$tool" stat "$good"
    says 0 "launch,kernel,start_ms,gather_us,run_ms" "$tool" stat "$good" --csv --table instances
    says 0 "1,search,0.010000,10.0,0.060000,2,2,0,1,1,1,1.683,2" "$tool" stat "$good" --csv --table instances
    says 0 '"slots": [' "$tool" stat "$good" --json
    says 0 "from_ms,to_ms,kernel,work_groups" "$tool" stat "$good" --csv --table time --parts 2
    says 3 "there is no table \"tables\"" "$tool" stat "$good" --table tables
    ;;
svg)
    says 0 "" "$tool" svg "$good" -o "$work/picture.svg"
    grep -q 'search (cooperative, 1 launch)' "$work/picture.svg"
    says 0 "" "$tool" svg "$good" -o "$work/part.svg" --begin 0.00002 --end 0.00005
    grep -q 'time since the first event / ms' "$work/part.svg"
    grep -q '>0.0[0-9]*20*</text>' "$work/part.svg"
    if grep -q 'fill="#444">0[.0]*</text>' "$work/part.svg"; then
        echo "the axis of a part that begins at 0.02 ms has a 0"
        exit 1
    fi
    says 3 "leaves nothing of $good: the trace is 0.000070 s long" "$tool" svg "$good" -o "$work/none.svg" --begin 3
    says 3 "--begin 5 leaves nothing" "$tool" svg "$good" -o "$work/none.svg" --begin 5 --end 6
    says 3 "the end comes first" "$tool" svg "$good" -o "$work/none.svg" --begin 0.00005 --end 0.00002
    if [ -e "$work/none.svg" ]; then
        echo "a picture of nothing was written"
        exit 1
    fi
    says 0 "" "$tool" svg "$good" -o "$work/end.svg" --end 100
    grep -q 'Shown: the whole trace of 0.07 ms' "$work/end.svg"
    ;;
*)
    echo "no claim $claim"
    exit 2
    ;;
esac
