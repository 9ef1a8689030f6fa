noinst_LIBRARIES += src/net/libnet.a

src_net_libnet_a_SOURCES = \
	src/net/subnet.c \
	src/net/subnet.h \
	src/net/tls_client.c \
	src/net/tls_client.h \
	src/net/connection.c \
	src/net/connection.h \
	src/net/protocol.c \
	src/net/protocol.h \
	src/net/identity.c \
	src/net/identity.h \
	src/net/line.c \
	src/net/line.h \
	src/net/link.c \
	src/net/link.h \
	src/net/servers.c \
	src/net/servers.h

# The libraries that a user of this folder links, this one first.
net_libs = src/net/libnet.a $(rules_libs) $(OPENSSL_LIBS) $(LIBSODIUM_LIBS) $(LIBUV_LIBS)
