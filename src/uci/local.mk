noinst_LIBRARIES += src/uci/libuci.a

src_uci_libuci_a_SOURCES = \
	src/uci/perft_command.c \
	src/uci/perft_command.h \
	src/uci/perft_pool.c \
	src/uci/perft_pool.h

# What a program that uses this folder links, itself first.
uci_libs = src/uci/libuci.a src/config/libconfiguration.a $(engine_libs) $(LIBCONFIG_LIBS)
