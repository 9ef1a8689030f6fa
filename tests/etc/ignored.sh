#!/bin/sh
# In a clone, git ignores all that a build in the tree makes, and nothing that belongs to the tree.
. "$CONGO_SOURCE/tests/lib.sh"

[ -e "$CONGO_SOURCE/.git" ] && git -C "$CONGO_SOURCE" rev-parse 2>/dev/null || exit 77
unset MAKEFLAGS MFLAGS MAKELEVEL TESTS

ignoring() {
    git -C "$CONGO_SOURCE" -c core.excludesFile=/dev/null "$@"
}

# What make knows that it makes, and some of what configure and the compiler make.
# shellcheck disable=SC2016 # the variables are those of make
printf 'show:\n\t@printf "%%s\\n" %s\n' '$(bin_PROGRAMS) $(sbin_PROGRAMS) $(EXTRA_PROGRAMS) $(check_PROGRAMS) \
    $(noinst_LIBRARIES) $(check_LIBRARIES) $(CONFIG_HEADER) $(CLEANFILES) $(DIST_ARCHIVES) $(TEST_SUITE_LOG) \
    $(TEST_LOGS) $(TEST_LOGS:.log=.trs) $(long_c_tests:=.o) $(c_tests:=.o)' |
    make -s --no-print-directory -C "$CONGO_BUILD" -f Makefile -f - show >"$folder/made" || exit 1
for file in Makefile Makefile.in aclocal.m4 autom4te.cache/requests build-aux/missing check.log config.log config.status \
    configure stamp-h1 src/base/error.gcno tests/screen/game.dir/screen \
    endings/stamp endings/congo/Lp_l.ending; do
    echo "$file"
done >>"$folder/made"
# The dependencies of each folder with a file in C.
ignoring ls-files '*.c' | sed 's|/[^/]*$||' | sort -u | sed 's|.*|&/.dirstamp\n&/.deps/x.Po|' >>"$folder/made"
sort -u "$folder/made" >"$folder/expected"
ignoring check-ignore --no-index --stdin <"$folder/expected" >"$folder/ignored"
seen=$(comm -23 "$folder/expected" "$folder/ignored")
[ -z "$seen" ] ||
    fail "not ignored, though a build makes it: $seen"
hidden=$(ignoring ls-files --cached --ignored --exclude-standard)
[ -z "$hidden" ] ||
    fail "ignored, though it belongs to the tree: $hidden"
[ "$failures" -eq 0 ]
