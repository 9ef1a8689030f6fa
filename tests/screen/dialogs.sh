#!/bin/sh
# Dialogs, help and the command line, in a small, a usual and a large terminal.
. "$CONGO_SOURCE/tests/screen/lib.sh"

# Sets pages to their number on the title of the first one.
find_pages() {
    pages=$(screen_text | sed -n 's|.* 1/\([0-9]*\) Keys.*|\1|p')
    [ -n "$pages" ]
}

# Every page of the help can be reached and read to its end.
read_help() {
    screen_keys '?'
    screen_wait "> Keys"
    screen_keys Down Down Enter
    screen_wait "The river"
    screen_keys Escape
    screen_wait "> The river"
    screen_keys Home Enter
    screen_until find_pages || fail "expected the first page"
    [ "$pages" -ge 12 ] || fail "expected a page for every piece"
    page=1
    while [ "$page" -lt "$pages" ]; do
        page=$((page + 1))
        screen_keys Right
        screen_wait " $page/$pages "
        screen_keys End
        screen_wait_gone "(more)"
    done
    screen_keys m
    screen_wait "/$pages Monkey"
    screen_keys Escape
    screen_wait "> Monkey"
    screen_keys Escape
    screen_wait_gone "Esc close"
}

# A small screen has no room for a FEN, but says whose turn it is.
expect_position() {
    if [ "$screen_columns" -ge 80 ]; then
        expect_fen "$1"
    else
        screen_wait "* Black"
    fi
}

# A wrong position is reported in the dialog, and the game stays; a correct one starts a game.
new_game() {
    screen_command "d2d3"
    screen_keys n
    screen_wait "New game"
    screen_keys Up Up Up Up Right Down Down Down Down # past the buttons to More, and to the position
    screen_type "3l3/7/7"
    screen_keys Enter
    screen_wait "expected"
    screen_tmux set-buffer "/7"
    screen_tmux paste-buffer -p # as a key does, it takes the error away
    screen_wait "3l3/7/7/7"
    screen_wait_gone "expected"
    screen_keys Escape
    screen_wait_gone "New game"
    expect_position gmelecz/ppppppp/7/7/3P3/PPP1PPP/GMELECZ/b/-1
    screen_keys n
    screen_wait "New game"
    screen_keys Down Right
    screen_wait "< wits >"
    screen_keys Down Right Down Down Down Down
    screen_type "3l3/7/7/7/7/2Z4/3L3/b/-1"
    screen_keys Enter
    screen_wait_gone "New game"
    expect_position 3l3/7/7/7/7/2Z4/3L3/b/-1
}

start() {
    screen_end # the one before, which keeps its game when it ends
    screen_later_start
    screen_start "$1" "$2" --white=hi/random --black=hi/random
    screen_wait "Pawn d2: 3 moves."
}

# Pasted text is not read as keys: a move goes to the command line, a position to the dialog.
paste() {
    screen_tmux set-buffer "$1"
    screen_tmux paste-buffer -p
    screen_wait ":$1"
}
start 80 24
paste d2d3
screen_keys Enter
expect_fen gmelecz/ppppppp/7/7/3P3/PPP1PPP/GMELECZ/b/-1
paste 3l3/7/7/7/7/2Z4/3L3/w/-1
screen_keys Enter
screen_wait "New game"
screen_keys Enter
expect_fen 3l3/7/7/7/7/2Z4/3L3/w/-1

# The command line lists all commands with what they do. The list narrows while one types, also by words of the helps
# and to the pages about pieces; the arrows choose from it, and the draft stays. Enter completes, and then runs.
screen_keys :
screen_wait "undo     "
screen_wait "take back a move"
screen_type the
screen_wait_gone "take back a move"
screen_wait "change the colours: the next theme"
screen_keys Enter
screen_wait ":theme"
screen_type " da"
screen_wait " dark"
screen_keys Up
screen_wait ":theme dark"
screen_keys Down
screen_wait_gone ":theme dark"
screen_wait ":theme da"
screen_keys C-u
screen_type zeb
screen_wait "help zebra"
screen_keys Down Enter
screen_wait "Zebra"
screen_keys Escape
screen_wait "> Zebra"
screen_keys Escape
screen_wait_gone "Esc close"
screen_keys :
screen_type "turn the"
screen_keys BSpace BSpace BSpace BSpace
screen_wait "turn the board around"
screen_keys Escape
screen_command zoom
screen_wait "4x2"
screen_keys Escape
screen_wait_gone "4x2"

# The help's contents narrow, too: to pages, keys and commands, and show them in their place.
screen_keys '?'
screen_wait "> Keys"
screen_type drown
screen_wait "> The river"
screen_keys C-u
screen_type "zoom-a"
screen_wait "make the board as large as fits"
screen_keys Enter
screen_wait "make the board as large as fits"
screen_wait_gone "Find:"
screen_keys Escape
screen_wait "Find: zoom-a"
screen_keys C-u
screen_type ":lin"
screen_wait "the number of lines that an analysis shows"
screen_keys Enter
screen_wait "Commands with an argument"
screen_keys Escape
screen_wait "Find:"
screen_keys Escape
screen_wait "> Keys"
screen_keys Escape
screen_wait_gone "Esc close"

# The command line completes names and recalls earlier lines.
screen_keys :
screen_type fl
screen_keys Tab
screen_wait ":flip"
screen_keys Enter
screen_wait_gone ":flip"
screen_keys : Up
screen_wait ":flip"
screen_keys Up
screen_wait ":help zebra"
screen_keys Up
screen_wait ":3l3/"
screen_keys Escape

# Settings of congo.conf are in the list, too: those of the next game can be set, the others say where.
screen_keys :
screen_type mou
screen_wait "whether the mouse is used; set in congo.conf"
screen_keys Enter Enter
screen_type off
screen_keys Enter
screen_wait "This is set in congo.conf, or by the option of that name at the next start."
screen_keys C-u
screen_type "keep-games soon"
screen_keys Enter
screen_wait "eep-games: "
screen_keys C-u
screen_type "keep-games 30"
screen_keys Enter
screen_wait_gone ":keep-games"

# Several completions are listed, with their common beginning typed; Tab goes through them.
screen_keys :
screen_type z
screen_keys Tab
screen_wait ":zoom"
screen_wait "zoom-in"
screen_wait "zoom-out"
screen_wait "zoom-auto"
screen_keys Tab
screen_wait ":zoom-in"
screen_keys Tab
screen_wait ":zoom-out"
screen_keys BTab
screen_wait ":zoom-in"
screen_keys BSpace
screen_wait_gone "zoom-auto"
screen_keys C-u
screen_type "theme c"
screen_keys Tab
screen_wait ":theme co"
screen_wait " contrast"
screen_wait " colorblind"
screen_keys Tab Tab Enter
screen_wait_gone ":theme"
screen_keys t
screen_wait "Theme: dark."

# A move is typed as text, or as in the line interface.
start 80 24
for line in "d2d3" "move d6d5" "move e2 e3" "move Z-F5"; do
    screen_command "$line"
    screen_wait_gone ":$line"
done
expect_fen gmelec1/ppp1ppp/3p1z1/7/3PP2/PPP2PP/GMELECZ/w/-1
screen_command "move e3 e9"
screen_wait "Expected two squares after move, such as b2 b3."
screen_keys Escape

# In every question Enter takes the safe answer, y does what was asked about, and n does not.
start 80 24
screen_command d2d3
one=gmelecz/ppppppp/7/7/3P3/PPP1PPP/GMELECZ/b/-1
two=gmelecz/ppp1ppp/3p3/7/3P3/PPP1PPP/GMELECZ/w/-1
expect_fen $one
for answer in Enter n c; do
    screen_keys R
    screen_wait "Does Black resign"
    screen_keys $answer
    screen_wait_gone "Does Black resign"
    expect_fen $one
done
screen_keys R
screen_wait "Does Black resign"
screen_keys y
screen_wait "Black resigned"
# After the end of a game the key that types a move says so; commands can be typed.
screen_keys Escape m
screen_wait "The game is over, so no move can be typed; [ shows earlier positions."
screen_keys :
screen_type flip
screen_wait ":flip"
screen_keys Escape u
expect_fen $one
save() {
    screen_keys s
    screen_wait "Save the game"
    screen_type "$scratch/kept.congo"
    screen_keys Enter
}
save
screen_until test -s "$scratch/kept.congo" || fail "the game is not saved"
echo other >"$scratch/kept.congo"
save
screen_wait "Replace it"
screen_keys Enter
screen_wait_gone "Replace it"
[ "$(cat "$scratch/kept.congo")" = other ] || fail "Enter replaced a file"
save
screen_wait "Replace it"
screen_keys y
screen_wait_gone "Replace it"
is_replaced() {
    grep -q P-DD3 "$scratch/kept.congo"
}
screen_until is_replaced || fail "y did not replace the file"
screen_command d6d5
expect_fen $two
screen_keys '['
screen_command e6e5
screen_wait "A move here replaces the rest of the game"
screen_keys Enter
screen_wait_gone "A move here replaces the rest of the game"
screen_keys ']'
expect_fen $two
screen_keys '['
screen_command e6e5
screen_wait "A move here replaces the rest of the game"
screen_keys y
expect_fen gmelecz/pppp1pp/4p2/7/3P3/PPP1PPP/GMELECZ/w/-1
screen_keys q
screen_wait "The game is not over"
screen_keys Enter
screen_wait_gone "The game is not over"
screen_keys q
screen_wait "The game is not over"
screen_keys y
expect_end

for size in "24 10" "80 24" "200 60"; do
    # shellcheck disable=SC2086
    start $size
    read_help
    # shellcheck disable=SC2086
    start $size
    new_game
done

# The arrows do not leave a row of buttons, nor go round in a choice: what has the mark is what Enter does.
start 80 24
screen_keys n
screen_wait "A friend here"
screen_keys Left Left
screen_wait "< Computer >"
screen_keys Right Right Right Right
screen_wait "< Two computers >"
screen_keys Escape
screen_wait_gone "New game"
screen_keys n
screen_wait "A friend here"
screen_keys Up Right Right
screen_keys Enter
screen_wait "Play the computer"
screen_keys Escape
screen_wait_gone "Play the computer"

# A dialog keeps its width while its words change.
screen_keys F
screen_wait "Two people take turns"
screen_find_text "Play somebody"
place=$screen_place
screen_keys Down
screen_wait "Your game waits"
screen_find_text "Play somebody"
[ "$screen_place" = "$place" ] || fail "the title moves from $place to $screen_place"
screen_keys Escape

# A random side is drawn by lot, here by the seed, and is offered again.
screen_end
screen_later_start
screen_start 80 24 --seed=7 --level=1 --movetime=100
screen_wait "Pawn d2"
screen_keys n
screen_wait "< Computer >"
screen_keys Down Right Right
screen_wait "< Random >"
screen_keys Enter
screen_wait "g     f     e     d" # Black's side is at the bottom
screen_keys n
screen_wait "< Random >"
screen_keys Escape
