noinst_LIBRARIES += src/cli/libcli.a

src_cli_libcli_a_CPPFLAGS = $(AM_CPPFLAGS) $(READLINE_CFLAGS)
src_cli_libcli_a_SOURCES = \
	src/cli/cli.c \
	src/cli/cli.h \
	src/cli/cli_state.h \
	src/cli/command.c \
	src/cli/command.h \
	src/cli/completion.c \
	src/cli/completion.h \
	src/cli/editor.c \
	src/cli/editor.h \
	src/cli/fen_command.c \
	src/cli/fen_command.h \
	src/cli/file_check.c \
	src/cli/file_command.c \
	src/cli/file_command.h \
	src/cli/file_convert.c \
	src/cli/file_games.c \
	src/cli/file_games.h \
	src/cli/file_merge.c \
	src/cli/game.c \
	src/cli/line_ask.c \
	src/cli/line_commands.c \
	src/cli/line_commands.h \
	src/cli/line_game.c \
	src/cli/line_move.c \
	src/cli/line_network.c \
	src/cli/line_puzzle.c \
	src/cli/line_show.c \
	src/cli/line_think.c \
	src/cli/lines.c \
	src/cli/lines.h \
	src/cli/loop.c \
	src/cli/move_words.c \
	src/cli/move_words.h \
	src/cli/oddity.c \
	src/cli/oddity.h \
	src/cli/output.c \
	src/cli/output.h \
	src/cli/plain_voice.c \
	src/cli/remote.c \
	src/cli/remote.h \
	src/cli/resume.c \
	src/cli/steps.c \
	src/cli/steps.h \
	src/cli/transition.c \
	src/cli/transition.h \
	src/cli/voice.c \
	src/cli/voice.h \
	src/cli/words.c \
	src/cli/words.h

# What a program that uses this folder links, itself first.
cli_libs = src/cli/libcli.a $(play_libs) $(READLINE_LIBS)
