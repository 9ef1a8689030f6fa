src_tui_libtui_a_SOURCES += \
	src/tui/setup/setup_screen.c \
	src/tui/setup/setup_screen.h
