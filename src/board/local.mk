noinst_LIBRARIES += src/board/libboard.a

src_board_libboard_a_SOURCES = \
	src/board/panels.c \
	src/board/panels.h \
	src/board/squares.c \
	src/board/squares.h \
	src/board/layout.c \
	src/board/layout.h \
	src/board/lost_pieces.c \
	src/board/lost_pieces.h \
	src/board/painter.c \
	src/board/painter.h \
	src/board/pictures.c \
	src/board/pictures.h \
	src/board/pieces.c \
	src/board/pieces.h \
	src/board/player_card.c \
	src/board/player_card.h \
	src/board/setup_panel.c \
	src/board/setup_panel.h \
	src/board/theme.c \
	src/board/theme.h \
	src/board/view.h

# The pictures of the pieces, as tables of C.
pictures = letters.txt silhouettes.txt
EXTRA_DIST += src/board/pictures.awk src/board/letters.txt src/board/silhouettes.txt
src/board/pictures_data.h: src/board/pictures.awk src/board/letters.txt \
	src/board/silhouettes.txt
	$(AM_V_GEN)mkdir -p src/board && { echo '/* Made from $(pictures). */' && \
	  (cd $(srcdir)/src/board && $(AWK) -f pictures.awk $(pictures)); } > $@.new && mv $@.new $@
CLEANFILES += src/board/pictures_data.h
src/board/pictures.$(OBJEXT): src/board/pictures_data.h

# The libraries that a user of this folder links, this one first.
board_libs = src/board/libboard.a $(term_libs) $(rules_libs)
