noinst_LIBRARIES += src/server/libserver.a

src_server_libserver_a_SOURCES = \
	src/server/admin.c \
	src/server/admin.h \
	src/server/changes.c \
	src/server/client.c \
	src/server/command.c \
	src/server/connection.c \
	src/server/core.c \
	src/server/core.h \
	src/server/create.c \
	src/server/database.c \
	src/server/database.h \
	src/server/database_ask.c \
	src/server/database_change.c \
	src/server/database_open.c \
	src/server/database_sql.c \
	src/server/describe.c \
	src/server/ending.c \
	src/server/game.c \
	src/server/game.h \
	src/server/games.c \
	src/server/goodbye.c \
	src/server/input.c \
	src/server/limits.c \
	src/server/limits.h \
	src/server/listen.c \
	src/server/listen.h \
	src/server/log.c \
	src/server/log.h \
	src/server/loop.c \
	src/server/loop.h \
	src/server/loop_parts.h \
	src/server/metrics.c \
	src/server/metrics.h \
	src/server/notify.c \
	src/server/notify.h \
	src/server/outbox.c \
	src/server/outbox.h \
	src/server/pace.c \
	src/server/parts.h \
	src/server/play.c \
	src/server/play_parts.h \
	src/server/queries.c \
	src/server/replay.c \
	src/server/replay.h \
	src/server/rounds.c \
	src/server/seats.c \
	src/server/store.c \
	src/server/store.h \
	src/server/store_sqlite.c \
	src/server/store_sqlite.h \
	src/server/stream.c \
	src/server/timers.c \
	src/server/timers.h \
	src/server/watches.c \
	src/server/work.c \
	src/server/work.h \
	src/server/work_backup.c \
	src/server/work_check.c

# What a program that uses this folder links, itself first.
server_libs = src/server/libserver.a $(config_libs) $(net_libs) $(SQLITE_LIBS) $(LIBUV_LIBS)
