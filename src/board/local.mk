noinst_LIBRARIES += src/board/libboard.a

src_board_libboard_a_SOURCES = \
	src/board/candidate_panel.c \
	src/board/candidate_panel.h \
	src/board/glyphs.c \
	src/board/glyphs.h \
	src/board/ground.c \
	src/board/ground.h \
	src/board/hint_panel.c \
	src/board/hint_panel.h \
	src/board/layout.c \
	src/board/layout.h \
	src/board/lesson_panel.c \
	src/board/lesson_panel.h \
	src/board/marks.c \
	src/board/marks.h \
	src/board/move_list.c \
	src/board/move_list.h \
	src/board/painter.c \
	src/board/painter.h \
	src/board/panels.c \
	src/board/panels.h \
	src/board/pieces.c \
	src/board/pieces.h \
	src/board/player_card.c \
	src/board/player_card.h \
	src/board/score_panel.c \
	src/board/score_panel.h \
	src/board/silhouettes.c \
	src/board/silhouettes.h \
	src/board/small_letters.c \
	src/board/small_letters.h \
	src/board/squares.c \
	src/board/squares.h \
	src/board/status_panel.c \
	src/board/status_panel.h \
	src/board/talk_panel.c \
	src/board/talk_panel.h \
	src/board/theme.c \
	src/board/theme.h \
	src/board/thinking_panel.c \
	src/board/thinking_panel.h \
	src/board/tile.c \
	src/board/tile.h \
	src/board/view.h \
	src/board/way.c \
	src/board/way.h

# The libraries that a user of this folder links, this one first.
board_libs = src/board/libboard.a $(term_libs) $(rules_libs)
