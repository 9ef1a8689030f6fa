#!/bin/sh
# Every manual page passes mandoc, has no empty quotation (mdoc drops unescaped punctuation), is
# installed, and refers only to pages that exist.

command -v mandoc >/dev/null || exit 77
cd "$CONGO_SOURCE/man" || exit 1

status=0
for page in *.[1-9]; do
    mandoc -T lint -W warning "$page" || status=1
    if mandoc -T ascii "$page" | grep -n "\`'"; then
        echo "$page quotes nothing there" >&2
        status=1
    fi
    grep -q "man/$page" local.mk || {
        echo "$page is not listed in man/local.mk" >&2
        status=1
    }
done

sed -n 's/^.*Xr \(congo[^ ]*\) \([1-9]\).*/\1.\2/p' ./*.[1-9] | sort -u |
    {
        while read -r page; do
            [ -f "$page" ] || {
                echo "a page refers to $page, which is missing" >&2
                status=1
            }
        done
        exit $status
    }
