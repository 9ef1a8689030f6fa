# Makes the completion of a program for fish from the lines of tools/list_options.

$1 == program || index($1, program " ") == 1 {
    if (!seen[$1]++)
        commands[++count] = $1
    if ($2 !~ /^[-@]/)
        add(below, $1, $2, " ")
    add(lines, $1, NR, " ")
    line[NR] = $0
}

function add(list, key, word, between) { list[key] = list[key] (list[key] ? between : "") word }
function quote(text) { gsub(/['\\]/, "\\\\&", text); return "'" text "'" }

# Returns the condition that a command was typed, and none of its subcommands.
function condition(command,   part, n, i, text) {
    n = split(command, part, " ")
    for (i = 2; i <= n; i++)
        text = text (text ? "; and " : "") "__fish_seen_subcommand_from " part[i]
    if (command in below)
        text = text (text ? "; and " : "") "not __fish_seen_subcommand_from " below[command]
    return text ? " -n " quote(text) : ""
}

# Returns the flags for an argument: -x if it is required, -F for files, -a for words.
function argument(takes, values,   file) {
    if (!takes)
        return " -f"
    if (values ~ /@host/)
        return " -x -a '(__fish_print_hostnames)'"
    file = sub(/ *@file/, "", values)
    sub(/ $/, "", values)
    return (file ? " -rF" : takes == "may" ? " -f" : " -x") (values ? " -a " quote(values) : "")
}

END {
    print "# Completion of " program " for fish. Made by tools/completions: do not edit."
    print "complete -c " program " -f"
    for (i = 1; i <= count; i++) {
        n = split(lines[commands[i]], number, " ")
        start = "complete -c " program condition(commands[i])
        for (j = 1; j <= n; j++) {
            split(line[number[j]], field, "|")
            if (field[2] == "@operands")
                print start " -F"
            else if (field[2] ~ /^-/)
                print start " -l " substr(field[2], 3) (field[3] ? " -s " substr(field[3], 2) : "") \
                    argument(field[4], field[5]) " -d " quote(field[6])
            else
                print start " -a " field[2] " -d " quote(field[6])
        }
    }
}
