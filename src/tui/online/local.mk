src_tui_libtui_a_SOURCES += \
	src/tui/online/connect_dialog.c \
	src/tui/online/connect_dialog.h \
	src/tui/online/invite.c \
	src/tui/online/invite.h \
	src/tui/online/lobby_screen.c \
	src/tui/online/lobby_screen.h \
	src/tui/online/online_game.c \
	src/tui/online/online_game.h \
	src/tui/online/own_server.c \
	src/tui/online/own_server.h \
	src/tui/online/waiting.c \
	src/tui/online/waiting.h
