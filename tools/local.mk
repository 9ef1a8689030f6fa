# Tools that make the network of the evaluation and the margins of the search (see bench/STRENGTH.md), the
# puzzles and the completions, built by "make tools" and for the tests.

EXTRA_DIST += tools/bot tools/completion_bash.awk tools/completion_fish.awk \
	tools/completion_zsh.awk tools/completions tools/debian-package tools/fresh-debian \
	tools/pictures tools/pictures.congo tools/reproducible

tool_programs = tools/endings_page tools/list_options tools/openings_page tools/puzzles tools/selfplay \
	tools/train tools/tune

tools_endings_page_SOURCES = tools/endings_page.c tools/endings_blocks.c tools/endings_blocks.h \
	tools/ending_survey.c tools/ending_survey.h tools/page.c tools/page.h tools/flags.c tools/flags.h
tools_endings_page_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)
tools_endings_page_LDADD = $(endings_libs)

tools_list_options_SOURCES = tools/list_options.c
tools_list_options_LDADD = $(config_libs)

tools_openings_page_SOURCES = tools/openings_page.c tools/page.c tools/page.h tools/flags.c tools/flags.h
tools_openings_page_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)
tools_openings_page_LDADD = $(rules_libs) -lm

tools_puzzles_SOURCES = tools/puzzles.c tools/puzzle_candidate.c tools/puzzle_candidate.h tools/puzzle_selection.c \
	tools/puzzle_selection.h tools/opening.c tools/opening.h tools/playout.c tools/playout.h $(tool_sources)
tools_puzzles_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)
tools_puzzles_LDADD = $(engine_libs)

tools_selfplay_SOURCES = tools/selfplay.c tools/opening.c tools/opening.h tools/playout.c \
	tools/playout.h tools/whole_game.c tools/whole_game.h $(tool_sources)
tools_selfplay_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)
tools_selfplay_LDFLAGS = $(CONGO_LDFLAGS) $(FAST_CFLAGS)
tools_selfplay_LDADD = $(engine_libs)

tools_train_SOURCES = tools/train.c $(tool_sources)
tools_train_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)
tools_train_CFLAGS = $(AM_CFLAGS) -O3
tools_train_LDFLAGS = $(CONGO_LDFLAGS) $(FAST_CFLAGS)
# Without the engine, which is not built while congo.nnue has other sizes than nnue.h.
tools_train_LDADD = $(rules_libs) -lm

# The engine is compiled again, with margins that vary.
tools_tune_SOURCES = tools/tune.c tools/opening.c tools/opening.h tools/playout.c tools/playout.h \
	$(src_engine_libengine_a_SOURCES) $(tool_sources)
tools_tune_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir) -DTUNED_MARGINS
tools_tune_CFLAGS = $(AM_CFLAGS) $(FAST_CFLAGS)
tools_tune_LDFLAGS = $(CONGO_LDFLAGS) $(FAST_CFLAGS)
tools_tune_LDADD = $(endings_libs) -lm
src/engine/tools_tune-nnue.$(OBJEXT): src/engine/nnue_data.h

tool_sources = tools/flags.c tools/flags.h tools/sample.c tools/sample.h tools/variants.c \
	tools/variants.h

EXTRA_PROGRAMS += $(tool_programs)
CLEANFILES += $(tool_programs)

tools: all
	@$(MAKE) $(AM_MAKEFLAGS) $(tool_programs)

# Regenerates the puzzles; takes some minutes. The result is the same as long as the engine and the tool
# are.
puzzle-set: tools
	nice tools/puzzles --output $(top_srcdir)/src/play/puzzles/puzzles.txt \
	  $(top_srcdir)/tests/data/forced-wins.txt

# Writes the figures of congo-endings(7) from the tables of up to four men in the build, and makes those of a
# board without a river beside them. ENDINGS names a folder with tables of up to five men, DRY one for those
# without a river, which "congo-engine endings build" makes of a variant with islands on the whole river.
ENDINGS = endings
DRY = endings-without-river
endings-page: tools
	tools/endings_page --tables '$(ENDINGS)' --dry '$(DRY)' '$(srcdir)/man/congo-endings.7'

# Writes the figures of congo-openings(7) from games of each variant, in the folder OPENINGS. Those that are not
# there are played first, which takes half an hour.
OPENINGS = openings
OPENINGS_GAMES = 20000
OPENINGS_OTHERS = 1000
OPENINGS_NODES = 300
openings-page: tools
	@$(MKDIR_P) '$(OPENINGS)'; seed=0; \
	for variant in $$(tools/list_options | sed -n 's/^congo|--variant|.*|must|\(.*\) @file.*/\1/p'); do \
	  seed=$$((seed + 1)); games=$(OPENINGS_OTHERS); file='$(OPENINGS)'/$$variant; \
	  test $$variant != congo || games=$(OPENINGS_GAMES); \
	  test -e "$$file" || { rm -f "$$file.part" && \
	    tools/selfplay --variant $$variant --games $$games --nodes $(OPENINGS_NODES) --seed $$seed \
	      --output "$$file.part" && mv "$$file.part" "$$file"; } || exit; \
	done; \
	tools/openings_page '$(srcdir)/man/congo-openings.7' '$(OPENINGS)'/*

# Static analysis of all C files. lint_flags includes every flag that any of them is compiled with.
lint_flags = $(DEFS) $(DEFAULT_INCLUDES) $(AM_CPPFLAGS) $(READLINE_CFLAGS) $(VTERM_CFLAGS) \
	-I$(top_srcdir) -I$(top_srcdir)/tests/board -I$(top_srcdir)/tests/config \
	-I$(top_srcdir)/tests/engine -I$(top_srcdir)/tests/play \
	-I$(top_srcdir)/tests/server -DFORCED_WINS='""' -DTUNED_MARGINS

# Paths that the analyser follows in a function. It spends ten times as long on clang's own limit,
# 225000, which tools/release-check sets.
TIDY_NODES = 20000

# One process for each file: with several, clang-tidy 14 reports every va_list as uninitialised.
# They read the headers that are made, too.
tidy cppcheck: src/board/pictures_data.h src/engine/nnue_data.h src/export/page_parts.h src/play/puzzles/puzzles_data.h

tidy:
	@printf '%s\n' $(SOURCES) | grep '\.c$$' | sort -u | \
	xargs -P "$$(getconf _NPROCESSORS_ONLN)" -I '{}' sh -c ' \
	  file=$$1; shift; \
	  said=$$(clang-tidy --quiet "$$file" -- "$$@" 2>&1) || { printf "%s\n" "$$said"; exit 1; }' \
	  tidy '$(srcdir)/{}' -std=c17 $(lint_flags) -Xclang -analyzer-config -Xclang max-nodes=$(TIDY_NODES)

# cppcheck reads no system headers, but has to know the lists of sys/queue.h.
cppcheck:
	@queue=$$(echo '#include <sys/queue.h>' | $(CC) -E -x c - | \
	  sed -n 's/^# 1 "\(.*queue\.h\)".*/\1/p'); \
	cppcheck --quiet -j "$$(getconf _NPROCESSORS_ONLN)" --std=c11 --include="$$queue" \
	  --enable=warning,performance,portability,style --error-exitcode=1 --inline-suppr \
	  --suppressions-list=$(srcdir)/tools/cppcheck.txt $(lint_flags) \
	  $(srcdir)/src $(srcdir)/tools $(srcdir)/bench $(srcdir)/tests

.PHONY: cppcheck endings-page openings-page puzzle-set tidy tools
