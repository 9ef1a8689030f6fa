# Sourced by tests of full screens that play on a congod: the server, its players, and commands that they type.
# shellcheck shell=sh
. "$CONGO_SOURCE/tests/server/lib.sh"
. "$CONGO_SOURCE/tests/screen/lib.sh"

finish() {
    end_server
    (exit "$1")
    screen_finish
}
trap 'finish $?' EXIT

start() { # NAME COLUMNS LINES OPTION...
    screen_at "$1"
    name=$1
    shift
    screen_start "$@" --host=127.0.0.1 --port="$port" --name="$name"
}

command() { # TEXT
    screen_keys :
    screen_wait ":"
    screen_type "$1"
    screen_wait ":$1"
    screen_keys Enter
    screen_wait_gone ":$1"
}

resign() {
    screen_keys R
    screen_wait "Do you resign the game?"
    screen_keys y
    screen_wait "You resigned."
}

# In the dialog for a new game: makes it, and sets id.
make_game() {
    screen_wait "New network game"
    screen_keys Enter
    read_id
}

# Sets id to that of the game that was made just now.
read_id() {
    screen_wait "the id is on the clipboard."
    screen_until find_made_id || fail "no id"
}
find_made_id() {
    id=$(screen_text | sed -n 's/^ *Game \([0-9A-Z]*\) at .*/\1/p')
    [ ${#id} -eq 10 ]
}

# --- a game of Ada and Bo that Cy watches ---

everybody_sees() { # TEXT
    for one in Ada Bo Cy; do
        screen_at $one
        screen_wait "$1"
    done
}

# Somebody who presses a key does not wait for the next attempt to connect.
everybody_connects() {
    for one in Ada Bo Cy; do
        screen_at $one
        screen_keys Left
    done
}

players_are_here() {
    for one in Ada Bo; do
        screen_at $one
        screen_wait "here"
    done
}

# After the game, of which no key remains.
everybody_quits() {
    for one in Ada Bo Cy; do
        screen_at $one
        screen_keys q
        expect_end
        [ -z "$(ls "$scratch/state/congo/seats" 2>/dev/null)" ] || fail "the key of a finished game is kept"
    done
}
