noinst_LIBRARIES += src/cli/libcli.a

src_cli_libcli_a_CPPFLAGS = $(AM_CPPFLAGS) $(READLINE_CFLAGS)
src_cli_libcli_a_SOURCES = \
	src/cli/cli.c \
	src/cli/cli.h \
	src/cli/cli_loop.c \
	src/cli/cli_loop.h \
	src/cli/cli_game.c \
	src/cli/cli_game.h \
	src/cli/cli_network.c \
	src/cli/cli_network.h \
	src/cli/line_commands.c \
	src/cli/line_commands.h \
	src/cli/description.c \
	src/cli/description.h \
	src/cli/editor.c \
	src/cli/editor.h \
	src/cli/line_game.c \
	src/cli/line_game.h \
	src/cli/line_games.c \
	src/cli/line_games.h \
	src/cli/line_review.c \
	src/cli/line_review.h \
	src/cli/line_setup.c \
	src/cli/line_setup.h \
	src/cli/output.c \
	src/cli/output.h \
	src/cli/presenter.c \
	src/cli/presenter.h \
	src/cli/progress.c \
	src/cli/progress.h

# The libraries that a user of this folder links, this one first.
cli_libs = src/cli/libcli.a src/export/libexport.a src/review/libreview.a src/board/libboard.a $(collection_libs) $(READLINE_LIBS)
