src_play_libplay_a_SOURCES += \
	src/play/puzzles/mistake.c \
	src/play/puzzles/mistake.h \
	src/play/puzzles/progress.c \
	src/play/puzzles/progress.h \
	src/play/puzzles/puzzle.c \
	src/play/puzzles/puzzle.h \
	src/play/puzzles/puzzle_set.c \
	src/play/puzzles/puzzle_set.h \
	src/play/puzzles/training.c \
	src/play/puzzles/training.h
