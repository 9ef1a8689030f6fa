src_tui_libtui_a_SOURCES += \
	src/tui/review/review_screen.c \
	src/tui/review/review_screen.h
