#!/bin/sh
# Compiles each header for C++ alone, and the sources, without a warning.
# usage: compiles.sh c++-compiler standard root module-directory source.cpp …
set -eu
compiler=$1
standard=$2
root=$3
modules=$4
shift 4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if ! "$compiler" "-std=$standard" -E -x c++ /dev/null >/dev/null 2>&1; then
    echo "$compiler does not know $standard"
    exit 77
fi
flags="-std=$standard -Wall -Wextra -Wpedantic -Werror -I$root/include -I$root/tests/support -I$modules"

for header in "$root"/include/coop/*.hpp "$root"/include/coop/cpp/*.hpp; do
    printf '#include "%s"\n#include "%s"\n' "$header" "$header" >"$work/alone.cpp"
    "$compiler" $flags -fsyntax-only "$work/alone.cpp"
done
for source; do
    "$compiler" $flags -DCL_TARGET_OPENCL_VERSION=300 -fsyntax-only "$source"
done

# What follows is short: all of it has the headers from one precompiled file.
printf '#include "coop/coop.hpp"\n#include "kernels.h"\n' >"$work/headers.hpp"
"$compiler" $flags -x c++-header "$work/headers.hpp" -o "$work/headers.hpp.gch"
short="$flags -include $work/headers.hpp"

# The page's code, as one function; what it declares need not be used.
{
    echo '#include <algorithm>'
    echo '#include <cstdio>'
    echo '#include <future>'
    echo '#include "coop/coop.hpp"'
    echo '#include "cpp.h"'
    echo '#include "cpp_text.h"'
    echo 'void page();'
    echo 'void page()'
    echo '{'
    sed -n '/^```cpp$/,/^```$/{/^```/!p}' "$root/docs/cpp.md"
    echo '}'
} >"$work/page.cpp"
test "$(wc -l <"$work/page.cpp")" -gt 40
"$compiler" $short -fsyntax-only "$work/page.cpp"

# What must not compile does not, for the reason that its message has.
refuses()
{
    printf 'void use(coop::context &, coop::buffer<int> &);\n%s\n' "$2" >"$work/wrong.cpp"
    if "$compiler" $short -fsyntax-only "$work/wrong.cpp" 2>"$work/messages"; then
        echo "compiles: $2"
        exit 1
    fi
    grep -q -- "$1" "$work/messages" || { cat "$work/messages"; echo "no message has: $1"; exit 1; }
}
refuses "copied to the device as bytes" 'coop::buffer<std::string> *of; auto size = sizeof *of;'
refuses "four or eight bytes" 'char word(coop::buffer<char> &b) { return b.load(0); }'
refuses "another size" 'void pack(unsigned char (&to)[4]) { coop::pack(to, 1.0); }'
refuses "deleted" 'coop::buffer<int> copy(coop::buffer<int> &b) { return coop::buffer<int>(b); }'
refuses "no matching" 'void write(coop::buffer<int> &b, std::vector<long> &v) { b.write(v); }'
refuses "no matching" 'void read(coop::buffer<int> &b, const std::vector<int> &v) { b.read(v); }'
refuses narrow 'void wrong(coop::run &r) { r.launch(add_often_launch, {1.5, 0, 1, 1}); }'
refuses "no matching" 'void more(coop::run &r) { r.launch(add_often_launch, {1, 0, 1, 1, 1}); }'
refuses "no matching" 'void other(coop::run &r, const hold_args &args) { r.launch(add_often_launch, args); }'
refuses "no matching" 'void nowhere(coop::run &r) { r.launch(hold_launch, {1}); }'
