#!/bin/sh
# package_graph.sh SCRIPT COOP_GRAPH DIRECTORY: the graph of a list of packages, arc for arc; then that of this
# machine's packages, if there are any.
set -eu
script=$1 graph=$2 work=$3
rm -rf "$work"
mkdir -p "$work"

cat >"$work/list" <<'END'
Package: editor
Version: 2
Depends: libc (>= 2.3), mail-agent | mailer:any,
 fonts [amd64]
Recommends: fonts, manual <!nodoc>
Description: with a line
 Depends: nothing

Package: libc
Pre-Depends: base
Provides: clib (= 2), base-c

Package: postfix
Provides: mail-agent
Depends: clib, editor

Package: exim
Provides: mail-agent
Depends: missing

Package: fonts

Package: manual
Recommends: manual, editor

Package: editor
Version: 1
Depends: exim
END
"$script" --no-meshes --packages "$work/list" "$work" >"$work/said"
cat >"$work/wanted" <<'END'
c packages: arcs of weight 1 to what a package depends on, of weight 2 to what it recommends
p sp 6 8
a 1 2 1
a 1 3 1
a 1 4 1
a 1 5 1
a 1 6 2
a 3 2 1
a 3 1 1
a 6 1 2
END
diff "$work/wanted" "$work/packages.gr"
[ "$(tr '\n' ' ' <"$work/packages.names")" = "editor libc postfix exim fonts manual " ]
[ "$(cat "$work/said")" = "packages.gr: 6 packages, 8 arcs" ]
"$graph" info --graph "$work/packages.gr" --directed --csv | grep -qx "weight.sum,10"

if "$script" --packages /dev/null "$work/none" 2>"$work/said"; then
    echo "a list without packages is taken"
    exit 1
fi
grep -q "apt knows no packages" "$work/said"
[ -z "$(ls "$work/none")" ]

if command -v apt-cache >/dev/null && [ "$(apt-cache dumpavail | head -c 1 | wc -c)" = 1 ]; then
    "$script" --no-meshes "$work/all"
    "$graph" info --graph "$work/all/packages.gr" --directed
fi
