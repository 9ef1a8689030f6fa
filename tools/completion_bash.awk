# Makes the completion of a program for bash from the lines of tools/list_options.

$1 == program || index($1, program " ") == 1 {
    if (!seen[$1]++)
        commands[++count] = $1
    if ($2 == "@operands")
        operands[$1] = $5
    else if ($2 ~ /^-/)
        add(options, $1, $2 ($4 == "must" ? "=" : ""), " ")
    else {
        add(operands, $1, $2, " ")
        deeper = deeper (deeper ? " | " : "") quote($1 " " $2)
    }
    if ($4 && $2 != "@operands") {
        if (!($5 in takers))
            values[++value_count] = $5
        add(takers, $5, quote($1 " " $2), " | ") # options with the same values share a line
        if ($3)
            add(takers, $5, quote($1 " " $3), " | ")
    }
}

function add(list, key, word, between) { list[key] = list[key] (list[key] ? between : "") word }
function quote(text) { return "'" text "'" }

# Returns the assignments of the words, and of the compgen action for files or hosts.
function assignments(words) {
    actions = words ~ /@file/ ? "-f" : words ~ /@host/ ? "-A hostname" : ""
    gsub(/ *@[a-z]+| $/, "", words)
    return "words=" quote(words) (actions ? " actions=" quote(actions) : "")
}

END {
    name = "_" program
    gsub(/-/, "_", name)
    print "# Completion of " program " for bash. Made by tools/completions: do not edit."
    print name "() {"
    print "    local word=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]}"
    print "    local command=" program " prefix= words= options= actions= i"
    print "    # Words are cut at \"=\", unless somebody has COMP_WORDBREAKS without it."
    print "    case $word in"
    print "    =) word= ;;"
    print "    --*=*) option=${word%%=*} prefix=${word%%=*}= word=${word#*=} ;;"
    print "    *) [[ $option != = ]] || option=${COMP_WORDS[COMP_CWORD - 2]} ;;"
    print "    esac"
    if (deeper) {
        print "    for ((i = 1; i < COMP_CWORD; i++)); do"
        print "        case \"$command ${COMP_WORDS[i]}\" in"
        print "        " deeper ") command+=\" ${COMP_WORDS[i]}\" ;;"
        print "        *) break ;;"
        print "        esac"
        print "    done"
    }
    print "    case \"$command $option\" in"
    for (i = 1; i <= value_count; i++)
        print "    " takers[values[i]] ")\n        " assignments(values[i]) " ;;"
    print "    *)"
    print "        case $command in"
    for (i = 1; i <= count; i++)
        print "        " quote(commands[i]) ")\n            " assignments(operands[commands[i]]) \
            "\n            options=" quote(options[commands[i]]) " ;;"
    print "        esac"
    print "        if [[ $word == -* || -z $words$actions ]]; then"
    print "            words=$options actions="
    print "        fi ;;"
    print "    esac"
    print "    [[ $actions != -f ]] || compopt -o filenames 2>/dev/null"
    print "    mapfile -t COMPREPLY < <(compgen $actions -P \"$prefix\" -W \"$words\" -- \"$word\")"
    print "    [[ ${#COMPREPLY[@]} != 1 || ${COMPREPLY[0]} != *= ]] || compopt -o nospace 2>/dev/null"
    print "}"
    print "complete -F " name " " program
}
