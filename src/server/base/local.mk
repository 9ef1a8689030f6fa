src_server_libserver_a_SOURCES += \
	src/server/base/address.c \
	src/server/base/address.h \
	src/server/base/event_log.c \
	src/server/base/event_log.h \
	src/server/core/client.c \
	src/server/core/client.h \
	src/server/base/proxy_header.c \
	src/server/base/proxy_header.h \
	src/server/base/service_clock.c \
	src/server/base/service_clock.h \
	src/server/base/timers.c \
	src/server/base/timers.h \
	src/server/base/token_bucket.c \
	src/server/base/token_bucket.h
