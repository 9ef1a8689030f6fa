#!/bin/sh
# Types every example of every manual page: see examples.py.
command -v python3 >/dev/null || exit 77
command -v nc >/dev/null || exit 77
exec python3 "$CONGO_SOURCE/tests/man/examples.py"
