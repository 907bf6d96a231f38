#!/bin/sh
# deb.sh SOURCE WORK GENERATOR COMPILER: builds the Debian packages as cmake/CoopPackage.cmake says, looks at
# what they say and hold, and unpacks them into WORK/root, where other tests use them.
set -eu
source=$1 work=$2 generator=$3 compiler=$4
failures=0

for tool in dpkg-deb dpkg-shlibdeps file gzip xz; do
    if ! command -v "$tool" >/dev/null; then
        echo "there is no $tool"
        exit 77
    fi
done

# Says what of a command's output is missing. wants TEXT EXPRESSION…
wants() {
    text=$1
    shift
    for expression in "$@"; do
        if ! printf '%s\n' "$text" | grep -qE -- "$expression"; then
            printf '"%s" is not in\n%s\n' "$expression" "$text"
            failures=1
        fi
    done
}

rm -rf "$work"
mkdir -p "$work/root"
{
    cmake -S "$source" -B "$work/build" -G "$generator" -DCMAKE_C_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=Release \
        -DCMAKE_INSTALL_PREFIX=/usr -DCOOP_BUILD_TESTS=OFF -DCOOP_BUILD_EXAMPLES=OFF
    cmake --build "$work/build" --parallel 2
    cd "$work/build"
    umask 077 # what is packed must not depend on it
    cpack -G DEB
} >"$work/log" 2>&1 || {
    cat "$work/log"
    exit 1
}
umask 022

lib=$(find "$work/build" -maxdepth 1 -name 'libcoop0_*_*.deb')
dev=$(find "$work/build" -maxdepth 1 -name 'libcoop-dev_*_*.deb')
tools=$(find "$work/build" -maxdepth 1 -name 'coop-tools_*_*.deb')

wants "$(dpkg-deb --field "$lib")" '^Package: libcoop0$' '^Section: libs$' '^Maintainer: .+ <.+@.+>$' \
    '^Depends: .*libc6 \(>= .*ocl-icd-libopencl1'
wants "$(dpkg-deb --info "$lib" shlibs)" '^libcoop 0 libcoop0 \(>= ' '^libcoop_trace 0 libcoop0 ' '^libcoop_translate 0 libcoop0 '
wants "$(dpkg-deb --field "$dev")" '^Depends: .*libcoop0 \(= ' '^Package: libcoop-dev$' '^Section: libdevel$' '^Maintainer: .+ <.+@.+>$' \
    '^Depends: .*ocl-icd-opencl-dev \| opencl-dev.*libclang1-[0-9]+' '^Depends: .*libc6 \(>= ' \
    '^Depends: .*libclang-common-[0-9]+-dev' '^Description: cooperative kernels for OpenCL: library and translator$' '^ \.$'
# The lab (lab/) is not in the package, nor what it compares with.
case $(dpkg-deb --field "$tools" Depends) in
*igraph* | *graphblas* | *boost*)
    echo "coop-tools depends on a rival: $(dpkg-deb --field "$tools" Depends)"
    exit 1
    ;;
esac
wants "$(dpkg-deb --field "$tools")" '^Package: coop-tools$' '^Section: utils$' '^Depends: .*libc6 \(>= .*ocl-icd-libopencl1' \
    '^Recommends: .*opencl-icd' '^Description: cooperative kernels for OpenCL: tools$'

# Only where the machine has an MPI.
net=$(find "$work/build" -maxdepth 1 -name 'libcoop-net_*_*.deb')
if [ -n "$net" ]; then
    wants "$(dpkg-deb --field "$net")" '^Package: libcoop-net$' '^Depends: .*libcoop-dev \(= .*lib(open)?mpi(ch)?-dev'
    wants "$(dpkg-deb --contents "$net")" ' \./usr/include/coop/net\.h$' ' \./usr/lib/[^/]+/libcoop_net\.a$' \
        ' \./usr/lib/[^/]+/cmake/coop/coopNetTargets\.cmake$' ' \./usr/share/doc/libcoop-net/copyright$'
fi
graph=$(find "$work/build" -maxdepth 1 -name 'libcoop-graph_*_*.deb')
wants "$(dpkg-deb --field "$graph")" '^Package: libcoop-graph$' '^Depends: .*libcoop-dev \(= '
wants "$(dpkg-deb --contents "$graph")" ' \./usr/include/coop/tensor\.h$' ' \./usr/include/coop/tensor\.clh$' \
    ' \./usr/lib/[^/]+/libcoop_graph\.a$' ' \./usr/lib/[^/]+/cmake/coop/coopGraphTargets\.cmake$' \
    ' \./usr/share/doc/libcoop-graph/copyright$'
# Only where the machine has a Python.
python=$(find "$work/build" -maxdepth 1 -name 'python3-coop_*_*.deb')
if [ -n "$python" ]; then
    wants "$(dpkg-deb --field "$python")" '^Package: python3-coop$' '^Section: python$' '^Architecture: all$' \
        '^Depends: libcoop0 \(= .*python3 \(>= .*python3-numpy' '^Recommends: .*libcoop-dev' \
        '^Description: cooperative kernels for OpenCL: Python package$'
    wants "$(dpkg-deb --info "$python")" ' postinst ' ' prerm '
    modules=./usr/lib/python3/dist-packages
    wants "$(dpkg-deb --contents "$python")" "^-rw-r--r-- root/root .* $modules/coop/__init__\.py$" \
        "^-rw-r--r-- root/root .* $modules/coop/_version\.py$" "$modules/coop-[0-9.]+\.dist-info/METADATA$" \
        ' \./usr/share/doc/python3-coop/copyright$'
    for file in "$source"/python/coop/*.py; do
        wants "$(dpkg-deb --contents "$python")" "$modules/coop/$(basename "$file")$"
    done
elif command -v python3 >/dev/null; then
    echo "there is a Python, and no package for it"
    failures=1
fi
case $(dpkg-deb --field "$dev" Depends) in
*mpi*)
    echo "libcoop-dev depends on MPI: $(dpkg-deb --field "$dev" Depends)"
    exit 1
    ;;
esac

files='-rw-r--r-- root/root .*'
programs='-rwxr-xr-x root/root .*'
wants "$(dpkg-deb --contents "$lib")" "^$files \./usr/lib/[^/]+/libcoop\.so\.[0-9]+\.[0-9.]+$" \
    "^l.* \./usr/lib/[^/]+/libcoop_trace\.so\.0 -> libcoop_trace\.so\.[0-9.]+$" "^$files \./usr/share/doc/libcoop0/copyright$"
wants "$(dpkg-deb --contents "$dev")" "^l.* \./usr/lib/[^/]+/libcoop\.so -> libcoop\.so\.0$" "^$programs \./usr/bin/coopc$" "^$files \./usr/lib/[^/]+/libcoop\.a$" \
    "^$files \./usr/lib/[^/]+/libcoop_translate\.a$" "^$files \./usr/lib/[^/]+/pkgconfig/coop-translate\.pc$" \
    "^$files \./usr/lib/[^/]+/libcoop_trace\.a$" "^$files \./usr/lib/[^/]+/pkgconfig/coop-trace\.pc$" \
    "^$files \./usr/lib/[^/]+/cmake/coop/coopConfig\.cmake$" "^$files \./usr/lib/[^/]+/pkgconfig/coop\.pc$" \
    "^$files \./usr/include/coop/kernel\.clh$" "^$files \./usr/include/coop/shared/types\.h$" \
    "^$files \./usr/share/man/man1/coopc\.1\.gz$" "^$files \./usr/share/doc/libcoop-dev/copyright$" \
    "^$files \./usr/share/doc/libcoop-dev/changelog\.gz$" "^$files \./usr/share/doc/libcoop-dev/docs/tutorial\.md$" \
    "^$files \./usr/share/doc/libcoop-dev/examples/01_hello/main\.c$"
if dpkg-deb --contents "$tools" | grep -E '/(coop-bench|coop-multitask)'; then
    echo "coop-tools has what is the lab's"
    failures=1
fi
wants "$(dpkg-deb --contents "$tools")" "^$programs \./usr/bin/coop-info$" "^$programs \./usr/bin/coop-app$" \
    "^$programs \./usr/bin/coop-graph$" "^$programs \./usr/bin/coop-trace$" \
    "^$files \./usr/share/man/man1/coop-trace\.1\.gz$" \
    "^$files \./usr/share/man/man1/coop-info\.1\.gz$" \
    "^$files \./usr/share/man/man1/coop-app\.1\.gz$" \
    "^$files \./usr/share/doc/coop-tools/copyright$"
for package in "$lib" "$dev" "$tools" "$graph" $net $python; do
    odd=$(dpkg-deb --contents "$package" |
        grep -vE '^(drwxr-xr-x|-rw-r--r--) root/root .* \./usr/((include|lib|share/(doc|man|coop))/.*|(bin|share)/|)$' |
        grep -vE '^-rwxr-xr-x root/root .* \./usr/bin/coop[a-z-]*$' |
        grep -vE '^lrwxrwxrwx root/root .* \./usr/lib/[^/]+/libcoop[a-z_]*\.so[0-9.]* -> libcoop[a-z_]*\.so\.[0-9.]+$' || true)
    if [ -n "$odd" ]; then
        printf '%s holds\n%s\n' "$package" "$odd"
        failures=1
    fi
    dpkg-deb --extract "$package" "$work/root"
done

# What Debian's own reader of packages calls an error.
if command -v lintian >/dev/null; then
    said=$(lintian --allow-root --fail-on error "$work"/build/*.deb 2>&1) || {
        printf 'lintian:\n%s\n' "$said"
        failures=1
    }
else
    echo "without lintian the packages are not read by it"
fi

# The sources: exactly the files of the project.
(cd "$work/build" && cpack --config CPackSourceConfig.cmake >"$work/log" 2>&1) || {
    cat "$work/log"
    exit 1
}
if git -C "$source" rev-parse >/dev/null 2>&1; then
    git -C "$source" ls-files --cached --others --exclude-standard | sort >"$work/files.wanted"
    tar -tf "$work"/build/coop-*.tar.xz | grep -v '/$' | sed 's|^[^/]*/||' | sort >"$work/files"
    diff "$work/files.wanted" "$work/files" >&2 || failures=1
fi

# The unpacked translator takes its words from beside it. It could also take them from where it was built,
# which this machine still has; the rule that names the files read tells.
printf '#include "coop/kernel.clh"\nkernel void k(global uint *v) { *v = 0; }\n' >"$work/k.cl"
"$work/root/usr/bin/coopc" "$work/k.cl" -o "$work/k.out.cl" --depfile "$work/k.d"
wants "$(cat "$work/k.d")" "$work/root/usr/(bin/\.\./)?include/coop/kernel\.clh"
exit $failures
