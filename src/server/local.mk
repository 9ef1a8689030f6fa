noinst_LIBRARIES += src/server/libserver.a

src_server_libserver_a_SOURCES = \
	src/server/replay.c \
	src/server/replay.h \
	src/server/store.c \
	src/server/store.h

# What a program that uses this folder links, itself first.
server_libs = src/server/libserver.a $(config_libs) $(LIBUV_LIBS)
