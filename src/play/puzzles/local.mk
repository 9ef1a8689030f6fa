src_play_libplay_a_SOURCES += \
	src/play/puzzles/game_review.c \
	src/play/puzzles/game_review.h \
	src/play/puzzles/mistake.c \
	src/play/puzzles/mistake.h \
	src/play/puzzles/progress.c \
	src/play/puzzles/progress.h \
	src/play/puzzles/puzzle.c \
	src/play/puzzles/puzzle.h \
	src/play/puzzles/task_setup.c \
	src/play/puzzles/task_setup.h \
	src/play/puzzles/training.c \
	src/play/puzzles/training.h

# The puzzles, as lines of C.
EXTRA_DIST += src/play/puzzles/puzzles.txt
src/play/puzzles/puzzles_data.h: src/play/puzzles/puzzles.txt
	$(AM_V_GEN)mkdir -p src/play/puzzles && { echo '/* Made from puzzles.txt. */' && \
	  sed '/^#/d; s/\([^ ]*\) \([^ ]*\) \([^ ]*\) \(.*\)/{"\1", "\2", \3, \4},/' $(srcdir)/src/play/puzzles/puzzles.txt; \
	} > $@.new && mv $@.new $@
CLEANFILES += src/play/puzzles/puzzles_data.h
src/play/puzzles/puzzle.$(OBJEXT): src/play/puzzles/puzzles_data.h
