# Makes the completion of a program for zsh from the lines of tools/list_options.

$1 == program || index($1, program " ") == 1 {
    if (!seen[$1]++)
        commands[++count] = $1
    if ($2 == "@operands")
        specs[$1] = specs[$1] line("*:file:_files")
    else if ($2 ~ /^-/)
        add_option()
    else
        below[$1] = below[$1] " " escape($2 ":" $6, " ():")
}

# Escapes the characters that zsh reads itself.
function escape(text, signs,   i, sign, out) {
    for (i = 1; i <= length(text); i++) {
        sign = substr(text, i, 1)
        out = out (index(signs, sign) || sign == "\\" ? "\\" : "") sign
    }
    return out
}

function line(spec) {
    gsub(/'/, "'\\''", spec)
    return " \\\n            '" spec "'"
}

function action(values,   words, file) {
    if (values ~ /@host/)
        return "_hosts"
    file = sub(/ *@file/, "", values)
    sub(/ $/, "", values)
    if (!file)
        return values ? "(" values ")" : " "
    return values ? "{ compadd -- " values "; _files }" : "_files"
}

function add_option(   message, both) {
    message = $4 ? ($4 == "may" ? "::" : ":") substr($2, 3) ":" action($5) : ""
    both = $3 ? "(" $2 " " $3 ")" : ""
    specs[$1] = specs[$1] line(both $2 ($4 ? "=" : "") "[" escape($6, "[]") "]" message)
    if ($3)
        specs[$1] = specs[$1] line(both $3 ($4 ? "+" : "") "[" escape($6, "[]") "]" message)
}

END {
    print "#compdef " program
    print "# Completion of " program " for zsh. Made by tools/completions: do not edit."
    print "case \"$words[2] $words[3]\" in"
    # The deepest come first: "file check", "file", and then none.
    for (depth = 2; depth >= 0; depth--)
        for (i = 1; i <= count; i++)
            if (split(commands[i], part, " ") == depth + 1) {
                print "" (depth == 2 ? "'" part[2] " " part[3] "'" : depth == 1 ? part[2] "\\ *" : "*") ")"
                print "    if (( CURRENT > " depth + 1 " )); then"
                if (depth)
                    print "        shift " depth " words; (( CURRENT -= " depth " ))"
                print "        _arguments -s" specs[commands[i]] \
                    (commands[i] in below ? line("1:command:((" substr(below[commands[i]], 2) "))") : "")
                print "        return"
                print "    fi ;|"
            }
    print "esac"
}
