src_cli_libcli_a_SOURCES += \
	src/cli/commands/fen_command.c \
	src/cli/commands/fen_command.h \
	src/cli/commands/file_command.c \
	src/cli/commands/file_command.h \
	src/cli/commands/find_command.c \
	src/cli/commands/find_command.h \
	src/cli/commands/review_command.c \
	src/cli/commands/review_command.h \
	src/cli/commands/tree_command.c \
	src/cli/commands/tree_command.h
