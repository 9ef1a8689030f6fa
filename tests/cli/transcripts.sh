#!/bin/sh
# Replays the transcripts of the original manual: types what follows the prompts, and compares the
# output byte for byte, except for the advised move and trailing blanks. From a pipe, and at a dumb
# terminal if expect is installed.

. "$CONGO_SOURCE/tests/lib.sh"

congo=$CONGO_BUILD/src/congo
transcripts=$CONGO_SOURCE/tests/cli/transcripts
LC_ALL=C
export LC_ALL

# Each line: a transcript and the options of its game.
list='
local.txt
capture.txt --game=2l4/4p2/7/4p2/7/2p4/1M1L3/w/-1
computer.txt --game=2l4/4p2/7/4p2/7/2p4/1M1L3/w/-1 --white=ai/negamax
drowned.txt --game=2l4/7/7/3Z3/7/2p4/1M1L3/w/-1
'

plain() {
    sed -e 's/\r$//' -e 's/ *$//' -e 's/^ Advised move is (..,..)\.$/ Advised move is (b1,a2)./' "$1"
}

compare() {
    plain "$folder/found" >"$folder/plain"
    plain "$transcripts/$1" | diff - "$folder/plain" >"$folder/difference" && return
    fail "$1, $2:"
    cat "$folder/difference" >&2
}

# Types each line at its prompt.
cat >"$folder/type.exp" <<'END'
log_user 0
set timeout 60
set found [open [lindex $argv 1] w]
set typed [open [lindex $argv 0] r]
set screen ""
eval spawn -noecho [lrange $argv 2 end]
while {[gets $typed line] >= 0} {
    expect {
        "\n > " { append screen $expect_out(buffer) }
        timeout { puts "no prompt for: $line"; exit 1 }
        eof { puts "ended before: $line"; exit 1 }
    }
    send -- "$line\r"
}
expect {
    eof { append screen $expect_out(buffer) }
    timeout { puts "it does not end"; exit 1 }
}
puts -nonewline $found $screen
exit [lindex [wait] 3]
END

replay() {
    file=$1
    shift
    set -- "$congo" --ui=cli --config=none --white=hi/random --black=hi/random "$@"
    sed -n 's/^ > //p' "$transcripts/$file" >"$folder/typed"
    "$@" <"$folder/typed" >"$folder/found" ||
        fail "$file, from a pipe: the program $(describe_status $?)"
    compare "$file" "from a pipe"
    command -v expect >/dev/null || return 0
    TERM=dumb XDG_STATE_HOME=$folder/terminal expect -f "$folder/type.exp" \
        "$folder/typed" "$folder/found" "$@" ||
            fail "$file, at a terminal: the program, or what types, $(describe_status $?)"
    rm -rf "$folder/terminal"
    compare "$file" "at a terminal"
}

while read -r file options; do
    # shellcheck disable=SC2086 # the options are words
    [ -z "$file" ] || replay "$file" $options
done <<END
$list
END

[ "$failures" -eq 0 ]
