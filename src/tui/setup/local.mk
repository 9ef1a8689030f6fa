src_tui_libtui_a_SOURCES += \
	src/tui/setup/setup_actions.c \
	src/tui/setup/setup_actions.h \
	src/tui/setup/setup_dialogs.c \
	src/tui/setup/setup_dialogs.h \
	src/tui/setup/setup_mouse.c \
	src/tui/setup/setup_mouse.h \
	src/tui/setup/setup_screen.c \
	src/tui/setup/setup_screen.h \
	src/tui/setup/setup_state.h \
	src/tui/setup/setup_view.c \
	src/tui/setup/setup_view.h
