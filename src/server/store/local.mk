if HAVE_SERVER
server_archive = src/server/libserver.a
noinst_LIBRARIES += $(server_archive)
endif

# What a program that uses the server links, itself first.
server_libs = $(server_archive) $(config_libs) $(net_libs) $(SQLITE_LIBS) $(LIBPQ_LIBS) $(OPENSSL_LIBS) $(LIBUV_LIBS)

src_server_libserver_a_SOURCES = \
	src/server/store/store.c \
	src/server/store/store.h \
	src/server/store/store_open.c \
	src/server/store/store_open.h \
	src/server/store/store_sqlite.c \
	src/server/store/store_sqlite.h \
	src/server/store/game_load.c \
	src/server/store/game_load.h \
	src/server/store/game_replay.c \
	src/server/store/game_replay.h \
	src/server/store/maintenance.c \
	src/server/store/maintenance.h \
	src/server/store/wal.c \
	src/server/store/wal.h
if HAVE_LIBPQ
src_server_libserver_a_SOURCES += \
	src/server/store/postgres_batch.c \
	src/server/store/postgres_batch.h \
	src/server/store/postgres_changes.c \
	src/server/store/postgres_changes.h \
	src/server/store/postgres_connection.c \
	src/server/store/postgres_connection.h \
	src/server/store/postgres_rows.c \
	src/server/store/postgres_rows.h \
	src/server/store/postgres_statement.c \
	src/server/store/postgres_statement.h \
	src/server/store/postgres_store.c \
	src/server/store/postgres_store.h \
	src/server/store/store_postgres.c \
	src/server/store/store_postgres.h
endif
