#!/bin/sh
# Makes the fuzzer's first inputs: one file each, as file.h says.
# usage: seeds.sh project directory
set -eu
project=$1 target=$2
mkdir -p "$target"

# What the fuzzer has found stays found.
for found in "$project"/tests/fuzz_graph/found/*; do
    [ ! -f "$found" ] || cp "$found" "$target"
done

# seed NAME HEAD TEXT, each as printf's format: plain, and with bit 4, 8 and both set.
seed() {
    # shellcheck disable=SC2059
    printf "$2$3" >"$target/$1"
}

dimacs='c a comment\np sp 4 5\na 1 2 5\na 2 3 0\na 3 1 7\na 1 1 1\na 1 2 2147483647\n'
metis='%% a comment\n4 3 011 2\n1 1 2 5 3 7\n1 1 1 5\n\n1 1 1 7 \n'
metis_plain='3 3\n2 3\n1 3\n1 2\n'
matrix='%%%%MatrixMarket matrix coordinate real symmetric\n%% a comment\n3 3 3\n1 1 -2.5\n2 1 1e3\n3 2 .4\n'
pattern='%%%%MatrixMarket matrix coordinate pattern general\n3 3 3\n1 1\n2 1\n3 2\n'
edges='# a comment\n0\t1\n10000000000 7 3\n7 1\n'
for reading in 0 2; do
    for coding in 0 1; do
        bits=$((reading + coding * 4))
        for direction in 0 1; do
            head="\\00$((bits + direction))\\000"
            name=$bits$direction
            seed "dimacs$name" "\\000$head" "$dimacs"
            seed "metis$name" "\\001$head" "$metis"
            seed "matrix$name" "\\002$head" "$matrix"
            seed "pattern$name" "\\002$head" "$pattern"
            seed "edges$name" "\\003$head" "$edges"
        done
    done
done
seed metis_plain '\001\000\000' "$metis_plain"
seed txt '\004\000\000' "$edges"
seed guessed '\005\012\000' "$dimacs"
seed guessed_zstd '\005\014\000' "$pattern"
seed guessed_xz '\005\010\000' "$metis_plain"
seed cut '\000\004\010' "$dimacs"
seed huge '\000\000\000' 'p sp 2147483646 2147483647\na 1 2 1\n'
seed sparse '\000\000\000' 'p sp 4194304 1\na 1 2 1\n'

# Caches of a path of three vertices, with weights and identifiers and without: header of 80 bytes, rows,
# arcs, weights, identifiers. The sums are the harness's.
header='coopgrph\001\000\000\000\004\003\002\001\144\000\000\000\000\000\000\000\310\000\000\000\000\000\000\000\054\001\000\000\000\000\000\000\000\000\000\000\000\000\000\000\003\000\000\000\004\000\000\000'
sums='\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000'
rows='\000\000\000\000\001\000\000\000\003\000\000\000\004\000\000\000'
arcs='\001\000\000\000\000\000\000\000\002\000\000\000\001\000\000\000'
ids='\005\000\000\000\000\000\000\000\006\000\000\000\000\000\000\000\007\000\000\000\000\000\000\000'
seed cache '\006\020\000' "$header"'\000\000\000\000\000\000\000\000'"$sums$rows$arcs"
seed cache_full '\006\020\000' "$header"'\001\000\000\000\001\000\000\000'"$sums$rows$arcs$arcs$ids"
seed cache_damaged '\006\000\000' "$header"'\000\000\000\000\000\000\000\000'"$sums$rows$arcs"
