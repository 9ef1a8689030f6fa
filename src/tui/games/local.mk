src_tui_libtui_a_SOURCES += \
	src/tui/games/file_dialogs.c \
	src/tui/games/file_dialogs.h \
	src/tui/games/games_screen.c \
	src/tui/games/games_screen.h \
	src/tui/games/openings.c \
	src/tui/games/openings.h
