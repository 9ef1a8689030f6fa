#!/bin/sh
# A box over half of a wide character leaves nothing behind, neither when it opens nor when it closes: what the
# terminal shows is what a fresh redraw shows.
. "$CONGO_SOURCE/tests/screen/lib.sh"

# check WHAT: compares the screen with a redraw.
check() {
    screen_wait_stable
    screen_text >"$scratch/shown"
    screen_keys C-l
    screen_wait_stable
    screen_text >"$scratch/redrawn"
    cmp -s "$scratch/shown" "$scratch/redrawn" ||
        fail "$1 differs from a redraw"
}

# Every way to cover a half.
program=$CONGO_BUILD/tests/screen/draw_over
for SCREEN_TERM in xterm-256color tmux-256color screen-256color; do
    screen_start 80 24
    for step in 0 1 2 3; do
        screen_wait "step $step"
        check "$SCREEN_TERM, step $step"
        [ "$(screen_text | grep -c 'end$')" = 8 ] || fail "expected every row to end where it did"
        screen_keys n
    done
    screen_keys q
    expect_end
done

# In the game, at widths that put the boxes on either half.
program=$CONGO_BUILD/src/congo
SCREEN_TERM=xterm-256color
for width in 97 98 99 100; do
    screen_start $width 30 --glyphs=animals --white=hi/random --black=hi/random
    screen_wait "? help"
    for move in d2d3 d6d5; do
        screen_command $move
        screen_wait "moved to ${move#d?}." # the next key clears it
    done
    for key in n '?'; do
        screen_keys "$key"
        screen_wait_stable
        check "a box at $width columns"
        screen_keys Escape
        screen_wait "? help"
        check "a closed box at $width columns"
    done
    screen_end
    screen_later_start
done
