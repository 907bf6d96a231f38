#!/bin/sh
# Checks a module with a device compiler's front end, with generic pointers and without, and its header as C
# and C++, there with an initialiser that names all members. usage: compiles.sh coopc include-dir case.cl c-compiler [c++-compiler]   Exit status 77: no clang.
set -eu
coopc=$1
include=$2
name=$(basename "$3" .cl)
here=$(cd "$(dirname "$0")" && pwd)
clang=$(command -v clang || command -v clang-14 || command -v clang-15) || exit 77
cd "$(dirname "$3")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
second=$(sed -n 's,^// files: ,,p' "$name.cl")

"$coopc" -I "$include" "$name.cl" $second -o "$work/module.cl" --header "$work/module.h" 2>"$work/messages" ||
    { cat "$work/messages" >&2; exit 1; }
prelude=module_prelude.cl
if grep -q "^//coop option -DCOOP_FLOW_CLOSURES" "$work/module.cl"; then
    prelude=tasks_prelude.cl
elif grep -q "^//coop option -DCOOP_HANDLERS" "$work/module.cl"; then
    prelude=handlers_prelude.cl
elif grep -q "^//coop option -DCOOP_MESSAGE" "$work/module.cl"; then
    prelude=messages_prelude.cl
fi
# As PoCL has them: names of functions are macros.
for name in load store exchange fetch_add fetch_sub fetch_or fetch_xor fetch_and fetch_min fetch_max flag_clear \
    flag_test_and_set compare_exchange_strong compare_exchange_weak; do
    echo "#define atomic_$name atomic_$name"
done >"$work/macros.cl"
cat "$work/macros.cl" "$here/shim/$prelude" "$work/module.cl" "$here/shim/module_epilogue.cl" >"$work/whole.cl"
flags="-x cl -cl-std=CL3.0 -fsyntax-only -I$here/shim -I$include -Wall -Werror -Wno-unused-function -Wno-unused-variable -Wno-misleading-indentation -Wno-backslash-newline-escape"
"$clang" $flags "$work/whole.cl"
"$clang" $flags -DCOOP_CHECK_ADDRESSES=1 "$work/whole.cl"
"$clang" $flags -Xclang -cl-ext=-__opencl_c_generic_address_space,-__opencl_c_device_enqueue,-__opencl_c_pipes,-__opencl_c_program_scope_global_variables "$work/whole.cl"

{
    echo '#include "module.h"'
    echo '#include "module.h"'
    echo 'int main(void) { return 0; }'
} >"$work/main.c"
cp "$work/main.c" "$work/main.cpp"
"$4" -std=c11 -Wall -Wextra -Wpedantic -Werror -Wno-unused-function -I"$include" -I"$work" -c "$work/main.c" -o "$work/main.o"
[ -n "${5:-}" ] || exit 0
flags="-Wall -Wextra -Wpedantic -Werror -Wno-unused-function -I$include -I$work"
"$5" -std=c++17 $flags -c "$work/main.cpp" -o "$work/main.o"

# What is missing in an initialiser is a warning: the members are those of the kernel's text, and no others.
"$5" -std=c++20 -E -x c++ /dev/null >/dev/null 2>&1 || exit 0
{
    echo '#include "module.h"'
    awk '/^struct .* \{$/ { name = $(NF - 1); printf "void make_%s(); void make_%s() { struct %s made = {", name, name, name; inside = 1; next }
         /^\};/ && inside { print "}; (void)made; }"; inside = 0 }
         inside && / \/\* / && !/COOP_ARGS_PADDING/ { sub(/;.*/, ""); sub(/\[.*/, ""); printf ".%s = {}, ", $(NF) }' "$work/module.h"
} >"$work/whole.cpp"
"$5" -std=c++20 $flags -c "$work/whole.cpp" -o "$work/main.o"
