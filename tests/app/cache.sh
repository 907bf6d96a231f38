#!/bin/sh
# cache.sh CLAIM COOP-INFO WORK: the directory of compiled kernels that PoCL loads code from: whose it is, and
# what is said when it, or another variable, leaves no device.
set -eu
info=$2
work=$3/cache.$1
umask 022
rm -rf "$work"
mkdir -p "$work/tmp"
chmod 1777 "$work/tmp"
unset COOP_DEVICE COOP_TRANSPORT XDG_CACHE_HOME
failures=0

output=$("$info" --quick 2>&1) || true
case $output in
*"Portable Computing Language"*) ;;
*) echo "no PoCL here: $output" && exit 77 ;;
esac

# says PART COMMAND …: the output has it.
says() {
    part=$1
    shift
    output=$("$@" 2>&1) || true
    case $output in
    *"$part"*) ;;
    *)
        echo "$*: said \"$output\", wanted \"$part\""
        failures=1
        ;;
    esac
}

private=$work/tmp/coop-cache-$(id -u)
homeless="env -u HOME -u POCL_CACHE_DIR TMPDIR=$work/tmp"
case $1 in
without_home_it_is_private)
    says "right; control block" $homeless "$info"
    if [ "$(stat -c %a "$private")" != 700 ] || [ -z "$(ls "$private")" ]; then
        echo "the cache is not private, or not there: $(ls -ld "$private")"
        failures=1
    fi
    says "right; control block" $homeless "$info" # it is there already
    says "serves         yes" env -u POCL_CACHE_DIR HOME= "TMPDIR=$work/tmp" "$info" --quick
    # Whoever names a place gets that one.
    rm -rf "$private"
    says "serves         yes" env -u HOME "POCL_CACHE_DIR=$work/own" "TMPDIR=$work/tmp" "$info" --quick
    says "serves         yes" env -u POCL_CACHE_DIR "HOME=$work/home" "TMPDIR=$work/tmp" "$info" --quick
    if [ -e "$private" ] || [ ! -d "$work/own" ] || [ ! -d "$work/home/.cache/pocl" ]; then
        echo "another cache than that of POCL_CACHE_DIR or HOME: $(ls "$work" "$work/tmp")"
        failures=1
    fi
    ;;
what_is_not_private_is_refused)
    # A directory that others can write to, a link, a file, and a place where others can rename what is there.
    mkdir "$private"
    chmod 777 "$private"
    says "is not a directory of this user's alone; set POCL_CACHE_DIR" $homeless "$info" --quick
    rmdir "$private"
    mkdir "$work/elsewhere"
    ln -s "$work/elsewhere" "$private"
    says "is not a directory of this user's alone; set POCL_CACHE_DIR" $homeless "$info" --quick
    rm "$private"
    : >"$private"
    says "is not a directory of this user's alone; set POCL_CACHE_DIR" $homeless "$info" --quick
    rm "$private"
    chmod 777 "$work/tmp"
    says "is not a directory of this user's alone; set POCL_CACHE_DIR" $homeless "$info" --quick
    chmod 1777 "$work/tmp"
    if [ "$(id -u)" = 0 ]; then # somebody else was there first
        rm -rf "$private"
        mkdir -m 700 "$private"
        chown 65534 "$private"
        says "is not a directory of this user's alone; set POCL_CACHE_DIR" $homeless "$info" --quick
    fi
    ;;
what_leaves_no_device_is_said)
    says 'POCL_DEVICES is "nonsense", which selects none; unset it' env POCL_DEVICES=nonsense "$info"
    says 'POCL_DEVICES is "", which selects none; unset it' env POCL_DEVICES= "$info"
    says 'its cache of compiled kernels, "/dev/null/cache", cannot be written (Not a directory): set POCL_CACHE_DIR' \
        env POCL_CACHE_DIR=/dev/null/cache "$info"
    says 'its cache of compiled kernels, "/dev/null/.cache/pocl/kcache", cannot be written (Not a directory)' \
        env -u POCL_CACHE_DIR HOME=/dev/null "$info"
    says "OCL_ICD_VENDORS is \"$work/tmp\", where the OpenCL loader looks for drivers" \
        env "OCL_ICD_VENDORS=$work/tmp" "$info"
    ;;
what_takes_no_files_is_named)
    needs_room='gets files of 2048 KB, which this process may not write: raise its limit (ulimit -f)'
    says "no: its cache of compiled kernels, \"$work/limited\", $needs_room" \
        env "POCL_CACHE_DIR=$work/limited" "info=$info" sh -c 'ulimit -f 100; exec "$info" --quick'
    says 'its cache of compiled kernels, "/proc/nope", cannot be written (No such file or directory): set POCL_CACHE_DIR' \
        env POCL_CACHE_DIR=/proc/nope "$info"
    mkdir -m 555 "$work/own"
    chmod 755 "$work"
    if [ "$(id -u)" != 0 ]; then
        says "own/below\", cannot be written (Permission denied)" env "POCL_CACHE_DIR=$work/own/below" "$info"
    elif command -v setpriv >/dev/null; then
        says "own/below\", cannot be written (Permission denied)" setpriv --reuid=65534 --clear-groups \
            env "POCL_CACHE_DIR=$work/own/below" "$info"
    fi
    chmod 755 "$work/own"
    if [ "$(id -u)" = 0 ] && mount -t tmpfs -o size=1m none "$work/own" 2>/dev/null; then
        says "own\", has no 2048 KB left for a build (No space left on device): make room, or set" \
            env "POCL_CACHE_DIR=$work/own" "$info" --quick
        umount "$work/own"
    fi
    if [ -n "$(ls "$work/own")" ]; then
        echo "a trial has left something: $(ls "$work/own")"
        failures=1
    fi
    says "serves         yes" env "POCL_CACHE_DIR=$work/own/below" "$info" --quick
    ;;
esac
rm -rf "$work"
exit $failures
