noinst_LIBRARIES += src/uci/libuci.a

src_uci_libuci_a_SOURCES = \
	src/uci/bench.c \
	src/uci/bench.h \
	src/uci/endings_command.c \
	src/uci/endings_command.h \
	src/uci/perft_command.c \
	src/uci/perft_command.h \
	src/uci/perft_divide.c \
	src/uci/perft_divide.h \
	src/uci/progress_line.c \
	src/uci/progress_line.h \
	src/uci/uci.c \
	src/uci/uci.h \
	src/uci/uci_client.c \
	src/uci/uci_client.h \
	src/uci/uci_endings.c \
	src/uci/uci_endings.h \
	src/uci/uci_endings_list.c \
	src/uci/uci_endings_list.h \
	src/uci/uci_go.c \
	src/uci/uci_go.h \
	src/uci/uci_input.c \
	src/uci/uci_input.h \
	src/uci/uci_job.c \
	src/uci/uci_job.h \
	src/uci/uci_options.c \
	src/uci/uci_options.h \
	src/uci/uci_output.c \
	src/uci/uci_output.h \
	src/uci/uci_position.c \
	src/uci/uci_position.h \
	src/uci/wits_protocol.c \
	src/uci/wits_protocol.h

# The libraries that a user of this folder links, this one first.
uci_libs = src/uci/libuci.a src/config/libconfiguration.a $(engine_libs) $(LIBCONFIG_LIBS)
