#!/bin/sh
# Pages of games and pictures of positions: valid, and played through in a browser if there is one.

. "$CONGO_SOURCE/tests/lib.sh"

congo=$CONGO_BUILD/src/congo
games=$CONGO_SOURCE/tests/export/games
LC_ALL=C.UTF-8
export LC_ALL

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

# More than a thousand games are several pages with an index, which needs a file.
awk 'BEGIN { for (i = 1; i <= 1001; i++) printf "[White \"Ada %d & Co\"]\n[Result \"*\"]\n\n1. P-DD3 *\n\n", i }' >"$folder/many.congo"
"$congo" file convert --to=html "$folder/many.congo" >"$folder/out" 2>"$folder/err" && fail "one page of 1001 games"
[ "$(cat "$folder/err")" = "congo file convert: a page holds at most 1000 games; --output=FILE writes several and an \
index" ] || fail "1001 games on standard output: $(cat "$folder/err")"
[ ! -s "$folder/out" ] || fail "1001 games: something was written"
"$congo" file convert --to=html --output="$folder/many & more.html" "$folder/many.congo" || fail "1001 games: no pages"
for page in "many & more.html" "many & more-2.html"; do
    ! has xmllint || xmllint --noout "$folder/$page" || fail "$page: not well-formed"
    ! has tidy || tidy -e -q "$folder/$page" || fail "$page: not valid"
done
for link in 'many%20%26%20more-1.html#g1">Ada 1 &amp; Co' 'many%20%26%20more-1.html#g1000">Ada 1000 &amp; Co' \
    'many%20%26%20more-2.html#g1">Ada 1001 &amp; Co' '<h1>1001 games of Congo</h1>'; do
    grep -qF "$link" "$folder/many & more.html" || fail "the index has no $link"
done
grep -qF 'href="many%20%26%20more.html">The other games' "$folder/many & more-2.html" ||
    fail "a page does not lead back to the index"
[ "$(grep -c '<article' "$folder/many & more-1.html")" -eq 1000 ] || fail "not 1000 games on the first page"
rm "$folder/many & more.html"
"$congo" file convert --to=html --output="$folder/many & more.html" "$folder/many.congo" 2>"$folder/err" &&
    fail "a page of several was replaced"
grep -q 'many & more-1.html: the file already exists; --force replaces it$' "$folder/err" ||
    fail "a page of several exists: $(cat "$folder/err")"

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
[ "$failures" -eq 0 ] || exit 1
exit $browser
