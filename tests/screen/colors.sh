#!/bin/sh
# 24-bit colours: where COLORTERM or the settings say so, whatever TERM is, and whatever terminfo knows.
. "$CONGO_SOURCE/tests/screen/lib.sh"

# count PATTERN: prints how many colours on the screen match it.
count() {
    screen_tmux capture-pane -p -e | grep -o '[34]8[;:][25][;:][0-9;:]*' | grep -c "$1"
}

expect_direct() {
    screen_wait "Pawn d2: 3 moves."
    screen_wait_stable
    [ "$(count '[34]8.2.')" -gt 100 ] || fail "$1: $(count '[34]8.2.') colours of 24 bits"
    [ "$(count '[34]8.5.')" = 0 ] || fail "$1: $(count '[34]8.5.') colours of a palette"
}

expect_palette() {
    screen_wait_stable
    [ "$(count '[34]8.2.')" = 0 ] || fail "$1: $(count '[34]8.2.') colours of 24 bits"
}

two_players="--white=hi/random --black=hi/random"

for SCREEN_TERM in xterm-256color tmux-256color screen-256color; do
    infocmp "$SCREEN_TERM" >/dev/null 2>&1 || continue
    for SCREEN_ENV in COLORTERM=truecolor COLORTERM=24bit; do
        # shellcheck disable=SC2086 # words
        screen_start 80 24 $two_players
        expect_direct "$SCREEN_TERM $SCREEN_ENV"
    done
    screen_resize 100 30
    expect_direct "$SCREEN_TERM after a new size"
    SCREEN_ENV=
    # shellcheck disable=SC2086 # words
    screen_start 80 24 $two_players --colors=rgb
    expect_direct "$SCREEN_TERM --colors=rgb"
done

# Options and NO_COLOR say more than COLORTERM.
SCREEN_TERM=xterm-256color
for setting in --colors=256 --colors=8 --colors=mono NO_COLOR=1; do
    SCREEN_ENV=COLORTERM=truecolor
    case $setting in
    NO_COLOR=*) SCREEN_ENV="$SCREEN_ENV $setting" setting=--bell=off ;;
    esac
    # shellcheck disable=SC2086 # words
    screen_start 80 24 $two_players "$setting"
    screen_wait "Pawn d2: 3 moves."
    expect_palette "$SCREEN_ENV $setting"
done

# The configuration file.
mkdir -p "$scratch/config/congo"
echo 'screen = { colors = "rgb"; };' >"$scratch/config/congo/congo.conf"
SCREEN_ENV=
# shellcheck disable=SC2086 # words
screen_start 80 24 $two_players
expect_direct 'colors = "rgb"'

# A choice that cannot be had is reported once, on the first screen too.
SCREEN_TERM=linux
if infocmp linux >/dev/null 2>&1; then
    # shellcheck disable=SC2086 # words
    screen_start 80 24 $two_players
    screen_wait "No 24-bit colours: the Linux console does not have them."
    expect_palette linux
    screen_keys Right
    screen_wait_gone "No 24-bit colours"
    rm "$scratch/config/congo/congo.conf"
    screen_first_start
    SCREEN_ENV=COLORTERM=truecolor
    screen_start 80 24
    screen_wait "No 24-bit colours: the Linux console does not have them."
    screen_keys Down
    screen_wait_gone "No 24-bit colours"
fi
