#!/bin/sh
# Every manual page passes mandoc and groff without a warning, fits into 80 columns and names its volume
# alike in both, has no empty quotation (mdoc drops unescaped punctuation), is installed, and refers only
# to pages that exist. Every variable of the environment that a program reads is on a page.
. "$CONGO_SOURCE/tests/lib.sh"

command -v mandoc >/dev/null || exit 77
cd "$CONGO_SOURCE/man" || exit 1

# The formatters, as man calls them on a screen of 80 columns; without overstriking.
format_with_mandoc() {
    mandoc -T ascii -O width=80 "$1" | sed 's/.\x08//g'
}

format_with_groff() {
    groff -mandoc -Tascii -rLL=80n -ww -P-cbuo "$1"
}

formatters=mandoc
if command -v groff >/dev/null && echo .Sh | groff -mandoc -Tascii >/dev/null 2>&1; then
    formatters='mandoc groff'
fi

# volume SECTION: prints the name of a volume.
volume() {
    case $1 in
    5) echo 'File Formats Manual' ;;
    6) echo 'Games Manual' ;;
    7) echo 'Miscellaneous Information Manual' ;;
    8) echo "System Manager's Manual" ;;
    esac
}

for page in *.[1-9]; do
    mandoc -T lint -W warning "$page" >&2 || fail "mandoc: $page"
    # What mandoc calls questions of style, except for long lines of the source and for other pages,
    # which it looks up in the system.
    mandoc -T lint "$page" 2>/dev/null |
        grep -v -e 'referenced manual not found' -e 'operating system explicitly specified' \
            -e 'LINES instead of FILES' -e 'input text line longer than' >"$folder/style"
    [ ! -s "$folder/style" ] || fail "$(cat "$folder/style")"

    title=$(echo "${page%.*}" | tr '[:lower:]' '[:upper:]')"(${page##*.})"
    for formatter in $formatters; do
        "format_with_$formatter" "$page" >"$folder/text" 2>"$folder/warnings"
        sed '/mandoc: outdated mandoc.db/d' "$folder/warnings" >"$folder/rest"
        [ ! -s "$folder/rest" ] || fail "$formatter, $page: $(cat "$folder/rest")"
        awk 'length($0) > 80 { print FNR ": " $0; found = 1 } END { exit !found }' \
            "$folder/text" >"$folder/long" &&
            fail "$formatter, $page is wider than 80 columns: $(cat "$folder/long")"
        header=$(sed -n '1s/  */ /gp' "$folder/text")
        [ "$header" = "$title $(volume "${page##*.}") $title" ] ||
            fail "$formatter, $page has the header $header"
        footer=$(sed -n '$s/  */ /gp' "$folder/text")
        case $footer in
        'Congo '*' Congo') ;;
        *) fail "$formatter, $page has the footer $footer" ;;
        esac
        grep -n "\`'" "$folder/text" >"$folder/empty" &&
            fail "$formatter, $page quotes nothing: $(cat "$folder/empty")"
    done
    grep -q "man/$page" local.mk || fail "$page is not listed in man/local.mk"
done

sed -n 's/^.*Xr \(congo[^ ]*\) \([1-9]\).*/\1.\2/p' ./*.[1-9] | sort -u >"$folder/pages"
while read -r page; do
    [ -f "$page" ] || fail "a page refers to $page, which is missing"
done <"$folder/pages"

grep -rhoE 'getenv\("[A-Z_]+"\)' "$CONGO_SOURCE/src" | cut -d '"' -f 2 | sort -u >"$folder/variables"
[ -s "$folder/variables" ] || fail "no environment variables were found"
while read -r variable; do
    grep -qE "^\.It Ev (.* )?$variable( |\$)" ./*.[1-9] || fail "no page names the variable $variable"
done <"$folder/variables"
[ "$failures" -eq 0 ]
