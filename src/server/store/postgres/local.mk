if HAVE_LIBPQ
src_server_libserver_a_SOURCES += \
	src/server/store/postgres/postgres_batch.c \
	src/server/store/postgres/postgres_batch.h \
	src/server/store/postgres/postgres_changes.c \
	src/server/store/postgres/postgres_changes.h \
	src/server/store/postgres/store_postgres.c \
	src/server/store/postgres/store_postgres.h \
	src/server/store/postgres/postgres_connection.c \
	src/server/store/postgres/postgres_connection.h \
	src/server/store/postgres/postgres_rows.c \
	src/server/store/postgres/postgres_rows.h \
	src/server/store/postgres/postgres_statement.c \
	src/server/store/postgres/postgres_statement.h \
	src/server/store/postgres/postgres_store.c \
	src/server/store/postgres/postgres_store.h
endif
