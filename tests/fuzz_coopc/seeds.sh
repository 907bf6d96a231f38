#!/bin/sh
# Makes the fuzzer's first inputs of the project's own kernels: one file each, as input.h says.
# usage: seeds.sh project directory
set -eu
project=$1
mkdir -p "$2"
target=$(cd "$2" && pwd)

# The path of a header is its name alone, but for coop's own.
flat()
{
    sed -E '/coop\//!s,^([ \t]*#[ \t]*include[ \t]*")([^"]*/)?([^"/]+"),\1\3,' "$1"
}

# Headers that a file names, and those that they name, out of the directories around it.
headers()
{
    sed -nE '/coop\//!s,^[ \t]*#[ \t]*include[ \t]*"([^"]*/)?([^"/]+)".*,\2,p' "$1" | while read -r name; do
        case " $seen " in *" $name "*) continue ;; esac
        seen="$seen $name"
        {
            find "$(dirname "$case")" -name "$name" | sort
            find "$project/apps" "$project/tools" -name "$name"
        } | head -n 1 | while read -r path; do
            printf '//@ %s\n' "$name"
            flat "$path"
            headers "$path"
        done
    done
}

# What the fuzzer has found stays found; and kernels in the manner of many.
cp "$project"/tests/fuzz_coopc/found/* "$project"/tests/fuzz_coopc/styles/* "$target"

# Random programs of tasks.
if command -v python3 >/dev/null; then
    for seed in 1 2 3 4 5 6; do
        python3 "$project/tests/translate/random_task.py" $seed >"$target/random_task_$seed.cl"
    done
fi

for case in "$project"/tests/translate/*/*.cl "$project"/tests/device/*.cl "$project"/examples/*/*.cl \
    "$project"/apps/*/*.cl "$project"/tools/*/*.cl "$project"/tests/install/*/*.cl; do
    case $case in *.expected.cl | *.second.cl | */shim/*) continue ;; esac
    seen=
    {
        sed -n 's,^// options: ,//@ options ,p' "$case"
        flat "$case"
        for second in $(sed -n 's,^// files: ,,p' "$case"); do
            printf '//@ second.cl\n'
            flat "$(dirname "$case")/$second"
        done
        headers "$case"
    } >"$target/$(basename "$(dirname "$case")")_$(basename "$case")"
done
