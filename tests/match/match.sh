#!/bin/sh
# Matches between real engines, and against fake engines that misbehave.

. "$CONGO_SOURCE/tests/lib.sh"

# Names of engines are commands of the shell: these contain no blanks, wherever the build is.
cd "$CONGO_BUILD" || exit 1
engine=src/congo-engine
show=tests/match/show_games
scratch=${folder#"$CONGO_BUILD/"}

# play STATUS ARGUMENT...: runs a match with cheap openings.
play() {
    expected=$1
    shift
    "$engine" match --opening-nodes=500 --opening-score=300 "$@" \
        >"$scratch/out" 2>"$scratch/err" </dev/null
    status=$?
    [ "$status" -eq "$expected" ] || fail "match $*: status $status, expected $expected: $(cat "$scratch/out" "$scratch/err")"
}

# expect_output PATTERN...: the output has a line that matches each basic regular expression.
expect_output() {
    for words; do
        grep -q -- "$words" "$scratch/out" || fail "expected \"$words\" in: $(cat "$scratch/out" "$scratch/err")"
    done
}

# A fake engine that misbehaves in one way. It logs its process id at every start.
cat >"$scratch/fake" <<'END'
#!/bin/sh
# Speaks UCI and misbehaves in manner $1. Appends its process id to the file $2.
echo $$ >>"$2"
games=0
while read -r command rest; do
    case $command in
    uci)
        [ "$1" = silent ] && exit 4
        [ "$1" = mute ] && continue
        echo 'id name fake'
        [ "$1" = old ] || echo 'option name UCI_Variant type combo default congo var congo var wits'
        echo uciok ;;
    isready) [ "$1" = deaf ] || echo readyok ;;
    ucinewgame)
        games=$((games + 1))
        [ "$1" = shy ] && [ $games = 2 ] && exit 0 ;;
    quit) exit 0 ;;
    go)
        echo 'info depth 3 nodes 12 score cp 5 pv x'
        case $1 in
        crashing) kill -9 $$ ;;
        leaving) exit 3 ;;
        closing) exec sleep 100 >&- ;;
        hanging) : ;;
        stubborn) trap '' INT TERM HUP; sleep 100; sleep 100 ;;
        talking) while :; do echo info string still thinking; done ;;
        rude)
            head -c 300000 /dev/zero | tr '\0' x
            printf '\n\001\002\033[2J\377\376\n\000\n'
            printf 'bestmove \033[31m\n' ;;
        wordless) echo 'bestmove' ;;
        resigning) echo 'bestmove (none)' ;;
        *) echo 'bestmove a4a4 ponder a1a2' ;;
        esac ;;
    esac
done
END
chmod +x "$scratch/fake"

# misbehave MANNER GAMES END SENTENCE STARTS ARGUMENT...: a fake loses all games in this manner, each with a
# sentence, and is started STARTS times. No process is left.
misbehave() {
    manner=$1 games=$2 end=$3 sentence=$4 starts=$5
    shift 5
    patience=30 # the fake answers, or ends by itself
    [ "$end" != hang ] || patience=5 # but the other engine must start within this time
    # The other engine has no time limit: the machine may be slow.
    play 0 "exec '$scratch/fake' $manner '$scratch/pids'" "exec '$engine'" --name1=fake --nodes=20 \
        --movetime2=30000 --games="$games" --patience="$patience" "$@"
    expect_output "^game 1.1: fake $sentence" "^game 1.2: fake $sentence" "+0 =0 -$games, 0.0 %" \
        "Elo -infinite" "^ends: $end $games;" "^fake: .*, lost $games by $end"
    [ "$(grep -c "^game [0-9.]*: fake $sentence" "$scratch/out")" -eq "$games" ] ||
        fail "$manner: expected a sentence for each game"
    LC_ALL=C grep -q '[^ -~]' "$scratch/out" && fail "$manner: expected what can be printed"
    [ "$(wc -l <"$scratch/pids")" -eq "$starts" ] || fail "$manner: expected $starts starts"
    expect_no_process
}

# expect_no_process: checks that every logged process is gone; its number may be another test's by now.
expect_no_process() {
    while read -r pid; do
        ps -o args= -p "$pid" | grep -q -e "$scratch/" -e "$engine" -e '^sleep 100' && fail "process $pid is left"
    done <"$scratch/pids"
    rm "$scratch/pids"
}

misbehave crashing 4 crash 'was killed by signal 9' 4
misbehave leaving 2 crash 'ended with status 3' 2
misbehave closing 2 crash 'closed its output' 2
misbehave hanging 2 hang 'did not answer and was killed' 2
misbehave stubborn 2 hang 'did not answer and was killed' 2
misbehave talking 2 hang 'did not answer and was killed' 2
misbehave rude 2 'illegal move' 'played an illegal move: ' 1
misbehave wordless 2 'illegal move' 'played an illegal move: ' 1
misbehave resigning 2 'illegal move' 'played an illegal move: .*(none)' 1
misbehave illegal 4 'illegal move' 'played an illegal move: .*a4a4' 1
misbehave shy 6 'illegal move' 'played an illegal move: ' 6
misbehave hanging 2 hang 'did not answer and was killed' 2 --tc1=0.05
misbehave illegal 8 'illegal move' 'played an illegal move: ' 2 --concurrency=2 --variant=wits

# The exit of a plain command is reported, not that of a shell. Shell commands work too.
play 0 "$scratch/fake crashing $scratch/pids" "MANNER=x; '$engine'" --name1=fake --nodes=20 \
    --games=2
expect_output '^game 1.2: fake was killed by signal 9' 'lost 2 by crash'
expect_no_process

# fails_to_start STATUS WORDS ARGUMENT...: a match that cannot start is reported in one sentence.
fails_to_start() {
    status=$1 words=$2
    shift 2
    play "$status" "$@"
    if [ -s "$scratch/out" ] ||
        ! tail -n 1 "$scratch/err" | grep -q "^congo-engine match: .*$words"; then
        fail "match $*: expected \"$words\" in: $(cat "$scratch/out" "$scratch/err")"
    fi
}
fails_to_start 1 'ended with status 4: expected "uciok"' "'$scratch/fake' silent /dev/null" "$engine" \
    --nodes=20
fails_to_start 1 'ended with status 127: expected "uciok"' "$engine" "'$scratch/nowhere' 2>&1" --nodes=20
fails_to_start 1 'fake did not answer "uci" within 0.2 s (--patience): ".*fake. mute /dev/null"$' \
    "'$scratch/fake' mute /dev/null" "$engine" --name1=fake --nodes=20 --patience=0.2
fails_to_start 1 'fake did not answer "isready" within 5 s (--patience): ' \
    "'$scratch/fake' deaf /dev/null" "$engine" --name1=fake --nodes=20 --patience=5
fails_to_start 1 'does not know the variant megapawn' "'$scratch/fake' illegal /dev/null" "$engine" \
    --nodes=20 --variant=megapawn
fails_to_start 1 'does not know the variant wits' "'$scratch/fake' old /dev/null" "$engine" --nodes=20 \
    --variant=wits
fails_to_start 1 'engine2 has no option "Contempt"' "$engine" "$engine" --nodes=20 --option2=Contempt=3
fails_to_start 1 'engine1 rejected an option: .*Hash' "$engine" "$engine" --nodes=20 --option=Hash=big
echo 'variant = { name = "unfair"; start = "3l3/7/7/7/7/e6/2L4"; };' >"$scratch/unfair.conf"
fails_to_start 1 'unfair: none of 2000 random openings' "$engine" "$engine" --nodes=20 \
    --variant="$scratch/unfair.conf" --opening-score=0 --opening-plies=1 --opening-nodes=1
fails_to_start 1 'nowhere/games: cannot be written' "$engine" "$engine" --nodes=20 \
    --save="$scratch/nowhere/games"

# Arguments.
fails_to_start 2 'expected two engines' --nodes=20
fails_to_start 2 'a match needs two engines, each a command line in quotes: "./one" is only one$' ./one
fails_to_start 2 'engine 2: expected a command line, found ""$' "$engine" '' --nodes=20
fails_to_start 2 'engine 2 has no limit' "$engine" "$engine" --nodes1=20
fails_to_start 2 'expected an engine.s arguments in quotes, found "c"' a b c --nodes=20
fails_to_start 2 'two different names' a b --nodes=20 --name=x
fails_to_start 2 'there is no option "--node=20", the closest is --nodes' a b --node=20
fails_to_start 2 'there is no option "--nodes3=1", the closest is --nodes' a b --nodes3=1
fails_to_start 2 'there is no option "--games1=1", the closest is --games' a b --games1=1
fails_to_start 2 '--games: expected a whole number' a b --nodes=20 --games=0
fails_to_start 2 '--games: expected a whole number' a b --nodes=20 --games
fails_to_start 2 '--tc1: expected SECONDS\|--tc: expected SECONDS' a b --tc1=1+x
fails_to_start 2 '--sprt: expected ELO0,ELO1' a b --nodes=20 --sprt=10,0
fails_to_start 2 '--resign: expected SCORE,COUNT' a b --nodes=20 --resign=300
fails_to_start 2 '--draw: expected SCORE,COUNT,MOVE' a b --nodes=20 --draw=1,2
fails_to_start 2 '--option: expected Name=value' a b --nodes=20 --option=Hash
fails_to_start 2 '--variant: .*nowhere' a b --nodes=20 --variant=nowhere
"$engine" match --help >"$scratch/out" 2>"$scratch/err" || fail 'expected help'
expect_output '^Usage: congo-engine match' '--sprt=' '--concurrency='

# Games are saved and read back. The same seed gives the same match at any concurrency.
equal() {
    play 0 "$engine" "$engine" --name1=Ada --name2='Bo "B"' --nodes1=150 --nodes2=60 --games=8 \
        --variant=congo --variant=wits --max-plies=120 "$@"
    "$show" "$scratch/games" >"$scratch/shown" || fail "$scratch/games"
    rm "$scratch/games"
    sort "$scratch/shown"
}
equal --save="$scratch/games" --seed=7 >"$scratch/first"
cp "$scratch/out" "$scratch/report"
expect_output '^Ada against Bo "B": 8 games, +' '^4 pairs by points ' '^Elo .*LOS ' \
    '^ends: .* plies per game' '^Ada: .* moves, .* depth .* nodes/s'
equal --save "$scratch/games" --seed 7 --concurrency 2 >"$scratch/second"
cmp "$scratch/first" "$scratch/second" || fail "the same match has other games"
# Without the lines of progress, which come by the clock, and the last ones, which have times.
result() {
    sed '/^game /d' "$1" | head -n 3
}
[ "$(result "$scratch/out")" = "$(result "$scratch/report")" ] || {
    fail 'expected the same result of the same match, which was:'
    cat "$scratch/report" >&2
}
equal --save="$scratch/games" --seed=8 >"$scratch/second"
cmp -s "$scratch/first" "$scratch/second" && fail 'expected other games from another seed'

# The two games of a pair have one opening with colors swapped. Pairs differ and take turns with the
# variants. The points agree with the report.
awk -F '|' '
    function opening(moves,   words, i, text) {
        split(moves, words, " ")
        for (i = 1; i <= 6; i++)
            text = text " " words[i]
        return text
    }
    { split($1, round, "."); variant = round[1] % 2 ? "congo" : "wits" }
    $7 != variant { print $1 ": variant " $7; bad = 1 }
    $6 != ($2 == "Ada" ? "150 nodes / 60 nodes" : "60 nodes / 150 nodes") {
        print $1 ": " $6; bad = 1
    }
    round[2] == 1 && ($2 != "Ada" || seen[opening($9)]++) { print $1 ": beginning"; bad = 1 }
    round[2] == 2 && ($3 != "Ada" || opening($9) != last) { print $1 ": no pair"; bad = 1 }
    $8 > 120 || $5 == "too long" && ($8 != 120 || $4 != "1/2-1/2") {
        print $1 ": " $8 " plies"; bad = 1
    }
    {
        last = opening($9)
        wins += $4 == ($2 == "Ada" ? "1-0" : "0-1")
        draws += $4 == "1/2-1/2"
    }
    END {
        printf "8 games, +%d =%d -%d,\n", wins, draws, NR - wins - draws
        exit bad || NR != 8
    }' "$scratch/first" >"$scratch/points" || fail "$(cat "$scratch/points")"
grep -qF "$(cat "$scratch/points")" "$scratch/report" || {
    fail "expected the report to say $(cat "$scratch/points")"
    cat "$scratch/report" >&2
}

# Games are appended to a file.
equal --save="$scratch/games" --seed=7 --games=1 >"$scratch/second"
[ "$(wc -l <"$scratch/second")" -eq 2 ] || fail 'expected a single game to become a pair'
for seed in 1 2; do
    play 0 "$engine" "$engine" --depth=1 --games=2 --save="$scratch/games" --seed=$seed
done
[ "$("$show" "$scratch/games" | wc -l)" -eq 4 ] || fail 'expected games to be added to a file'

# Each move is commented with its score, depth and time, each move of an opening with "book".
joined() {
    tr '\n' ' ' <"$scratch/games"
}
expect_comment() {
    joined | grep -q -- "$1" || {
        fail "expected a comment \"$1\" in the saved games, which are:"
        cat "$scratch/games"
    }
}
rm "$scratch/games"
play 0 "$engine" "$engine" --nodes=100 --games=2 --max-plies=20 --save="$scratch/games"
expect_output '^engine1: solved endings: ' '^1 game repeated an earlier one move for move'
expect_comment ' 1\. [^ ]* {book} 1\.\.\. [^ ]* {book} 2\. [^ ]* {book} 2\.\.\. [^ ]* {book} 3\. [^ ]* {book} 3\.\.\. [^ ]* {book} 4\. [^ ]* {\[%emt'
expect_comment ' {\[%emt [0-9:.]*\] [-+][0-9]*\.[0-9][0-9]/[1-9][0-9]* [0-9]*\.[0-9][0-9][0-9]s} '
rm "$scratch/games"
echo '2l4/7/7/7/7/6C/4L2/w/-1' >"$scratch/won.fen"
play 0 "$engine" "$engine" --depth=12 --games=2 --openings="$scratch/won.fen" --save="$scratch/games"
expect_comment '{\[%emt [0-9:.]*\] +M[1-9][0-9]*/[1-9][0-9]* '
expect_comment '{\[%emt [0-9:.]*\] -M[1-9][0-9]*/[1-9][0-9]* '
rm "$scratch/games"
play 0 "$scratch/fake leaving /dev/null" "$engine" --name1=fake --nodes=20 --games=2 \
    --save="$scratch/games"
expect_comment '{book, fake ended with status 3} 0-1'
expect_comment ' [0-9.]*s, fake ended with status 3} 1-0'
rm "$scratch/games"

# A score that is only a bound is not saved, nor its depth.
cat >"$scratch/bounded" <<END
#!/bin/sh
"$engine" | while read -r line; do
    case \$line in bestmove*) echo 'info depth 99 nodes 12 score cp 12345 lowerbound pv a1a2' ;; esac
    printf '%s\n' "\$line"
done
END
chmod +x "$scratch/bounded"
play 0 "$scratch/bounded" "$scratch/bounded" --depth=2 --games=2 --max-plies=10 --save="$scratch/games"
expect_comment ' [-+][0-9.]*/2 [0-9.]*s} '
if joined | grep -q '12345\|123\.45\|/99 '; then
    fail "expected no score that is a bound in the saved games, which are:"
    cat "$scratch/games"
fi
rm "$scratch/games"

# The variant of a file is passed to the engines, wherever they run.
fords=$CONGO_SOURCE/etc/variants/fords.conf
cp "$fords" "$scratch/own.conf"
play 0 "cd / && exec '$CONGO_BUILD/$engine'" "$engine" --nodes=20 --games=2 --max-plies=10 \
    --variant="$scratch/own.conf" --save="$scratch/games"
"$show" "$scratch/games" | grep -q '|fords|10|' || fail 'expected games of the variant fords'
grep -q '^\[VariantIslands "c4 e4"\]' "$scratch/games" || fail 'expected the islands of the fords'
rm "$scratch/games"
fails_to_start 1 'does not know the variant fords, and has no option VariantPath to read its file$' \
    "'$scratch/fake' illegal /dev/null" "$engine" --nodes=20 --variant="$fords"

# Openings from a file of positions: both games of a pair have the same one, then the next follows.
printf '# Three\r\n\r\n%s\r\n  %s\n%s' '2l4/7/7/7/7/6C/4L2/w/-1' '2l4/7/7/7/7/6P/4L2/b/-1' \
    '2l4/7/7/7/7/5PP/4L2/w/-1' >"$scratch/three.fen"
starts() {
    rm -f "$scratch/games"
    play 0 "$engine" "$engine" --nodes=20 --max-plies=4 --save="$scratch/games" "$@"
    "$show" "$scratch/games" | awk -F '|' '{ printf "%s %s %s\n", $1, $7, $10 }'
}
# expect_starts: the starts on standard input, one a pair, are those of both games of each pair.
expect_starts() {
    awk '{ print NR ".1 " $0; print NR ".2 " $0 }' >"$scratch/expected"
    starts "$@" >"$scratch/starts"
    diff "$scratch/expected" "$scratch/starts" ||
        fail "match $*: expected other starts"
}
expect_starts --openings="$scratch/three.fen" --games=8 <<'END'
congo 2l4/7/7/7/7/6C/4L2/w/-1
congo 2l4/7/7/7/7/6P/4L2/b/-1
congo 2l4/7/7/7/7/5PP/4L2/w/-1
congo 2l4/7/7/7/7/6C/4L2/w/-1
END
expect_starts --openings="$scratch/three.fen" --games=6 --variant=wits --variant="$fords" <<'END'
wits 2l4/7/7/7/7/6C/4L2/w/-1
fords 2l4/7/7/7/7/6C/4L2/w/-1
wits 2l4/7/7/7/7/6P/4L2/b/-1
END
for seed in 1 2 3 4 5 6; do
    starts --openings="$scratch/three.fen" --games=6 --opening-order=random --seed=$seed \
        >"$scratch/order.$seed"
    [ "$(cut -d ' ' -f 3 "$scratch/order.$seed" | sort -u | wc -l)" -eq 3 ] || {
        fail "--opening-order=random --seed=$seed: expected every opening once, found:"
        cat "$scratch/order.$seed" >&2
    }
done
starts --openings="$scratch/three.fen" --games=6 --opening-order=random --seed=1 >"$scratch/again"
cmp "$scratch/order.1" "$scratch/again" || fail "the same seed gives another order"
[ "$(cat "$scratch"/order.* | sort -u | wc -l)" -gt 6 ] || {
    fail 'expected other orders from other seeds, found:'
    cat "$scratch"/order.* >&2
}

# From a file of games: the position after some plies, in the variant of each game.
cat >"$scratch/book" <<'END'
[Variant "congo"]
[Result "*"]

1. P-DD3 P-DD5 2. C4 {a comment} *

[Variant "wits"]
[Result "*"]

1. P-DD3 P-ED5 *
END
expect_moves() {
    rm -f "$scratch/games"
    play 0 "$engine" "$engine" --nodes=20 --max-plies=6 --games=4 --openings="$scratch/book" \
        --save="$scratch/games" "$@"
    "$show" "$scratch/games" | awk -F '|' '{ print $7, $9 }' >"$scratch/starts"
    while read -r number line; do
        sed -n "${number}p" "$scratch/starts" | grep -q "^$line" || {
            fail "match $*: expected game $number to begin \"$line\", found:"
            cat "$scratch/starts" >&2
        }
    done
}
expect_moves --opening-plies=2 <<'END'
1 congo d2d3 d6d5 
2 congo d2d3 d6d5 
3 wits d2d3 e6d5 
4 wits d2d3 e6d5 
END
expect_moves <<'END'
1 congo d2d3 d6d5 b2c3\|congo d2d3 d6d5 .*c4
3 wits d2d3 e6d5 
END

# What is wrong with a file of openings, and where.
fails_to_start 1 'nowhere.fen: ' "$engine" "$engine" --nodes=20 --openings="$scratch/nowhere.fen"
fails_to_start 1 'book: game 2: the variant is wits: expected --variant to name it, or its file$' \
    "$engine" "$engine" --nodes=20 --openings="$scratch/book" --variant=congo
printf '%s\n\n%s\n' '2l4/7/7/7/7/6C/4L2/w/-1' '2l4/7/7/7/7/6X/4L2/w/-1' >"$scratch/bad.fen"
fails_to_start 1 'bad.fen:3: .*rank 2' "$engine" "$engine" --nodes=20 --openings="$scratch/bad.fen"
echo '7/7/7/7/7/6C/4L2/b/-1' >"$scratch/bad.fen"
fails_to_start 1 'bad.fen:1: the game is over in this position$' "$engine" "$engine" --nodes=20 \
    --openings="$scratch/bad.fen"
echo '# none' >"$scratch/bad.fen"
fails_to_start 1 'bad.fen: expected positions in FEN, one on each line, or games, found none$' "$engine" \
    "$engine" --nodes=20 --openings="$scratch/bad.fen"
printf '[Variant "congo"]\n[Result "*"]\n\n1. P-DD9 *\n' >"$scratch/bad"
fails_to_start 1 'bad:4:4: ' "$engine" "$engine" --nodes=20 --openings="$scratch/bad"
printf '[Result "1-0"]\n\n1. P-DD3 P-DD5 2. C4 P:C4 3. L:D7# 1-0\n' >"$scratch/bad"
fails_to_start 1 'bad: game 1: the game is over at ply 5: use a smaller --opening-plies$' "$engine" \
    "$engine" --nodes=20 --openings="$scratch/bad"
fails_to_start 2 '--opening-order: expected "sequential" or "random"' "$engine" "$engine" --nodes=20 \
    --opening-order=shuffled

# The sequential test ends a match early. Options for one engine reach only that engine: the greedy
# advisor beats the random one.
play 0 "$engine" "$engine" --option1=Advisor=greedy --option2=Advisor=random --option=Seed=1 \
    --nodes=1 --games=1000 --sprt=0,200 --variant=megapawn
expect_output '^SPRT of Elo 0 against 200: LLR .*, 200 accepted$' '^engine1 against engine2: [0-9]* games'
expect_output 'Elo +'

# Agreeing scores end games: with a limit of 30,000 every game is a draw.
play 0 "$engine" "$engine" --nodes=50 --games=2 --draw=30000,2,5
expect_output '^ends: drawn by score 2;'
play 0 "$engine" "$engine" --nodes1=1500 --nodes2=1 --games=4 --resign=300,2
expect_output 'resigned by score [1-4]'

# An engine loses on time only if its clock runs out.
cat >"$scratch/slow" <<END
#!/bin/sh
"$engine" | while read -r line; do
    case \$line in bestmove*) sleep 0.1 ;; esac
    printf '%s\n' "\$line"
done
END
chmod +x "$scratch/slow"
play 0 "$scratch/slow" "$engine" --name1=slow --games=2 --nodes=5 --tc1=0.05
expect_output '^game 1.1: slow exceeded its clock by [0-9.]* ms' '^ends: time 2;' 'lost 2 by time'
play 0 "$scratch/slow" "$engine" --name1=slow --games=2 --nodes=5 --tc1=0.05 --margin=100000 \
    --max-plies=8
expect_output '^ends: too long 2;' 'slow: .*least time left -'
play 0 "$engine" "$engine" --games=2 --nodes=20 --tc=1000+1 --max-plies=20
expect_output '^ends: too long 2;' 'engine1: .*least time left [0-9]'

# The longest move is over --movetime or within it; no time is negative.
play 0 "$scratch/slow" "$engine" --name1=slow --games=2 --nodes2=5 --movetime1=1 \
    --movetime2=100000 --max-plies=8
expect_output 'slow: .*, at most [0-9.]* ms over its time' \
    'engine2: .*, at least [0-9.]* ms within its time'

# A signal ends the match, which prints the results so far and leaves no process.
: >"$scratch/pids"
"$engine" match "echo \$\$ >>'$scratch/pids'; exec '$engine'" "exec '$scratch/fake' hanging \
    '$scratch/pids'" --nodes1=20 --nodes2=20 --opening-nodes=1 --opening-score=20000 \
    --games=1000 --concurrency=2 --patience=1000 >"$scratch/out" 2>"$scratch/err" &
match=$!
four_run() { [ "$(wc -l <"$scratch/pids")" -ge 4 ]; }
eventually four_run
kill -TERM $match
wait $match
status=$?
if [ $status -ne 1 ] || ! grep -q 'the match was interrupted' "$scratch/err"; then
    fail "a signal: status $status, expected 1 and a sentence"
fi
expect_output '^interrupted$'
expect_no_process

"$engine" match "echo \$\$ >>'$scratch/pids'; exec '$engine'" "$engine" --nodes=20 \
    --opening-nodes=1 --opening-score=20000 --games=1000000 --save="$scratch/more" \
    >"$scratch/out" 2>"$scratch/err" &
match=$!
eventually grep -q '^\[Round "2.1"' "$scratch/more"
kill -TERM $match
wait $match
expect_output '^interrupted$' '^engine1 against engine2: [1-9]' '^ends: '
expect_no_process
games=$("$show" "$scratch/more" | wc -l)
grep -q "engine2: $games games" "$scratch/out" || fail "expected $games games, all that are saved"

[ "$failures" -eq 0 ]
