noinst_LIBRARIES += src/net/libnet.a

src_net_libnet_a_SOURCES = \
	src/net/link.c \
	src/net/link.h \
	src/net/link_follow.c \
	src/net/link_parts.h \
	src/net/link_queue.c \
	src/net/connection.c \
	src/net/connection.h \
	src/net/errorword.c \
	src/net/errorword.h \
	src/net/fields.h \
	src/net/form.c \
	src/net/form.h \
	src/net/identity.c \
	src/net/identity.h \
	src/net/line.c \
	src/net/line.h \
	src/net/message.c \
	src/net/message.h \
	src/net/place.c \
	src/net/place.h \
	src/net/request.c \
	src/net/request.h \
	src/net/resolver.c \
	src/net/resolver.h \
	src/net/text.c \
	src/net/text.h \
	src/net/value.c \
	src/net/value.h \
	src/net/value_number.c \
	src/net/value_text.c \
	src/net/value_type.h \
	src/net/value_word.c \
	src/net/verb.c \
	src/net/verb.h

# What a program that uses this folder links, itself first.
net_libs = src/net/libnet.a $(rules_libs) $(LIBSODIUM_LIBS) $(LIBUV_LIBS)
