#!/bin/sh
# Pages of games and pictures of positions: valid, and played through in a browser if there is one.

. "$CONGO_SOURCE/tests/lib.sh"

congo=$CONGO_BUILD/src/congo
games=$CONGO_SOURCE/tests/export/games
folder=$(mktemp -d "$CONGO_BUILD/congo-page-XXXXXX") || exit 1
trap 'chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
LC_ALL=C.UTF-8
export LC_ALL
failures=0

fail() {
    echo "FAIL: $(test_place): $*" >&2
    failures=$((failures + 1))
}

has() {
    command -v "$1" >/dev/null 2>&1
}

# A page makes no request, and a game needs less than 200 kB.
for game in reviewed several hostile lines; do
    page=$folder/$game.html
    "$congo" file convert --to=html --output="$page" "$games/$game.congo" || fail "$game: no page"
    [ "$(wc -c <"$page")" -lt 200000 ] || fail "$game: $(wc -c <"$page") bytes"
    ! grep -oE '(src|href|action|data)="(https?:|//|file:)[^"]*"|@import|url\(' "$page" ||
        fail "$game: a page asks for something else"
    ! has xmllint || xmllint --noout "$page" || fail "$game: not well-formed"
    ! has tidy || tidy -e -q "$page" || fail "$game: not valid"
done

# The colours of a theme, both sides, and every position of a game.
ply=0
while [ $ply -le 4 ]; do
    for option in --theme=auto --theme=dark --theme=contrast --flip; do
        "$congo" file convert --to=svg "$option" --number=3 --after=$ply --force --output="$folder/picture.svg" \
            "$games/several.congo" || fail "no picture: $option, position $ply"
        ! has xmllint || xmllint --noout "$folder/picture.svg" || fail "not well-formed: $option, position $ply"
    done
    ply=$((ply + 1))
done

if has python3; then
    python3 "$CONGO_SOURCE/tests/export/page.py" "$congo" "$games" ${PICTURES:+"$PICTURES"}
    browser=$?
else
    echo "no python3"
    browser=77
fi
[ $browser -eq 0 ] || [ $browser -eq 77 ] || fail "the page in the browser"
[ $failures -eq 0 ] || exit 1
exit $browser
