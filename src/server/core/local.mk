src_server_libserver_a_SOURCES += \
	src/server/core/messages.c \
	src/server/core/messages.h \
	src/server/core/administration.c \
	src/server/core/administration.h \
	src/server/core/client.c \
	src/server/core/client.h \
	src/server/core/commands.c \
	src/server/core/commands.h \
	src/server/core/core.c \
	src/server/core/core.h \
	src/server/core/core_parts.h \
	src/server/core/game.c \
	src/server/core/game.h \
	src/server/core/lists.c \
	src/server/core/lists.h \
	src/server/core/outage.c \
	src/server/core/outage.h \
	src/server/core/restrictions.c \
	src/server/core/restrictions.h \
	src/server/core/pending.c \
	src/server/core/pending.h
