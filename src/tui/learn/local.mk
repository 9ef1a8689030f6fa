src_tui_libtui_a_SOURCES += \
	src/tui/learn/exercise.c \
	src/tui/learn/exercise.h \
	src/tui/learn/mistake_screen.c \
	src/tui/learn/mistake_screen.h \
	src/tui/learn/puzzle_screen.c \
	src/tui/learn/puzzle_screen.h \
	src/tui/learn/tour.c \
	src/tui/learn/tour.h \
	src/tui/learn/training_screen.c \
	src/tui/learn/training_screen.h
