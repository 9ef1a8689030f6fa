#!/bin/sh
# tools/selfplay --variant and tools/openings_page: the same games from the same seed, whatever the number of
# threads; the figures are those of the games; and man/congo-openings.7 holds figures of the same form, sums
# that add up, and legal moves.
. "$CONGO_SOURCE/tests/lib.sh"
set -u
page=$CONGO_SOURCE/man/congo-openings.7

# play FILE OPTION...
play() {
    file=$1
    shift
    "$CONGO_BUILD/tools/selfplay" --nodes 10 --games 5 --output "$folder/$file" "$@" >"$folder/log" 2>&1
}

write_page() {
    "$CONGO_BUILD/tools/openings_page" "$@" 2>"$folder/errors"
}

# block FILE NAME: prints what stands in a block.
block() {
    sed -n "/^\.\\\\\" openings: $2/,/^\.\\\\\" openings: end/p" "$1" | grep -v 'openings: '
}

# tags FILE RESULT: prints how many games have it.
tags() {
    grep -cF "[Result \"$2\"]" "$folder/$1"
}

# The games.
play one --variant megapawn --threads 1 || fail "no games: $(cat "$folder/log")"
play two --variant megapawn --threads 2 || fail 'no games on two threads'
play other --variant megapawn --seed 2 || fail 'no games of another seed'
cmp "$folder/one" "$folder/two" || fail 'the number of threads changes the games'
cmp -s "$folder/one" "$folder/other" && fail 'another seed gives the same games'
"$CONGO_BUILD/src/congo" file check --strict "$folder/one" >"$folder/log" || fail "$(cat "$folder/log")"
play wrong --variant mega && fail 'a variant that does not exist is played'
grep -q '"mega"' "$folder/log" || fail 'the unknown variant is not named'

# The figures, with all lines. Those of a variant that was not played stay.
cat >"$folder/page" <<'END'
before
.\" openings: variants
old
.\" openings: end
.\" openings: tree megapawn 0
.\" openings: end
.\" openings: lines megapawn 0
.\" openings: end
.\" openings: tree congo 1
kept
.\" openings: end
after
END
write_page --output "$folder/new" "$folder/page" "$folder/one" "$folder/other" ||
    fail "no page: $(cat "$folder/errors")"
[ "$(sed -n '1p;$p' "$folder/new")" = "before
after" ] || fail 'the text around the blocks changed'
[ "$(block "$folder/new" 'tree congo')" = kept ] || fail 'figures without games'
white=$(($(tags one 1-0) + $(tags other 1-0)))
draws=$(($(tags one 1/2-1/2) + $(tags other 1/2-1/2)))
expected=$(awk -v w="$white" -v d="$draws" 'BEGIN { printf "%.1f", 10 * (w + d / 2) }')
row=$(block "$folder/new" variants | sed 's/ Ta [\\0]*/ /g; s/ \\(+- / /g')
# shellcheck disable=SC2086 # the fields of the row
set -- $row
[ "$2 $3 $4" = "megapawn 10 $expected" ] || fail "expected megapawn 10 $expected, found $row"

# add_up EXACT: whether the games of the answers to each move are at most, or exactly, those of the move.
add_up() {
    awk -v exact="$1" -v all="$2" '
    function close_ply(ply) {
        if (sum[ply] > games[ply - 1] || (exact && sum[ply] != games[ply - 1])) wrong = 1
        sum[ply] = 0
    }
    BEGIN { games[0] = all; last = 0 }
    {
        match($0, /^ */); ply = RLENGTH / 2 + 1
        for (; last > ply; last--) close_ply(last)
        if (ply > last + 1) wrong = 1
        last = ply
        count = $3; gsub(",", "", count)
        games[ply] = count; sum[ply] += count; rows++
    }
    END { for (; last > 0; last--) close_ply(last); exit wrong || rows == 0 }'
}
block "$folder/new" 'tree megapawn' >"$folder/tree"
add_up 1 10 <"$folder/tree" || fail "the games of the tree do not add up: $(cat "$folder/tree")"
[ "$(grep -c '^ \{18\}5\.\.\. ' "$folder/tree")" -gt 0 ] || fail 'the tree ends before ply ten'
add_up 1 11 <"$folder/tree" && fail 'a sum that is wrong is not found'
[ "$(block "$folder/new" lines | grep -c '^\.It$')" -gt 1 ] || fail 'no main lines'

# A mirrored game is the same line where the start is symmetric.
for moves in 'P-BB3 P-BB5' 'P-FF3 P-FF5'; do
    printf '[Result "1/2-1/2"]\n[Variant "simpler"]\n[Reason "agreed"]\n\n1. %s 1/2-1/2\n\n' "$moves"
done >"$folder/mirrored"
printf '.\\" openings: tree simpler 0\n.\\" openings: end\n' >"$folder/page"
write_page "$folder/page" "$folder/mirrored" || fail "$(cat "$folder/errors")"
[ "$(block "$folder/page" tree | awk '{ printf "%s ", $3 }')" = '2 2 ' ] ||
    fail "mirrored lines: $(cat "$folder/page")"

# Errors.
printf '1. D3 *\n' >"$folder/unfinished"
write_page "$folder/page" "$folder/unfinished" && fail 'an unfinished game counts'
printf '.\\" openings: tree congo 1\n' >"$folder/endless"
write_page "$folder/endless" "$folder/one" && fail 'a block without an end'

# The page: its forms, its sums, its moves.
block "$page" variants >"$folder/variants"
grep -vE '^\.It [a-z-]+ Ta (\\0)*[0-9,]+( Ta (\\0)*[0-9.]+ \\\(\+- [0-9.]+){2} Ta (\\0)*[0-9]+$' \
    "$folder/variants" >&2 && fail 'the table of the variants has another form'

# Each line of the trees, and each main line, as a game.
sed -n 's/^\.\\" openings: \(tree\|lines\) \([^ ]*\) .*/\1 \2/p' "$page" >"$folder/blocks"
while read -r kind variant; do
    block "$page" "$kind $variant" | sed 's/\\-/-/g; s/\\ / /g' >"$folder/block"
    if [ "$kind" = tree ]; then
        games=$(sed -n "s/^\.It $variant Ta [\\0]*\([0-9,]*\) .*/\1/p" "$folder/variants" | tr -d ,)
        grep -vE '^( {2})*[1-5]\.(\.\.)? [^ ]+ +[0-9,]+ +[0-9.]+ +[0-9.]+ \\\(\+- [0-9.]+$' "$folder/block" >&2 &&
            fail "the tree of $variant has another form"
        add_up 0 "$games" <"$folder/block" || fail "the games of the tree of $variant do not add up"
        awk -v variant="$variant" '{
            match($0, /^ */); ply = RLENGTH / 2; move[ply] = $2
            printf "[Variant \"%s\"]\n\n", variant
            for (i = 0; i <= ply; i++) printf "%s%s ", i % 2 ? "" : i / 2 + 1 ". ", move[i]
            print "*\n"
        }' "$folder/block"
    else
        awk -v variant="$variant" '/^1\./ { printf "[Variant \"%s\"]\n\n%s *\n\n", variant, $0 }' "$folder/block"
    fi
done <"$folder/blocks" >"$folder/lines"
[ "$(grep -c Variant "$folder/lines")" -gt 50 ] || fail 'the page has few lines'
"$CONGO_BUILD/src/congo" file check --strict "$folder/lines" >"$folder/log" 2>&1 || fail "$(tail -3 "$folder/log")"
[ "$failures" -eq 0 ]
