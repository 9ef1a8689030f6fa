src_server_libserver_a_SOURCES += \
	src/server/core/reply.c \
	src/server/core/reply.h \
	src/server/core/client.c \
	src/server/core/client.h \
	src/server/core/command.c \
	src/server/core/command.h \
	src/server/core/core.c \
	src/server/core/core.h \
	src/server/core/core_parts.h \
	src/server/core/game.c \
	src/server/core/game.h \
	src/server/core/game_sync.c \
	src/server/core/game_sync.h \
	src/server/core/list_feed.c \
	src/server/core/list_feed.h \
	src/server/core/pending.c \
	src/server/core/pending.h
