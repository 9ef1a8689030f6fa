#!/bin/sh
# A game to its end by arrow keys on every size of screen, on every kind of terminal and with both character sets:
# the board, whose turn it is and the status line are always visible. (colors.sh has the depths of colour.)
. "$CONGO_SOURCE/tests/screen/lib.sh"

# White's zebra captures the lion with its third move; Black only moves an elephant.
fen=2el3/7/7/7/7/3Z3/2L4/w/-1

# Succeeds if this side alone is marked as the one to move: beside the board, or by a star.
turn_is() { # SIDE
    screen_look
    marked=$(grep -oE '(◂|<)[^A-Za-z]{1,16}(White|Black)|[*] (White|Black)' <<END
$screen_now
END
    )
    case $marked in
    *"$newline"*) return 1 ;;
    *"$1") ;;
    *) return 1 ;;
    esac
}

# Prints the pieces on a small board as read from the screen, from top left to bottom right. (On large squares letters
# are pictures.)
pieces() {
    screen_text | LC_ALL=C.UTF-8 sed "s|[^ -~]|.|g" | awk '
        $1 ~ /^[1-7]$/ { line = substr(substr($0, index($0, $1) + 1), 1, 31)
                         gsub(/[^LZel]/, "", line); printf "%s", line }'
}

pieces_are() {
    [ "$(pieces)" = "$1" ]
}

move() {
    screen_walk "$1"
    screen_keys Enter
    screen_walk "$2"
    screen_keys Enter
}

play() { # COLUMNS LINES
    run="$* ${SCREEN_TERM:-} ${SCREEN_LOCALE:-}"
    screen_start "$1" "$2" --white=hi/random --black=hi/random "--game=$fen"
    side=White
    for pair in "d2 e4" "c7 b7" "e4 c5" "b7 a7"; do
        screen_until turn_is "$side" || fail "$run: expected the turn of $side"
        # shellcheck disable=SC2086
        move $pair
        side=$([ "$side" = White ] && echo Black || echo White)
    done
    screen_until turn_is White || fail "$run: expected the turn of White"
    if [ "$1" -ge 80 ]; then
        expect_fen e2l3/7/2Z4/7/7/7/2L4/w/-1
    else
        screen_until pieces_are elZL || fail "$run: the pieces on the board are $(pieces)"
    fi
    move c5 d7
    screen_wait "White wins"
    screen_keys q
    [ "$(screen_ended)" = 0 ] || fail "$run: expected the exit status 0"
}

for size in "24 10" "46 19" "120 40" "200 60" "480 150"; do
    # shellcheck disable=SC2086
    play $size
done
for SCREEN_TERM in vt100 screen tmux-256color; do
    for SCREEN_LOCALE in C C.UTF-8; do
        play 80 24
    done
done
SCREEN_TERM=vt100
SCREEN_LOCALE=C
play 24 10
