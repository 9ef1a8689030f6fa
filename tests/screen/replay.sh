#!/bin/sh
# Scripts and recordings as a user meets them: messages for a screen that differs, a game that is recorded and
# played again, and a real terminal that shows what scripts say.
. "$CONGO_SOURCE/tests/screen/lib.sh"

export TMPDIR="$scratch/tmp"
SCREEN_ENV="TMPDIR='$TMPDIR'"
mkdir "$TMPDIR"
cd "$scratch" || exit 1

# play STATUS COLUMNSxLINES OPTION...: runs in an unwatched terminal; the messages are in `said`.
play() {
    play_status=$1 play_size=$2
    shift 2
    LC_ALL=C.UTF-8 TERM=xterm-256color "$CONGO_BUILD/tests/screen/in_terminal" "$play_size" "$program" "$@" >said 2>&1
    status=$?
    [ $status -eq "$play_status" ] || fail "$*: status $status: $(cat said)"
    [ -z "$(ls "$TMPDIR")" ] || fail "$*: its folder is left"
}

says() {
    grep -qF -e "$1" said || fail "expected the message: $1; found: $(cat said)"
}

script() {
    printf '%s\n' 'option --white=hi/random' 'option --black=hi/random' 'option --colors=mono' \
        'option --charset=ascii' "$@" >x.script
}

# --- failures ---

script 'size 24x10' 'keys Right' 'screen the start'
play 1 80x24 --script=x.script --pace=0
says 'congo: x.script:7: screen the start: expected lines with | below it (--record writes them), found:'
says '* White to move'
play 0 80x24 --script=x.script --pace=0 --record=right.script
play 0 80x24 --script=right.script --pace=0
sed 's/White to move/Black to move/' right.script >wrong.script
sed '/^size/a patience 1' wrong.script >y.script
play 1 80x24 --script=y.script --pace=0
says 'screen the start: the screen differs; expected on the left, found on the right:'
says '  9* * Black to move       * * White to move'
says '  8       a b c d e f g    |      a b c d e f g'

script 'patience 1' 'wait Nobody ever says this'
play 1 80x24 --script=x.script --pace=0
says 'congo: x.script:6: expected to see "Nobody ever says this" on the screen, but it shows:'
says 'Pawn d2: 3 moves.'
script 'keys q' 'keys n'
play 1 80x24 --script=x.script --pace=0
says 'congo: x.script:6: the program has ended before this line'
script 'size 80x24'
play 1 79x24 --script=x.script
says 'congo: x.script:5: expected a terminal of at least 80 columns and 24 lines, found 79 columns and 24 lines'
script 'keys Down Dawn'
play 1 80x24 --script=x.script
says "congo: x.script:5: expected names of keys, such as a Tab PageDown Ctrl-L F1 Down*3, found \"Dawn\""
script 'mask a(b'
play 1 80x24 --script=x.script
says 'congo: x.script:5: expected a regular expression:'
script 'option --depth=x'
play 1 80x24 --script=x.script
says 'congo: x.script:5: --depth: expected a whole number from 0 to 100, found "x"'
play 1 80x24 --script=missing.script
says 'congo: missing.script: cannot be read: No such file or directory'
script 'size 80x24'
"$program" --script=x.script </dev/null >said 2>&1 && fail "a script was played without a terminal"
says 'congo: --script needs the full screen: start congo at a terminal, not in a pipe'

# A paste in the meantime does nothing either, even if its end never comes.
script 'size 80x24' 'keys Right Left Right Left Right Left' 'patience 1' 'wait Pawn d2: 3 moves.'
screen_start 80 24 --script="$scratch/x.script"
screen_wait "Pawn d2: 3 moves."
screen_type "$(printf '\033[200~abc')"
expect_end

# --- a recording ---

mkdir -p "$scratch/config/congo"
printf 'keys = { undo = "U"; };\n' >"$scratch/config/congo/congo.conf"
screen_start 80 24 --white=hi/random --black=ai/random --record=mine.script
screen_wait "Pawn d2: 3 moves."
screen_keys Enter Up Enter
screen_wait "Black's " # has moved, by chance
screen_keys U
screen_wait "Took back"
screen_command "c2c3"
screen_wait "c2-c3"
screen_wait "Black's "
screen_wait_stable
screen_text >seen
screen_keys q
screen_wait "The game is not over"
screen_keys y
expect_end
[ -z "$(screen_kept)" ] || fail "a recorded game is kept"
# An event, such as that the solved endings are open, may stand between them as a wait, here and below.
case " $(sed -n 's/^keys //p' mine.script | tr '\n' ' ')" in
*" Enter Up Enter "*) ;;
*) fail "no keys in $(cat mine.script)" ;;
esac
grep -qx 'type c2c3' mine.script || fail "no text in $(cat mine.script)"
sed -n '/^screen before/,/^[a-z]* [a-zE]*$/s/^|//p' mine.script | sed 's/ *$//' | cmp -s - seen ||
    fail "the recorded screen is another one: $(cat mine.script)"
rm -rf "$scratch/config/congo"
play 0 80x24 --script=mine.script --pace=0
[ -z "$(screen_kept)" ] || fail "a played game is kept"

# Pasted text and included files are played again unchanged, also several lines and an empty file. A file that
# cannot be included is reported at once.
: >empty.conf
screen_start 80 24 --white=hi/random --black=hi/random --config=empty.conf --record=pasted.script
screen_wait "Pawn d2: 3 moves."
screen_keys :
screen_wait ":"
screen_type "$(printf '\033[200~ e2e3\nfoo \033[201~')"
screen_wait ": e2e3 foo"
screen_keys C-u
screen_type "$(printf '\033[200~e2e3\033[201~')"
screen_wait ":e2e3"
screen_keys Enter
screen_wait "e2-e3"
screen_wait_stable
screen_keys q
screen_wait "The game is not over"
screen_keys y
expect_end
sed -n '/^wait/d; /^paste/,/^keys/p' pasted.script >found
printf 'paste\n| e2e3\n|foo \nkeys Ctrl-U\npaste e2e3\nkeys Enter\n' | cmp -s - found ||
    fail "the recorded texts are others: $(cat pasted.script)"
grep -A 1 '^file congo.conf$' pasted.script | grep -qx '|' || fail "no empty file"
play 0 80x24 --script=pasted.script --pace=0
play 0 80x24 --script=pasted.script --pace=0 --record=again.script
cmp -s pasted.script again.script ||
    fail "the recording of a recording is another: $(diff pasted.script again.script)"
{
    printf '[White "Ada"]\n[Black "Bo"]\n[Result "*"]\n\n1. P-DD3 P-DD5 *\n'
    yes '% no game' | head -c 3000000
} >large.congo
play 1 80x24 --load=large.congo --record=large.script
says 'congo: --record: large.congo: expected at most 2097152 bytes, found more'

# --- the real terminal ---

# Plays a script up to the given number of screens, and stays there.
shows_the_same() { # NAME NUMBER COLUMNS LINES
    awk -v wanted="$2" '{ print } /^screen/ { if (++count == wanted) inside = 1 }
        inside && /^[|]/ { last = 1 } inside && last && !/^[|]/ { exit }' \
        "$CONGO_SOURCE/tests/screen/scripts/$1.script" | sed '$d' >stay.script
    printf 'stay\n' >>stay.script
    awk '/^screen/ { text = ""; next } /^[|]/ { text = text substr($0, 2) "\n" } END { printf "%s", text }' \
        stay.script >expected
    SCREEN_TERM=$5 screen_start "$3" "$4" --script="$scratch/stay.script" --pace=0
    screen_until same_as_expected || fail "$1, screen $2: $(diff expected found)"
    screen_until keyboard_plays || fail "$1: the keyboard does nothing"
}

keyboard_plays() {
    screen_keys Z
    screen_shows "The key Z"
}

same_as_expected() {
    screen_text | sed 's/ *$//' >found
    cmp -s expected found
}

shows_the_same dialogs-80x24 1 80 24 tmux-256color
shows_the_same warnings-24x10 1 24 10 screen
shows_the_same warnings 1 80 24 vt100
shows_the_same glyphs 2 120 40 tmux-256color
