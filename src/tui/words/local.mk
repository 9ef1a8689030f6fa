src_tui_libtui_a_SOURCES += \
	src/tui/words/narration.c \
	src/tui/words/narration.h
