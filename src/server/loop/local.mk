src_server_libserver_a_SOURCES += \
	src/server/loop/admin.c \
	src/server/loop/admin_verbs.c \
	src/server/loop/admin_verbs.h \
	src/server/loop/admin.h \
	src/server/loop/connections.c \
	src/server/loop/connections.h \
	src/server/loop/handshaker.c \
	src/server/loop/handshaker.h \
	src/server/loop/loop.c \
	src/server/loop/loop.h \
	src/server/loop/loop_parts.h \
	src/server/loop/proxied.c \
	src/server/loop/proxied.h \
	src/server/loop/restrictions_file.c \
	src/server/loop/restrictions_file.h \
	src/server/loop/tls.c \
	src/server/loop/tls.h
