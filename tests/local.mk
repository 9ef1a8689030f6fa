# Tests. To add one, add a line to a list below; nothing else is needed:
#   c_tests      cmocka programs, tests/ROOM/test_THING (from the .c file of that name, linked with
#                all of the project); exit 0 is a pass, 77 a skip
#   shell_tests  executable scripts: NAME.sh passes with exit 0 and skips with 77,
#                NAME.t prints TAP
#   EXTRA_DIST   what they read (tests/data)
# A test that has more files than one says so with tests_ROOM_test_THING_SOURCES.
# Tests run in the build tree with CONGO_SOURCE and CONGO_BUILD set to the tops of the two trees,
# and may write only below the latter.

c_tests = \
	tests/rules/test_error

shell_tests = \
	tests/man/lint.sh

LDADD = src/tui/libtui.a src/uci/libuci.a $(play_libs) $(NCURSESW_LIBS) $(CMOCKA_LIBS)

EXTRA_DIST += $(shell_tests)

TEST_EXTENSIONS = .sh .t
T_LOG_DRIVER = env AM_TAP_AWK='$(AWK)' $(SHELL) $(top_srcdir)/build-aux/tap-driver.sh
AM_TESTS_ENVIRONMENT = \
	CONGO_SOURCE='$(abs_top_srcdir)'; export CONGO_SOURCE; \
	CONGO_BUILD='$(abs_top_builddir)'; export CONGO_BUILD;

if HAVE_CMOCKA
check_PROGRAMS = $(c_tests)
TESTS = $(c_tests) $(shell_tests)
else
check-local:
	@echo "make check needs cmocka: install it (README names the package) and configure again" >&2; \
	exit 1
endif
