src_play_libplay_a_SOURCES += \
	src/play/online/lobby.c \
	src/play/online/lobby.h \
	src/play/online/lobby_game.c \
	src/play/online/lobby_game.h \
	src/play/online/network.c \
	src/play/online/network.h \
	src/play/online/network_internal.h \
	src/play/online/network_open.c \
	src/play/online/network_open.h \
	src/play/online/network_options.c \
	src/play/online/network_options.h \
	src/play/online/seats.c \
	src/play/online/seats.h \
	src/play/online/servers.c \
	src/play/online/servers.h \
	src/play/online/waiting_games.c \
	src/play/online/waiting_games.h
