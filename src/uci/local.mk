noinst_LIBRARIES += src/uci/libuci.a
src_uci_libuci_a_CFLAGS = $(AM_CFLAGS) $(FAST_CFLAGS)

src_uci_libuci_a_SOURCES = \
	src/uci/bench.c \
	src/uci/bench.h \
	src/uci/endings_command.c \
	src/uci/endings_command.h \
	src/uci/perft_command.c \
	src/uci/perft_command.h \
	src/uci/progress_line.c \
	src/uci/progress_line.h \
	src/uci/uci.c \
	src/uci/uci.h \
	src/uci/uci_output.c \
	src/uci/uci_output.h \
	src/uci/wits_protocol.c \
	src/uci/wits_protocol.h

# The libraries that a user of this folder links, this one first.
uci_libs = src/uci/libuci.a src/config/libconfiguration.a src/net/libnet.a $(engine_libs) $(LIBUV_LIBS)
