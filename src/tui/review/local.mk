src_tui_libtui_a_SOURCES += \
	src/tui/review/candidate_list.c \
	src/tui/review/candidate_list.h \
	src/tui/review/ending_list.c \
	src/tui/review/ending_list.h \
	src/tui/review/review_screen.c \
	src/tui/review/review_screen.h
