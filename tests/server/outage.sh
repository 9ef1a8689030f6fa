#!/bin/sh
# Two congods on one PostgreSQL: reads show what the other has acknowledged; a congod that is cut off from the
# database says so, shows nothing old and sends its clients away; and a JOIN that has waited in a stopped congod
# takes no seat.

command -v python3 >/dev/null || exit 77
"$CONGO_BUILD/src/congod" --version | grep -q '^Games in PostgreSQL: yes' || exit 77
. "$CONGO_SOURCE/tests/server/lib.sh"

postgres=$CONGO_SOURCE/tools/private-postgres
database=$(mktemp -d /tmp/congo-outage-XXXXXX) || exit 1
trap 'end_server; "$postgres" remove "$database"' EXIT
"$postgres" start "$database" $$ >uri || exit # 77 without a server
timeout 900 python3 "$CONGO_SOURCE/tests/server/outage.py" "$congod" "$database" || fail "an outage"
