noinst_LIBRARIES += src/play/libplay.a

src_play_libplay_a_SOURCES = \
	src/play/autosave.c \
	src/play/autosave.h \
	src/play/capture.c \
	src/play/capture.h \
	src/play/clock.c \
	src/play/clock.h \
	src/play/ending.c \
	src/play/history.c \
	src/play/left_over.c \
	src/play/left_over.h \
	src/play/life.c \
	src/play/lobby.c \
	src/play/lobby.h \
	src/play/network.c \
	src/play/network.h \
	src/play/network_game.c \
	src/play/network_open.c \
	src/play/network_parts.h \
	src/play/network_play.c \
	src/play/network_wish.c \
	src/play/player.c \
	src/play/puzzle.c \
	src/play/puzzle.h \
	src/play/puzzle_game.c \
	src/play/puzzle_game.h \
	src/play/puzzle_progress.c \
	src/play/puzzle_progress.h \
	src/play/puzzle_set.c \
	src/play/puzzle_set.h \
	src/play/resume.c \
	src/play/saver.c \
	src/play/saver.h \
	src/play/searcher.c \
	src/play/searcher.h \
	src/play/seats.c \
	src/play/seats.h \
	src/play/sentence.c \
	src/play/sentence.h \
	src/play/session.c \
	src/play/session.h \
	src/play/session_parts.h \
	src/play/setup.c \
	src/play/storage.c \
	src/play/storage.h \
	src/play/storage_games.c \
	src/play/thinking.c \
	src/play/turn.c \
	src/play/variation.c \
	src/play/variation.h

# What a program that uses this folder links, itself first.
play_libs = src/play/libplay.a src/config/libconfiguration.a $(engine_libs) src/net/libnet.a $(rules_libs) $(LIBSODIUM_LIBS) $(LIBCONFIG_LIBS) $(LIBUV_LIBS)
