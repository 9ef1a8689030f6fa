noinst_LIBRARIES += src/cli/libcli.a

src_cli_libcli_a_SOURCES = \
	src/cli/command.c \
	src/cli/command.h \
	src/cli/fen_command.c \
	src/cli/fen_command.h \
	src/cli/file_check.c \
	src/cli/file_command.c \
	src/cli/file_command.h \
	src/cli/file_convert.c \
	src/cli/file_games.c \
	src/cli/file_games.h \
	src/cli/file_merge.c \
	src/cli/oddity.c \
	src/cli/oddity.h \
	src/cli/words.c \
	src/cli/words.h

# What a program that uses this folder links, itself first.
cli_libs = src/cli/libcli.a $(play_libs)
