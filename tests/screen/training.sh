#!/bin/sh
# Training endings in the full screen: won by hints and without, a slip taken back, other endings, chosen from the
# list.
. "$CONGO_SOURCE/tests/screen/lib.sh"

[ -d "${CONGO_ENDINGS:?}" ] || exit 77

find_hint() {
    screen_panel | screen_hint_squares "wins fastest" >"$scratch/hint"
    test -s "$scratch/hint"
}

# The task changes with every move.
task() {
    screen_panel | grep -Eo '> White wins in [0-9]+ moves?'
}

is_past() {
    screen_panel_has "Won in" || { task >/dev/null && [ "$(task)" != "$1" ]; }
}

# Asks for each move, plays it, and writes it down.
screen_start 80 24 --charset=ascii --seed=5 --train=Lz_l,3-5
screen_wait "To win"
screen_wait "0 wasted"
expect_panel "lion and zebra against lion."
screen_wait_stable
screen_hides "[ restart" || fail "nothing is to be played again"
start=$(screen_fen)
: >"$scratch/solution"
until screen_panel_has "Won in"; do
    now=$(task)
    screen_keys a
    expect_panel "White wins fastest with the "
    screen_keys a
    screen_until find_hint || fail "expected the move"
    cat "$scratch/hint" >>"$scratch/solution"
    screen_keys Enter
    screen_until is_past "$now" || fail "Enter does not play the hint"
done
expect_panel "the fewest possible. A move was shown or taken back, so it does not count."
screen_wait "[ restart"
screen_wait "] another"
screen_keys R
screen_wait "That is not possible in training; q leaves it."

# The same ending without hints counts.
screen_keys '['
expect_fen "$start"
screen_keys q
screen_wait "Computer"
screen_keys q
expect_end
screen_start 80 24 --charset=ascii --seed=5 --train=Lz_l,3-5
expect_fen "$start"
while read -r move; do
    now=$(task)
    screen_command "$move"
    screen_until is_past "$now" || fail "expected to go on after $move"
done <"$scratch/solution"
expect_panel "the fewest possible. You have won 1 ending of this class, with no ply wasted."

# A move that gives the win away is answered by a sentence, and taken back. Of the moves of the pieces, some do.
screen_keys Enter
expect_panel "You have won 1 ending of this class"

# From a range such as 3-5, the keys for a shorter and a longer ending go to any length.
start=$(screen_fen)
screen_keys '{'
has_begun() { # asks again, as the new ending clears the line
    screen_keys w Enter
    screen_pause 0.05
    screen_find_fen && [ "$(cat "$scratch/fen")" != "$start" ]
}
screen_until has_begun || fail "expected another ending"
screen_command "train Lz_lp medium"
expect_panel "lion and zebra against lion and pawn."
screen_wait_stable
start=$(screen_fen)
is_judged() {
    screen_panel_has "No other move" || screen_panel_has "That wins too" || screen_panel_has "That gives the win away"
}
for piece in 1 2; do
    for target in 1 2 3 4 5 6; do
        # shellcheck disable=SC2046 # one word for each Tab
        screen_keys $(yes Tab | head -n "$piece") Enter $(yes Tab | head -n "$target") Enter
        screen_until is_judged || fail "the move is not judged"
        screen_panel_has "That gives the win away" && break 2
        screen_keys u
        expect_fen "$start"
        expect_panel "White wins in"
        screen_wait_gone "wins faster"
        screen_wait_gone "wins too"
    done
done
expect_panel "Take it back and try again."
screen_wait "Enter takes it back."
screen_shows "Enter undo" || fail "the key bar says otherwise"
screen_keys Enter
expect_fen "$start"

# Another kind of ending from the list: typed words find it, Tab goes to the task.
screen_keys E
screen_wait "Train an ending"
screen_type "zebra"
screen_wait "Lion and zebra against lion"
screen_wait_gone "Any ending"
screen_text | grep -q "Lion against" && fail "expected no ending that a lion alone would have to win"
screen_keys Tab Tab Right
screen_wait "Lion against lion and zebra"
screen_keys Enter
screen_wait "To hold"
expect_panel "> Hold the draw for"
# The typed text is still there.
screen_keys E
screen_wait "Train an ending"
screen_wait "Lion and zebra against lion"
screen_text | grep -q "Any ending" && fail "expected the pieces that were typed last"
screen_type "zzz"
screen_wait "No ending has these pieces."
screen_keys Escape
screen_wait_gone "Train an ending"

# A draw is held by hints, until as many moves are made or the game ends.
screen_command "train Lz_lz draw 2-3"
expect_panel "> Hold the draw for 3 moves."
find_holding_hint() {
    screen_panel | screen_hint_squares "holds the draw" >"$scratch/hint"
    test -s "$scratch/hint"
}
count_down() {
    screen_panel | grep -Eo '[0-9] to go'
}
is_held_or_past() {
    screen_panel_has "Enter shows another ending." || { count_down >/dev/null && [ "$(count_down)" != "$1" ]; }
}
until screen_panel_has "Enter shows another ending."; do
    now=$(count_down)
    screen_keys a
    expect_panel "holds the draw with the "
    screen_keys a
    screen_until find_holding_hint || fail "expected the move"
    screen_keys Enter
    screen_until is_held_or_past "$now" || fail "Enter does not play the hint"
done
expect_panel "To hold held "
screen_command "train Lp_l 40-50"
screen_wait "There is no ending of"
screen_keys Escape Escape
screen_wait "Computer"
screen_keys q
expect_end

# Returns whether the list of endings has more: ^ above, v below.
list_has_more() { # MARK
    screen_text | awk -v mark="$1" '$NF == mark { found = 1 } END { exit !found }'
}

# From the first screen: back to it without a choice; then any ending. The list says that it has more.
screen_first_start
screen_start 80 24 --charset=ascii
screen_wait "Take the lion."
screen_keys E
screen_wait "Train an ending"
screen_keys Escape
screen_wait "Take the lion."
screen_keys E
screen_wait "Train an ending"
screen_until list_has_more v || fail "the list does not say that it has more"
screen_keys Down End
screen_until list_has_more ^ || fail "the list does not say that it has more above"
screen_keys Home Enter
screen_wait "To win"
screen_keys '}'
screen_wait_stable
screen_keys '{'
screen_wait_stable
screen_wait "To win"
screen_keys q
screen_wait "Take the lion."
screen_keys q
expect_end

# Without solved endings the reason is said.
screen_start 80 24 --charset=ascii --endings=none
screen_wait "Take the lion."
screen_keys E
screen_wait "The solved endings are turned off."
