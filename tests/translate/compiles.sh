#!/bin/sh
# Checks modules with a device compiler's front end, with generic pointers and without, and their headers as C and C++,
# there with an initialiser that names all members. usage: compiles.sh test_coopc_many include-dir c-compiler c++-compiler case.cl …
# The C++ compiler may be "". Exit status 77: no clang.
set -eu
many=$1
include=$2
cc=$3
cxx=$4
shift 4
here=$(cd "$(dirname "$0")" && pwd)
clang=$(command -v clang || command -v clang-14 || command -v clang-15) || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail()
{
    echo "$*" >&2
    exit 1
}

# As PoCL has them: names of functions are macros.
for name in load store exchange fetch_add fetch_sub fetch_or fetch_xor fetch_and fetch_min fetch_max flag_clear \
    flag_test_and_set compare_exchange_strong compare_exchange_weak; do
    echo "#define atomic_$name atomic_$name"
done >"$work/macros.clh"

mkdir "$work/headers" "$work/modules"
for case; do
    name=${case##*/}
    name=${name%.cl}
    printf '%s\t/dev/null\t%s\t-I\t%s\t%s' "$(dirname "$case")" "$work/messages_$name" "$include" "$name.cl"
    for second in $(sed -n 's,^// files: ,,p' "$case"); do
        printf '\t%s' "$second"
    done
    printf '\t-o\t%s\t--header\t%s\n' "$work/modules/$name.cl" "$work/headers/$name.h"
done >"$work/list"
"$many" "$work/list" >"$work/codes"
for case; do
    name=${case##*/}
    name=${name%.cl}
    [ -s "$work/modules/$name.cl" ] || { cat "$work/messages_$name" >&2; fail "$name is refused"; }
    case $(sed -n 's,^//coop option -D,,p' "$work/modules/$name.cl") in
    *COOP_FLOW_CLOSURES*) prelude=tasks_prelude.cl ;;
    *COOP_HANDLERS*) prelude=handlers_prelude.cl ;;
    *COOP_MESSAGE*) prelude=messages_prelude.cl ;;
    *) prelude=module_prelude.cl ;;
    esac
    cat "$work/macros.clh" "$here/shim/$prelude" "$work/modules/$name.cl" "$here/shim/module_epilogue.cl" >"$work/$name.cl"
done
! grep -v '^0$' "$work/codes" >&2 || fail "not each exit status is 0"

# The front end itself takes all files in one process, which takes longer to start than to read a module.
front="-cc1 -x cl -cl-std=CL3.0 -fsyntax-only -finclude-default-header -fdeclare-opencl-builtins
    -internal-isystem $("$clang" -print-resource-dir)/include -I$here/shim -I$include
    -Wall -Werror -Wno-unused-function -Wno-unused-variable -Wno-misleading-indentation -Wno-backslash-newline-escape"
for flags in "" -DCOOP_CHECK_ADDRESSES=1 \
    -cl-ext=-__opencl_c_generic_address_space,-__opencl_c_device_enqueue,-__opencl_c_pipes,-__opencl_c_program_scope_global_variables; do
    # shellcheck disable=SC2086 # words
    "$clang" $front $flags "$work"/*.cl && continue
    for file in "$work"/*.cl; do
        "$clang" $front $flags "$file" 2>"$work/messages" || echo "refused with \"$flags\": $(basename "$file" .cl)" >&2
    done
    exit 1
done

warnings="-Wall -Wextra -Wpedantic -Werror -Wno-unused-function -I$include -I$work/headers -fsyntax-only"
for case; do
    name=${case##*/}
    name=${name%.cl}
    printf '#include "%s.h"\n#include "%s.h"\nint main(void) { return 0; }\n' "$name" "$name" >"$work/main_$name.c"
done
# shellcheck disable=SC2086 # words
"$cc" -std=c11 $warnings "$work"/main_*.c
[ -n "$cxx" ] || exit 0

# As C++, all of them in one file: each in a namespace, and outside of it what it includes.
{
    sed -n '/^#include </p' "$work"/headers/*.h | sort -u
    for case; do
        name=${case##*/}
        name=${name%.cl}
        printf 'namespace of_%s {\n#include "%s.h"\n#include "%s.h"\n#ifdef MAKES\n' "$name" "$name" "$name"
        # What is missing in an initialiser is a warning: the members are those of the kernel's text, and no others.
        awk '/^struct .* \{$/ { name = $(NF - 1); printf "void make_%s(); void make_%s() { struct %s made = {", name, name, name; inside = 1; next }
             /^\};/ && inside { print "}; (void)made; }"; inside = 0 }
             inside && / \/\* / && !/COOP_ARGS_PADDING/ { sub(/;.*/, ""); sub(/\[.*/, ""); printf ".%s = {}, ", $(NF) }' "$work/headers/$name.h"
        printf '#endif\n}\n'
    done
} >"$work/all.cpp"
# shellcheck disable=SC2086 # words
"$cxx" -std=c++17 $warnings "$work/all.cpp"
if "$cxx" -std=c++20 -E -x c++ /dev/null >/dev/null 2>&1; then
    # shellcheck disable=SC2086 # words
    "$cxx" -std=c++20 -DMAKES $warnings "$work/all.cpp"
fi
