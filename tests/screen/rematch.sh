#!/bin/sh
# Two players and a spectator in full screens, after a game: a rematch is offered, declined, withdrawn, accepted, and
# opens by itself, but not below a dialog, and with a talk of its own; the spectator goes along. A seat is kept for a
# guest, who joins by the invitation; days for each move; who is away; who is muted; and what waits for a player at the
# next start.
. "$CONGO_SOURCE/tests/screen/online_lib.sh"

# Goes on the board of the present player until the screen shows a text.
sees() { # NAME TEXT
    screen_at "$1"
    screen_wait "$2"
}

find_id() {
    screen_find=$(screen_text | sed -n 's/.*Moves  *\([0-9A-Z]\{10\}\).*/\1/p')
    [ ${#screen_find} -eq 10 ]
}

# Sets id to that of the game on the board.
read_id() {
    screen_until find_id || fail "no id"
    id=$screen_find
}

configure
start_server

# --- a game of the three, which Ada gives up ---

start Ada 80 24
screen_wait "Pawn d2"
screen_keys L
screen_wait "None on this server yet: n makes one."
screen_keys n
make_game
start Bo 80 24
screen_wait "Pawn d2"
screen_keys L
screen_wait "Ada - (free)"
screen_keys Enter
screen_wait "You play Black in game"
start Cy 120 40
screen_wait "Pawn d2"
screen_keys L
screen_wait "Ada - Bo"
screen_keys Enter
screen_wait "You are watching game"
screen_at Ada
screen_wait "here"
command d2d3
sees Bo "d2-d3"
command d6d5
sees Ada "d6-d5"

# --- Bo mutes Ada, and hears Ada again ---

screen_at Bo
screen_keys y
screen_wait "Nothing has been said since you came."
screen_keys Tab
screen_wait "Who is heard"
screen_keys Right Enter
screen_wait "Talk, muted: White"
screen_at Ada
screen_keys y
screen_wait "Say:"
screen_type "unheard"
screen_keys Enter
screen_wait "You: unheard"
sees Cy "Ada: unheard"
screen_at Bo
screen_keys Tab
screen_wait "< muted >"
screen_keys Left Enter
screen_wait_gone "muted: White"
screen_at Ada
screen_type "heard"
screen_keys Enter
sees Bo "Ada: heard"
screen_hides "unheard" || fail "Bo hears whom he has muted"
screen_keys Escape
screen_wait_gone "Say:"
screen_at Ada
screen_keys Escape
screen_wait_gone "Say:"

# --- an offer is declined, another one withdrawn, the third accepted by the same key ---

resign
screen_wait "Rematch"
screen_keys r
screen_wait "You offer a rematch: Bo has to"
sees Bo "Ada offers a rematch: R accepts, D declines."
screen_wait "Decline"
screen_keys d
screen_wait "You decline the rematch."
sees Ada "Bo wants no rematch."
sees Bo "Rematch"
screen_keys Escape # also without the card
screen_wait "R rematch"
screen_keys R
screen_wait "You offer a rematch: Ada has to answer, D withdraws it."
screen_keys Left # ends the message, but not the offer
screen_wait_stable
screen_wait "You offer a rematch: Ada has to answer, D withdraws it."
sees Ada "Bo offers a rematch: R accepts, D declines."
screen_at Bo
screen_keys D
screen_wait "You withdraw the offer of a rematch."
screen_at Ada
screen_wait_gone "Bo offers a rematch"
screen_at Bo
screen_keys R
screen_keys s # the game that is saved is the one for which the name is typed
screen_wait "Save the game"
sees Ada "Bo offers a rematch: R accepts, D declines."
read_id
first=$id
screen_keys r
screen_wait "The rematch begins: you play Black."
sees Bo "The rematch has begun: R goes there."
screen_keys Enter
screen_wait "Saved as"
grep -q P-DD5 "$scratch/game.congo" || fail "another game was saved"
screen_keys R
screen_wait "The rematch begins: you play White."
read_id
[ "$id" != "$first" ] || fail "expected another game"

# --- the spectator is asked ---

sees Cy "Ada and Bo play a rematch: R watches it."
screen_keys r
screen_wait "You are watching game $id."
screen_at Bo
command c2c3
sees Cy "c2-c3"
sees Ada "c2-c3"
command c6c5
sees Bo "c6-c5"

# --- a rematch below a talk that is scrolled back begins without lines ---

resign
screen_wait "Rematch"
screen_keys r
screen_wait "You offer a rematch"
screen_keys y
for word in one two three; do
    screen_type "$word"
    screen_keys Enter
    screen_wait "You: $word"
done
screen_keys Up Up
screen_wait_stable
sees Ada "Bo: three"
screen_keys r
screen_wait "The rematch begins: you play White."
sees Bo "Nothing has been said since you came."
screen_at Ada
screen_keys y
screen_wait "Say:"
screen_type "again"
screen_keys Enter
screen_at Bo
window_shows() { # not only the panel beside the board
    screen_text | grep -q '^  Ada: again'
}
screen_until window_shows || fail "the talk is scrolled back still"
screen_keys Escape
screen_wait_gone "Say:"
screen_at Ada
screen_keys Escape
screen_wait_gone "Say:"
screen_at Bo

# --- a seat for a guest, with three days for each move ---

resign
screen_keys l
screen_wait "Lobby: 127.0.0.1:$port"
screen_keys n
screen_wait "New network game"
screen_keys Down Right Right Right Right Right Right Right Right Right Right Right
screen_wait "By correspondence: each move may take 3 days."
screen_keys Down Right Right
screen_wait "The seat is kept"
screen_keys Enter
screen_read_invitation
id=${invitation%-*}
screen_keys Enter
screen_wait "Black is kept for whom you invite: I shows the invitation."
screen_keys I
screen_wait "Invitation  $invitation"
screen_keys Enter
screen_wait_gone "Invitation  $invitation"

screen_at Cy
screen_keys L
screen_wait "No open games"
screen_hides "$id" || fail "a game for a guest is in the list"
screen_keys i
screen_wait "Id or invitation"
screen_type "$id"
screen_keys Enter
screen_wait "kept for somebody"
screen_keys Escape
screen_wait_gone "kept for somebody"
screen_keys Escape
screen_wait_gone "Lobby"

screen_at Ada
screen_keys l
screen_wait "Lobby: 127.0.0.1:$port"
screen_keys i
screen_wait "Id or invitation"
screen_type "$invitation"
screen_keys Enter
screen_wait "You play Black in game $id."
screen_wait "3 d 0 h"
sees Bo "Ada plays Black: the game can begin."
command d2d3
sees Ada "d2-d3"
command d6d5
sees Bo "d6-d5"

# --- what waits is said at the next start, in the list and on the first card ---

screen_keys q
screen_wait "The game is not over"
screen_keys y
expect_end
sees Ada "Bo is away; the clock goes on."
start Bo 80 24
screen_wait "> Your move against Ada on 127.0.0.1:$port (3 days left)"
screen_keys n
screen_wait "First screen"
screen_wait_stable
screen_click_text "First screen"
screen_wait "Take the lion."
screen_wait "Your move against Ada on 127.0.0.1:$port (3 days left)"
screen_keys Enter
screen_wait "You play White in game $id."
screen_keys L
screen_wait "your move, 3 days left"
screen_wait "3 days a move"
screen_keys Escape
screen_wait_gone "Lobby"

# --- a game that can be claimed says who is away ---

start Cy 80 24 --claim=1440
screen_wait "Pawn d2"
screen_keys L
screen_wait "No open games"
screen_keys n
make_game
screen_at Ada
screen_keys L
screen_wait "Cy - (free)"
screen_keys Down
screen_wait "Cy waits for somebody to play Black"
screen_keys Enter
screen_wait "You play Black in game"
screen_at Cy
command d2d3
sees Ada "d2-d3"
command d6d5
sees Cy "d6-d5"
command c2c3
sees Ada "c2-c3"
kill -9 "$(screen_pid)"
screen_at Cy
screen_wait "Ada is away: after 1 day you can claim the game."
screen_keys C
screen_wait_stable
screen_wait "Ada is away: after 1 day you can claim the game."

# --- who leaves before the offer of a rematch is answered finds it at the next start ---

resign
screen_wait "Rematch"
screen_keys r
screen_wait "You offer a rematch: Ada has to"
screen_keys q
expect_end
start Cy 80 24
screen_wait "You offer Ada a rematch on 127.0.0.1:$port"
