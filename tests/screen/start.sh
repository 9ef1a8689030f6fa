#!/bin/sh
# The first start ever, and later ones.
. "$CONGO_SOURCE/tests/screen/lib.sh"

slogan="Take the lion. Stay out of the deep river."
start=gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1

quit() {
    screen_keys q
    expect_end
}

# Quits a game that has moves, and forgets it.
leave() {
    screen_keys q
    screen_wait "The game is not over"
    screen_keys y
    expect_end
}

first_start() {
    screen_first_start
    screen_start "$@"
    screen_wait "Play the computer"
}

# The key of help shows it over the card; the tour begins from there, too.
first_start 80 24
screen_wait "? help   q quit"
screen_keys '?'
screen_wait "what every key does"
screen_keys Escape
screen_wait_gone "what every key does"
screen_wait "$slogan"
screen_keys '?'
screen_wait "what every key does"
screen_keys T
screen_wait "1. The board"
screen_keys q
screen_wait "$slogan"
quit

# The card offers a level, which - and + and the arrows change. Enter on its first line starts a game.
first_start 80 24
screen_wait "$slogan"
screen_wait "level 3, easy"
screen_keys +
screen_wait "level 4, casual"
screen_keys - -
screen_wait "level 2, novice"
screen_keys - - - -
screen_wait "level 1, beginner"
screen_keys Right
screen_wait "level 2, novice"
screen_keys Enter
screen_wait_gone "$slogan"
screen_wait "Pawn d2: 3 moves."
expect_fen $start
quit

# The next start begins such a game at once, with the level of that game.
screen_start 80 24
screen_wait "Pawn d2: 3 moves."
expect_fen $start
screen_keys n
screen_wait "2, novice"
screen_keys Escape
screen_wait_gone "2, novice"
quit

# An unfinished game is offered as it will look: from its side, with its players and their level, and without hints
# and remarks about a square. "New game" asks what to play; Esc there goes back to the offer.
screen_start 80 24 --white=ai/negamax --black=hi/negamax --level=2
screen_wait "White's "
screen_command "d6d5"
screen_wait "d6-d5"
screen_keys q
screen_wait "The game is not over"
screen_keys y
expect_end
screen_start 80 24
screen_wait "You are Black against Computer, level 2"
screen_wait "White  Computer, level 2"
screen_wait "g     f     e     d     c     b     a" # Black is at the bottom
screen_text | grep -q "Enter select\|Pawn d" && fail "expected neither hints nor a square"
screen_keys n
screen_wait "Against"
screen_keys Escape
screen_wait_gone "Against"
screen_wait "You are Black against Computer, level 2"
screen_keys n
screen_wait "Against"
screen_keys S
screen_wait "Pawn d"
screen_wait_gone nfinished
quit
screen_later_start

# The dialog for a new game leads to the first screen, from which Esc goes back to the game.
screen_start 80 24 --black=hi/random
screen_wait "Pawn d2: 3 moves."
screen_keys n
screen_wait "Against"
screen_keys F
screen_wait "$slogan"
screen_keys Escape
screen_wait_gone "$slogan"
screen_wait "Enter select"
quit

# Leaving the card keeps nothing: it comes again. No key is silent.
first_start 80 24
screen_wait "$slogan"
screen_keys w
screen_wait "W: Watch; w does nothing here."
screen_resize 24 10
screen_wait "W: Watch; w"
screen_resize 80 24
screen_keys Escape
screen_wait "?: help; Esc does nothing here."
quit
screen_start 80 24
screen_wait "$slogan"

# Every line starts what it says, by the arrows, by Tab, by letter, by digit and by a click.
screen_keys Down Enter
screen_wait "1. The board"
screen_keys q
screen_wait "$slogan"
screen_keys Tab Tab Enter
screen_wait "Puzzle 1"
screen_keys q
screen_wait "$slogan"
screen_keys F
screen_wait "At this keyboard"
screen_keys Escape
screen_wait "$slogan"
screen_click_text "Learn Congo"
screen_wait "1. The board"
screen_keys q
screen_wait "$slogan"
screen_click_text "+"
screen_wait "level 4, casual"
screen_click_text "- +"
screen_wait "level 3, easy"
screen_keys Escape
screen_wait "$slogan"
screen_keys 6
screen_wait_gone "$slogan"
screen_wait "Last move"
screen_keys Space # or the game may be over before it is left
screen_wait "Space go on"
[ "$(screen_fen)" != $start ] || fail "two computers do not play"
leave
screen_first_start
screen_start 80 24
screen_wait "$slogan"
screen_keys j k N
screen_wait "Pawn d2: 3 moves."
quit

# The looks stop at their ends; their keys go through them.
first_start 80 24
screen_keys Up Up Up Right Right Right t g g g
screen_wait "Light"
screen_keys Left Left Left Left
screen_keys n
screen_wait "Your side"
screen_keys Escape
screen_wait "$slogan"
quit

# The keys of the first screen do the same in a game: after asking, if the game is not over. A key leads back to the
# first screen, also from a tour, a list and the editor; a game waits there.
screen_start 80 24 --white=hi/random --black=hi/random --glyphs=letters
screen_wait "H home"
screen_command d2d3
screen_wait "d2-d3"
for key in N W; do
    screen_keys $key
    screen_wait "is kept and can be resumed later"
    screen_keys Escape
    screen_wait_gone "is kept and can be resumed later"
done
screen_keys F
screen_wait "At this keyboard"
screen_keys Escape
screen_wait_gone "At this keyboard"
for key in T P G S; do
    screen_keys $key
    case $key in
    T) screen_wait "1. The board" ;;
    P) screen_wait "Puzzle 1" ;;
    G) screen_wait "My games" ;;
    S) screen_wait "Set-up" ;;
    esac
    screen_wait "H home"
    screen_keys H
    screen_wait "$slogan"
    screen_keys H
    screen_wait_gone "$slogan"
    expect_fen gmelecz/ppppppp/7/7/3P3/PPP1PPP/GMELECZ/b/-1
done
# The editor's keys do not stay under the dialog that plays its position.
screen_keys S
screen_wait "A analyse"
screen_keys n
screen_wait "Position as text"
screen_wait_gone "A analyse" # the editor's keys do not stay under the dialog
screen_keys Escape
screen_wait "A analyse"
screen_keys Escape
screen_wait_gone "A analyse"
screen_keys W
screen_wait "is kept and can be resumed later"
screen_keys s
screen_wait "Last move" # a game without a move would not be kept
screen_keys H
screen_wait "$slogan"
watched=$(screen_kept | wc -l)
[ "$watched" -gt 1 ] || fail "the game before is not kept"
screen_keys q
screen_wait "The game is not over"
screen_keys q
expect_end
screen_later_start

# No question says that a game is kept which is not: here the folder cannot be made, and there the user wants no folder.
screen_start 80 24 --white=hi/random --black=hi/random
screen_wait "Pawn d2"
rm -r "$scratch/state/congo"
: >"$scratch/state/congo"
screen_command d2d3
screen_wait "The game is not kept"
screen_keys Enter
screen_wait_gone "The game is not kept"
for key in q W n; do
    screen_keys $key
    screen_wait "The game cannot be kept"
    screen_hides "is kept" || fail "$key says that a game is kept which is not"
    screen_keys Escape
    screen_wait_gone "The game cannot be kept"
done
screen_keys q
screen_wait "The game cannot be kept"
screen_keys q
expect_end
screen_later_start
screen_start 80 24 --white=hi/random --black=hi/random --no-keep
screen_wait "Pawn d2"
screen_command d2d3
screen_wait "d2-d3"
screen_keys q
screen_wait "The game cannot be kept"
screen_keys q
expect_end

# In a game a command shows the card again, and Esc goes back to the game.
screen_start 80 24 --white=hi/random --black=hi/random
screen_wait "Pawn d2"
screen_command d2d3
screen_wait "d2-d3"
screen_command welcome
screen_wait "$slogan"
screen_keys Escape
screen_wait_gone "$slogan"
expect_fen gmelecz/ppppppp/7/7/3P3/PPP1PPP/GMELECZ/b/-1
leave

# The looks are chosen there, too, and kept.
first_start 80 24
screen_wait "Pictures"
screen_click_text "Pictures"
screen_keys t
screen_keys Enter
screen_wait "Pawn d2: 3 moves."
kept() {
    grep -q 'glyphs = "drawn"' "$scratch/state/congo/choices.conf" &&
        grep -q 'theme = "light"' "$scratch/state/congo/choices.conf"
}
screen_until kept || fail "the looks are not kept: $(cat "$scratch/state/congo/choices.conf")"
quit

# So is the notation, which the game then uses.
first_start 80 24
screen_wait "d2-d3"
screen_keys Up Right Right Right 1
screen_wait "Pawn d2: 3 moves."
screen_command d2d3
screen_wait "P-DD3"
congo_kept() {
    grep -q 'notation = "congo"' "$scratch/state/congo/choices.conf"
}
screen_until congo_kept || fail "the notation is not kept"
leave

# A user who has chosen looks and has not begun a game sees the card again.
first_start 80 24
screen_wait "Pictures"
screen_keys t
light_kept() {
    grep -q 'theme = "light"' "$scratch/state/congo/choices.conf"
}
screen_until light_kept || fail "the theme is not kept"
screen_keys q
screen_ended >/dev/null
screen_start 80 24
screen_wait "Play the computer"
screen_keys q
screen_ended >/dev/null

# An option that says what to play skips the card.
for option in --white=hi/random --level=5 --variant=wits --game=standard; do
    screen_first_start
    screen_start 80 24 "$option"
    screen_wait "Pawn d2"
    quit
done

# The card fits on every screen, without colours and without Unicode. (Between the sizes is one without the card.)
for SCREEN_TERM in tmux-256color vt100; do
    first_start 80 24
    for size in "24 10" "46 19" "60 15" "200 60" "80 24"; do
        screen_resize 60 5
        screen_wait "this is 60 by 5"
        # shellcheck disable=SC2086
        screen_resize $size
        screen_wait "Watch"
        screen_wait "3, easy"
        screen_keys Tab Tab Tab Tab Up Up Up Up +
        screen_wait "4, casual"
        screen_keys -
        screen_wait "3, easy"
    done
    screen_keys Enter
    screen_wait_gone "Watch"
    quit
done
