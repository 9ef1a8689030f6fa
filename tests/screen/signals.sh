#!/bin/sh
# Every signal that can end or stop the program: the terminal's modes, its screen and its cursor are restored,
# the shell sees the signal, and the game is kept.
. "$CONGO_SOURCE/tests/screen/lib.sh"

SCREEN_ENV=COLORTERM=truecolor # in 24-bit colours; tests/term/test_terminal has them in 256

# Prints the state of the terminal as tmux reports it.
terminal_state() {
    screen_tmux display-message -p 'alternate #{alternate_on} cursor #{cursor_flag} \
keypad #{keypad_flag} #{keypad_cursor_flag} mouse #{mouse_any_flag} #{mouse_standard_flag} \
#{mouse_button_flag} #{mouse_all_flag} #{mouse_sgr_flag} insert #{insert_flag} wrap #{wrap_flag} \
origin #{origin_flag} region #{scroll_region_upper} #{scroll_region_lower}'
}

modes() {
    rm -f "$scratch/modes"
    screen_type "stty -g >modes"
    screen_keys Enter
    screen_until test -s "$scratch/modes" || fail "the shell does not answer"
    cat "$scratch/modes"
}

# Starts a shell with something on its screen that must reappear afterwards.
begin() {
    screen_end # the one before, which may still be writing
    screen_later_start
    screen_start_shell 80 24
    screen_type "echo what was here"
    screen_keys Enter
    screen_wait "what was here"
    modes_before=$(modes)
    state_before=$(terminal_state)
    screen_type "congo --white=hi/random --black=hi/random"
    screen_keys Enter
    screen_wait "Pawn d2: 3 moves."
    [ "$(terminal_state)" != "$state_before" ] || fail "the test sees nothing of the game's modes"
    screen_type ":d2d3"
    screen_keys Enter
    screen_wait "d2-d3"
    screen_until kept || fail "the move is not kept"
}

kept() {
    grep -qs '1\. P-DD3' "$scratch"/state/congo/*.congo # not .new, which has yet to be renamed
}

expect_as_before() {
    screen_wait "what was here"
    [ "$(terminal_state)" = "$state_before" ] ||
        fail "$1: the terminal was $state_before and is $(terminal_state)"
    [ "$(modes)" = "$modes_before" ] || fail "$1: the terminal's modes have changed"
}

expect_game_offered() {
    screen_type "clear; congo"
    screen_keys Enter
    screen_wait "An unfinished game"
    screen_wait "move 1 "
    screen_keys Enter
    screen_wait_gone "An unfinished game"
    screen_wait "d2-d3"
}

# Waits for a shell's prompt in the line of the cursor.
prompt_is_back() {
    screen_status | grep -q '^ready: *$'
}

ends_by() {
    begin
    kill -s "$1" "$(screen_pid)"
    screen_until prompt_is_back || fail "$1: the shell does not come back"
    screen_type "echo status \$?"
    screen_keys Enter
    screen_wait "status $2"
    expect_as_before "$1"
    expect_game_offered
}

stops_by() {
    begin
    if [ "$1" = key ]; then
        screen_keys C-z
    else
        kill -s "$1" "$(screen_pid)"
    fi
    screen_wait "topped"
    expect_as_before "$1"
    screen_type "clear; fg"
    screen_keys Enter
    screen_wait " Black"
    screen_wait "d2-d3"
    screen_type ":d6d5"
    screen_keys Enter
    screen_wait "d6-d5"
}

ends_by HUP 129
ends_by INT 130
ends_by QUIT 131
ends_by ABRT 134
ends_by SEGV 139
ends_by TERM 143
stops_by TSTP
stops_by key

# SIGSTOP cannot be handled and leaves the terminal as it is: the program redraws everything when it continues.
# (The shell's line ends with a line feed, as the terminal is in the game's modes.)
kill -s STOP "$(screen_pid)"
screen_wait "topped"
screen_type "fg"
screen_keys C-j
screen_wait_gone "topped"
screen_wait " Black"
screen_type ":g2g3"
screen_keys Enter
screen_wait "g2-g3"

# A terminal that disappears ends the program, and the game is kept.
begin
screen_end || fail "the program outlived its terminal"
kept || fail "the game is gone with the terminal"
