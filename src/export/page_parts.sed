# Turns the lines of a style or script into strings of C, each with its line break and a comma.
s/^ *//
/^$/d
/^\/\//d
/^\/\*.*\*\/$/d
s/[\\"]/\\&/g
s/.*/"&\\n",/
