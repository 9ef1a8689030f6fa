# Writes the list of keys for congo(6) from the program's table of keys:
#   congo --help-keys --config=none | awk -f man/keys.awk
# An input line is a section's title and a colon, or has keys, action and help from columns 3, 25 and
# 41 on. A line without an action continues the one before.

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

function column(from, columns,    text) {
    text = substr($0, from, columns)
    sub(/ +$/, "", text)
    return text
}

# Prints the action read so far.
function end_item(    item, key, count, i) {
    if (action != "") {
        count = split(keys, key, /, */)
        item = ".It Sy " quote(key[1])
        for (i = 2; i <= count; i++)
            item = item " , " quote(key[i])
        print item " Pq Ic " quote(action)
        fill(help)
    }
    action = ""
}

function end_list() {
    end_item()
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

/^ / && column(25, 14) == "" {
    keys = keys " " column(3, 20)
    help = help " " column(41, 40)
    sub(/ +$/, "", keys)
    sub(/ +$/, "", help)
    next
}

/^ / {
    end_item()
    keys = column(3, 20)
    action = column(25, 14)
    help = column(41, 40)
}

END {
    end_list()
}
