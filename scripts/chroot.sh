# shellcheck shell=sh
# For the other scripts to read: Debian chroots in directories, used again with their packages.
#
# Wants root and mmdebstrap or debootstrap. A chroot that was made here has a mark, and nothing else is ever
# written into; the mark names the packages that were asked for. /proc, /sys and what else is shown are
# mounted while a command runs, in a mount name space of its own, so that nothing is left behind.

# chroot_sources SUITE: lines for a sources.list, with what this machine's apt knows of the suite; else the
# suite's main archive (COOP_DEBIAN_MIRROR, http://deb.debian.org/debian unless it is set).
chroot_sources() {
    # The format's words are apt's.
    # shellcheck disable=SC2016
    lines=$(apt-get indextargets --format 'deb $(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
        grep -E " $1(-updates|-security|/updates)? " | sort -u)
    echo "${lines:-deb ${COOP_DEBIAN_MIRROR:-http://deb.debian.org/debian} $1 main}"
}

# chroot_make SUITE ROOT [PACKAGE…]: makes it, unless this did so before with the same packages.
chroot_make() (
    suite=$1
    root=$2
    shift 2
    mark=$root/etc/coop-chroot
    if [ "$(id -u)" -ne 0 ]; then
        echo "${0##*/}: wants root" >&2
        exit 1
    fi
    if [ -e "$mark" ]; then
        if [ "$(cat "$mark")" != "$suite $*" ]; then
            echo "${0##*/}: $root was made for \"$(cat "$mark")\", not \"$suite $*\"; take another directory" >&2
            exit 1
        fi
        exit 0
    fi
    if [ -e "$root" ]; then
        echo "${0##*/}: $root exists and is no chroot that these scripts made to its end" >&2
        exit 1
    fi
    proxy=$(apt-config dump --format '%v' Acquire::http::Proxy)
    packages=$(echo "$*" | tr ' ' ',')
    # The index of sid may be older than its date of expiry where a mirror lags behind.
    if command -v mmdebstrap >/dev/null; then
        chroot_sources "$suite" | mmdebstrap --variant=minbase --mode=root --aptopt='Acquire::Check-Valid-Until "false"' \
            ${proxy:+--aptopt="Acquire::http::Proxy \"$proxy\""} ${packages:+--include="$packages"} "$suite" "$root" -
    else
        debootstrap --variant=minbase ${packages:+--include="$packages"} "$suite" "$root" \
            "$(chroot_sources "$suite" | awk -v suite="$suite" '$3 == suite { print $2; exit }')"
        chroot_sources "$suite" >"$root/etc/apt/sources.list"
    fi
    echo "$suite $*" >"$mark"
)

# chroot_run ROOT SHOWN COMMAND…: runs the words of the command in the chroot, with the directory SHOWN
# visible there as /mnt and as working directory; "": with none. Variables that begin with COOP_, POCL_,
# RUSTICL_, LP_ or OCL_ go with it. Does not return.
chroot_run() {
    for file in /etc/resolv.conf /etc/hosts; do
        if [ -e "$file" ]; then
            cp -L "$file" "$1$file"
        fi
    done
    root=$1
    shown=$2
    shift 2
    # In front of the command's own words, those that env reads.
    for name in $(env | sed -n 's/^\(\(COOP\|POCL\|RUSTICL\|LP\|OCL\)_[A-Za-z0-9_]*\|https\{0,1\}_proxy\)=.*/\1/p'); do
        set -- "$name=$(printenv "$name")" "$@"
    done
    # The variables are the inner shell's.
    # shellcheck disable=SC2016
    exec unshare --mount --fork sh -euc '
        root=$1
        shown=$2
        shift 2
        mount --make-rprivate / 2>/dev/null || true
        mount -t proc proc "$root/proc" 2>/dev/null || mount --bind /proc "$root/proc"
        mount --rbind /sys "$root/sys" 2>/dev/null || true
        if [ -n "$shown" ]; then
            mount --bind "$shown" "$root/mnt"
        fi
        # The inner shell has its own variables.
        exec chroot "$root" env -i HOME=/root TERM=dumb LANG=C.UTF-8 \
            PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
            sh -c "cd \"\$0\" && exec env \"\$@\"" "${shown:+/mnt}/" "$@"' sh "$root" "$shown" "$@" </dev/null
}
