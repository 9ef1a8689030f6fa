noinst_LIBRARIES += src/tui/libtui.a

src_tui_libtui_a_SOURCES = \
	src/tui/capability.c \
	src/tui/capability.h \
	src/tui/crash.c \
	src/tui/crash.h \
	src/tui/draw.c \
	src/tui/draw.h \
	src/tui/painter.h \
	src/tui/palette.c \
	src/tui/palette.h \
	src/tui/terminal.c \
	src/tui/terminal.h \
	src/tui/text.c \
	src/tui/text.h \
	src/tui/theme.c \
	src/tui/theme.h \
	src/tui/view.h

# What a program that uses this folder links, itself first.
tui_libs = src/tui/libtui.a $(play_libs) $(NCURSESW_LIBS)
