noinst_LIBRARIES += src/net/libnet.a

src_net_libnet_a_SOURCES = \
	src/net/certificate.c \
	src/net/certificate.h \
	src/net/connection.c \
	src/net/connection.h \
	src/net/protocol.c \
	src/net/protocol.h \
	src/net/field_type.c \
	src/net/field_type.h \
	src/net/identity.c \
	src/net/identity.h \
	src/net/line.c \
	src/net/line.h \
	src/net/line_format.c \
	src/net/line_format.h \
	src/net/link.c \
	src/net/link.h \
	src/net/link_state.h \
	src/net/message.c \
	src/net/message.h \
	src/net/protocol_error.c \
	src/net/protocol_error.h \
	src/net/request.c \
	src/net/request.h \
	src/net/resolver.c \
	src/net/resolver.h \
	src/net/server_address.c \
	src/net/server_address.h \
	src/net/servers.c \
	src/net/servers.h \
	src/net/subscriptions.c \
	src/net/subscriptions.h \
	src/net/tls_client.c \
	src/net/tls_client.h \
	src/net/verb.c \
	src/net/verb.h

# The libraries that a user of this folder links, this one first.
net_libs = src/net/libnet.a $(rules_libs) $(OPENSSL_LIBS) $(LIBSODIUM_LIBS) $(LIBUV_LIBS)
