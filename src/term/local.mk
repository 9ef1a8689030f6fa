noinst_LIBRARIES += src/term/libterm.a

src_term_libterm_a_SOURCES = \
	src/term/capability.c \
	src/term/capability.h \
	src/term/cells.c \
	src/term/cells.h \
	src/term/terminal.c \
	src/term/terminal.h \
	src/term/dialog.c \
	src/term/dialog.h \
	src/term/direct_color.c \
	src/term/direct_color.h \
	src/term/emulator.c \
	src/term/emulator.h \
	src/term/draw.c \
	src/term/draw.h \
	src/term/frame.c \
	src/term/frame.h \
	src/term/input.c \
	src/term/input.h \
	src/term/key.c \
	src/term/key.h \
	src/term/layer.c \
	src/term/layer.h \
	src/term/list.c \
	src/term/list.h \
	src/term/style.c \
	src/term/style.h \
	src/term/rect.h \
	src/term/text_field.c \
	src/term/text_field.h

# The libraries that a user of this folder links, this one first.
term_libs = src/term/libterm.a $(base_libs) $(NCURSESW_LIBS)
