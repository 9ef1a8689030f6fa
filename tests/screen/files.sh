#!/bin/sh
# Saving, opening, files with several games, and resuming after a kill.
. "$CONGO_SOURCE/tests/screen/lib.sh"

start=gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1
one=gmelecz/ppppppp/7/7/3P3/PPP1PPP/GMELECZ/b/-1
two=gmelecz/ppp1ppp/3p3/7/3P3/PPP1PPP/GMELECZ/w/-1

screen_start 80 24 --white=hi/random --black=hi/random
screen_wait "Pawn d2: 3 moves."
screen_command d2d3
expect_fen $one

# Saves under a typed name; the second time it asks before replacing.
screen_keys s
screen_wait "Save the game"
screen_keys C-u
screen_type "first.congo"
screen_keys Enter
screen_wait "Saved as ~/first.congo."
grep -q '\[Variant "congo"\]' "$scratch/first.congo" || fail "the file is not a game"
screen_command "save first.congo"
screen_wait "Replace it"
screen_keys Escape
screen_wait_gone "Replace it"
screen_command "save no-such-folder/first.congo"
screen_wait "no-such-folder/first.congo: not written"
screen_keys Escape

# "load" opens as "open" does, and commands may be in capitals. A line that begins with a word is no move, whatever
# follows.
screen_command "load no-such-file"
screen_wait "no-such-file: cannot be opened"
screen_keys Escape
screen_command "Open no-such-file"
screen_wait "no-such-file: cannot be opened"
screen_keys Escape
screen_command "lode a-1.congo"
screen_wait "is neither a move"
screen_keys Escape

# Opening a file with a second game asks which one.
sed 's/\[Event "[^"]*"\]/[Event "The second"]/' "$scratch/first.congo" >"$scratch/second"
cat "$scratch/first.congo" "$scratch/second" >"$scratch/both.congo"
screen_command u
screen_keys Escape
screen_keys u
expect_fen $start
screen_keys o
screen_wait "Open a game"
screen_wait "both.congo"
screen_type "both.congo"
screen_keys Enter
screen_wait "2 games"
screen_keys Down Enter
screen_wait "Opened both.congo, game 2."
expect_fen $one

# The dialog lists files of games before folders, and says how many others there are. Enter opens the selected file;
# typing goes to the name, which filters the list.
mkdir -p "$scratch/inner"
printf '\357\273\277%% a comment\n1. P-DD3 P-DD5 *\n' >"$scratch/inner/moves.txt"
printf 'not a game\n' >"$scratch/a note"
: >"$scratch/an empty file"
screen_keys o
screen_wait "> both.congo"
screen_wait "inner/"
screen_wait "hold no game"
screen_hides "a note" || fail "a file without a game is listed"
screen_keys Enter
screen_wait "2 games"
screen_keys Escape
screen_wait_gone "2 games"
screen_type "fir"
screen_wait_gone "both.congo"
screen_wait "Name fir"
screen_keys Enter
screen_wait "Opened first.congo, game 1."
expect_fen $one
screen_keys o
screen_wait "> both.congo"
screen_type "inn"
screen_wait_gone "both.congo"
screen_keys Up
screen_wait "> inner/"
screen_keys Enter
screen_wait "Games in inner:"
screen_wait "> moves.txt"
screen_keys Enter
screen_wait "Opened moves.txt, game 1."
expect_fen $two
screen_keys o
screen_wait "> moves.txt"
screen_keys End Enter
screen_wait "> both.congo"
screen_type "both"
screen_keys Enter
screen_wait "2 games"
screen_keys Down Enter
screen_wait "Opened both.congo, game 2."

# Replacing a file of several games says how many are lost.
cp "$scratch/both.congo" "$scratch/copy.congo"
screen_keys s Enter
screen_wait "Replace them all"
screen_wait "2 games"
screen_keys Escape
screen_wait_gone "Replace them all"
screen_keys Escape
screen_wait_gone "Save the game"
cmp -s "$scratch/both.congo" "$scratch/copy.congo" || fail "the file is another one"

# An error in a file is reported in the dialog, and the game stays.
printf '[Variant "congo"]\n\n1. D3 Z-A1 *\n' >"$scratch/broken.congo"
screen_keys o
screen_wait "Open a game"
screen_type "broken.congo"
screen_keys Enter
screen_wait "broken.congo:3:"
screen_keys Escape
screen_wait_gone "Open a game"
expect_fen $one

# A large file is listed on another thread; Enter on "Stop", or Esc, stops that. Both keys are there before the
# program reads the first.
awk 'BEGIN {
    for (i = 1; i <= 60000; i++)
        printf "[Round \"%d\"]\n[White \"White\"]\n[Result \"*\"]\n\n1. P-DD3 *\n\n", i
}' >"$scratch/large.congo"
screen_command "open large.congo"
screen_wait "60000 games"
screen_wait "White - Black, congo, 1 move"
screen_keys End Enter
screen_wait "Opened large.congo, game 60000."
expect_fen $one
screen_keys o
screen_wait "Open a game"
screen_type "large"
screen_wait "Name large"
kill -STOP "$(screen_pid)"
screen_keys Enter Enter
kill -CONT "$(screen_pid)"
screen_wait "Name large"
screen_wait_stable
screen_hides "60000 games" || fail "the listing was not stopped"
screen_keys Escape
screen_wait_gone "Open a game"
expect_fen $one
printf '[White "No end]\n' >>"$scratch/large.congo"
screen_command "open large.congo"
screen_wait "60001 games"
screen_keys End Enter
screen_wait "large.congo:360001:"
screen_keys Escape
screen_wait_gone "60001 games"
rm "$scratch/large.congo"

# After a kill the next start offers the game, the most recent first, shown in the background, and resumes it.
screen_command d6d5
expect_fen $two
is_kept() {
    grep -qs P-DD5 "$scratch"/state/congo/*.congo
}
screen_until is_kept || fail "the game is not kept"
kill -KILL "$(screen_pid)"
screen_start 80 24
screen_wait "Unfinished games"
screen_wait "> White - Black  move 2 "
screen_wait "d6-d5"
screen_keys Enter
screen_wait_gone "Unfinished games"
expect_fen $two

# The dialog for a new game starts with the options of the current game.
screen_keys n
screen_wait "< A friend here >"
screen_keys Up Up Up Up Right # past the buttons to More
screen_wait "< chance >"
screen_keys Escape
screen_wait_gone "New game"

# Quitting with q asks, keeps the game and offers it again. All games are in one list: those that are deleted leave
# it, after a question. The last one is replaced by a new game.
screen_keys q
screen_wait "The game is not over"
screen_keys y
expect_end
screen_start 80 24 --white=hi/random --black=hi/random
screen_wait "Unfinished games"
screen_keys d
screen_wait "This game cannot be brought back."
screen_keys Enter
screen_wait_gone "brought back"
lists_all() {
    [ "$(screen_kept | wc -l)" -eq "$(screen_text | grep -c ' move [0-9]')" ]
}
screen_until lists_all || fail "expected all games"
while screen_shows "nfinished game"; do
    left=$(screen_kept | wc -l)
    screen_keys d
    screen_wait "This game cannot be brought back."
    screen_keys y
    screen_wait_gone "brought back"
    [ "$(screen_kept | wc -l)" -eq $((left - 1)) ] || fail "expected one game less"
done
expect_fen $start
screen_keys q
expect_end
[ -z "$(screen_kept)" ] || fail "something is left in the state folder"

# A game given on the command line opens at its end: the last game of the file, or the one of a number. It
# continues from there, or shows how it ended.
{
    printf '[White "Ada"]\n[Black "Bo"]\n[Result "*"]\n\n1. P-DD3 P-DD5 *\n\n'
    printf '[White "Cy"]\n[Black "Di"]\n[Result "1-0"]\n\n1. P-DD3 P-DD5 2. C4 P:C4 3. L:D7# 1-0\n'
} >"$scratch/two.congo"
screen_start 80 24 --load="$scratch/two.congo#1" --white=hi/random --black=hi/random
screen_wait "d6-d5"
expect_fen $two
screen_keys u
expect_fen $one
screen_start 80 24 --load="$scratch/two.congo"
screen_wait "White wins: the lion took the other lion on d7."
screen_wait "White  Cy"
screen_wait "Black  Di"
screen_wait " 3  d1×d7#"
expect_fen gmeLecz/ppp1ppp/7/2p4/7/PPP1PPP/GME1ECZ/b/-1
screen_keys '{'
expect_fen $start

# Deviations from the notation are reported with the game, and at the start with the file of the options.
printf '[Variant "congo"]\n\n1. P-DD3 pdd5 2. P-CC3 pee5 *\n' >"$scratch/l.congo"
told='l.congo, game 1, with 2 warnings; line 3: "pdd5" is read as P-DD5.'
screen_later_start
screen_start 80 24 --load="$scratch/two.congo#1" --white=hi/random --black=hi/random
screen_wait "d6-d5"
screen_command "open $scratch/l.congo"
screen_wait "Opened $told"
screen_later_start
screen_start 80 24 --load="$scratch/l.congo"
screen_wait 'Opened l.congo, with 2 warnings; line 3: "pdd5" is read as P-DD5.'
