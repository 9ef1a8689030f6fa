# Tests. To add one, add a line to one of these lists:
#   c_tests      cmocka programs, tests/ROOM/test_THING, built from the .c file of that name and linked
#                with the whole project; exit status 0 is a pass, 77 a skip
#   shell_tests  executable scripts: NAME.sh passes with exit status 0 and skips with 77; NAME.t
#                prints TAP
#   EXTRA_DIST   the files they read (tests/data)
# Code of several tests is in tests/support, a library that all of them link. A test of several files names
# them in tests_ROOM_test_THING_SOURCES. Tests run in the build tree, with
# CONGO_SOURCE and CONGO_BUILD set to the tops of the two trees, and CONGO_ENDINGS to the solved endings of
# the build, and write only below CONGO_BUILD. A test that runs for TEST_SECONDS (configure.ac) hangs and fails.
#
# The tests that take longest, most of which wait, are in the lists long_c_tests and long_shell_tests instead:
# they begin first, the longest at the top.
#
# "make check" runs every test; .ci/run runs many of them again under sanitizers. Two lists say which:
#   slow_tests     not run under sanitizers: too slow in an instrumented program
#   thread_tests   run under the thread sanitizer: for each pair of threads that share memory, the one test that
#                  brings them together best
# Of the scripts of the screen, which mostly wait, tests/screen/scripts.sh alone runs under sanitizers.

c_tests =
shell_tests =
long_c_tests =
long_shell_tests =
slow_tests = \
	tests/cli/endings.sh \
	tests/cli/test_read_back \
	tests/match/match.sh \
	tests/server/test_cluster_kills \
	tests/server/test_corruption \
	tests/server/test_postgres_faults \
	tests/server/test_store_faults \
	tests/tools/bot.sh \
	tests/tools/puzzles.sh
thread_tests =
fuzzers =

if HAVE_SERVER
long_c_tests += \
	tests/server/test_kills \
	tests/server/test_store_faults
long_shell_tests += $(long_server_tests)
endif
long_server_tests = \
	tests/server/second_client.sh \
	tests/server/encrypted.sh \
	tests/tools/bot.sh
EXTRA_DIST += $(long_server_tests)
long_c_tests += \
	tests/cli/test_read_back
long_shell_tests += \
	tests/match/match.sh \
	tests/screen/tour.sh \
	tests/screen/wide.sh \
	tests/export/page.sh \
	tests/etc/configure.sh \
	tests/etc/install.sh \
	tests/man/examples.sh

# The rules.
c_tests += \
	tests/base/test_text \
	tests/base/test_error \
	tests/base/test_line_buffer \
	tests/base/test_lookalike \
	tests/rules/test_damage \
	tests/rules/test_fen \
	tests/rules/test_gamefile \
	tests/rules/test_gamefile_errors \
	tests/rules/test_gamefile_notes \
	tests/rules/test_movegen \
	tests/rules/test_notation \
	tests/rules/test_perft \
	tests/rules/test_position \
	tests/rules/test_position_editor \
	tests/rules/test_record \
	tests/rules/test_record_notes \
	tests/rules/test_round_trip \
	tests/rules/test_comment \
	tests/rules/test_lion_attacks
slow_tests += \
	tests/rules/test_round_trip
tests_rules_test_movegen_SOURCES = tests/rules/test_movegen.c tests/rules/reference.c \
	tests/rules/reference.h
EXTRA_DIST += tests/data/example-game.congo tests/data/example-game.txt tests/data/perft.txt

# The engine, and its protocol.
c_tests += \
	tests/engine/test_advisor \
	tests/engine/test_claims \
	tests/engine/test_endings \
	tests/engine/test_engine \
	tests/engine/test_forced_wins \
	tests/engine/test_nnue \
	tests/engine/test_games \
	tests/engine/test_late_threads \
	tests/engine/test_parts \
	tests/engine/test_probe \
	tests/engine/test_refused_threads \
	tests/engine/test_search \
	tests/engine/test_solver \
	tests/engine/test_engine_stress
slow_tests += \
	tests/engine/test_forced_wins
thread_tests += \
	tests/engine/test_engine \
	tests/engine/test_engine_stress \
	tests/engine/test_late_threads \
	tests/engine/test_probe
tests_engine_test_late_threads_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=search_iterate -Wl,--wrap=parallel_processors
tests_engine_test_refused_threads_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=pthread_create \
	-Wl,--wrap=parallel_processors
EXTRA_DIST += tests/data/forced-wins.txt

# Reviews of games.
c_tests += \
	tests/review/test_notes \
	tests/review/test_reasons \
	tests/review/test_review \
	tests/review/test_reviewer
thread_tests += \
	tests/review/test_reviewer
tests_review_test_reasons_SOURCES = tests/review/test_reasons.c tests/review/reason_judge.c \
	tests/review/reason_judge.h tests/rules/reference.c tests/rules/reference.h
EXTRA_DIST += tests/data/level-games.congo

c_tests += \
	tests/match/test_elo \
	tests/uci/test_uci \
	tests/uci/test_uci_endings \
	tests/uci/test_uci_fuzz
thread_tests += \
	tests/uci/test_uci_fuzz
shell_tests += \
	tests/uci/bench.sh \
	tests/uci/endings.sh \
	tests/uci/perft.sh \
	tests/uci/perft_errors.sh \
	tests/uci/variants.sh \
	tests/uci/wits_protocol.sh
slow_tests += \
	tests/uci/endings.sh \
	tests/uci/perft.sh
EXTRA_DIST += tests/uci/endings.exp

# The solved endings. The independent solver links nothing of the project.
if HAVE_ENDINGS
shell_tests += $(built_endings_tests)
endif
built_endings_tests = \
	tests/endings/independent.sh \
	tests/endings/page.sh
EXTRA_DIST += $(built_endings_tests)
slow_tests += \
	tests/endings/independent.sh \
	tests/endings/page.sh
c_tests += \
	tests/endings/test_ending_build \
	tests/endings/test_ending_file \
	tests/endings/test_ending_find \
	tests/endings/test_ending_index \
	tests/endings/test_ending_moves \
	tests/endings/test_ending_verify \
	tests/endings/test_retrograde
thread_tests += \
	tests/endings/test_ending_verify
tests_endings_independent_solver_LDADD =

# The network protocol.
c_tests += \
	tests/net/test_link \
	tests/net/test_connection \
	tests/net/test_identity \
	tests/net/test_line \
	tests/net/test_message \
	tests/net/test_request \
	tests/net/test_server_list \
	tests/net/test_subnet \
	tests/net/test_tls_client
# The test answers the look-ups of names.
tests_net_test_connection_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=freeaddrinfo \
	-Wl,--wrap=getaddrinfo
tls_peer =

# The server's store.
if HAVE_SERVER
c_tests += \
	tests/server/test_conninfo \
	tests/server/test_corruption \
	tests/server/test_restore \
	tests/server/test_store_contract \
	tests/server/test_store_copy \
	tests/server/test_store_random \
	tests/server/test_store_sqlite \
	tests/server/test_wal \
	tests/server/test_maintenance
slow_tests += \
	tests/server/test_store_copy
thread_tests += \
	tests/server/test_store_sqlite
endif
# Those with a PostgreSQL server of their own.
if HAVE_LIBPQ
c_tests += \
	tests/server/test_cluster_kills \
	tests/server/test_postgres_bytes \
	tests/server/test_postgres_faults \
	tests/server/test_store_postgres
thread_tests += \
	tests/server/test_store_postgres
endif
tests_server_test_postgres_faults_SOURCES = tests/server/test_postgres_faults.c \
	tests/server/postgres_proxy.c tests/server/postgres_proxy.h
shell_tests += \
	tests/server/cluster_page.sh \
	tests/tools/cluster.sh
slow_tests += \
	tests/tools/cluster.sh
tests_server_test_kills_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=recv
tests_server_test_corruption_SOURCES = tests/server/test_corruption.c tests/server/pages.c \
	tests/server/pages.h
tests_server_test_corruption_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=fsync -Wl,--wrap=rename
tests_server_test_restore_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=fsync -Wl,--wrap=rename
tests_server_test_store_faults_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=fsync -Wl,--wrap=rename

# The configuration.
c_tests += \
	tests/config/test_arguments \
	tests/config/test_ending_folders \
	tests/config/test_options \
	tests/config/test_sentences \
	tests/config/test_server_settings \
	tests/config/test_settings \
	tests/config/test_choices_file \
	tests/config/test_settings_file \
	tests/config/test_variants


# The session.
c_tests += \
	tests/play/test_autosave \
	tests/play/test_clock \
	tests/play/test_ending_verdict \
	tests/play/test_faults \
	tests/play/test_misbehaving_server \
	tests/play/test_mistake \
	tests/play/test_player_name \
	tests/play/test_ponder \
	tests/play/test_puzzle \
	tests/play/test_puzzle_set \
	tests/play/test_searcher \
	tests/play/test_saved_seats \
	tests/play/test_server_connect \
	tests/play/test_session \
	tests/play/test_session_capture \
	tests/play/test_session_end \
	tests/play/test_session_saved \
	tests/play/test_session_thinking \
	tests/play/test_storage \
	tests/play/test_training \
	tests/play/test_variation

# Many games.
c_tests += \
	tests/collection/test_collection \
	tests/collection/test_game_tree

# The test counts the searches.
tests_play_test_ponder_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=engine_start -Wl,--wrap=engine_ponder_hit

# The test makes system calls fail.
tests_play_test_faults_SOURCES = tests/play/test_faults.c tests/play/fault_injection.c \
	tests/play/fault_injection.h
tests_play_test_faults_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=close -Wl,--wrap=fchmod \
	-Wl,--wrap=flock -Wl,--wrap=fstat -Wl,--wrap=fsync -Wl,--wrap=link -Wl,--wrap=lstat \
	-Wl,--wrap=mkdir -Wl,--wrap=open -Wl,--wrap=opendir -Wl,--wrap=pread -Wl,--wrap=read \
	-Wl,--wrap=realpath -Wl,--wrap=rename -Wl,--wrap=stat -Wl,--wrap=unlink -Wl,--wrap=write

thread_tests += \
	tests/play/test_ponder \
	tests/play/test_searcher \
	tests/play/test_session_saved \
	tests/play/test_session_thinking

# The screen: tests without a terminal, then tests in one.
c_tests += \
	tests/script/test_script \
	tests/tui/test_animation \
	tests/tui/test_keymap \
	tests/tui/test_narration \
	tests/tui/test_status \
	tests/tui/test_talk \
	tests/tui/test_ending_list \
	tests/tui/test_app_screen \
	tests/tui/test_background \
	tests/term/test_dialog \
	tests/term/test_draw \
	tests/term/test_key \
	tests/term/test_layer \
	tests/term/test_list \
	tests/term/test_emulator \
	tests/term/test_mouse \
	tests/term/test_text_field \
	tests/board/test_pictures \
	tests/board/test_golden \
	tests/board/test_layout \
	tests/tui/test_lesson \
	tests/tui/test_lobby_screen \
	tests/tui/test_own_game_words \
	tests/board/test_painter \
	tests/board/test_setup_panel \
	tests/board/test_squares \
	tests/board/test_contrast \
	tests/board/test_panels \
	tests/term/test_terminal \
	tests/term/test_celltext \
	tests/board/test_theme

tests_tui_test_outcomes_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=movegen_steps -Wl,--wrap=outcome_compute \
	-Wl,--wrap=position_outcome
tests_tui_test_background_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=network_open -Wl,--wrap=network_cancel
tests_tui_test_animation_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=clock_gettime
EXTRA_DIST += tests/board/golden

shell_tests += \
	tests/screen/analysis.sh \
	tests/screen/choices.sh \
	tests/screen/colors.sh \
	tests/screen/computers.sh \
	tests/screen/dialogs.sh \
	tests/screen/ending_list.sh \
	tests/screen/games.sh \
	tests/screen/endings.sh \
	tests/screen/failures.sh \
	tests/screen/files.sh \
	tests/screen/game.sh \
	tests/screen/monkey.sh \
	tests/screen/mouse.sh \
	tests/screen/moves.sh \
	tests/screen/premove.sh \
	tests/screen/puzzles.sh \
	tests/screen/replay.sh \
	tests/screen/review.sh \
	tests/screen/scripts.sh \
	tests/screen/setup.sh \
	tests/screen/seeing.sh \
	tests/screen/sharing.sh \
	tests/screen/signals.sh \
	tests/screen/sizes.sh \
	tests/screen/start.sh \
	tests/screen/storm.sh \
	tests/screen/training.sh
EXTRA_DIST += tests/lib.sh tests/screen/lib.sh tests/screen/online_lib.sh tests/screen/scripts

c_tests += \
	tests/screen/test_emulator \
	tests/screen/test_input \
	tests/screen/test_drowning \
	tests/screen/test_random_keys \
	tests/screen/test_environment
thread_tests += \
	tests/screen/test_random_keys
tests_screen_test_emulator_SOURCES = tests/screen/test_emulator.c $(game_in_pty)
tests_screen_test_input_SOURCES = tests/screen/test_input.c $(game_in_pty)
tests_screen_test_drowning_SOURCES = tests/screen/test_drowning.c $(game_in_pty)
tests_screen_test_random_keys_SOURCES = tests/screen/test_random_keys.c tests/screen/user_actions.c \
	tests/screen/user_actions.h $(game_in_pty)
tests_screen_test_environment_SOURCES = tests/screen/test_environment.c $(game_in_pty)
game_in_pty = tests/screen/game.c tests/screen/game.h tests/screen/pty.c tests/screen/pty.h

# The line interface.
c_tests += \
	tests/cli/test_pipe
shell_tests += \
	tests/cli/commands.sh \
	tests/cli/endings.sh \
	tests/cli/input.sh \
	tests/cli/notes.sh \
	tests/cli/review.sh \
	tests/cli/terminal.sh \
	tests/cli/transcripts.sh
EXTRA_DIST += tests/cli/commands.exp tests/cli/progress.exp tests/cli/review_command.exp tests/cli/transcripts

# Options and subcommands.
c_tests += \
	tests/cli/test_description
shell_tests += \
	tests/cli/fen_command.sh \
	tests/cli/file_command.sh \
	tests/cli/games.sh \
	tests/cli/plain.sh \
	tests/cli/progress.sh \
	tests/cli/puzzles.sh \
	tests/cli/review_command.sh \
	tests/cli/setup.sh \
	tests/cli/training.sh \
	tests/main/broken_pipe.sh \
	tests/main/congo_options.sh

# Games as pages, pictures, text and JSON.
c_tests += \
	tests/export/test_outline
shell_tests += \
	tests/export/formats.sh
slow_tests += \
	tests/export/page.sh
EXTRA_DIST += tests/export/browser.py tests/export/games tests/export/page.py

# The manual pages.
EXTRA_DIST += tests/man/examples.py
shell_tests += \
	tests/man/keys.sh \
	tests/man/lint.sh
c_tests += \
	tests/man/test_file_page \
	tests/man/test_protocol_page \
	tests/man/test_rules_page \
	tests/man/test_settings_pages

# The server, and what uses it. ./configure --without-server leaves these tests out.
if HAVE_SERVER
c_tests += \
	tests/net/test_link_server \
	tests/play/test_network \
	tests/tui/test_outcomes \
	tests/server/test_core \
	tests/server/test_core_clocks \
	tests/server/test_core_cluster \
	tests/server/test_core_events \
	tests/server/test_core_limits \
	tests/server/test_core_lines \
	tests/server/test_core_lists \
	tests/server/test_core_outage \
	tests/server/test_core_play \
	tests/server/test_core_random \
	tests/server/test_core_rematch \
	tests/server/test_core_seats \
	tests/server/test_core_shared \
	tests/server/test_core_store \
	tests/server/test_core_talk \
	tests/server/test_event_log \
	tests/server/test_handshaker \
	tests/server/test_history \
	tests/server/test_service_clock \
	tests/server/test_simulation \
	tests/server/test_watches
simulators = tests/server/simulate
shell_tests += $(server_shell_tests)
thread_tests += \
	tests/server/test_handshaker \
	tests/server/lines.sh \
	tests/server/server.sh \
	tests/server/tls.sh \
	tests/server/tls_clients.sh \
	tests/server/verbs.sh
endif
server_shell_tests = \
	tests/recipes/names.sh \
	tests/screen/cluster.sh \
	tests/screen/invite.sh \
	tests/screen/network.sh \
	tests/screen/rematch.sh \
	tests/screen/several_servers.sh \
	tests/screen/trust.sh \
	tests/screen/unconfirmed_move.sh \
	tests/server/administration.sh \
	tests/server/database_setting.sh \
	tests/server/copy.sh \
	tests/server/damaged_log.sh \
	tests/server/disk.sh \
	tests/server/failures.sh \
	tests/server/inherited.sh \
	tests/server/lines.sh \
	tests/server/open_server.sh \
	tests/server/outage.sh \
	tests/server/pipe.sh \
	tests/server/proxied.sh \
	tests/server/rematch.sh \
	tests/server/restore.sh \
	tests/server/server.sh \
	tests/server/stalls.sh \
	tests/server/tls.sh \
	tests/server/tls_clients.sh \
	tests/server/verbs.sh \
	tests/server/words.sh
EXTRA_DIST += $(server_shell_tests) tests/server/certificates.sh tests/server/lib.sh \
	tests/server/forward.py tests/server/outage.py tests/server/second_client.py \
	tests/server/second_dialog.py tests/server/second_player.py tests/server/stalls.py \
	tests/server/tls.py tests/server/tls_relay.py \
	tests/server/verbs.exp
tests_server_test_simulation_SOURCES = tests/server/test_simulation.c $(simulation_sources)
tests_server_simulate_SOURCES = tests/server/simulate.c $(simulation_sources)
simulation_sources = tests/server/schedule.h \
	tests/server/shared_database.c tests/server/shared_database.h \
	tests/server/shared_database_parts.h tests/server/shared_store.c \
	tests/server/shared_judge.c tests/server/shared_judge.h \
	tests/server/simulated_actor.c tests/server/simulated_network.c \
	tests/server/simulated_play.c tests/server/simulated_play.h \
	tests/server/simulation.c tests/server/simulation.h tests/server/simulation_check.c \
	tests/server/simulation_parts.h tests/server/simulation_shrink.c

# The tools that make the network and the puzzles.
shell_tests += \
	tests/tools/nnue.sh \
	tests/tools/openings.sh \
	tests/tools/pictures.sh \
	tests/tools/puzzles.sh \
	tests/tools/tune.sh

# The fuzzing harnesses, over their corpora.
shell_tests += \
	tests/fuzz/replay.sh

# HACKING: the names in it, and its recipes.
shell_tests += \
	tests/recipes/measure.sh \
	tests/recipes/release.sh \
	tests/recipes/variant.sh
slow_tests += \
	tests/recipes/measure.sh \
	tests/recipes/names.sh \
	tests/recipes/release.sh \
	tests/recipes/variant.sh

# The tree.
shell_tests += \
	tests/tools/setup.sh \
	tests/tools/walls.sh
slow_tests += \
	tests/tools/setup.sh \
	tests/tools/walls.sh

tests_play_test_network_SOURCES = tests/play/test_network.c tests/play/proxy.c tests/play/proxy.h
tests_play_test_network_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=outcome_compute
# The test looks into memory as it is freed.
tests_play_test_saved_seats_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=free

# Installation.
shell_tests += \
	tests/etc/completions.sh \
	tests/etc/home.sh \
	tests/etc/ignored.sh \
	tests/etc/release.sh \
	tests/etc/time_limit.sh
slow_tests += \
	tests/etc/configure.sh \
	tests/etc/install.sh
EXTRA_DIST += tests/etc/installed.txt

screen_libs = src/script/libscript.a src/tui/libtui.a src/board/libboard.a src/term/libterm.a
LDADD = tests/support/libsupport.a $(screen_libs) src/cli/libcli.a src/export/libexport.a src/review/libreview.a src/board/libboard.a src/match/libmatch.a src/uci/libuci.a $(server_archive) $(collection_libs) \
	$(net_libs) tests/fuzz/libreplay.a $(NCURSESW_LIBS) $(READLINE_LIBS) $(SQLITE_LIBS) $(LIBPQ_LIBS) \
	$(CMOCKA_LIBS)

EXTRA_DIST += $(long_shell_tests) $(shell_tests)

TEST_EXTENSIONS = .sh .t
# A test that hangs fails, and ends with all that it started.
LOG_COMPILER = ./tests/time_limit$(EXEEXT)
SH_LOG_COMPILER = $(LOG_COMPILER)
T_LOG_COMPILER = $(LOG_COMPILER)
AM_LOG_FLAGS = $(TEST_SECONDS)
AM_SH_LOG_FLAGS = $(AM_LOG_FLAGS)
AM_T_LOG_FLAGS = $(AM_LOG_FLAGS)
tests_time_limit_LDADD =
T_LOG_DRIVER = env AM_TAP_AWK='$(AWK)' $(SHELL) $(top_srcdir)/build-aux/tap-driver.sh
# Tests use nothing of the user's but the cache of the compiler; tests/lib.sh gives shell tests their own folders.
AM_TESTS_ENVIRONMENT = unset COLORTERM; \
	CONGO_SOURCE='$(abs_top_srcdir)'; export CONGO_SOURCE; \
	CONGO_BUILD='$(abs_top_builddir)'; export CONGO_BUILD; \
	CONGO_ENDINGS='$(abs_top_builddir)/endings'; export CONGO_ENDINGS; \
	CCACHE_DIR="$${CCACHE_DIR-$${XDG_CACHE_HOME-$$HOME/.cache}/ccache}"; export CCACHE_DIR; \
	HOME='$(abs_top_builddir)/tests/support/home.dir'; export HOME; \
	XDG_CONFIG_DIRS="$$HOME/etc"; export XDG_CONFIG_DIRS; \
	unset XDG_CACHE_HOME XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME;

if HAVE_CMOCKA
check_PROGRAMS = $(long_c_tests) $(c_tests) tests/time_limit tests/screen/in_terminal tests/screen/draw_over tests/board/show_view \
	tests/endings/independent_solver tests/match/show_games $(simulators) $(fuzzers) $(tool_programs)
TESTS = $(long_c_tests) $(long_shell_tests) $(shell_tests) $(c_tests)
else
check-local:
	@echo "make check needs cmocka: install it (README.md names the package) and configure again" >&2; \
	exit 1
endif

check-programs: all
	@$(MAKE) $(AM_MAKEFLAGS) $(check_PROGRAMS) $(check_DATA)

check-fast: check-programs
	@tests=; \
	for test in $(TESTS); do \
	  case "$$test: $(strip $(slow_tests)) " in \
	    tests/screen/scripts.sh:*) tests="$$tests $$test" ;; \
	    tests/screen/*.sh:* | *" $$test "*) ;; \
	    *) tests="$$tests $$test" ;; \
	  esac; \
	done; \
	$(MAKE) $(AM_MAKEFLAGS) check TESTS="$$tests"

# Coverage by folder, compared with what is required; needs --enable-coverage. tools/coverage also
# shows files and lines.
coverage: check
	@$(srcdir)/tools/coverage .

# The tests of the screen leave their folders for inspection.
clean-tests:
	-rm -rf tests/*/*.dir
	-find . -name '*.gcda' -o -name '*.gcno' | xargs rm -f

# Compares the golden screens; ACCEPT=1 replaces them with the present ones. SCREENS selects some.
check-screens: all tests/screen/in_terminal tests/board/test_golden tests/tui/test_lobby_screen
	@$(AM_TESTS_ENVIRONMENT) $(SHELL) $(srcdir)/tests/screen/scripts.sh $(SCREENS) && \
	tests/board/test_golden && tests/tui/test_lobby_screen

# Only what these tests need is built.
check-threads: all
	@$(MAKE) $(AM_MAKEFLAGS) check TESTS='$(thread_tests)' \
	  check_PROGRAMS='tests/time_limit tests/screen/in_terminal'

.PHONY: check-programs check-fast check-screens check-threads clean-tests coverage
