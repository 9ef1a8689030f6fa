# Sourced by the tests of HACKING's recipes. A recipe's example is a patch. It is applied to copies of
# the files it changes, in a folder of the test's own; the sources that depend on them are compiled and
# linked with the libraries of the build. A test fails when its patch no longer fits the tree: then
# update the patch and the recipe.
# shellcheck shell=sh disable=SC2016

. "$CONGO_SOURCE/tests/lib.sh"

# make and awk split paths at blanks: reach the trees through links then.
links=
case $CONGO_SOURCE$CONGO_BUILD in
*' '*)
    links=$(mktemp -d) || exit 1
    trap 'rm -rf "$links"' EXIT
    ln -s "$CONGO_SOURCE" "$links/source" && ln -s "$CONGO_BUILD" "$links/build" || exit 1
    CONGO_SOURCE=$links/source
    CONGO_BUILD=$links/build
    ;;
esac

recipe=$(basename "$0" .sh)
folder=$(test_folder) || exit
cd "$folder" && mkdir tree || exit 1

fail() {
    echo "FAIL: $(test_place): $*" >&2
    exit 1
}

# make_here ARGUMENT...: runs make in the build, independently of the make that runs the tests.
make_here() {
    env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -s --no-print-directory -C "$CONGO_BUILD" "$@"
}

# value VARIABLE: prints the value of a variable of the Makefile.
value() {
    printf 'show:\n\t@echo $(%s)\n' "$1" | make_here -f Makefile -f - show
}

compiler=$(value CC)
command -v patch >/dev/null || exit 77
command -v "${compiler%% *}" >/dev/null || exit 77

# Copy the files that the example changes or adds, and apply the patch to the copies.
patch_file=$CONGO_SOURCE/tests/recipes/$recipe.patch
changed=$(sed -n 's|^+++ b/||p' "$patch_file")
for file in $changed; do
    mkdir -p "tree/$(dirname "$file")"
    [ ! -f "$CONGO_SOURCE/$file" ] || cp "$CONGO_SOURCE/$file" "tree/$file"
done
chmod -R u+w tree
patch -s -p1 -d tree <"$patch_file" || fail "$recipe.patch does not fit the tree any more"

# pick FILE: prints the path of the copy, or of the original if there is no copy.
pick() {
    if [ -f "$folder/tree/$1" ]; then
        echo "$folder/tree/$1"
    else
        echo "$CONGO_SOURCE/$1"
    fi
}

# with_copies FOLDER: completes the folder of copies with links to the originals.
with_copies() {
    (cd "$CONGO_SOURCE" && find "$1" -type f) | while read -r file; do
        [ -f "tree/$file" ] || {
            mkdir -p "tree/$(dirname "$file")"
            ln -s "$CONGO_SOURCE/$file" "tree/$file"
        }
    done
}

# affected ROOM...: lists the .c files in these folders of src/ that were changed or that include a
# changed header, directly or not.
affected() {
    (
        for room; do
            find "$CONGO_SOURCE/src/$room" "$folder/tree/src/$room" -name '*.[ch]' 2>/dev/null
        done
        find "$CONGO_SOURCE/src" -name '*.h'
    ) | sed -e "s|^$CONGO_SOURCE/||" -e "s|^$folder/tree/||" | sort -u | while read -r file; do
        pick "$file"
    done | xargs awk -v changed="$changed" -v rooms="$*" -v source="$CONGO_SOURCE/" \
        -v copy="$folder/tree/" '
        BEGIN {
            count = split(changed, name, /[ \n]+/)
            for (i = 1; i <= count; i++)
                is_changed[name[i]] = 1
        }
        FNR == 1 {
            file = FILENAME
            if (index(file, copy) == 1)
                file = substr(file, length(copy) + 1)
            else
                file = substr(file, length(source) + 1)
            files[file] = 1
        }
        /^#include "/ {
            split($0, part, "\"")
            includes[file] = includes[file] " src/" part[2]
        }
        END {
            do {
                again = 0
                for (file in files) {
                    if (file in is_changed)
                        continue
                    count = split(includes[file], name, " ")
                    for (i = 1; i <= count; i++)
                        if (name[i] in is_changed) {
                            is_changed[file] = 1
                            again = 1
                            break
                        }
                }
            } while (again)
            for (file in files) {
                split(file, part, "/")
                if (file in is_changed && file ~ /\.c$/ && index(" " rooms " ", " " part[2] " "))
                    print file
            }
        }'
}

# build PROGRAM ROOMS FILES [LIBRARIES]: compiles the affected sources of these folders of src/ and the
# files, and links them with the libraries of the build (a variable of the Makefile).
build() {
    program=$folder/$1
    {
        echo 'include Makefile'
        # Optimisation and instrumentation are left out.
        echo "copies = -I$folder/tree/src -I$folder/tree -I$CONGO_SOURCE"
        echo 'flags = $(filter-out -flto% -ffat-lto-objects --coverage, $(AM_CFLAGS)) -O0'
        echo 'compile = $(CC) $(DEFS) $(copies) $(DEFAULT_INCLUDES) $(AM_CPPFLAGS) $(CPPFLAGS) $(flags)'
        printf '%s:\n\t$(CC) $(flags) $(AM_LDFLAGS) -o $@ $^ $(%s) $(LIBS)\n' \
            "$program" "${4:-LDADD}"
        # shellcheck disable=SC2086 # the rooms are words
        for file in $(affected $2) $3; do
            object=$folder/obj/$file.o
            mkdir -p "${object%/*}"
            printf '%s: %s\n%s: %s\n' "$program" "$object" "$object" "$(pick "$file")"
            printf '\t$(compile) -I%s -c $< -o $@\n' "$CONGO_SOURCE/$(dirname "$file")"
        done
    } >build.mk
    make_here -j 2 -f "$folder/build.mk" "$program" || fail "$1 does not compile with $recipe.patch"
}

# run_test TEST ROOMS: builds tests/TEST.c with its other sources and runs it with the copies as the
# source tree.
run_test() {
    sources=$(value "tests_$(echo "$1" | tr / _)_SOURCES" | tr ' ' '\n' | grep '\.c$')
    build tested "$2" "${sources:-tests/$1.c}"
    CONGO_SOURCE=$folder/tree ./tested >log 2>&1 && return
    cat log
    fail "tests/$1, with $recipe.patch"
}
