# Turns pictures that are drawn row by row into tables of C. A line "table NAME" begins a table and a word one of
# its pictures; a word of one letter is not its index, for letters stand in the table's order. // begins a comment.
function end_picture() {
    if (in_picture)
        print "},"
    in_picture = 0
}
/^\/\// || /^$/ { next }
/^table / {
    end_picture()
    if (in_table)
        print "};"
    in_table = 1
    print "static const char *const " $2 " = {"
    next
}
/^[.#o]+$/ {
    print "    \"" $0 "\","
    next
}
{
    end_picture()
    in_picture = 1
    print (length($0) > 1 ? "[" $0 "] = " : "") "{"
}
END {
    end_picture()
    print "};"
}
