#!/bin/sh
# tools/pictures draws the screen in both themes, as rectangles and text without bitmaps; README.md shows the files.
. "$CONGO_SOURCE/tests/lib.sh"
for tool in tmux python3; do
    command -v $tool >/dev/null || exit 77
done

"$CONGO_SOURCE/tools/pictures" "$CONGO_BUILD/src/congo" "$folder" || fail "it does not draw them"
for theme in dark light; do
    for picture in "$folder/congo-$theme.svg" "$CONGO_SOURCE/doc/congo-$theme.svg"; do
        python3 -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])' "$picture" ||
            fail "$picture is no XML"
        for part in '<path ' '>White</text>' '>Moves</text>'; do
            grep -qF "$part" "$picture" || fail "$picture has no $part"
        done
        ! grep -q '<image\|base64' "$picture" || fail "$picture has a bitmap"
    done
    grep -qF "\"doc/congo-$theme.svg\"" "$CONGO_SOURCE/README.md" || fail "README.md does not show $theme"
done
! cmp -s "$folder/congo-dark.svg" "$folder/congo-light.svg" || fail "both themes look the same"
[ "$failures" -eq 0 ]
