src_tui_libtui_a_SOURCES += \
	src/tui/setup/new_game.c \
	src/tui/setup/new_game.h \
	src/tui/setup/setup_screen.c \
	src/tui/setup/setup_screen.h
