#!/bin/sh
# Runs the kernels of a file of the corpus, as regular or as cooperative kernels, through execute.sh; and a copy
# with the line ends and the byte order mark of other editors, which must become the same module.
# usage: corpus.sh coopc include-dir case.cl regular|cooperative   Exit status 77: no clang.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
name=$(basename "$3" .cl)
cp -R "$(dirname "$3")" "$work/unix"
cd "$work/unix"
if [ "$4" = cooperative ]; then
    find . -name '*.cl*' -exec sed -E -i 's/\b(__)?kernel\b( |$)/coop_kernel /' {} +
    sed -i '1i #include "coop/kernel.clh"' "$name.cl"
fi
sed -i "1i // run: $4" "$name.cl"

cp -R "$work/unix" "$work/other"
find "$work/other" -name '*.cl*' -exec sed -i -e 's/$/\r/' -e '1s/^/\xef\xbb\xbf/' {} +
"$1" -w -I "$2" "$name.cl" -o "$work/module.cl"
(cd "$work/other" && "$1" -w -I "$2" "$name.cl" -o "$work/other.cl")
for module in other module; do
    tr -d '\r' <"$work/$module.cl" | sed 's/^ *//' | grep -v '^$' >"$work/$module.text"
done
diff "$work/other.text" "$work/module.text"

# A device without generic pointers reads it, too.
clang=$(command -v clang || command -v clang-14 || command -v clang-15) || exit 77
cat "$here/shim/module_prelude.cl" "$work/module.cl" "$here/shim/module_epilogue.cl" >"$work/whole.cl"
"$clang" -x cl -cl-std=CL3.0 -fsyntax-only -w -I"$here/shim" -I"$2" -Xclang \
    -cl-ext=-__opencl_c_generic_address_space,-__opencl_c_device_enqueue,-__opencl_c_pipes,-__opencl_c_program_scope_global_variables \
    "$work/whole.cl"

status=0
checked=
[ "$4" = regular ] || checked=checked
sh "$here/execute.sh" "$1" "$2" "$work/unix/$name.cl" "$checked" "$work/module.cl" || status=$?
exit $status
