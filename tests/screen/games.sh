#!/bin/sh
# My games: the list of all games, what can be done with each, and the openings that were played in them.
. "$CONGO_SOURCE/tests/screen/lib.sh"

kept=$scratch/state/congo/games
start=gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1
one=gmelecz/ppppppp/7/7/3P3/PPP1PPP/GMELECZ/b/-1

count_kept() {
    find "$kept" -name '*.congo' 2>/dev/null | wc -l
}

expect_kept() { # NUMBER
    kept_are() { [ "$(count_kept)" -eq "$1" ]; }
    screen_until kept_are "$1" || fail "expected $1 kept games, found $(count_kept)"
}

# A game that is over is kept, and in the list of the next start below the one on the board.
screen_start 80 24 --white=hi/negamax --black=hi/negamax --colors=mono
screen_command d2d3
screen_keys R
screen_wait "Does Black resign"
screen_keys y
screen_wait "resigned"
screen_keys Escape q
expect_end
expect_kept 1
mv "$kept"/*.congo "$kept/20200312-180459-0.congo" # its name says when it was
echo broken >"$kept/20200311-000000-0.congo"
screen_start 80 24 --white=hi/negamax --black=hi/negamax --colors=mono
screen_command d2d3
screen_wait "d2-d3"
screen_keys G
screen_wait "3 games"
screen_wait "> White - Black"
screen_wait "It is being played"

# The game on the board is left alone.
screen_keys x
screen_wait "is open in another window"
screen_keys Enter
screen_wait "Esc goes back to it"

# A damaged file costs itself only, and says what is wrong.
screen_keys End
screen_wait '> 20200311-000000-0.congo'
screen_wait '"broken" is not a'

# A copy is saved, and replaces a file only after a question.
screen_keys Home Down s
screen_wait "Save a copy"
screen_keys C-u
screen_type copy.congo
screen_keys Enter
screen_wait "Saved as"
"$program" file check "$scratch/copy.congo" >/dev/null || fail "the copy is no game"
grep -q CongoLevel "$scratch/copy.congo" && fail "the copy has the tags of an autosave"
screen_keys s
screen_wait "Save a copy"
screen_keys C-u
screen_type copy.congo
screen_keys Enter
screen_wait "exists already"
screen_keys y
screen_wait_gone "exists already"
screen_wait "Saved as"

# A deleted game comes back, until the list is closed.
screen_keys x
screen_wait "Deleted: "
screen_wait "2 games"
screen_keys u
screen_wait "The game is back."
screen_wait "3 games"
screen_keys u
screen_wait "No game has been deleted"
screen_keys End x
screen_wait "2 games"
screen_keys Escape
screen_wait_gone "My games"
expect_kept 1

# The first click selects a game, the second one puts it on the board.
screen_keys G
screen_wait "2 games"
find_line() {
    line=$(screen_text | grep -n ' won\| lost' | head -n 1 | cut -d : -f 1)
    [ -n "$line" ]
}
screen_until find_line || fail "expected a game that is over"
screen_click 10 $((line - 1))
screen_wait "Black resigned"
screen_click 10 $((line - 1))
screen_wait "This game is over"
screen_keys G
screen_wait "2 games"
screen_keys v
screen_wait "is not over"
screen_keys End v
screen_wait_gone "My games"
screen_wait "Review"
screen_keys [
screen_wait "browsing"

# The game before it is unfinished, and is offered at the next start; the list goes on with it, too.
screen_keys q
expect_end
screen_start 80 24 --white=hi/negamax --black=hi/negamax --colors=mono
screen_wait "An unfinished game"
screen_keys a
screen_wait "2 games"
screen_keys Escape
screen_wait "An unfinished game"
screen_tmux send-keys a Enter # at once: a key that is typed while the list is read counts
screen_wait_gone "My games"
expect_fen $one

# Openings: what was played in my games, and in a file. Trying moves changes nothing in the game.
add_game() { # RESULT REASON MOVES
    printf '[Result "%s"]\n[Reason "%s"]\n\n%s %s\n\n' "$1" "$2" "$3" "$1" >>"$scratch/four.congo"
}
rm -f "$scratch/four.congo"
add_game 1-0 resigned "1. P-DD3 P-DD5"
add_game 1/2-1/2 agreed "1. P-DD3"
add_game 0-1 resigned "1. P-DC3"
add_game 1-0 resigned "1. P-XX3"
screen_keys '{'
screen_wait "browsing"
screen_keys O
screen_wait "1 game"
screen_wait "> d2-d3"
screen_keys O
screen_wait "These are your games."
screen_keys Escape
screen_wait_gone "Openings"
screen_keys '}'
screen_command "open $scratch/four.congo"
screen_wait "4 games"
screen_keys Enter
screen_wait "Opened four.congo, game 1."
screen_keys '{'
screen_wait "browsing"
screen_keys O
screen_wait "move   games White   Black"
screen_wait "> d2-d3      2 ███████▒▒▒▒▒▒"
screen_wait "  d2-c3      1 ·············"
screen_wait "damaged game"
screen_wait "played in 2 games: White won 1, Black 0, 1 draw."
screen_keys Down Enter
screen_wait "nothing was played from here"
screen_hides "Enter play" || fail "the key bar offers what is not there"
screen_keys Left
screen_wait "> d2-d3"
screen_keys Enter
screen_wait "> d6-d5      1 █████████████"
screen_keys Escape
screen_wait_gone "Openings"
screen_wait "browsing"
screen_keys '}'
screen_wait_gone "browsing"
screen_wait "d6-d5"
screen_keys O
screen_wait "nothing was played from here"
screen_keys O
screen_wait "My games"
screen_keys Escape
screen_wait_gone "Openings"
screen_keys q
expect_end

# A game of two people is counted as such.
screen_later_start
mkdir -p "$kept"
printf '[%s]\n' 'Result "1-0"' 'Reason "resigned"' 'CongoWhite "hi/negamax"' 'CongoBlack "hi/negamax"' \
    >"$kept/20250101-120000-0.congo"
printf '\n1. E-C3 1-0\n' >>"$kept/20250101-120000-0.congo"
screen_start 80 24 --white=hi/negamax --black=hi/negamax --colors=mono
screen_keys G
screen_wait "White - Black"
screen_keys t
screen_wait "Two people"
screen_wait "1 game at this computer: White won 1, 0 drawn, Black won 0."
screen_hides "There is no result yet" || fail "expected a result"
screen_keys Escape Escape
screen_wait_gone "My games"
screen_keys q
expect_end

# Without a game the list and the results say so.
screen_later_start
screen_start 80 24 --white=hi/negamax --black=hi/negamax --colors=mono
screen_keys G
screen_wait "My games"
screen_wait "There is no game yet."
screen_keys t
screen_wait "There is no result yet"
screen_keys Escape Escape
screen_wait_gone "My games"
expect_fen $start
screen_keys q
expect_end
