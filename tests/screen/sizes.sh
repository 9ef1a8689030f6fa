#!/bin/sh
# A game to its end by arrow keys on every size of screen, and with every depth of colour and both character sets:
# the board, whose turn it is and the status line are always visible.
. "$CONGO_SOURCE/tests/screen/lib.sh"

# White's zebra captures the lion with its third move; Black only moves an elephant.
fen=2el3/7/7/7/7/3Z3/2L4/w/-1

# Prints the side that is marked as the one to move: beside the board, or by a star.
turn() {
    screen_text | grep -oE '(◂|<)[^A-Za-z]{1,16}(White|Black)|[*] (White|Black)' | grep -oE 'White|Black'
}

turn_is() {
    [ "$(turn)" = "$1" ]
}

# Prints the pieces on the board as read from the screen, from top left to bottom right. On large squares
# letters are pictures: then it reads the position in the status line.
pieces() {
    if [ "$screen_columns" -ge 80 ]; then
        screen_fen | tr -cd 'LZel'
        return
    fi
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

# Columns, lines and options of colours.
play() {
    run="$* ${SCREEN_TERM:-} ${SCREEN_LOCALE:-}"
    screen_start "$1" "$2" --white=hi/random --black=hi/random "--game=$fen" ${3:+"$3"}
    side=White
    for pair in "d2 e4" "c7 b7" "e4 c5" "b7 a7"; do
        screen_until turn_is "$side" || fail "$run: expected the turn of $side"
        # shellcheck disable=SC2086
        move $pair
        side=$([ "$side" = White ] && echo Black || echo White)
    done
    screen_until turn_is White || fail "$run: expected the turn of White"
    screen_until pieces_are elZL || fail "$run: the pieces on the board are $(pieces)"
    move c5 d7
    screen_wait "White wins"
    screen_keys q
    [ "$(screen_ended)" = 0 ] || fail "$run: expected the exit status 0"
}

for size in "24 10" "46 19" "80 24" "120 40" "200 60" "480 150"; do
    # shellcheck disable=SC2086
    play $size
done
for size in "24 10" "80 24"; do
    for terminal in vt100 screen tmux-256color; do
        for locale in C C.UTF-8; do
            SCREEN_TERM=$terminal
            SCREEN_LOCALE=$locale
            # shellcheck disable=SC2086
            play $size
        done
    done
done
SCREEN_ENV=NO_COLOR=1 play 80 24
play 80 24 --colors=mono
