src_tui_libtui_a_SOURCES += \
	src/tui/words/about.c \
	src/tui/words/about.h \
	src/tui/words/narration.c \
	src/tui/words/narration.h \
	src/tui/words/wording.c \
	src/tui/words/wording.h
