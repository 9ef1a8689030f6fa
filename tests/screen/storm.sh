#!/bin/sh
# Random resizes while a computer thinks, also to sizes that are too small: the program continues, loses nothing,
# and finally shows the same screen as after a redraw.
. "$CONGO_SOURCE/tests/screen/lib.sh"

# Sets $random to a number from 0 to limit-1, the same on every run.
seed=20
random_below() {
    seed=$(((seed * 1103515245 + 12345) % 2147483648))
    random=$((seed / 65536 % $1))
}

storm() {
    for step in $(seq 40); do
        random_below 195
        columns=$((5 + random))
        random_below 58
        screen_resize $columns $((2 + random))
        screen_keys Left Up
        screen_pause 0.05
        [ $((step % 8)) -ne 0 ] || screen_pause 0.2
    done
}

# Returns to 80x24 and waits until it shows: of quick changes tmux passes on only the last.
settle() {
    screen_resize 60 5
    screen_wait "this is 60 by 5"
    screen_resize 80 24
    screen_wait "$1"
}

screen_start 80 24 --white=ai/negamax --black=ai/negamax --movetime=1000 --threads=2 # its end is far
screen_wait "White's "
storm
settle "Moves"
screen_keys p
screen_wait "Space go on" # in the key bar: the status line may announce the last move
screen_keys w Enter # the line shows how far it has come
screen_wait "/-1"
screen_wait_stable
before=$(screen_text)
is_as_before() {
    [ "$(screen_text)" = "$before" ]
}
screen_keys C-l Right Left # after all the lefts the cursor is at the edge
screen_wait_gone "/-1"
screen_keys w Enter
screen_until is_as_before || fail "drawn anew, the screen is another one: was $before"

# A dialog and an unfinished selection survive, too.
screen_start 80 24 --white=hi/random --black=hi/random
screen_wait "An unfinished game"
storm
settle "An unfinished game"
screen_keys d
screen_wait "brought back"
screen_keys y
screen_wait "Pawn d2: 3 moves."
screen_keys Enter Up
screen_wait "d3"
for size in "30 12" "200 60" "10 3" "46 19" "80 24"; do
    # shellcheck disable=SC2086
    screen_resize $size
done
settle "Moves"
screen_keys Enter
screen_wait "d2-d3"
