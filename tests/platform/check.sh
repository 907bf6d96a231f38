#!/bin/sh
# check.sh DIRECTORY: run-matrix on a build directory of stand-ins: what passes, fails, hangs, is skipped or
# known is told apart, a second call goes on where the first ended, and the tables say so.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$1
rm -rf "$work"
mkdir -p "$work/build/bin" "$work/build/tests"
failures=0
unset COOP_DEVICE

cat >"$work/build/bin/coop-info" <<'END'
#!/bin/sh
echo 'device 0: a CPU
  platform       Portable Computing Language, OpenCL 3.0 PoCL 3.1+debian  Linux (driver 3.1)
  serves         yes, up to 2 worker work-groups
device 1: a GPU
  platform       Some Platform, OpenCL 1.2 (driver 9.8)
  serves         no: it has no 64-bit atomics'
END
chmod +x "$work/build/bin/coop-info"

# line NAME KIND LABELS SECONDS COMMAND: the paths are those of another machine.
line() {
    printf "%s\t%s\t%s\t%s\t'IN_LIST=/old/place/b'\t%s\n" "$@" >>"$work/build/tests/list"
}
printf '# source\t/old/place\n# build\t/old/place/b\n' >"$work/build/tests/list"
line device.one.passes device device 9 "'sh' '-c' '[ \$COOP_DEVICE = 0 ] && [ \$IN_LIST = $work/build ] && echo \"it'\\''s\"'"
line device.one.fails device device 9 "'sh' '-c' 'echo wrong; exit 3'"
line device.two.hangs device device 1 "'sleep' '60'"
line device.two.is_skipped device device 9 "'sh' '-c' 'echo skipped: no cat; exit 77'"
line device.two.is_known device device 9 "'sh' '-c' 'echo LLVM ERROR: xyz; exit 134'"
line device.two.by_night device device,nightly 9 "'false'"
line unit.three.has_no_device host unit 9 "'false'"
line install.package.runs device install 9 "'false'"
printf '# a comment\nPoCL 3\\.1\t^device\\.two\\.\tLLVM ERROR: x\tthe compiler\nPoCL 9\t.\t.\tnever\n' >"$work/known"
export COOP_KNOWN="$work/known"

matrix() {
    code=0
    output=$("$here/run-matrix" --build "$work/build" --no-bench "$@" 2>&1) || code=$?
}
# says CODE TEXT …
says() {
    [ "$code" = "$1" ] || {
        echo "exit code $code, wanted $1: $output"
        failures=1
    }
    shift
    for text in "$@"; do
        case $output in
        *"$text"*) ;;
        *)
            echo "wanted \"$text\" in: $output"
            failures=1
            ;;
        esac
    done
}

matrix --dry-run
says 0 "device 0: PoCL 3.1+debian, a CPU" "device 1: Some Platform 9.8, a GPU, cannot serve: it has no 64-bit atomics" "device.one.passes (9 s)"
matrix --only 'one|skipped'
says 1 "3 tests of 3 to run" "passed device.one.passes" "failed device.one.fails" "exit code 3" "skipped device.two.is_skipped" \
    "| device.one | 1 passed, 1 failed: fails | – |" ": no cat (1)"
matrix
says 1 "2 tests of 5 to run" "failed device.two.hangs" "not done after" "known device.two.is_known" "exit code 134; the compiler" \
    "| device.two | 1 failed: hangs, 1 known, 1 skipped | – |" "refused: it has no 64-bit atomics"
case $output in
*"wanted"* | *by_night* | *has_no_device* | *package*)
    echo "ran what it should leave out: $output"
    failures=1
    ;;
esac
matrix --again --only 'one.passes' --jobs 2
says 1 "1 tests of 1 to run" "passed device.one.passes"
grep -q '"device.two","1 failed: hangs, 1 known, 1 skipped","refused"' "$work/build/platform/matrix.csv" || {
    echo "the CSV file has no such row:"
    cat "$work/build/platform/matrix.csv"
    failures=1
}
code=0
output=$("$here/run-matrix" --output "$work/both" --table "$work/build/platform" "$work/build/platform" 2>&1) || code=$?
says 0 "| tests | PoCL 3.1+debian, a CPU | Some Platform 9.8, a GPU | PoCL 3.1+debian, a CPU | Some Platform 9.8, a GPU |"
matrix --budget nonsense
says 2 "--budget takes a number"
exit $failures
