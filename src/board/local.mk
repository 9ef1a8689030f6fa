noinst_LIBRARIES += src/board/libboard.a

src_board_libboard_a_SOURCES = \
	src/board/panels.c \
	src/board/panels.h \
	src/board/glyphs.c \
	src/board/glyphs.h \
	src/board/squares.c \
	src/board/squares.h \
	src/board/layout.c \
	src/board/layout.h \
	src/board/painter.c \
	src/board/painter.h \
	src/board/pieces.c \
	src/board/pieces.h \
	src/board/player_card.c \
	src/board/player_card.h \
	src/board/silhouettes.c \
	src/board/silhouettes.h \
	src/board/small_letters.c \
	src/board/small_letters.h \
	src/board/theme.c \
	src/board/theme.h \
	src/board/view.h

# The libraries that a user of this folder links, this one first.
board_libs = src/board/libboard.a $(term_libs) $(rules_libs)
