src_play_libplay_a_SOURCES += \
	src/play/puzzles/mistake.c \
	src/play/puzzles/mistake.h \
	src/play/puzzles/mistake_list.c \
	src/play/puzzles/mistake_list.h \
	src/play/puzzles/progress.c \
	src/play/puzzles/progress.h \
	src/play/puzzles/puzzle.c \
	src/play/puzzles/puzzle.h \
	src/play/puzzles/puzzle_progress.c \
	src/play/puzzles/puzzle_progress.h \
	src/play/puzzles/puzzle_session.h \
	src/play/puzzles/puzzle_set.c \
	src/play/puzzles/puzzle_set.h \
	src/play/puzzles/training.c \
	src/play/puzzles/training.h \
	src/play/puzzles/training_find.c \
	src/play/puzzles/training_find.h \
	src/play/puzzles/training_progress.c \
	src/play/puzzles/training_progress.h \
	src/play/puzzles/training_request.c \
	src/play/puzzles/training_request.h \
	src/play/puzzles/training_words.c \
	src/play/puzzles/training_words.h
