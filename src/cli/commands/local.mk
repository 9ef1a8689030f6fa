src_cli_libcli_a_SOURCES += \
	src/cli/commands/fen_command.c \
	src/cli/commands/fen_command.h \
	src/cli/commands/file_command.c \
	src/cli/commands/file_command.h \
	src/cli/commands/file_convert.c \
	src/cli/commands/file_convert.h \
	src/cli/commands/game_source.c \
	src/cli/commands/game_source.h \
	src/cli/commands/implausible.c \
	src/cli/commands/implausible.h \
	src/cli/commands/review_command.c \
	src/cli/commands/review_command.h \
	src/cli/commands/tree_command.c \
	src/cli/commands/tree_command.h
