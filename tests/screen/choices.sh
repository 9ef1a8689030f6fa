#!/bin/sh
# Choices in the game hold for the next start, unless congo.conf or an option says otherwise.
. "$CONGO_SOURCE/tests/screen/lib.sh"

choices=$scratch/state/congo/choices.conf

# kept LINE: waits until the file of choices has the line.
is_kept() {
    grep -qxF "$1" "$choices" 2>/dev/null
}
kept() {
    screen_until is_kept "$1" || fail "expected in choices.conf: $1; found: $(cat "$choices")"
}
not_kept() {
    ! grep -qF "$1" "$choices" || fail "expected no $1 in choices.conf; found: $(cat "$choices")"
}

quit() {
    screen_keys q
    expect_end
}

# ---- every way to choose, and nothing else ----

screen_start 100 30 --level=4
screen_wait "? help"
screen_keys t
screen_wait "Theme: light."
kept '  theme = "light";'
screen_keys g
screen_wait "Pieces: letters"
kept '  glyphs = "letters";'
screen_command "zoom 2x1"
kept '  zoom = "2x1";'
screen_keys +
kept '  zoom = "4x2";'
screen_keys 0
kept '  zoom = "auto";'
screen_keys -
kept '  zoom = "6x3";'
screen_keys v
screen_wait "always, as soon as they are known"
kept '  panels = "full";'
screen_command bell
screen_wait "The bell rings when it is your turn."
kept '  bell = true;'
screen_command "animations on"
kept '  animations = true;'
screen_command "notation letters"
kept 'notation = "letters";'
not_kept level
not_kept white
quit

# ---- options come before congo.conf, and congo.conf before choices ----

screen_start 100 30 --level=10
screen_wait "? help"
screen_keys t
screen_wait "Theme: contrast."
screen_keys v
screen_wait "only those of an analysis"
screen_command bell
screen_wait "The bell is silent."
kept '  bell = false;'
quit

mkdir -p "$scratch/config/congo"
echo 'screen = { theme = "dark"; panels = "auto"; };' >"$scratch/config/congo/congo.conf"
screen_start 100 30 --panels=full --level=10
screen_wait "? help"
screen_keys t
screen_wait "Theme: light."
screen_keys v
screen_wait "only those of an analysis"
screen_keys g
screen_wait "Pieces: animals"
quit
rm "$scratch/config/congo/congo.conf"

# ---- how moves are written ----

screen_start 100 30 --white=hi/random --black=hi/random
screen_wait "? help"
screen_command d2d3
screen_wait "Pd2-d3"
screen_end
rm -f "$scratch"/state/congo/*.congo

# ---- the last kind of game ----

screen_start 100 30 --level=10
screen_wait "White  You"
screen_keys n
screen_wait "New game"
screen_keys Tab Right Tab Left Left
screen_wait "8, expert"
screen_keys Enter
screen_wait "White  Computer, level 8"
kept '  white = "ai/negamax";'
kept '  black = "hi/negamax";'
kept 'variant = "congo";'
kept '  level = 8;'
not_kept movetime
not_kept depth
screen_end
rm -f "$scratch"/state/congo/*.congo
screen_start 100 30
screen_wait "White  Computer, level 8"
screen_end
rm -f "$scratch"/state/congo/*.congo
screen_start 100 30 --black=ai/negamax
screen_wait "White  You"
screen_wait "Black  Computer, level 8"
quit

# ---- two programs at once ----

screen_start 100 30 --white=hi/random --black=hi/random
screen_wait "? help"
first=$scratch/state
screen_at other
SCREEN_ENV="XDG_STATE_HOME='$first'"
screen_start 100 30 --white=hi/random --black=hi/random
SCREEN_ENV=
screen_wait "? help"
screen_keys t
screen_wait "Theme: contrast."
kept '  theme = "contrast";'
screen_at ""
screen_keys g
screen_wait "Pieces: drawn animals"
kept '  glyphs = "drawn";'
kept '  theme = "contrast";'
screen_at other
quit
screen_at ""

# ---- forgetting ----

screen_command forget-choices
screen_wait "Your choices are forgotten"
[ ! -e "$choices" ] || fail "expected no file of choices"
screen_keys t
screen_wait "Theme: contrast."
kept '  theme = "contrast";'
mode=$(stat -c %a "$choices")
[ "$mode" = 600 ] || fail "expected the mode 600, found $mode"
not_kept glyphs
quit

# ---- damage ----

echo 'screen = { theme = "light"; zoom = "huge"; };' >"$choices"
screen_start 100 30 --level=10
screen_wait "screen.zoom:" # the path before it may end anywhere in its line
screen_keys Escape
screen_wait "? help"
screen_keys t
screen_wait "Theme: contrast."
kept '  theme = "contrast";'
not_kept huge
quit

# ---- a file that cannot be written: one sentence, once ----

rm "$choices.lock"
mkdir "$choices.lock"
screen_start 100 30 --level=10
screen_wait "? help"
screen_keys t
screen_wait "cannot be remembered"
screen_keys Escape g
screen_wait "Pieces: letters"
screen_keys t
screen_wait "Theme: dark."
screen_wait_stable
case $(screen_text) in *"cannot be remembered"*) fail "expected the sentence only once" ;; esac
quit

# ---- the sides swapped after a resumed game are those of the next start ----

screen_first_start
mkdir -p "$scratch/state/congo"
cat >"$scratch/state/congo/20261121-100000-1-0.congo" <<'GAME'
[Date "2026.11.21"]
[White "ai/random"]
[Black "hi/negamax"]
[Result "*"]
[Variant "congo"]
[SetUp "1"]
[FEN "3l3/7/7/7/7/7/2ZL3/w/-1"]
[CongoWhite "ai/random"]
[CongoBlack "hi/negamax"]
[CongoLevel "10"]
[CongoDepth "0"]
[CongoMoveTime "1000"]
[CongoClock "0 0"]

1. Z-B3 *
GAME
screen_start 80 24 --colors=mono
screen_wait "Resume it?"
screen_keys Enter
screen_wait "Black  You"
screen_command d7d1
screen_wait "Swap sides"
screen_keys Right
screen_wait ">Swap sides<"
# The card ignores Enter for a moment; on the board it does no harm.
game_is_swapped() {
    screen_keys Enter
    screen_shows "White  You"
}
screen_until game_is_swapped || fail "expected the next game"
kept '  white = "hi/negamax";'
kept '  black = "ai/negamax";'
quit
