src_tui_libtui_a_SOURCES += \
	src/tui/ending_list.c \
	src/tui/ending_list.h \
	src/tui/selection.c \
	src/tui/selection.h
