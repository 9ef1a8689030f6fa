#!/bin/sh
# congo-engine plays the variant of a file in every command, and says what is wrong with a file, and where.
. "$CONGO_SOURCE/tests/lib.sh"

engine=$CONGO_BUILD/src/congo-engine
fords=$CONGO_SOURCE/etc/variants/fords.conf

# says WORDS ARGUMENT...: the program's output, with standard error, has a line that matches a basic regular
# expression. The input is $input, one command a word with ";" between them.
input=
says() {
    words=$1
    shift
    printf '%s\n' "$input" | tr ';' '\n' | "$engine" "$@" >"$folder/out" 2>&1
    grep -q -- "$words" "$folder/out" && return
    fail "congo-engine $* <<< \"$input\": expected \"$words\", found:"
    cat "$folder/out" >&2
}

# Standard Congo has 281, because its pawn drowns.
says '^Nodes searched: 352$' perft 3 3l3/7/7/2P4/7/7/3L3/w/-1 --variant="$fords"
says '^ .* fords gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1$' bench 2 --variant="$fords"
[ "$(grep -c ' fords [a-zA-Z1-7/]*/[wb]/-1$' "$folder/out")" -eq 6 ] || {
    fail "bench --variant=$fords: expected six positions, found:"
    cat "$folder/out" >&2
}
first=$(grep '^signature' "$folder/out")
says "^$first\$" bench 2 --variant="$fords"
says '^ .* wits ' bench 2 --variant=wits

# The start position is always searched, even if its first move can end the game.
cat >"$folder/facing.conf" <<'END'
variant = { name = "facing"; base = "congo"; start = "3l3/7/7/7/7/7/3L3"; };
END
says '^depth [0-9]* after 1000 ms from the start position' bench 1 --timed --variant="$folder/facing.conf"

# Serving: an option of the program, or of the protocol, which knows the name from then on.
input='d'
says '^ 4   + + ^ + ^ + +$' --variant="$fords"
says '^Variant: wits$' --variant wits
input='uci'
says '^option name UCI_Variant type combo default fords var congo .* var fords$' --variant="$fords"
says '^option name VariantPath type string default <empty>$'
for option in UCI_Variant VariantPath; do
    input="setoption name $option value $fords;d"
    says '^Variant: fords$'
    input="setoption name $option value $fords;position startpos moves a2a3;go depth 3;d"
    says '^FEN: gmelecz/ppppppp/7/7/P6/1PPPPPP/GMELECZ/b/-1$'
    grep -q '^bestmove [a-g]' "$folder/out" || {
        fail "$option: expected a move, found:"
        cat "$folder/out" >&2
    }
    input="setoption name $option value $fords;setoption name UCI_Variant value wits;setoption name UCI_Variant value fords;d"
    says '^Variant: fords$'
    input="setoption name $option value $fords;setoption name VariantPath value <empty>;d"
    says '^Variant: congo$'
    input="setoption name $option value $fords;setoption name VariantPath value;setoption name UCI_Variant value fords"
    says '^info string setoption: UCI_Variant: expected a variant .*found "fords"$'
done
input='setoption name UCI_Variant value wits;setoption name VariantPath value;d'
says '^Variant: wits$'

# A file that has changed is read again.
cp "$fords" "$folder/own.conf"
{
    printf 'setoption name VariantPath value %s\nisready\n' "$folder/own.conf"
    eventually test -e "$folder/read"
    printf 'setoption name UCI_Variant value %s\nd\n' "$folder/own.conf"
} | "$engine" | while read -r line; do
    printf '%s\n' "$line"
    [ "$line" != readyok ] || {
        sed 's/c4/b4/' "$fords" >"$folder/own.conf"
        : >"$folder/read"
    }
done >"$folder/out"
grep -q '^4   + ^ + + ^ + +$' "$folder/out" || {
    fail 'a file that has changed: expected an island on b4, found:'
    cat "$folder/out" >&2
}

# The match protocol of student tournaments.
input='newgame;go 0.05;moves a2a3;quit'
says '^[a-g][1-7][a-g][1-7]' --variant="$fords"
input='position 3l3/7/7/7/7/7/C2L3 w 0;moves a1a5'
says 'move 1' --variant=congo

# What is wrong with a file, and where.
printf 'variant = {\n  name = "wet";\n  islands = [ "a1" ];\n};\n' >"$folder/wet.conf"
printf 'variant = {\n  name = "wet";\n  island = [ "a4" ];\n};\n' >"$folder/slip.conf"
printf 'variant = {\n  name = \n};\n' >"$folder/torn.conf"
while read -r file sentence; do
    for command in '' 'perft 1' 'bench 1' 'match true true --nodes=1'; do
        input=
        # shellcheck disable=SC2086 # the words of the command line
        says "--variant: .*$file$sentence" $command --variant="$folder/$file"
    done
    for option in UCI_Variant VariantPath; do
        input="setoption name $option value $folder/$file"
        says "^info string setoption: $option: .*$file$sentence"
    done
done <<'END'
nowhere.conf : cannot be read: No such file or directory$
wet.conf :3: variant.islands: 
slip.conf :3: variant.island: .*islands
torn.conf :3: variant.name: there is no value after the =
END
says 'expected a variant (congo, .*) or a file (.*), found "chess"$' --variant=chess
says 'congo-engine: --variant: expected .*, found nothing$' --variant

[ "$failures" -eq 0 ]
