#!/usr/bin/env bash
# The completions are up to date with the options of the programs, and work in the shells.
. "$CONGO_SOURCE/tests/lib.sh"

completions=$CONGO_SOURCE/etc/completions
programs=$CONGO_BUILD/src

# ---- up to date ----

mkdir "$folder/made"
"$CONGO_SOURCE/tools/completions" "$folder/made" || fail "tools/completions"
difference=$(diff "$completions" "$folder/made") ||
    fail "the options have changed, make completions writes these anew: $difference"

# ---- bash ----

for file in congo congo-engine congod; do
    # shellcheck source=/dev/null
    . "$completions/$file" || fail "$file: bash does not take it"
done

# offers WORD...: sets COMPREPLY to the completions of the last word, as bash would.
offers() {
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    COMPREPLY=()
    local name=${1//-/_}
    "_$name" "$1" "${*: -1}" "${*: -2:1}"
}

# bash_says EXPECTED WORD...: checks the completions of the last word.
bash_says() {
    local expected=$1
    shift
    offers "$@"
    [ "${COMPREPLY[*]}" = "$expected" ] || fail "bash, $*: ${COMPREPLY[*]}"
}

cd "$folder" && : >game.congo && mkdir empty
bash_says "file fen" congo ""
bash_says "--theme=" congo --the
bash_says "dark" congo --theme = d
bash_says "--theme=dark" congo --theme=d
bash_says "dark light contrast colorblind" congo --theme ""
bash_says "ai/random ai/greedy ai/negamax" congo --white = ai
bash_says "megapawn-draw megapawn" congo --variant = mega
bash_says "--place= --plain" congo --depth = 5 --pl
bash_says "check convert find merge review tree" congo file ""
bash_says "--quiet" congo file check --q
bash_says "game.congo" congo file check g
bash_says "congo coordinates pgn svg html txt json" congo file convert -t ""
bash_says "--variant=" congo fen --va
bash_says "match perft bench endings" congo-engine ""
bash_says "build stats verify" congo-engine endings ""
bash_says "--men=" congo-engine endings build --m
bash_says "2 3 4 5" congo-engine endings build --men ""
bash_says "--timed" congo-engine bench --ti
bash_says "wits" congo-engine perft --variant w
bash_says "--backup=" congod --b
bash_says "game.congo" congod --backup = g

# Every option in the help of every command is offered.
# shellcheck disable=SC2086 # a command has several words
while read -r command; do
    [ -x "$programs/${command%% *}" ] || continue # ./configure --without-server
    "$programs"/$command --help | grep -o -e '^  --[a-z-]*' | while read -r option; do
        offers $command --
        [[ " ${COMPREPLY[*]} " == *" $option"[\ =]* ]] || echo "bash, $command: no $option"
    done
done <<<"congo
congo fen
congo-engine match
congod" >"$folder/missing"
[ ! -s "$folder/missing" ] || fail "$(cat "$folder/missing")"

# ---- other shells, if installed ----

if command -v fish >/dev/null; then
    # fish_says EXPECTED LINE: checks the words offered at the end of the line, without descriptions.
    fish_says() {
        local said
        said=$(PATH="$programs:$PATH" fish --no-config -c \
            "for file in '$completions'/*.fish; source \$file; end; complete -C '$2'" |
            cut -f 1 | sort | tr '\n' ' ')
        [ "$said" = "$1 " ] || fail "fish, $2: $said"
    }
    fish_says "fen file" "congo f"
    fish_says "--theme" "congo --the"
    fish_says "--theme=dark" "congo --theme=d"
    fish_says "check convert find merge review tree" "congo file "
    fish_says "--quiet" "congo file check --q"
    fish_says "congo coordinates html json pgn svg txt" "congo file convert --to "
    fish_says "bench endings match perft" "congo-engine "
    fish_says "build stats verify" "congo-engine endings "
    fish_says "--backup" "congod --b"
fi
if command -v zsh >/dev/null; then
    for file in "$completions"/_*; do
        zsh -n "$file" || fail "zsh does not take $file"
    done
fi

[ "$failures" -eq 0 ]
