noinst_LIBRARIES += src/server/libserver.a

src_server_libserver_a_SOURCES = \
	src/server/changes.c \
	src/server/client.c \
	src/server/command.c \
	src/server/core.c \
	src/server/core.h \
	src/server/describe.c \
	src/server/game.c \
	src/server/game.h \
	src/server/games.c \
	src/server/limits.c \
	src/server/limits.h \
	src/server/outbox.c \
	src/server/outbox.h \
	src/server/parts.h \
	src/server/picture.c \
	src/server/picture.h \
	src/server/play.c \
	src/server/queries.c \
	src/server/replay.c \
	src/server/replay.h \
	src/server/seats.c \
	src/server/store.c \
	src/server/store.h \
	src/server/stream.c \
	src/server/timers.c \
	src/server/timers.h \
	src/server/watches.c

# What a program that uses this folder links, itself first.
server_libs = src/server/libserver.a $(config_libs) $(net_libs) $(LIBUV_LIBS)
