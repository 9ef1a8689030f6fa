noinst_LIBRARIES += src/tui/libtui.a

src_tui_libtui_a_SOURCES = \
	src/tui/action.c \
	src/tui/action.h \
	src/tui/animation.c \
	src/tui/animation.h \
	src/tui/app.c \
	src/tui/app.h \
	src/tui/app_loop.c \
	src/tui/app_loop.h \
	src/tui/browse.c \
	src/tui/browse.h \
	src/tui/choices.c \
	src/tui/choices.h \
	src/tui/command_line.c \
	src/tui/command_line.h \
	src/tui/dialogs.c \
	src/tui/dialogs.h \
	src/tui/ending_list.c \
	src/tui/ending_list.h \
	src/tui/file_dialogs.c \
	src/tui/file_dialogs.h \
	src/tui/game_form.c \
	src/tui/game_form.h \
	src/tui/game_listing.c \
	src/tui/game_listing.h \
	src/tui/help.c \
	src/tui/help.h \
	src/tui/help_pages.c \
	src/tui/help_pages.h \
	src/tui/hints.c \
	src/tui/hints.h \
	src/tui/keymap.c \
	src/tui/keymap.h \
	src/tui/level_name.c \
	src/tui/level_name.h \
	src/tui/move_entry.c \
	src/tui/move_entry.h \
	src/tui/new_game.c \
	src/tui/new_game.h \
	src/tui/selection.c \
	src/tui/selection.h \
	src/tui/status.c \
	src/tui/status.h \
	src/tui/view_fill.c \
	src/tui/view_fill.h

# The libraries that a user of this folder links, this one first.
tui_libs = src/tui/libtui.a src/export/libexport.a $(board_libs) $(collection_libs) $(NCURSESW_LIBS)
