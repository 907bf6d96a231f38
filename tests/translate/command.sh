#!/bin/sh
# Checks one claim about coopc's command line.
# usage: command.sh coopc include-dir claim
set -u
coopc=$1
include=$2
claim=$3
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cp "$here/golden/bfs.cl" bfs.cl

fail()
{
    echo "$*" >&2
    exit 1
}
# A guard against hangs: seconds of processor time, which other work on the machine does not take away.
within()
{
    (ulimit -S -t "$1" && shift && exec "$@")
}
expect()
{
    wanted=$1
    shift
    status=0
    "$@" >out 2>err || status=$?
    [ $status -eq "$wanted" ] || { cat err >&2; fail "$*: exit status $status, not $wanted"; }
}

case $claim in
usage)
    expect 2 "$coopc"
    expect 2 "$coopc" bfs.cl
    expect 2 "$coopc" -o m.cl
    expect 2 "$coopc" bfs.cl -o
    expect 2 "$coopc" bfs.cl -o m.cl --nonsense
    expect 2 "$coopc" bfs.cl ./bfs.cl -o m.cl
    expect 2 "$coopc" bfs.cl -o bfs.cl
    expect 2 "$coopc" bfs.cl -o m.cl --header ./bfs.cl
    expect 0 "$coopc" --help
    grep -q 'Exit status: 0' out || fail "--help does not explain the exit status"
    expect 0 "$coopc" --version
    ;;
files)
    expect 3 "$coopc" missing.cl -o m.cl
    mkdir directory.cl
    expect 3 "$coopc" directory.cl -o m.cl
    expect 3 "$coopc" -I "$include" bfs.cl -o nowhere/m.cl
    grep -q 'cannot write nowhere/m.cl' err || fail "no message"
    ;;
keeps_what_the_output_is)
    # Somebody who may replace /dev/null would have a plain file there.
    mkfifo pipe
    timeout 300 cat pipe >through &
    expect 0 "$coopc" -I "$include" bfs.cl -o pipe
    wait
    [ -p pipe ] || fail "the pipe is none any more"
    expect 0 "$coopc" -I "$include" bfs.cl -o m.cl
    cmp m.cl through || fail "another module came through the pipe"
    : >named.cl
    ln -s named.cl link.cl
    expect 0 "$coopc" -I "$include" bfs.cl -o link.cl
    [ -L link.cl ] || fail "the link is none any more"
    cmp m.cl named.cl || fail "the file that the link names is not the module"
    mkdir directory
    expect 3 "$coopc" -I "$include" bfs.cl -o directory
    grep -q 'cannot write directory' err || fail "no message"
    ;;
keeps_old_output)
    echo old >m.cl
    echo 'kernel void k(global int *a) { a[0] = missing; }' >bad.cl
    expect 1 "$coopc" bad.cl -o m.cl
    [ "$(cat m.cl)" = old ] || fail "the old output is gone"
    [ "$(ls | tr '\n' ' ')" = "bad.cl bfs.cl err m.cl out " ] || fail "something was left behind: $(ls)"
    ;;
ends_where_children_are_ignored)
    # Who ignores SIGCHLD hands that on to what it starts; not every shell can.
    ignoring="env --ignore-signal=CHLD"
    $ignoring true || exit 77
    within 20 $ignoring "$coopc" -I "$include" bfs.cl -o m.cl
    [ $? -eq 0 ] || fail "no end, or no module"
    [ -s m.cl ] || fail "no module"
    echo 'kernel void k(global int *a) { a[0] = missing; }' >bad.cl
    within 20 $ignoring "$coopc" -I "$include" bad.cl -o m.cl 2>err
    [ $? -eq 1 ] || fail "no end, or another exit status for errors in the source"
    ;;
two_outputs_are_two_files)
    # Each pair, the C file and its header included.
    for first in -o --header --embed --depfile --deps; do
        for second in --header --depfile --deps; do
            [ $first != $second ] || continue
            case $first in
            -o | --embed) outputs="$first m_text.c" ;;
            *) outputs="-o m.cl $first m_text.c" ;;
            esac
            expect 2 "$coopc" bfs.cl $outputs $second ./m_text.c
            grep -q -- "$first and .* would write one file: \|and $first would" err || { cat err >&2; fail "no message"; }
        done
    done
    expect 2 "$coopc" bfs.cl -o m_text.c --embed m_text.c
    expect 2 "$coopc" bfs.cl -o m_text.h --embed m_text.c
    expect 2 "$coopc" bfs.cl --embed m_text.c --deps m_text.h
    expect 2 "$coopc" bfs.cl --nodes -o m.h --deps m.h
    expect 2 "$coopc" bfs.cl --elements -o m.h --header m.h
    # However they are spelled, and whether they are there.
    mkdir folder
    ln -s folder too
    ln -s folder/m.h link
    ln -s link loop
    expect 2 "$coopc" bfs.cl -o folder/m.h --header too/../too/./m.h
    expect 2 "$coopc" bfs.cl -o loop --header folder/m.h
    : >folder/m.h
    expect 2 "$coopc" bfs.cl -o loop --header too/m.h
    ln folder/m.h hard
    expect 2 "$coopc" bfs.cl -o hard --header too/m.h
    grep -q -- '-o and --header would write one file: too/m.h' err || { cat err >&2; fail "no message"; }
    mkfifo pipe
    within 20 "$coopc" bfs.cl -o pipe --header ./pipe 2>err
    [ $? -eq 2 ] || fail "two outputs to a pipe"
    status=0
    "$coopc" -I "$include" bfs.cl --dump-model -o m.cl >m.cl 2>err || status=$?
    [ $status -eq 2 ] && grep -q 'prints to the file of -o' err || fail "the module and what --dump-model prints"
    # An input of another name.
    ln bfs.cl other.cl
    expect 2 "$coopc" -I "$include" bfs.cl -o other.cl
    grep -q 'would overwrite an input: bfs.cl' err || { cat err >&2; fail "no message"; }
    expect 0 "$coopc" -I "$include" bfs.cl -o /dev/null --header /dev/null
    ;;
follows_no_link)
    # Names that somebody could foresee: of the target, with the number of a process that begins soon.
    echo precious >victim
    number=$$
    while [ $number -lt $(($$ + 300)) ]; do
        ln -s victim "m.cl.$number.tmp"
        ln -s victim "m.cl.$number"
        number=$((number + 1))
    done
    ln -s victim m.cl.tmp
    (umask 027 && exec "$coopc" -I "$include" bfs.cl -o m.cl) || fail "exit status $?"
    [ "$(cat victim)" = precious ] || fail "coopc has written through a link"
    [ ! -L m.cl ] && grep -q '^//coop module' m.cl || fail "no module"
    [ "$(ls -l m.cl | cut -c1-10)" = -rw-r----- ] || fail "a new file: $(ls -l m.cl)"
    chmod 604 m.cl
    "$coopc" -I "$include" bfs.cl -o m.cl || fail "exit status $?"
    [ "$(ls -l m.cl | cut -c1-10)" = -rw----r-- ] || fail "a replaced file: $(ls -l m.cl)"
    [ "$(ls | grep -c '^m\.cl')" -eq 602 ] || fail "something was left behind: $(ls)"
    ;;
quotes_names)
    # A file's name may hold what ends a string.
    mkdir 'a "directory\'
    printf 'int item(void) { return (int)get_local_id(0); }\nkernel void k(global int *a) { a[0] = item(); }\n' >'a "directory\/with "quotes.cl'
    expect 0 "$coopc" 'a "directory\/with "quotes.cl' -o m.cl
    named=$(grep -c '^#line [0-9]* "a \\"directory\\\\/with \\"quotes.cl"$' m.cl)
    [ "$named" -eq "$(grep '^#line' m.cl | grep -vc '"coop ')" ] || fail "a name without its quotes: $(grep '^#line' m.cl)"
    ;;
names_may_begin_like_options)
    cp bfs.cl ./-x.cl
    cp bfs.cl ./--help
    expect 0 "$coopc" -I "$include" -o m.cl --header m.h -- -x.cl
    grep -q '^#line [0-9]* "./-x.cl"' m.cl || fail "-x.cl was not read"
    expect 0 "$coopc" -I "$include" -o m.cl -- --help
    [ ! -s out ] || fail "--help behind -- is no file"
    expect 2 "$coopc" -o m.cl --
    grep -q 'no input file' err || fail "no message"
    ;;
reads_what_ends)
    # A pipe once, and nothing that may have no end.
    mkfifo pipe.cl pipe.h
    cat bfs.cl >pipe.cl &
    within 20 timeout 60 "$coopc" -I "$include" pipe.cl -o m.cl --depfile m.d || fail "a named pipe"
    wait
    expect 0 "$coopc" -I "$include" bfs.cl -o file.cl
    sed 's/bfs\.cl/pipe.cl/' file.cl | cmp - m.cl || fail "another module came from the pipe"
    grep -q 'pipe.cl' m.d && fail "make is to look at the pipe again"
    cat bfs.cl | expect 0 "$coopc" -I "$include" /dev/stdin -o m.cl
    expect 2 timeout 60 "$coopc" pipe.cl ./pipe.cl -o m.cl
    expect 3 timeout 60 "$coopc" -I "$include" bfs.cl /dev/zero -o m.cl
    grep -q 'cannot read /dev/zero: it is no plain file' err || fail "no message"
    expect 3 "$coopc" . -o m.cl
    grep -q 'cannot read .: it is a directory' err || fail "no message"
    # 64 MiB are the most, of a file that says how much it has and of one that does not.
    truncate -s 67108865 large.cl
    expect 3 "$coopc" large.cl -o m.cl
    grep -q 'it has more than 64 MiB, the most that coopc reads' err || fail "no message"
    expect 3 "$coopc" --stdin x.cl -o m.cl </dev/zero
    grep -q 'it has more than 64 MiB, the most that coopc reads' err || fail "no message"
    # The same of what is included, however it is found.
    for directive in '#include "pipe.h"' '#include </dev/zero>' '#if __has_include("/dev/zero")' \
        '#define NAME "pipe.h"
#include NAME' '#include_next "pipe.h"'; do
        printf '%s\n' "$directive" >directive.cl
        case $directive in \#if*) echo '#endif' >>directive.cl ;; esac
        echo 'kernel void k(global int *a) { a[0] = 1; }' >>directive.cl
        expect 1 timeout 60 "$coopc" -I . directive.cl -o m.cl
        grep -q 'it is no plain file \[included-file\]' err || { cat err >&2; fail "$directive"; }
        [ "$(grep -c error: err)" -eq 1 ] || { cat err >&2; fail "$directive: several errors"; }
    done
    printf '#include "large.cl"\nkernel void k(global int *a) { a[0] = 1; }\n' >includes.cl
    expect 1 "$coopc" includes.cl -o m.cl
    grep -q "includes.cl:1:10: error: .*large.cl' cannot be included: it has more than 64 MiB" err || fail "no message"
    ;;
names_end_no_comment)
    # Nor do they begin one, of which compilers warn.
    mkdir 'a*' 'a*/*b'
    printf 'kernel void k(global int *a) { a[0] = 1; }\n' >'a*/*b/k.cl'
    expect 0 "$coopc" 'a*/*b/k.cl' -o m.cl --header 'a*/m.h' --embed 'a*/m_text.c' --depfile 'a*/m.d'
    expect 0 cc -std=c11 -Wall -Wextra -Wpedantic -Werror -Wno-unused-function -I"$include" -fsyntax-only -x c 'a*/m.h'
    expect 0 cc -std=c11 -Wall -Wextra -Wpedantic -Werror -fsyntax-only 'a*/m_text.c'
    # A rule of make has one target, whatever is in its name.
    expect 0 "$coopc" bfs.cl -I "$include" -o 'a #$.cl' --depfile m.d
    grep -qF 'a\ \#$$.cl: \' m.d || fail "the target: $(head -n 1 m.d)"
    ;;
control_characters_enter_no_output)
    # As a file could be named to add an option of the device's compiler.
    printf 'kernel void k(global int *a) { a[0] = 1; }\n' >k.cl
    for name in 'a\n' 'carriage\rreturn' 'escape\033[2J' 'delete\177'; do
        name=$(printf "$name.")
        name=${name%.}
        mkdir -p "$name"
        cp k.cl "$name/k.cl"
        expect 2 "$coopc" "$name/k.cl" -o m.cl
        grep -q 'give names and options without line ends and other control characters, here shown as ?: ' err || fail "no message"
        LC_ALL=C grep -q "$(printf '[\001-\010\013-\037\177]')" err && fail "the message has the character"
        [ "$(wc -l <err)" -eq 1 ] || fail "the message has $(wc -l <err) lines"
    done
    expect 2 "$coopc" k.cl -I "$name" -o m.cl
    expect 2 "$coopc" k.cl "-DX=$name" -o m.cl
    expect 2 "$coopc" k.cl "-cl-$name" -o m.cl
    expect 2 "$coopc" k.cl -o "$name/m.cl"
    expect 2 "$coopc" --stdin "$name/k.cl" -o m.cl <k.cl
    # The name of an included file: escaped in the module, shown by a question mark to people.
    name=$(printf 'e\033[2J.h')
    printf 'int item(global int *a) { return a[(int)get_local_id(0)]; }\n' >"$name"
    printf '#include "%s"\nkernel void k(global int *a) { a[0] = item(a); }\n' "$name" >includes.cl
    expect 0 "$coopc" includes.cl -o m.cl --header m.h
    grep -qF 'e\033[2J.h"' m.cl || fail "the included file is not named"
    echo missing >>"$name"
    expect 1 "$coopc" includes.cl -o m.cl
    grep -qF 'e?[2J.h:2:' err || { cat err >&2; fail "the included file is not shown"; }
    ;;
finds_words)
    expect 0 "$coopc" bfs.cl -o m.cl
    ;;
depfile)
    mkdir inc
    echo '#define FROM_HEADER 3' >'inc/a header.h'
    printf '#include "a header.h"\nkernel void k(global int *a) { a[0] = FROM_HEADER + GIVEN + ALSO; }\n' >with.cl
    expect 0 "$coopc" -Iinc -DGIVEN=4 -D ALSO with.cl -o m.cl --depfile m.d
    printf 'm.cl: \\\n  with.cl \\\n  inc/a\\ header.h\n' >wanted
    diff -u wanted m.d >&2 || exit 1
    grep -q '^#define GIVEN 4$' m.cl || fail "-D is not in the module"
    grep -q '^#define ALSO 1$' m.cl || fail "-D is not in the module"
    grep -q '^#undef GIVEN$' m.cl || fail "-D does not end with the file"
    printf 'kernel void NAME(global int *a) { a[0] = 1; }\n' >named.cl
    expect 0 "$coopc" '-DNAME=given' named.cl -o m.cl
    grep -q '^//coop kernel index=0 name=given ' m.cl || fail "-D does not name the kernel"
    ;;
deps)
    # Every output stands on what was read, and a header that is gone makes all anew.
    mkdir inc
    echo '#define FROM_HEADER 3' >'inc/a header.h'
    printf '#include "a header.h"\nkernel void k(global int *a) { a[0] = FROM_HEADER; }\n' >with.cl
    expect 0 "$coopc" -Iinc with.cl -o m.cl --header m.h --embed m_text.c --deps m.d
    printf 'm.cl m.h m_text.c m_text.h: \\\n  with.cl \\\n  inc/a\\ header.h\n\nwith.cl:\n\ninc/a\\ header.h:\n' >wanted
    diff -u wanted m.d >&2 || exit 1
    expect 0 "$coopc" -Iinc with.cl --embed m_text.c --deps m.d --depfile one.d
    head -n 1 m.d | grep -q '^m_text\.c m_text\.h:' || fail "without -o: $(head -n 1 m.d)"
    head -n 1 one.d | grep -q '^m_text\.c:' || fail "without -o: $(head -n 1 one.d)"
    expect 2 "$coopc" -Iinc with.cl --deps m.d
    expect 2 "$coopc" -Iinc with.cl -o m.cl --deps with.cl
    grep -q 'would overwrite an input: with.cl' err || fail "no message"
    command -v make >/dev/null || exit 0
    {
        printf 'm.h m_text.c m_text.h &: with.cl\n\t"%s" -Iinc with.cl --header m.h --embed m_text.c --deps m.d\n' "$coopc"
        echo '-include m.d'
    } >Makefile
    expect 0 make m_text.h
    expect 0 make -q m.h m_text.c m_text.h
    sleep 1.1
    echo '#define FROM_HEADER 4' >'inc/a header.h'
    expect 0 make m_text.h
    grep -q 'FROM_HEADER 4' m_text.c || fail "the module was not made again when a header had changed"
    mv 'inc/a header.h' inc/b.h
    printf '#include "b.h"\nkernel void k(global int *a) { a[0] = FROM_HEADER; }\n' >with.cl
    expect 0 make m_text.h
    ;;
embed)
    # What compilers take apart: quotes, backslashes, question marks.
    cat >odd.cl <<'END'
kernel void k(global int *a) { a[0] = "\"?\\ \?="[0]; }
END
    mkdir made
    for source in bfs odd; do
        expect 0 "$coopc" -I "$include" $source.cl -o m.cl --embed made/m_text.c
        cat >main.c <<'END'
#include "m_text.h"

#include <stdio.h>

int main(void)
{
    return m_module_text[m_module_bytes] != 0 || fwrite(m_module_text, 1, m_module_bytes, stdout) != m_module_bytes;
}
END
        cp main.c main.cpp
        cp made/m_text.c made/m_text.cpp
        for compiler in "cc -std=c11 main.c made/m_text.c" "c++ -std=c++17 main.cpp made/m_text.cpp"; do
            command -v "${compiler%% *}" >/dev/null || continue
            expect 0 $compiler -Wall -Wextra -Wpedantic -Werror -Imade -o main
            ./main >printed || fail "the module's length is wrong"
            cmp m.cl printed || fail "$source: the embedded module is another"
        done
        # The CMake package makes the same file.
        if command -v cmake >/dev/null; then
            expect 0 cmake -DINPUT=m.cl -DOUTPUT=c.c -DSYMBOL=m_module_text -DBYTES=m_module_bytes -DINCLUDE=m_text.h \
                -DHEADER=c.h -P "$here/../../cmake/scripts/embed_text.cmake"
            cmp c.c made/m_text.c && cmp c.h made/m_text.h || fail "$source: CMake makes another file"
        fi
    done
    # The module alone is not asked for.
    rm m.cl
    expect 0 "$coopc" -I "$include" bfs.cl --embed m_text.c --header m.h
    [ ! -e m.cl ] && [ -s m_text.c ] && [ -s m_text.h ] && [ -s m.h ] || fail "$(ls)"
    for name in m.c text.c _text.c m_text.h m_text 1m_text.c a-b_text.c; do
        expect 2 "$coopc" -I "$include" bfs.cl --embed $name
        grep -q -- '--embed wants a file name_text.c' err || fail "no message"
    done
    expect 2 "$coopc" -I "$include" bfs.cl --embed m_text.c --elements
    cp bfs.cl bfs_text.h
    expect 2 "$coopc" -I "$include" bfs_text.h --embed bfs_text.c
    ;;
host_header)
    # A struct of the user's header keeps its type where the host has that header; else it stays bytes.
    mkdir inc
    printf '#ifndef CELL_H\n#define CELL_H\nstruct cell { float x; int tags[2]; };\n#endif\n' >inc/cell.h
    printf '#include "cell.h"\nkernel void k(struct cell first, global int *a) { a[0] = first.tags[1]; }\n' >cell.cl
    expect 0 "$coopc" -Iinc cell.cl -o m.cl --header m.h
    grep -q 'uint8_t first\[12\]' m.h || fail "not bytes: $(grep first m.h)"
    expect 0 "$coopc" -Iinc cell.cl -o m.cl --header m.h --host-header cell.h
    grep -q '^    struct cell first;' m.h || fail "no struct cell: $(grep first m.h)"
    grep -q '^#include "cell\.h"$' m.h || fail "cell.h is not included"
    grep -q '^struct cell {' m.h && fail "a second struct cell"
    cat >main.c <<'END'
#include "cell.h"
#include "m.h"
int main(void)
{
    const struct cell cell = {1.0f, {2, 3}};
    const struct k_args args = {.first = cell};
    return args.first.tags[1] - 3;
}
END
    expect 0 cc -std=c11 -Wall -Wextra -Wpedantic -Werror -Wno-unused-function -Iinc -I"$include" -c main.c
    # Of coop's own structs, generated functions fill the bytes.
    printf '#include "coop/tensor.clh"\nkernel void b(struct coop_box box, global int *a) { a[0] = 0; }\n' >box.cl
    expect 0 "$coopc" -I "$include" box.cl -o m2.cl --header m2.h --host-header cell.h
    grep -q 'uint8_t box\[' m2.h || fail "a struct of coop's: $(grep ' box' m2.h)"
    # Another struct of the name is an error of the host's compiler.
    printf '#ifndef CELL_H\n#define CELL_H\nstruct cell { int tags[2]; float x; };\n#endif\n' >inc/cell.h
    expect 1 cc -std=c11 -Iinc -I"$include" -c main.c
    grep -q 'coopc and the C compiler disagree on cell\.' err || fail "no message"
    ;;
members_are_no_macros)
    # Of the compilers in GNU's mode, and of the headers that a program includes before.
    cat >macros.cl <<'END'
struct odd { int linux; float I[2]; int errno; int I_; };
struct even { struct odd unix; };
kernel void k(global const float *I, int linux, int unix, local int *stdin, struct even errno, int complex, int noreturn,
              int static_assert, int i386, int isnan, int assert, int signbit, global int *a)
{
    stdin[0] = errno.unix.linux + static_assert + (int)errno.unix.I[1];
    a[0] = linux + unix + stdin[0] + complex + noreturn + i386 + isnan + assert + signbit + (int)I[0];
}
END
    expect 0 "$coopc" macros.cl -o m.cl --header m.h
    cat >main.c <<'END'
#include <assert.h>
#include <complex.h>
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdnoreturn.h>
#include "m.h"
int main(void)
{
    const struct k_args args = {.linux_ = 1, .unix_ = 2, .complex_ = 3, .stdin_bytes = 4, .isnan = 5, .I_ = 6};
    return args.unix_ + args.errno_.unix_.linux_ + (int)args.errno_.unix_.I__[0] + args.errno_.unix_.errno_ - 2;
}
END
    expect 0 cc -std=gnu11 -Wall -Wextra -Wpedantic -Werror -Wno-unused-function -I"$include" main.c -o main
    expect 0 ./main
    ;;
dump_model)
    expect 0 "$coopc" -I "$include" bfs.cl --dump-model
    grep -q '^kernel 0 bfs, bfs.cl:[0-9]*: cooperative, shrinks, grows$' out || fail "no kernel in the model"
    [ ! -e m.cl ] || fail "a module without -o"
    expect 2 "$coopc" -I "$include" bfs.cl --dump-model --header m.h
    expect 2 "$coopc" -I "$include" bfs.cl --dump-model --depfile m.d
    : >empty.cl
    expect 0 "$coopc" empty.cl --dump-model
    ;;
warnings)
    printf '#include "coop/kernel.clh"\ncoop_kernel void k(global int *a) { int b; request_fork(); a[0] = b; }\n' >w.cl
    expect 0 "$coopc" -I "$include" w.cl -o m.cl
    grep -q '\[-Wlive-across-fork\]$' err && grep -q '\[-Wnever-shrinks\]$' err || { cat err; fail "a warning is missing"; }
    expect 0 "$coopc" -I "$include" -Wno-never-shrinks w.cl -o m.cl
    grep -q 'never-shrinks' err && fail "-Wno-never-shrinks has no effect"
    expect 0 "$coopc" -I "$include" -Wno-never-shrinks -Wnever-shrinks w.cl -o m.cl
    grep -q 'never-shrinks' err || fail "the last option does not win"
    expect 0 "$coopc" -I "$include" -w w.cl -o m.cl
    [ ! -s err ] || fail "-w is not silent"
    expect 0 "$coopc" -I "$include" -w --Werror w.cl -o m.cl
    rm m.cl
    expect 1 "$coopc" -I "$include" --Werror w.cl -o m.cl
    grep -q ': error: .*\[-Wlive-across-fork\]$' err || fail "--Werror does not make an error"
    [ ! -e m.cl ] || fail "--Werror leaves an output"
    expect 0 "$coopc" -I "$include" -Wno-nonsense w.cl -o m.cl
    grep -q "unknown warning option '-Wno-nonsense'" err || fail "a wrong name is not told of"
    ;;
options)
    expect 0 "$coopc" -I "$include" -cl-fast-relaxed-math bfs.cl -o m.cl
    grep -q '^//coop option -cl-fast-relaxed-math$' m.cl || fail "the option is not in the module"
    ;;
generic_atomics)
    # What one file needs changes no other, whatever the order, and no version of the language has its own.
    cat >uses.cl <<'END'
kernel void uses(global int *out, global atomic_int *a) { atomic_fetch_add(a, 1); out[0] = atomic_load(a); }
END
    cat >asks.cl <<'END'
#ifdef atomic_load
#error
#else
#define atomic_load(p) atomic_load_explicit(p, memory_order_relaxed, memory_scope_work_group)
#endif
kernel void asks(global int *out, global atomic_int *a) { out[0] = atomic_load(a); }
END
    cat >has.cl <<'END'
int atomic_fetch_add(global int *p, int a, int b) { return *p + a + b; }
kernel void has(global int *out, global atomic_int *a) { out[0] = atomic_fetch_add(out, 1, 2); }
END
    for files in "uses.cl asks.cl has.cl" "asks.cl has.cl uses.cl" "has.cl uses.cl asks.cl"; do
        expect 0 "$coopc" -I "$include" $files -o m.cl
        for name in atomic_fetch_add atomic_load; do
            [ "$(grep -c "^#define $name(object.*memory_scope_device)\$" m.cl)" = 1 ] || fail "$name is not defined once: $files"
        done
    done
    expect 0 "$coopc" -I "$include" -cl-std=CL2.0 uses.cl has.cl -o m.cl
    [ "$(grep -c '^#define atomic_.*memory_scope_device)$' m.cl)" = 2 ] || fail "the module needs OpenCL C 2.0"
    ;;
sizes_of_launches)
    cat >s.cl <<'END'
#define WG 4
kernel void k(global int *a, local int *b) { b[0] = 1; a[0] = b[0]; }
kernel __attribute__((reqd_work_group_size(WG, SIDE, 0x2u))) void l(global int *a) { a[0] = 1; }
kernel __attribute__((reqd_work_group_size(WG * 2, 1, 1))) void m(global int *a) { a[0] = 1; }
#define SIZED(x, y) __attribute__((work_group_size_hint(9, 9, 9), __reqd_work_group_size__((x), y, 1)))
SIZED(WG, 5) kernel void n(global int *a) { a[0] = 1; }
kernel void o(global int *a) __attribute__((reqd_work_group_size(6, 1, 1)));
kernel void o(global int *a) { a[0] = 1; }
#undef WG
enum { WG = 7 };
#if SIDE == 2
kernel __attribute__((reqd_work_group_size(2, 1, 1)))
#else
kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
#endif
void p(global int *a) { a[0] = WG; }
#define MAKE(name, n) kernel __attribute__((reqd_work_group_size(n, 1, 1))) void name(global int *a) { a[0] = n; }
MAKE(q, WG + 1)
#define WG 9
kernel __attribute__((reqd_work_group_size(WG, 1, 1))) void r(global int *a) { a[0] = WG; }
END
    expect 0 "$coopc" -I "$include" -w -DSIDE=3 --local-bytes 12288 s.cl -o m.cl
    grep -q '^//coop local kernel=0 offset=8 room=12288 name=b$' m.cl || fail "the room is not in the module"
    grep -q '^//coop kernel index=0 .* local_bytes=12288 ' m.cl || fail "the room is not counted"
    index=1
    for size in 4,3,2 8,1,1 4,5,1 6,1,1 7,1,1 8,1,1 9,1,1; do
        grep -q "^//coop kernel index=$index .* local_items=$size " m.cl || fail "kernel $index does not require $size"
        index=$((index + 1))
    done
    for wrong in 0 -1 x 8k 1048577; do
        expect 2 "$coopc" -I "$include" --local-bytes $wrong s.cl -o m.cl
    done
    ;;
hash_follows_parameters)
    expect 0 "$coopc" -I "$include" bfs.cl -o a.cl
    sed 's/depth/deepness/g' bfs.cl >b.cl
    expect 0 "$coopc" -I "$include" b.cl -o b.out.cl
    sed 's/global int \*frontier_a/global uint *frontier_a/; s/frontier_a;/(global int *)frontier_a;/' bfs.cl >c.cl
    expect 0 "$coopc" -I "$include" c.cl -o c.out.cl
    hash() { sed -n 's,.*args_hash=\([0-9a-f]*\).*,\1,p' "$1"; }
    [ "$(hash a.cl)" = "$(hash b.out.cl)" ] || fail "the hash follows more than the parameters"
    [ "$(hash a.cl)" != "$(hash c.out.cl)" ] || fail "the hash does not follow the parameters"
    ;;
survives_damage)
    # Every prefix of a kernel, and the kernel without each of its lines, ends with status 0 or 1.
    source=$here/runs/switch_states.cl
    lines=$(wc -l <"$source")
    line=1
    while [ $line -le "$lines" ]; do
        head -n $line "$source" >"first_$line.cl"
        sed "${line}d" "$source" >"without_$line.cl"
        for name in first_$line without_$line; do
            printf '%s\t' . /dev/null "$name.err" -I "$include" "$name.cl" -o
            echo m.cl
        done
        line=$((line + 1))
    done >list
    COOPC_MANY_SECONDS=20 "$COOPC_MANY" list >statuses || fail "test_coopc_many"
    [ "$(wc -l <statuses)" = $((2 * lines)) ] || fail "not all were translated"
    grep -n -v -x '[01]' statuses && fail "these lines of: $(cat list)"
    head -c 3000 /dev/urandom >noise.cl
    within 20 "$coopc" noise.cl -o m.cl 2>err
    [ $? -le 1 ] || fail "noise"
    for count in 3000 20000 100000; do
        { printf 'kernel void k(global int *a) { a[0] = 1'; yes '+ a[1]' | head -n $count; echo '; }'; } >long.cl
        within 60 "$coopc" long.cl -o m.cl 2>err
        [ $? -le 1 ] || { cat err >&2; fail "a sum of $count terms"; }
        { printf 'kernel void k(global int *a) { '; yes 'if (a[0]) a[1] = 3; else' | head -n $count; echo '; }'; } >long.cl
        within 60 "$coopc" long.cl -o m.cl 2>err
        [ $? -le 1 ] || { cat err >&2; fail "$count branches"; }
    done
    : >empty.cl
    expect 1 "$coopc" empty.cl -o m.cl
    # Line ends that were converted twice, and a carriage return that ends no line here nor there.
    printf '// one\r\r\n#define A 1\r\r\nkernel void k(global int *a)\r{ a[0] = A; /* \r */ }\r\r\n// end\r' >returns.cl
    expect 0 "$coopc" returns.cl -o m.cl
    ;;
stdin)
    # The same module as from the file, and nothing of it in the rule of files read.
    expect 0 "$coopc" -I "$include" bfs.cl -o file.cl --header file.h
    mv bfs.cl away
    expect 0 "$coopc" -I "$include" --stdin bfs.cl -o m.cl --header file.h --depfile m.d <away
    cmp file.cl m.cl || fail "the module from standard input differs"
    grep -q kernel.clh m.d || fail "no kernel.clh in m.d"
    ! grep -q bfs.cl m.d || fail "m.d names the text from standard input"
    # What macros make, tasks and collective functions are read again: from the text, too.
    count=0
    for name in "$here"/golden/*.cl "$here"/tasks/*.cl "$here"/runs/collective*.cl; do
        case $name in *.expected.cl | *.second.cl) continue ;; esac
        count=$((count + 1))
        printf '%s\t' . /dev/null err.$count -I "$include" "$name" -o
        echo file.$count
        printf '%s\t' . "$name" err.$count -I "$include" --stdin "$name" -o
        echo stdin.$count
    done >list
    "$COOPC_MANY" list >statuses || fail "test_coopc_many"
    [ "$(grep -c -x 0 statuses)" = $((2 * count)) ] || { cat err.* >&2; fail "not all were translated"; }
    while [ $count -gt 0 ]; do
        cmp file.$count stdin.$count || { cat list >&2; fail "pair $count of the list differs from standard input"; }
        count=$((count - 1))
    done
    # The file's name and line are in messages; what is there under the name is not read.
    printf 'kernel void other(global int *v) { *v = 0; }\n' >cell.cl
    mkdir lib
    printf '#define SEVEN 7\n' >lib/seven.h
    printf '#include "seven.h"\nkernel void k(global int *v)\n{\n    *v = SEVEN + missing;\n}\n' |
        expect 1 "$coopc" --stdin lib/cell.cl -o m.cl
    grep -q '^lib/cell.cl:4:18: error: ' err || { cat err >&2; fail "no place in the message"; }
    printf 'kernel void k(global int *v) { *v = 1; }\n' | expect 0 "$coopc" --stdin cell.cl -o m.cl
    grep -q 'name=k ' m.cl || fail "no kernel k"
    ! grep -q 'name=other ' m.cl || fail "the file was read"
    expect 2 "$coopc" --stdin a.cl --stdin b.cl -o m.cl </dev/null
    expect 2 "$coopc" --stdin - -o m.cl </dev/null
    expect 2 "$coopc" - -o m.cl </dev/null
    grep -q -- '--stdin NAME, not -' err || fail "no message for -"
    expect 3 "$coopc" --stdin a.cl -o m.cl <&-
    ;;
*)
    fail "no such claim: $claim"
    ;;
esac
