# shellcheck shell=sh
# For the other scripts to read: a long command as one line, with how far it is, and its running time. What the
# command prints goes to a log, which is shown when it fails.

# The newest count of a build in a log: "[12/217]" of ninja, "[ 40%]" of make.
step_count() {
    tail -c 4000 "$1" 2>/dev/null | sed -n 's/^\[ *\([0-9][0-9/]*%\{0,1\}\)\] .*/ \1/p' | tail -n 1
}

# Draws the line once a second while the script that reads this file runs.
step_draw() {
    while sleep 1 && kill -0 "$$" 2>/dev/null; do
        printf '\r%s:%s %d s\033[K' "$1" "$(step_count "$2")" $(($(date +%s) - $3)) >&2
    done
}

# Without a terminal: how far it is, every step_pause seconds, in one line. Whoever reads that does not wait for the
# last pause.
step_pause=15
step_tell() {
    while sleep "$step_pause" >/dev/null 2>&1 && kill -0 "$$" 2>/dev/null; do
        printf '%s' "$(step_count "$1")" >&2
    done
}

# step WHAT COMMAND…: returns the command's exit status.
step() {
    step_what=$1
    shift
    step_log=$(mktemp)
    step_began=$(date +%s)
    step_status=0
    printf '%s:' "$step_what" >&2
    if [ -t 2 ]; then
        step_draw "$step_what" "$step_log" "$step_began" &
    else
        step_tell "$step_log" &
    fi
    step_artist=$!
    # The command runs in front, so that an interrupt from the keyboard reaches it.
    "$@" >"$step_log" 2>&1 </dev/null || step_status=$?
    kill "$step_artist" 2>/dev/null || true
    wait "$step_artist" 2>/dev/null || true
    [ ! -t 2 ] || printf '\r%s:\033[K' "$step_what" >&2
    if [ "$step_status" -eq 0 ]; then
        printf ' %d s\n' $(($(date +%s) - step_began)) >&2
        rm -f "$step_log"
    else
        printf ' failed\n' >&2
        tail -n 40 "$step_log" >&2
        printf 'All that it printed is in %s\n' "$step_log" >&2
    fi
    return "$step_status"
}
