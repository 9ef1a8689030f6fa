#!/bin/sh
# Playing somebody: an invitation starts a server, which another program joins by what is shown; the server ends
# with the program, however that ends, and starts again with its game.
. "$CONGO_SOURCE/tests/screen/lib.sh"

play() { # TEXT
    screen_command "$1"
    screen_wait_gone ":$1"
}

start() { # NAME
    screen_at "$1"
    screen_start 80 24 --white=hi/random --black=hi/random --name="$1"
}

# Asks for the ways to play online from a game that has begun.
online_ways_in_game() {
    screen_keys n
    screen_wait "< Computer >"
    screen_keys Right Right
    screen_wait "< Somebody online >"
    screen_keys Enter
    screen_wait "Play somebody online"
}

# In the dialog with the ways to play online: invites this network.
invite_network() {
    screen_keys Enter
    screen_wait "Who can join"
    screen_keys Right
    screen_wait "Until you quit, others can connect"
    screen_keys Enter
}

# Fails if there is none of this test. (The pattern does not match the arguments of grep.)
find_server() {
    server=$(grep -ls "$folder/Ada/state/congo/server/congod[.]conf" /proc/[0-9]*/cmdline | sed 's/[^0-9]//g; q')
    [ -n "$server" ]
}

no_server() {
    ! find_server
}

# Prints a port that no program listens on, as the system gives it to a server.
free_port() {
    printf 'listen = "127.0.0.1:0"; database = "%s/unused.db"; admin = "";\n' "$folder" >"$folder/unused.conf"
    "$CONGO_BUILD/src/congod" --config="$folder/unused.conf" 2>"$folder/unused.log" &
    screen_until grep -q 'listening on 127' "$folder/unused.log" ||
        fail "expected congod to listen, found: $(cat "$folder/unused.log")"
    kill $!
    wait $! 2>/dev/null
    sed -n 's/.*listening on 127.0.0.1:\([0-9]*\)$/\1/p' "$folder/unused.log"
}

# In the dialog of the invitation: past the buttons to More, and to the port.
type_port() { # PORT
    screen_keys Up Up Up Right Down Down Down
    screen_type "$1"
}

find_invitation() {
    id=$(screen_text | sed -n 's/.*Game id  \([0-9A-Z]*\).*/\1/p')
    port=$(screen_text | sed -n 's/.*Port     \([0-9]*\).*/\1/p')
    [ ${#id} -eq 10 ] && [ -n "$port" ] && screen_shows "--port=$port"
}

# Sets id and port.
read_invitation() {
    screen_wait "Your invitation"
    screen_until find_invitation || fail "expected an id and a port"
}

# Prints the upper edge of the dialog.
dialog_edge() {
    screen_text | grep -Eo '(▀){20,}'
}

[ -d /proc/self ] || exit 77

# --- Ada invites on this computer ---

start Ada
screen_wait "Pawn d2"
screen_online_ways
edge=$(dialog_edge)
screen_keys Enter
screen_wait "Nobody on another computer can connect."
[ "$(dialog_edge)" = "$edge" ] || fail "the dialog has another width than the one before"
free=$(free_port) # the usual port may be taken by another program while the server is killed
type_port "$free"
screen_keys Enter
read_invitation
[ "$port" = "$free" ] || fail "expected the port $free, found $port"
screen_shows "types in another terminal:" || fail "nobody is told what to type"
screen_shows "--host=127.0.0.1" || fail "the command is missing"
find_server || fail "there is no server"
screen_keys Enter
screen_wait_gone "Your invitation"
screen_wait "Nobody plays Black yet: I shows how to join."
screen_keys I # what to tell is shown again
read_invitation
screen_keys Enter
screen_wait_gone "Your invitation"

# --- Bo joins by what is shown, and both move ---

start Bo
screen_wait "Pawn d2"
screen_online_ways
screen_keys Down Enter
screen_wait "Id or invitation"
[ "$(dialog_edge)" = "$edge" ] || fail "the dialog has another width than the one before"
screen_tmux set-buffer "./play --place=network --host=pasted --port=4321 --game=PASTED"
screen_tmux paste-buffer -p # the command is taken apart
screen_wait "Id or invitation PASTED"
screen_wait "Port             4321"
screen_wait "Address          pasted"
enter_game() { # PORT
    screen_keys C-u
    screen_type 127.0.0.1
    screen_keys Down C-u
    screen_type "$1"
    screen_keys Down Down C-u
    screen_type "$id"
    screen_keys Enter
}
enter_game 1 # nobody answers there
screen_wait "Check the address and the port"
screen_keys Escape
screen_wait_gone "Check the address and the port"
screen_online_ways
screen_keys Down Enter
screen_wait "Id or invitation"
enter_game "$port"
screen_wait "You play Black in game $id."
[ "$(find "$scratch/state/congo/seats" -name '*.seat' | wc -l)" = 1 ] || fail "a wrong address is remembered"
screen_at Ada
screen_wait "Bo plays Black"
play d2d3
screen_at Bo
screen_wait "d2-d3"
play d6d5
screen_at Ada
screen_wait "d6-d5"

# --- a rematch is on the same server ---

screen_at Bo
screen_keys R
screen_wait "Do you resign the game?"
screen_keys y
screen_wait "You resigned."
screen_keys Escape
screen_wait "R rematch"
screen_keys R
screen_wait "You offer a rematch"
screen_at Ada
screen_wait "offers a rematch"
screen_keys r
screen_wait "The rematch begins: you play Black."
screen_at Bo
screen_wait "The rematch begins: you play White."
play c2c3
screen_at Ada
screen_wait "c2-c3"
find_another() {
    former=$id
    id=$(screen_text | grep -o '[0-9A-Z]\{10\}' | head -n 1)
    [ -n "$id" ] && [ "$id" != "$former" ]
}
screen_keys I
screen_until find_another || fail "expected another game"
screen_keys Escape

# --- a killed server is started again, and the game goes on ---

find_server || fail "there is no server"
kill -9 "$server"
killed=$server
is_another() {
    find_server && [ "$server" != "$killed" ]
}
screen_until is_another || fail "the server did not start again"
play d6d5
screen_at Bo
screen_keys Left # tries again at once
screen_wait "d6-d5"
play e2e3
screen_at Ada
screen_wait "e2-e3"

# --- an invitation that is cancelled while its server starts leaves the game its server ---

kill -STOP "$server" # so that it does not end at once
online_ways_in_game
invite_network
screen_wait "Starting the server on this computer"
screen_keys Escape
screen_wait_gone "Starting the server on this computer"
kill -CONT "$server"
killed=$server
screen_until is_another || fail "the server did not start again"
play b6b5
screen_at Bo
screen_keys Left # tries again at once
screen_wait "b6-b5"
play b2b3
screen_at Ada
screen_wait "b2-b3"

# --- the server ends with the program, however that ends, and starts again with the game ---

screen_keys q
screen_wait "on this computer"
screen_keys y
expect_end
screen_until no_server || fail "the server goes on"
start Ada
screen_wait "$id"
screen_keys Enter
screen_wait "y talk" # what is said of the game gives way to "Bo is back."
screen_until find_server || fail "the server did not start again"
play e6e5
screen_at Bo
screen_keys Left # tries again at once
screen_wait "e6-e5"
screen_at Ada
kill -9 "$(screen_pid)"
screen_until no_server || fail "the server outlives its program"
# By another name of this computer, too.
screen_start 80 24 --place=network --host=localhost --port="$port" --game="$id"
screen_wait "y talk"
screen_until find_server || fail "the server did not start for another of its names"
kill -9 "$(screen_pid)"
screen_until no_server || fail "the server outlives its program"
screen_at Bo
screen_wait "No connection"
screen_keys q
screen_wait "The game is not over"
screen_keys y
expect_end

# --- beyond this computer only after a question; a port in use; a game that is over and left ---

screen_at Ada
screen_later_start
start Ada
screen_wait "Pawn d2"
screen_online_ways
screen_keys Enter
screen_wait "Who can join"
screen_wait "< this computer only >" # unless the user says so
screen_keys Right
screen_wait "Until you quit, others can connect"
screen_keys Escape
screen_wait_gone "Who can join"
find_server && fail "a server without an invitation"
screen_online_ways
invite_network
read_invitation
screen_shows "types in a terminal:" || ! screen_shows "--game=" || fail "another computer has another path"
find_server || fail "there is no server"
grep -q '0\.0\.0\.0' "$scratch/state/congo/server/congod.conf" || fail "others cannot connect"
screen_keys Enter
screen_wait_gone "Your invitation"
screen_at Bo
screen_later_start
start Bo
screen_wait "Pawn d2"
screen_online_ways
screen_keys Enter
screen_wait "Who can join"
type_port "$port"
screen_keys Enter
screen_wait "nother program uses port $port."
screen_keys Escape
screen_wait_gone "Who can join"
screen_at Ada
screen_keys X
screen_wait "without a result?"
screen_keys y
screen_wait "ended without a result"
find_server || fail "the server left too early"
screen_keys n
screen_wait "New game"
screen_keys Enter
screen_wait_gone "New game"
screen_until no_server || fail "the server stays without a game"

# --- players without names; the command names the program as PATH does, and is typed as it stands ---

mkdir -p "$folder/alone"
alone=$(cd "$folder/alone" && pwd -P)
cp "$program" "$alone/congo"
program=$alone/congo
# A server that gets ready only while there is no file "slow".
cat >"$alone/congod" <<END
#!/bin/sh
[ ! -e "$alone/slow" ] || { : >"$alone/started"; cat >/dev/null; exec rm "$alone/started"; }
exec "$CONGO_BUILD/src/congod" "\$@"
END
chmod +x "$alone/congod"
SCREEN_ENV="PATH='$alone:$PATH'"
nameless() { # NAME OPTIONS...
    screen_at "$1"
    shift
    screen_later_start
    screen_start 80 24 "$@"
}
nameless Ada --white=hi/random --black=hi/random
screen_wait "Pawn d2"
screen_online_ways
screen_keys Enter
screen_wait "Who can join"
type_port "$(free_port)"
screen_keys Enter
read_invitation
screen_shows "  congo --place=network --host=127.0.0.1" || fail "the program has a name"
command=$(screen_text | grep -o -- '--[a-z]*=[0-9A-Za-z.]*' | tr '\n' ' ')
screen_keys Enter
screen_wait_gone "Your invitation"
# shellcheck disable=SC2086
nameless Bo $command
screen_wait "You play Black in game $id."
screen_at Ada
screen_wait "Black is here: the game can begin."
nameless Cy --white=hi/random --black=hi/random --host=127.0.0.1 --port="$port"
screen_wait "Pawn d2"
screen_keys L
screen_wait "No open games"
screen_wait "private: paste the invitation, or type it after i."
screen_keys Enter # there is no game to choose
screen_wait "A game by its id"
screen_keys Escape
screen_wait_gone "A game by its id"
screen_tmux set-buffer "congo --place=network --host=127.0.0.1 --port=$port --game=$id"
screen_tmux paste-buffer -p
screen_wait "Id or invitation $id"
screen_keys Enter
screen_wait "both seats are taken"
screen_end

# --- a program that ./play has started, and that PATH does not lead to: the script's name and folder ---

printf '#!/bin/sh\n' >"$folder/play"
chmod +x "$folder/play"
SCREEN_ENV="CONGO_PLAY='$folder/play'"
nameless Dan --white=hi/random --black=hi/random
screen_wait "Pawn d2"
screen_online_ways
screen_keys Enter
screen_wait "Who can join"
screen_keys Enter
screen_wait "  ./play --place=network --host=127.0.0.1"
screen_shows "The other player types in another terminal, in the" || fail "the script's folder"
screen_end
SCREEN_ENV="PATH='$alone:$PATH'"

# --- Cancel while the server moves to the network: it goes back to where the game is ---

screen_at Ada
find_server || fail "there is no server"
: >"$alone/slow"
online_ways_in_game
invite_network
screen_wait "Starting the server on this computer"
screen_until [ -e "$alone/started" ] || fail "the server was not started again"
rm "$alone/slow"
screen_keys Escape
screen_wait_gone "Starting the server"
grep -q 'listen = \["127\.0\.0\.1:' "$scratch/state/congo/server/congod.conf" || screen_until grep -q \
    'listen = \["127\.0\.0\.1:' "$scratch/state/congo/server/congod.conf" || fail "the network can connect"
screen_keys Left # tries again at once
play c2c3
screen_at Bo
screen_keys Left
screen_wait "c2-c3"
screen_end

# --- a server that stands still while it is to move is no server for another game, until it has been killed ---

screen_at Ada
find_server || fail "there is no server"
kill -STOP "$server"
online_ways_in_game
invite_network
screen_wait "Starting the server on this computer"
screen_keys Escape
screen_wait_gone "Starting the server"
online_ways_in_game
screen_keys Enter
screen_wait "Who can join"
screen_keys Enter
screen_wait "Starting the server on this computer"
screen_wait "Your invitation"
screen_keys Enter
screen_wait_gone "Your invitation"

# --- Cancel while it is started again for a game: it ends ---

screen_at Ada
screen_keys q
screen_wait "on this computer"
screen_keys y
expect_end
screen_until no_server || fail "the server goes on"
: >"$alone/slow"
screen_start 80 24 --white=hi/random --black=hi/random
screen_wait "$id"
screen_keys Enter
screen_wait "Starting the server on this computer"
screen_until [ -e "$alone/started" ] || fail "the server was not started again"
screen_keys Escape
screen_wait_gone "Starting the server"
screen_until no_server || fail "the cancelled server goes on"
screen_wait "Pawn d2"
rm "$alone/slow"
screen_end

# --- a server that is not installed ---

rm "$alone/congod"
ln -s "$(command -v sh)" "$alone/sh"
SCREEN_ENV="PATH='$alone'"
screen_later_start
start Ada
screen_wait "Pawn d2"
screen_online_ways
screen_keys Enter
screen_wait "Who can join"
screen_keys Enter
screen_wait "is not installed here"
