#!/bin/sh
# Every manual page is free of mandoc findings above style, and is one that gets installed.

command -v mandoc >/dev/null || exit 77
cd "$CONGO_SOURCE/man" || exit 1

status=0
for page in *.[1-9]; do
    mandoc -T lint -W warning "$page" || status=1
    grep -q "man/$page" local.mk || {
        echo "$page is not listed in man/local.mk" >&2
        status=1
    }
done
exit $status
