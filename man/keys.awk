# Writes the list of keys for congo(6) from the program's table of keys:
#   congo --help-keys | awk -f man/keys.awk
# An input line is a section's title and a colon, or keys, action and help divided by two or more
# blanks.

# Escapes a word for mdoc: hyphens, and short words, which could be macros or punctuation.
function quote(word) {
    gsub(/-/, "\\-", word)
    return length(word) > 3 ? word : "\\&" word
}

# Prints text in lines of at most 78 characters.
function fill(text,    words, count, i, line) {
    count = split(text, words, " ")
    line = words[1]
    for (i = 2; i <= count; i++) {
        if (length(line) + 1 + length(words[i]) > 78) {
            print line
            line = words[i]
        } else {
            line = line " " words[i]
        }
    }
    print line ~ /^[.']/ ? "\\&" line : line
}

function end_list() {
    if (in_list)
        print ".El"
    in_list = 0
}

/^[^ ].*:$/ {
    end_list()
    print ".Ss \\&" substr($0, 1, length($0) - 1)
    print ".Bl -tag -width Ds -compact"
    in_list = 1
}

/^ / {
    sub(/^ +/, "")
    if (split($0, column, /  +/) != 3) {
        print "keys.awk: expected keys, action and help, found: " $0 > "/dev/stderr"
        exit 1
    }
    count = split(column[1], key, /, /)
    item = ".It Sy " quote(key[1])
    for (i = 2; i <= count; i++)
        item = item " , " quote(key[i])
    print item " Pq Ic " quote(column[2])
    fill(column[3])
}

END {
    end_list()
}
