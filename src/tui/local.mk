noinst_LIBRARIES += src/tui/libtui.a

src_tui_libtui_a_SOURCES = \
	src/tui/actions.c \
	src/tui/animation.c \
	src/tui/animation.h \
	src/tui/app.c \
	src/tui/app.h \
	src/tui/app_game.c \
	src/tui/app_loop.c \
	src/tui/app_state.h \
	src/tui/board.c \
	src/tui/board.h \
	src/tui/browse.c \
	src/tui/browse.h \
	src/tui/capability.c \
	src/tui/capability.h \
	src/tui/command.c \
	src/tui/command.h \
	src/tui/crash.c \
	src/tui/crash.h \
	src/tui/dialog.c \
	src/tui/dialog.h \
	src/tui/dialog_draw.c \
	src/tui/dialog_input.c \
	src/tui/dialog_items.h \
	src/tui/dialogs.c \
	src/tui/dialogs.h \
	src/tui/draw.c \
	src/tui/draw.h \
	src/tui/file_dialogs.c \
	src/tui/folder.c \
	src/tui/folder.h \
	src/tui/help.c \
	src/tui/help.h \
	src/tui/help_pages.c \
	src/tui/help_pages.h \
	src/tui/input.c \
	src/tui/input.h \
	src/tui/key.c \
	src/tui/key.h \
	src/tui/keys.c \
	src/tui/keys.h \
	src/tui/layer.c \
	src/tui/layer.h \
	src/tui/moves.c \
	src/tui/moves.h \
	src/tui/new_game.c \
	src/tui/painter.h \
	src/tui/palette.c \
	src/tui/palette.h \
	src/tui/resume.c \
	src/tui/status.c \
	src/tui/status.h \
	src/tui/terminal.c \
	src/tui/terminal.h \
	src/tui/text.c \
	src/tui/text.h \
	src/tui/text_field.c \
	src/tui/text_field.h \
	src/tui/theme.c \
	src/tui/theme.h \
	src/tui/view.h \
	src/tui/view_fill.c \
	src/tui/view_fill.h

# What a program that uses this folder links, itself first.
tui_libs = src/tui/libtui.a $(play_libs) $(NCURSESW_LIBS)
