src_tui_libtui_a_SOURCES += \
	src/tui/online/connect_dialog.c \
	src/tui/online/connect_dialog.h \
	src/tui/online/invite.c \
	src/tui/online/invite.h \
	src/tui/online/lobby_dialogs.c \
	src/tui/online/lobby_dialogs.h \
	src/tui/online/lobby_draw.c \
	src/tui/online/lobby_draw.h \
	src/tui/online/lobby_screen.c \
	src/tui/online/lobby_screen.h \
	src/tui/online/online_game.c \
	src/tui/online/online_game.h \
	src/tui/online/own_server.c \
	src/tui/online/own_server.h \
	src/tui/online/play_somebody.c \
	src/tui/online/play_somebody.h \
	src/tui/online/talk.c \
	src/tui/online/talk.h
