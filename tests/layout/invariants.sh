#!/bin/sh
# invariants.sh SOURCE_DIRECTORY: each invariant that the documents or the heads of the sources number (S5,
# P3, L1 ...) is named by what checks it: a model, the trace checker, or a test; and each number that code,
# models or tests name is declared.
#
# Declared is what docs/*.md set in bold, and what the comment at a file's head begins a line with. Whoever
# checks an invariant names it: in a model, in host/trace/check*, or in a file of tests/ beside the check or
# at its head.
set -eu
cd "$1"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

number='[A-Z][0-9]{1,2}[a-z]?'
{
    grep -hoE "\*\*$number\*\*" docs/*.md docs/protocol/*.md | tr -d '*'
    grep -rhoE "^ \*  +$number  " cl host include tests/threads | grep -oE "$number"
} | sort -u >"$work/declared"
if [ "$(wc -l <"$work/declared")" -lt 40 ]; then
    echo "only $(wc -l <"$work/declared") invariants are found; has their form changed?"
    exit 1
fi
letters=$(cut -c1 "$work/declared" | sort -u | tr -d '\n')

# Numbers that mean something else: standards of C.
named() {
    grep -rhowE "[$letters][0-9]{1,2}[a-z]?" "$@" | grep -vxE 'C(11|17|23|99)' | sort -u
}

checkers="tests host/trace/check*.[ch]"
# shellcheck disable=SC2086 # a list
grep -rhowE --exclude=invariants.sh --exclude-dir=golden "$number" $checkers >"$work/checked"
# Names of tests: TEST(y4_equal_priorities_share_alike).
grep -rhoE '^TEST\([a-z][0-9]{1,2}[a-z]?_' tests | sed 's/^TEST(\(.\)\([0-9]*[a-z]*\)_$/\1 \2/' | while read -r letter rest; do
    printf '%s%s\n' "$(printf '%s' "$letter" | tr a-z A-Z)" "$rest"
done >>"$work/checked"
sort -u -o "$work/checked" "$work/checked"
named --include='*.c' --include='*.h' --include='*.cl' --include='*.clh' --include='*.pml' cl host include tests/model tests/unit \
    tests/device tests/threads >"$work/named"
named --include='*.md' docs/design.md docs/protocol.md docs/protocol docs/memory-model.md >>"$work/named"
sort -u -o "$work/named" "$work/named"

orphans=$(comm -23 "$work/declared" "$work/checked")
strangers=$(comm -23 "$work/named" "$work/declared")
status=0
for invariant in $orphans; do
    echo "$invariant is declared, and no model, trace check or test names it:"
    grep -rnwE "\*\*$invariant\*\*|^ \*  +$invariant" docs cl host include | cut -c1-160
    status=1
done
for invariant in $strangers; do
    echo "$invariant is named, and no document or head of a file declares it:"
    grep -rnw "$invariant" cl host include tests docs --include='*.c' --include='*.h' --include='*.cl' --include='*.clh' \
        --include='*.pml' --include='*.md' | head -4 | cut -c1-160
    status=1
done
echo "$(wc -l <"$work/declared") invariants: $(tr '\n' ' ' <"$work/declared")"
exit $status
