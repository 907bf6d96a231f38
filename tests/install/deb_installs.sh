#!/bin/sh
# deb_installs.sh SOURCE DEB WORK: what deb.sh has packed installs in a bare Debian with what it depends on and with
# nothing else, works there, and is removed without a trace. Exit status 77: no root, no mmdebstrap or debootstrap, no
# package archive in reach, or no packages.
set -eu
source=$1 deb=$2 work=$3

skip() {
    echo "skipped: $*"
    exit 77
}
[ "$(id -u)" -eq 0 ] || skip "not root"
command -v mmdebstrap >/dev/null || command -v debootstrap >/dev/null || skip "neither mmdebstrap nor debootstrap"
packages=$(find "$deb/build" -maxdepth 1 -name '*.deb' 2>/dev/null | sort)
[ -n "$packages" ] || skip "no packages in $deb/build"
suite=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
[ -n "$suite" ] || skip "this Debian has no name"

. "$source/scripts/chroot.sh"
rm -rf --one-file-system "$work"
trap 'rm -rf --one-file-system "$work"' EXIT
(chroot_make "$suite" "$work" ca-certificates gcc libc6-dev pkgconf) >"$work.log" 2>&1 || {
    tail -n 20 "$work.log"
    skip "no bare Debian can be made"
}
mkdir "$work/debs"
# shellcheck disable=SC2086
cp $packages "$work/debs"
cat >"$work/root/main.c" <<'END'
#include <coop/coop.h>
#include <stdio.h>

int main(void)
{
    return printf("%s\n", coop_status_name(COOP_OK)) > 0 ? 0 : 1;
}
END

# Kernels as a text, and what they say; with a device where there is one.
cat >"$work/root/python.py" <<'END'
import importlib.metadata

import coop
import numpy as np

kernels = coop.Module("kernel void scale(global float *v, float by) { v[get_global_id(0)] *= by; }").kernels
assert [p.name for p in kernels["scale"].parameters] == ["v", "by"], kernels
assert importlib.metadata.version("coop") == coop.__version__
try:
    context = coop.Context()
except coop.Error as error:
    print("no device:", error.status.name)
else:
    assert context.buffer(np.arange(4)).read().sum() == 6
END

# The chroot has no directory of that name: PoCL would make it, and it would be left.
unset POCL_CACHE_DIR

# The chroot's shell expands these.
# shellcheck disable=SC2016
(chroot_run "$work" "" sh -euc '
    export DEBIAN_FRONTEND=noninteractive
    # What is there, without what dpkg, apt and the linker keep for themselves.
    files() {
        find / -xdev | sort | grep -vE "^/(proc|sys|dev|tmp|run|root|var/(lib/(dpkg|apt)|cache|log)|etc/ld\.so\.cache)(/|$)"
    }
    apt-get -q update
    names=$(for file in /debs/*.deb; do dpkg-deb --field "$file" Package; done)
    # What they depend on is there first, and stays.
    apt-get -q -y install --no-install-recommends /debs/*.deb
    apt-get -q -y purge $names
    files >/root/before
    apt-get -q -y install --no-install-recommends /debs/*.deb
    dpkg --audit
    ldconfig -p | grep -q "libcoop\.so\.0 "
    printf "#include \"coop/kernel.clh\"\nkernel void k(global uint *v) { *v = 0; }\n" >/root/k.cl
    coopc /root/k.cl -o /root/k.out.cl
    cc -std=c11 /root/main.c -o /root/main $(pkg-config --cflags --libs coop)
    /root/main
    coop-graph --help >/root/help
    coop-trace --help >/root/help
    if [ -e /usr/lib/python3/dist-packages/coop ]; then
        python3 /root/python.py
    fi
    # Programs that were built need the library alone.
    apt-get -q -y purge $(echo "$names" | grep -vx libcoop0)
    /root/main
    apt-get -q -y purge libcoop0
    files >/root/after
    diff /root/before /root/after && echo "nothing is left"') >"$work.log" 2>&1 || {
    tail -n 60 "$work.log"
    exit 1
}
tail -n 3 "$work.log"
grep -qx 'nothing is left' "$work.log"
