noinst_LIBRARIES += src/tui/libtui.a

src_tui_libtui_a_SOURCES = \
	src/tui/action.c \
	src/tui/action.h \
	src/tui/animation.c \
	src/tui/animation.h \
	src/tui/app.c \
	src/tui/app.h \
	src/tui/app_game.c \
	src/tui/app_game.h \
	src/tui/app_loop.c \
	src/tui/app_loop.h \
	src/tui/app_screen.c \
	src/tui/app_screen.h \
	src/tui/attack_marks.c \
	src/tui/attack_marks.h \
	src/tui/browse.c \
	src/tui/browse.h \
	src/tui/choices.c \
	src/tui/choices.h \
	src/tui/command_line.c \
	src/tui/command_line.h \
	src/tui/dialogs.c \
	src/tui/dialogs.h \
	src/tui/feature.c \
	src/tui/feature.h \
	src/tui/features.c \
	src/tui/game_form.c \
	src/tui/game_form.h \
	src/tui/help.c \
	src/tui/help.h \
	src/tui/move_entry.c \
	src/tui/move_entry.h \
	src/tui/narration.c \
	src/tui/narration.h \
	src/tui/pointer.c \
	src/tui/pointer.h \
	src/tui/premove.c \
	src/tui/premove.h \
	src/tui/selection.c \
	src/tui/selection.h \
	src/tui/shell.c \
	src/tui/shell.h \
	src/tui/status.c \
	src/tui/status.h

# The libraries that a user of this folder links, this one first.
tui_libs = src/tui/libtui.a src/export/libexport.a $(board_libs) $(collection_libs) $(NCURSESW_LIBS)
