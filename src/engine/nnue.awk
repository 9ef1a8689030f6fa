# Makes tables of C from the bytes of a network, which "od -A n -v -t u1" has written as numbers.
#
# The file begins with a line of text, "congo network" and then pairs of a name and a value: the
# sizes, the hash, and where the network comes from. Then come the members of struct NnueWeights (nnue.h), 16 bits each,
# the low byte first.

function begin_table() {
    split(heading, word, " ")
    for (i = 3; i in word; i += 2)
        size[word[i]] = word[i + 1]
    hidden = size["hidden"]
    inputs = size["inputs"]
    buckets = size["buckets"]
    first_output = (inputs + 1) * hidden
    count = first_output + 2 * buckets * hidden + buckets
    printf "/* Made from congo.nnue. */\n"
    printf "_Static_assert(NNUE_INPUTS == %d && NNUE_HIDDEN == %d &&\n", inputs, hidden
    printf "    NNUE_BUCKETS == %d, \"congo.nnue has other sizes\");\n", buckets
    printf "static const char heading[] = \"%s\";\n", heading
    printf "const NnueWeights nnue = {\n.hidden = {{"
}

function add_number(number) {
    if (at == inputs * hidden)
        printf "}},\n.hidden_bias = {"
    else if (at == first_output)
        printf "},\n.output = {{{"
    else if (at == count - buckets)
        printf "}}},\n.output_bias = {"
    else if (at > first_output && at < count - buckets && (at - first_output) % (2 * hidden) == 0)
        printf "}},\n{{"
    else if (at % hidden == 0 && at > 0 && at < count - buckets)
        printf "},\n{"
    printf "%d,", (number < 32768 ? number : number - 65536)
    at++
}

{
    for (field = 1; field <= NF; field++) {
        if (!in_table && $field != 10) {
            heading = heading sprintf("%c", $field + 0)
        } else if (!in_table) {
            in_table = 1
            begin_table()
        } else if (half) {
            add_number(low + 256 * $field)
            half = 0
        } else {
            low = $field
            half = 1
        }
    }
}

END {
    printf "}};\n"
    if (at != count || half) {
        print "congo.nnue: expected " count " numbers, found " at | "cat >&2"
        exit 1
    }
}
