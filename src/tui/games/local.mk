src_tui_libtui_a_SOURCES += \
	src/tui/games/games_actions.c \
	src/tui/games/games_actions.h \
	src/tui/games/games_draw.c \
	src/tui/games/games_draw.h \
	src/tui/games/games_reader.c \
	src/tui/games/games_reader.h \
	src/tui/games/games_results.c \
	src/tui/games/games_results.h \
	src/tui/games/games_screen.c \
	src/tui/games/games_screen.h \
	src/tui/games/openings.c \
	src/tui/games/openings.h
