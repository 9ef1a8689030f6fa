# Benchmarks, built and run by "make bench" only. Each prints its figures beside their targets and exits
# with 1 if one is missed. Each sets bench_NAME_LDFLAGS = $(CONGO_LDFLAGS) $(FAST_CFLAGS) and bench_NAME_LDADD.

bench_programs = bench/perft bench/forced_wins bench/commands bench/collection bench/many_games bench/probes
# Proofs; each takes minutes.
bench_proofs = bench/false_wins bench/endings bench/endings_match bench/puzzles bench/review_agreement \
	bench/stop bench/threads
# Run by hand with files of games (HACKING).
bench_tools = bench/review_reasons

bench_common = bench/common.c bench/common.h
# What they share with tests, compiled with their own flags.
cli_dialogue = tests/support/dialogue.c tests/support/dialogue.h tests/support/pipe.c tests/support/pipe.h
forced_win_sources = tests/support/forced_win.c tests/support/forced_win.h
lone_lion_sources = tests/support/lone_lion.c tests/support/lone_lion.h
ending_games_sources = tests/support/ending_games.c tests/support/ending_games.h
claims_sources = tests/support/claims.c tests/support/claims.h tests/support/prover.c tests/support/prover.h tests/support/claim_games.c
reason_judge = tests/review/reason_judge.c tests/review/reason_judge.h tests/rules/reference.c \
	tests/rules/reference.h tests/support/prover.c tests/support/prover.h
puzzle_proof = tests/support/puzzle_proof.c tests/support/puzzle_proof.h tests/support/prover.c tests/support/prover.h
load_sources = tests/support/daemon.c tests/support/daemon.h tests/support/load.c tests/support/load.h tests/support/load_former.c tests/support/load_parts.h tests/support/load_play.c \
	tests/support/history.c tests/support/history.h tests/support/history_message.c tests/support/history_message.h

bench_perft_SOURCES = bench/perft.c $(bench_common)
bench_perft_LDFLAGS = $(CONGO_LDFLAGS) $(FAST_CFLAGS)
bench_perft_LDADD = $(engine_libs)

bench_commands_SOURCES = bench/commands.c $(cli_dialogue)
bench_commands_LDFLAGS = $(CONGO_LDFLAGS) $(FAST_CFLAGS)
bench_commands_LDADD = $(match_libs)

bench_collection_LDFLAGS = $(CONGO_LDFLAGS) $(FAST_CFLAGS)
bench_collection_LDADD = $(play_libs)

bench_many_games_SOURCES = bench/many_games.c $(bench_common)
bench_many_games_LDFLAGS = $(CONGO_LDFLAGS) $(FAST_CFLAGS)
bench_many_games_LDADD = $(collection_libs)

bench_open_endings = bench/open_endings.c bench/open_endings.h
bench_probes_SOURCES = bench/probes.c $(bench_common) $(bench_open_endings)
bench_probes_LDFLAGS = $(CONGO_LDFLAGS) $(FAST_CFLAGS)
bench_probes_LDADD = $(match_libs)

bench_forced_wins_SOURCES = bench/forced_wins.c $(bench_common) $(forced_win_sources)
bench_forced_wins_CPPFLAGS = $(AM_CPPFLAGS) \
	-DFORCED_WINS='"$(abs_top_srcdir)/tests/data/forced-wins.txt"'
bench_forced_wins_LDFLAGS = $(CONGO_LDFLAGS) $(FAST_CFLAGS)
bench_forced_wins_LDADD = $(engine_libs)

bench_stop_SOURCES = bench/stop.c $(bench_common)
bench_stop_LDFLAGS = $(CONGO_LDFLAGS) $(FAST_CFLAGS)
bench_stop_LDADD = $(engine_libs)

bench_threads_SOURCES = bench/threads.c $(bench_common)
bench_threads_LDFLAGS = $(CONGO_LDFLAGS) $(FAST_CFLAGS)
bench_threads_LDADD = $(match_libs)

bench_review_agreement_SOURCES = bench/review_agreement.c $(bench_common) $(bench_open_endings)
bench_review_agreement_LDFLAGS = $(CONGO_LDFLAGS) $(FAST_CFLAGS)
bench_review_agreement_LDADD = src/review/libreview.a $(match_libs) $(LIBUV_LIBS)

bench_review_reasons_SOURCES = bench/review_reasons.c $(bench_common) $(reason_judge)
bench_review_reasons_LDFLAGS = $(CONGO_LDFLAGS) $(FAST_CFLAGS)
bench_review_reasons_LDADD = src/review/libreview.a $(match_libs) $(LIBUV_LIBS)

bench_endings_SOURCES = bench/endings.c $(bench_common) $(lone_lion_sources)
bench_endings_LDFLAGS = $(CONGO_LDFLAGS) $(FAST_CFLAGS)
bench_endings_LDADD = $(engine_libs)

bench_endings_match_SOURCES = bench/endings_match.c $(bench_common) $(bench_open_endings) \
	$(ending_games_sources)
bench_endings_match_LDFLAGS = $(CONGO_LDFLAGS) $(FAST_CFLAGS)
bench_endings_match_LDADD = $(match_libs)

bench_false_wins_SOURCES = bench/false_wins.c $(bench_common) $(claims_sources)
bench_false_wins_LDFLAGS = $(CONGO_LDFLAGS) $(FAST_CFLAGS)
bench_false_wins_LDADD = $(engine_libs)

bench_puzzles_SOURCES = bench/puzzles.c $(bench_common) $(puzzle_proof)
bench_puzzles_LDFLAGS = $(CONGO_LDFLAGS) $(FAST_CFLAGS)
bench_puzzles_LDADD = $(play_libs)

bench_server_run = bench/server_run.c bench/server_run.h $(load_sources)
bench_server_SOURCES = bench/server.c bench/hostile.c bench/hostile.h $(bench_server_run)
bench_server_LDFLAGS = $(CONGO_LDFLAGS) $(FAST_CFLAGS)
bench_server_LDADD = $(net_libs)
bench_crowds_SOURCES = bench/crowds.c bench/crowd.c bench/crowd.h $(bench_server_run)
bench_crowds_LDFLAGS = $(CONGO_LDFLAGS) $(FAST_CFLAGS)
bench_crowds_LDADD = $(net_libs)

# Draws to a libvterm terminal.
if HAVE_VTERM
bench_programs += bench/screen
endif
bench_screen_CFLAGS = $(AM_CFLAGS) $(VTERM_CFLAGS)
bench_screen_LDFLAGS = $(CONGO_LDFLAGS) $(FAST_CFLAGS)
bench_screen_LDADD = $(VTERM_LIBS) -lutil

bench_store_SOURCES = bench/store.c tests/support/workload.c tests/support/workload.h
bench_store_LDFLAGS = $(CONGO_LDFLAGS) $(FAST_CFLAGS)
bench_store_LDADD = $(server_libs)

EXTRA_PROGRAMS += $(bench_programs) $(bench_proofs) $(bench_tools) bench/server bench/crowds bench/store
CLEANFILES += $(bench_programs) $(bench_proofs) $(bench_tools) bench/server bench/crowds bench/store

EXTRA_DIST += bench/FUZZING.md bench/SCREEN.md bench/SERVER.md bench/congod.conf bench/against-sum.congo bench/cluster.sh \
	bench/compare.sh \
	bench/handshakes.py \
	bench/levels.sh bench/signature.sh

bench-programs: all
	@$(MAKE) $(AM_MAKEFLAGS) $(bench_programs) $(bench_proofs) $(bench_tools) bench/server bench/crowds bench/store \
		$(check_DATA)

bench: bench-programs
if !HAVE_VTERM
	@echo "bench/screen is left out: it needs libvterm"
endif
	@CONGO_ENDINGS='$(abs_top_builddir)/endings'; export CONGO_ENDINGS; \
	status=0; for program in $(bench_programs); do ./$$program || status=1; done; \
	src/congo-engine bench --timed --threads 2 || status=1; exit $$status

proofs: bench-programs
	@CONGO_ENDINGS='$(abs_top_builddir)/endings'; export CONGO_ENDINGS; \
	status=0; for program in $(bench_proofs); do ./$$program || status=1; done; exit $$status

# Checks that eight builds with different compilers and flags search the same nodes.
signature:
	CONGO_SOURCE='$(abs_top_srcdir)' $(srcdir)/bench/signature.sh

# The ladder of levels; takes half an hour.
levels: all
	CONGO_ENGINE=src/congo-engine $(srcdir)/bench/levels.sh

# The server under load (bench/SERVER.md): 10,000 clients and the highest rate; 5,000 hostile clients
# beside 5,000 honest ones; crowds around a game; 1,000 times kill -9.
bench_server_environment = CONGOD='$(abs_top_builddir)/src/congod' \
	CONGOD_CONF='$(abs_top_srcdir)/bench/congod.conf'
bench_server = $(bench_server_environment) ./bench/server
bench-server: all
	@$(MAKE) $(AM_MAKEFLAGS) bench/server
	$(bench_server) highest=1
bench-hostile: all
	@$(MAKE) $(AM_MAKEFLAGS) bench/server
	$(bench_server) games=2500 rate=5000 hostile=5000
bench-crowds: all
	@$(MAKE) $(AM_MAKEFLAGS) bench/crowds
	$(bench_server_environment) ./bench/crowds
bench-handshakes: all
	python3 '$(srcdir)/bench/handshakes.py' src/congod
bench-cluster: all
	@$(MAKE) $(AM_MAKEFLAGS) bench/server bench/crowds
	$(bench_server_environment) '$(srcdir)/bench/cluster.sh'
HOUR = games=5000 rate=2000 leaving=50 seconds=3600
bench-hour: all
	@$(MAKE) $(AM_MAKEFLAGS) bench/server
	SERVERS=2 WATCHERS=0 COMMITS=0 $(bench_server_environment) '$(srcdir)/bench/cluster.sh' highest=0 $(HOUR)
bench-cluster-kills: all
	@$(MAKE) $(AM_MAKEFLAGS) tests/server/test_cluster_kills
	CONGO_SOURCE='$(abs_top_srcdir)' CONGO_BUILD='$(abs_top_builddir)' CONGO_KILLS=300 \
		CONGO_PAUSES=10 CONGO_DATABASE_KILLS=50 CONGO_PRIMARY_KILLS=50 tests/server/test_cluster_kills
bench-kills: all
	@$(MAKE) $(AM_MAKEFLAGS) tests/server/test_kills
	CONGO_BUILD='$(abs_top_builddir)' CONGO_KILLS=980 CONGO_CLAIM_KILLS=20 tests/server/test_kills
.PHONY: bench-cluster bench-cluster-kills bench-crowds bench-handshakes bench-hostile bench-kills bench-server
.PHONY: bench bench-hour bench-programs levels proofs signature
