#!/bin/sh
# A monkey's capture, step by step, with jumps taken back.
. "$CONGO_SOURCE/tests/screen/lib.sh"

start=3l3/7/1pp1p2/7/2p4/1M5/3L3/w/-1
after_one=3l3/7/1pp1p2/3M3/7/7/3L3/w/36
after_two=3l3/1M5/1p2p2/7/7/7/3L3/w/36

screen_start 80 24 --white=hi/random --black=hi/random --game=$start
screen_wait "d2"

# Jumps over c3 to d4; from there two captures remain.
screen_walk b2
screen_wait "Monkey b2: 8 moves, one jumps over c3 to d4"
screen_keys Enter
screen_walk d4
screen_wait "Enter jumps over the pawn on c3 to d4."
screen_keys Enter
screen_wait "can jump on to b6 or f6"
screen_wait "b2×d4…" # in the list of moves
expect_fen $after_one

# Jumps over c5 to b6, and takes this jump back, by Esc and by undo.
screen_walk b6
screen_wait "Enter jumps over the pawn on c5 to b6."
screen_keys Enter
screen_wait "Monkey b6 can jump on to b4"
screen_wait "b2×d4×b6…"
expect_fen $after_two
screen_keys Escape
screen_wait "can jump on to b6 or f6"
expect_fen $after_one
screen_walk b6
screen_keys Enter
screen_wait "Monkey b6 can jump on to b4"
screen_keys u
screen_wait "can jump on to b6 or f6"
expect_fen $after_one

# A wrong square is refused with a reason, and the monkey stays.
screen_walk a1
screen_keys Enter
screen_wait "stops on d4"
expect_fen $after_one

# Takes back all jumps: the monkey is on its first square, selected.
screen_keys Escape
screen_wait "Monkey b2 selected"
expect_fen $start
screen_keys Escape

# Captures again and stops on its own square: one turn, Black is to move.
screen_walk b2
screen_keys Enter
screen_walk d4
screen_keys Enter
screen_wait "can jump on to b6 or f6"
screen_keys Enter
expect_fen 3l3/7/1pp1p2/3M3/7/7/3L3/b/-1

# The turn is undone and redone as one.
screen_keys u
expect_fen $start
screen_keys r
expect_fen 3l3/7/1pp1p2/3M3/7/7/3L3/b/-1

# A warning names a monkey in the river. (The lions do not face each other: that warning would come first.)
screen_start 80 24 --white=hi/random --black=hi/random --game=3l3/7/2p4/1M5/2p4/7/2L4/w/-1
screen_wait "Monkey b4 may drown: leave the river"
screen_walk b4
screen_keys Enter
screen_walk d2
screen_wait "Enter jumps over the pawn on c3 to d2."
screen_keys Enter
expect_fen 3l3/7/2p4/7/7/3M3/2L4/b/-1

# Enter on the piece to take jumps over it, too.
screen_start 80 24 --white=hi/random --black=hi/random --game=$start
screen_walk b2
screen_keys Enter
screen_walk c3
screen_wait "Enter jumps over the pawn on c3 to d4."
screen_keys Enter
screen_wait "can jump on to b6 or f6"
expect_fen $after_one

# A monkey that drowns at the end of its capture: this is told before, and still when the computer has replied.
screen_start 80 24 --white=hi/random --black=ai/random --game=2l3p/7/7/Mp1P3/7/7/4L2/w/-1
screen_walk a4
screen_keys Enter
screen_walk c4
screen_wait "to c4, where the monkey drowns."
screen_keys Enter
screen_wait "Your monkey c4 and pawn d4 drowned."
screen_wait "drowned. Black's"
