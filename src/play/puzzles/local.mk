src_play_libplay_a_SOURCES += \
	src/play/puzzles/puzzle.c \
	src/play/puzzles/puzzle.h \
	src/play/puzzles/puzzle_progress.c \
	src/play/puzzles/puzzle_progress.h \
	src/play/puzzles/puzzle_session.h \
	src/play/puzzles/puzzle_set.c \
	src/play/puzzles/puzzle_set.h
