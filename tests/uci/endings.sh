#!/bin/sh
# congo-engine endings: tables that are built, interrupted and continued, built twice at a time, on a full disk and in
# folders that cannot be written, are always the same or not there; and what the commands print.

. "$CONGO_SOURCE/tests/lib.sh"

engine=$CONGO_BUILD/src/congo-engine
cd "$folder" || exit 99
rules=pawns-bare-lions-draw-unless-capture

# run STATUS ARGUMENT...: runs congo-engine endings; its output is in out and err.
run() {
    expected=$1
    shift
    "$engine" endings "$@" >out 2>err </dev/null
    status=$?
    [ $status -eq "$expected" ] ||
        fail "endings $*: $(describe_status $status), expected $expected: $(cat out err)"
}

# says FILE PATTERN: the file is one line, which matches.
says() {
    [ "$(wc -l <"$1")" -eq 1 ] && grep -q -e "$2" "$1" || fail "expected \"$2\", found \"$(cat "$1")\""
}

# same FOLDER FOLDER: both have the same tables and nothing else but their locks.
same() {
    diff -r -x lock -x stamp "$1" "$2" >difference || fail "$1 and $2 differ: $(cat difference)"
}

# has_tables FOLDER NUMBER: it has so many tables or more.
has_tables() {
    set -- "$2" "$1/$rules"/*.ending
    [ $# -gt "$1" ] && [ -e "$2" ]
}

# ---- building ----

run 0 build --men=3 --output=new/folder --threads=1
says out '^new/folder has all endings of congo with up to 3 men: 8 classes, 8 new\.$'
[ "$(wc -l <err)" -gt 1 ] && [ "$(wc -l <err)" -le 10 ] || fail "progress in $(wc -l <err) lines, expected 2 to 10"
grep -q '^Solved [a-zL_]*: 8 of 8 classes, 100 %$' err || fail "no line of the end: $(cat err)"
[ "$(find new -name '*.ending' | wc -l)" -eq 8 ] || fail "expected 8 files: $(find new)"
run 0 build --men=3 --output=new/folder
says out '8 classes, 0 new\.$'
[ -s err ] && fail "progress, though nothing was made: $(cat err)"
run 0 build --men=3 --output=quiet --threads=3 --quiet
[ -s out ] || [ -s err ] && fail "not quiet: $(cat out err)"
same new/folder quiet

# Where all programs look.
run 0 build --men=3 --quiet
[ "$(stat -c %a cache/congo/endings 2>/dev/null || echo 700)" = 700 ] || fail 'the cache folder is not private'
same cache/congo/endings quiet
CONGO_ENDINGS=$folder/none run 0 stats --men=3
mv out stats
XDG_CACHE_HOME=$folder/none CONGO_ENDINGS=$folder/quiet run 0 stats --men=3
cmp -s out stats || fail 'the endings in the cache are others than those of CONGO_ENDINGS'
[ ! -d "$CONGO_BUILD/endings" ] || {
    XDG_CACHE_HOME=$folder/none CONGO_ENDINGS='' run 0 stats --men=3
    cmp -s out stats || fail 'an engine finds other endings than those of its build'
}

# Another variant, by name and from a file; variants with the same rules share their tables.
run 0 build --men=3 --output=shared --variant=islands
says out 'of islands .*, 8 new\.$'
run 0 build --men=3 --output=shared --variant=simpler
says out 'of simpler .*, 0 new\.$'
echo 'variant = { name = "dry"; islands = [ "c4", "d4", "e4" ]; };' >dry.conf
run 0 build --men=3 --output=dry --variant=dry.conf
says out 'of dry .*, 8 new\.$'
run 0 stats --men=3 --endings=dry --variant=dry.conf
cmp -s out stats && fail 'islands change nothing'

# ---- looking and verifying ----

run 0 stats --men=3 --endings=quiet --threads=2
cmp -s out stats || fail 'stats depends on the number of threads'
[ "$(wc -l <out)" -eq 14 ] || fail "stats of 3 men in $(wc -l <out) lines, expected 14"
grep -q '^Lp_l b n=3267 win=1086 draw=102 loss=2079 max=22 [^ ]*/b/-1$' out || fail "stats: $(cat out)"
run 0 stats --men=2 --endings=quiet
[ "$(grep -c '^L_l [wb] n=81 win=29 draw=52 loss=0 max=1 ' out)" -eq 2 ] || fail "stats of 2 men: $(cat out)"
run 0 verify --men=3 --endings=quiet
says out '^[1-9][0-9]* positions of congo with 3 men have the value that follows from their successors\.$'
grep -q '^Verified 100 %$' err || fail "verify: $(cat err)"
run 0 verify --men=3 --endings=quiet --sample=1000 --seed=5 --quiet
[ -s out ] || [ -s err ] && fail "not quiet: $(cat out err)"

for command in stats verify; do
    run 1 $command --men=4 --endings=quiet
    says err 'congo with 4 men are not in quiet: congo-engine endings build --men=4 --output=quiet makes them$'
    run 1 $command --men=3 --endings=none
    says err '^congo-engine endings [a-z]*: the solved endings are turned off by --endings=none$'
    run 1 $command --men=3 --endings=quiet --variant=dry.conf
    says err 'dry with 3 men are not in quiet: .* build --men=3 --variant=dry.conf --output=quiet makes them$'
    XDG_CACHE_HOME=$folder/none CONGO_ENDINGS=$folder/none run 1 $command --men=3 --variant=dry.conf
    says err 'dry with 3 men are not there: congo-engine endings build --men=3 --variant=dry.conf makes them$'
    run 1 $command --men=3 --endings=missing
    says err '^congo-engine endings [a-z]*: --endings: missing: cannot be read: '
done
for command in build stats verify; do
    run 1 $command --men=3 --variant=megapawn
    says err '^congo-engine endings [a-z]*: the variant megapawn has no solved endings: it forbids repetition, '
    run 2 $command --men=6
    says err '--men: expected a whole number from 2 to 5, found 6$'
    run 2 $command 3
    says err 'expected an option such as --men=[35], found "3"$'
    run 1 $command --variant=nowhere
    says err '--variant: expected a variant '
done
run 2
says err 'expected build, stats or verify, found nothing$'
run 2 bild
says err 'no command "bild", the closest is build; expected build, stats or verify$'
run 0 --help
[ "$(grep -c '^Usage: ' out)" -eq 3 ] || fail "help: $(cat out)"
if [ -w /dev/full ]; then
    for command in 'build --output=quiet' 'stats --endings=quiet' 'verify --endings=quiet'; do
        # shellcheck disable=SC2086 # the words of the command
        "$engine" endings $command --men=3 >/dev/full 2>err
        [ $? -eq 1 ] && grep -q 'standard output' err || fail "$command >/dev/full: $(cat err)"
    done
fi

# ---- files that are damaged or left over ----

cp -r quiet damaged
cd "damaged/$rules" || exit 1
: >Lp_l.ending
head -c 100 L_l.ending >part && mv part L_l.ending
{ head -c 300 Lz_l.ending && printf 'xyz' && tail -c +304 Lz_l.ending; } >other && mv other Lz_l.ending
mv Le_l.ending Lg_l.ending
echo >.congo-1-0.tmp
cd "$folder" || exit 1
run 1 stats --men=3 --endings=damaged
says err "damaged/$rules/"
run 0 build --men=3 --output=damaged
says out '8 classes, 5 new\.$'
same damaged quiet

# ---- places that cannot be written ----

echo >file
run 1 build --men=3 --output=file
says err '^congo-engine endings build: file: expected a folder, found a file$'
run 1 build --men=3 --output=/dev/null/below
says err '^congo-engine endings build: /dev/null: expected a folder, found a file$'
if [ "$(id -u)" -ne 0 ]; then
    mkdir locked
    chmod 500 locked
    run 1 build --men=3 --output=locked
    says err 'locked.*: Permission denied$'
fi
(
    unset HOME XDG_CACHE_HOME
    run 1 build --men=3
    says err 'there is no folder for endings: set HOME to your home folder$'
    [ "$failures" -eq 0 ]
) || failures=1

# A limit on the size of files has the effect of a full disk.
mkdir full
(ulimit -f 0 && "$engine" endings build --men=3 --output=full --threads=1 2>&1 >/dev/null) | cat >err
grep -q '\.ending: not written: ' err || fail "a limit on files: $(cat err)"
has_tables full 1 && fail 'a table, though files cannot be written'
run 0 build --men=3 --output=full --quiet
same full quiet

# Users other than root can mount in their own user namespace.
unshare -m true 2>/dev/null && namespace=-m || namespace=-rm
mkdir disk
# shellcheck disable=SC2016,SC2086 # the inner shell expands it; several options
unshare $namespace sh -c 'mount -t tmpfs -o size=16k none disk || exit 77
    "$1" endings build --men=3 --output=disk --threads=1 --quiet
    echo "status $?"
    mount -o remount,size=1m disk
    "$1" endings build --men=3 --output=disk
    cp -r disk/* kept' sh "$engine" >out 2>err
if [ -s out ]; then
    grep -q 'status 1' out && grep -q '\.ending: not written: the disk is full' err || fail "a full disk: $(cat out err)"
    grep -q ' 8 classes, [1-7] new\.$' out || fail "nothing was kept on a full disk: $(cat out err)"
    mkdir -p kept.whole && mv kept "kept.whole/$rules"
    same kept.whole quiet
fi

# ---- one build after the other ----

# Stopped, killed and continued; the tables are the same as those of the build.
"$engine" endings build --output=long --threads=1 --quiet 2>stopped & # not far when the next one begins
build=$!
eventually has_tables long 10
run 1 build --men=3 --output=long
says err "^congo-engine endings build: long/$rules: another program is making these endings$"
kill $build
wait $build
[ $? -eq 143 ] || fail "a build that was asked to stop: $(cat stopped)"
says stopped '^congo-engine endings build: interrupted; the same command continues with the rest$'
if command -v expect >/dev/null; then
    expect "$CONGO_SOURCE/tests/uci/endings.exp" "$engine" >err || fail "at a terminal: $(cat err)"
fi
"$engine" endings build --output=long --quiet &
build=$!
eventually has_tables long 30
kill -9 $build
wait $build 2>/dev/null
run 0 build --output=long
grep -q ' 64 classes, [1-9][0-9]* new\.$' out || fail "a build that continues: $(cat out)"
grep -q ' 64 new' out && fail 'everything was made again'
[ ! -d "$CONGO_ENDINGS" ] || same long "$CONGO_ENDINGS"

[ "$failures" -eq 0 ]
