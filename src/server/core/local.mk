src_server_libserver_a_SOURCES += \
	src/server/core/address.c \
	src/server/core/address.h \
	src/server/core/client.c \
	src/server/core/client_input.c \
	src/server/core/command.c \
	src/server/core/command_create.c \
	src/server/core/command_play.c \
	src/server/core/command_play.h \
	src/server/core/command_seat.c \
	src/server/core/core.c \
	src/server/core/core.h \
	src/server/core/core_parts.h \
	src/server/core/game_cache.c \
	src/server/core/game_state.c \
	src/server/core/game_state.h \
	src/server/core/output_buffer.c \
	src/server/core/output_buffer.h \
	src/server/core/pending.c \
	src/server/core/reply.c \
	src/server/core/scheduler.c \
	src/server/core/stream.c \
	src/server/core/subscriber.c \
	src/server/core/timers.c \
	src/server/core/timers.h
