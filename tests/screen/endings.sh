#!/bin/sh
# Resigning, offering and agreeing on a draw, and what is possible after the end of a game.
. "$CONGO_SOURCE/tests/screen/lib.sh"

screen_start 80 24 --white=hi/random --black=hi/random
screen_wait "Pawn d2: 3 moves."

# Resigning asks first; after Cancel the game continues.
screen_keys R
screen_wait "Does White resign"
screen_keys Escape
screen_wait_gone "Does White resign"
screen_command d2d3
screen_keys R
screen_wait "Does Black resign"
screen_keys y
screen_wait "White wins"
screen_wait "Black resigned."
screen_wait "Rematch"
screen_shows "Swap sides" && fail "two people are asked to swap sides"
screen_keys Escape
screen_wait_gone "Rematch"

# After the end nothing can be selected or moved; undo continues the game.
screen_walk c2
screen_wait "awn c2"
screen_keys Enter
screen_wait "Black resigned"
screen_walk d2
screen_command d6d5
screen_wait "over"
screen_keys Escape
screen_keys u
expect_fen gmelecz/ppppppp/7/7/3P3/PPP1PPP/GMELECZ/b/-1

# Black offers a draw, White's move declines it, and the next offer is accepted.
screen_keys D
screen_wait "Black offers a draw"
screen_command d6d5
screen_wait "d6-d5"
screen_wait "Black offers a draw: D accepts it"
screen_keys Left
screen_wait "Black offers a draw: D accepts. Pawn c2"
screen_command d3d4
screen_wait_gone "offers a draw"
screen_keys D
screen_wait "Black offers a draw"
screen_keys D
screen_wait "Draw: both sides agreed."
screen_wait "Both sides agreed."
screen_wait "Rematch"
screen_hides "Score" || fail "expected no score where nothing has one"

# A finished game is left without a question, and is among the finished games. The keys of the board work while the card is there.
screen_keys q
expect_end
[ -z "$(screen_kept)" ] || fail "a finished game is kept as an unfinished one"
[ "$(screen_finished | wc -l)" = 1 ] || fail "expected one finished game"

# A computer answers an offer.
screen_start 80 24 --white=hi/random --black=ai/negamax --depth=2
screen_wait "Pawn d2: 3 moves."
screen_keys D
screen_wait "Black declines the draw."

# The card of the end says who won and why, and leaves the decisive square in sight. A rematch begins with the same
# position, also with the sides swapped; then the computer takes the lion.
near=gmelecz/ppp1ppp/7/2p4/7/PPP1PPP/GMELECZ/w/-1
won=gmeLecz/ppp1ppp/7/2p4/7/PPP1PPP/GME1ECZ/b/-1
screen_start 80 24 --colors=mono --game=$near --white=hi/negamax --black=ai/negamax --depth=2
screen_wait "Lions face each other"
screen_command d1d7
screen_wait "You win"
screen_wait "Your lion took the other lion on d7."
screen_wait " 1 move "
screen_wait ">L<"

# Esc or a click beside the card shows the board; the card comes again only with another end. A key of the board
# works at once.
screen_keys Right Left Escape
screen_wait_gone "Rematch"
expect_fen $won
screen_keys u
expect_fen $near
screen_command d1d7
screen_wait "Rematch"
screen_click 0 0
screen_wait_gone "Rematch"
screen_keys u
expect_fen $near
screen_command d1d7
screen_wait "Rematch"
screen_keys u
expect_fen $near
screen_command d1d7
screen_wait "Rematch"
screen_keys r
screen_wait_gone "Rematch"
expect_fen $near
screen_command d1d7
screen_wait "Swap sides"
screen_keys s
screen_wait "You lose"
screen_wait "White's lion took your lion on d7."

# The buttons can be clicked; Review reviews the game.
screen_click_text "Review"
screen_wait "Reviewed: "
expect_fen $won
screen_keys q
expect_end

# The next start begins such a game: the person plays Black.
grep -q 'black = "hi/' "$scratch/state/congo/choices.conf" || fail "the sides are not kept"

# Two computers end their game with the card, on every screen.
for size in "24 10" "46 19" "80 24" "200 60"; do
    for terminal in tmux-256color vt100; do
        SCREEN_TERM=$terminal
        # shellcheck disable=SC2086
        screen_start $size --game=$near --white=ai/negamax --black=ai/random --level=10
        screen_wait "White wins"
        screen_wait "New game"
        screen_shows "Swap sides" && fail "computers are asked to swap sides"
        screen_keys Escape
        screen_wait_gone "Rematch"
        screen_keys n
        screen_wait "Against"
        screen_keys Escape
        screen_wait_gone "Against"
        screen_keys q
        expect_end
    done
done

# The card leaves the status line in sight, wherever the lion was taken.
SCREEN_TERM=
for size in "80 24" "100 30"; do
    for square in c5 c3 d5 d3 e5 e3; do
        case $square in
        c5) game=7/7/2l4/7/3Z3/7/3L3/w/-1 from=d3 ;;
        c3) game=3l3/7/3z3/7/2L4/7/7/b/-1 from=d5 ;;
        d5) game=7/7/3l3/7/2Z4/7/3L3/w/-1 from=c3 ;;
        d3) game=3l3/7/2z4/7/3L3/7/7/b/-1 from=c5 ;;
        e5) game=7/7/4l2/7/3Z3/7/3L3/w/-1 from=d3 ;;
        e3) game=3l3/7/3z3/7/4L2/7/7/b/-1 from=d5 ;;
        esac
        case $game in
        */w/*) white=hi black=ai ;;
        *) white=ai black=hi ;;
        esac
        screen_later_start
        # shellcheck disable=SC2086 # words
        screen_start $size "--game=$game" --white=$white/negamax --black=$black/negamax --level=1 --glyphs=letters \
            --zoom=6x3
        screen_command "$from$square"
        screen_wait "Rematch"
        screen_wait "You win: your zebra took the lion on $square."
    done
done
