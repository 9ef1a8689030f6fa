noinst_LIBRARIES += src/rules/librules.a
src_rules_librules_a_CFLAGS = $(AM_CFLAGS) $(FAST_CFLAGS)

src_rules_librules_a_SOURCES = \
	src/rules/apply.h \
	src/rules/bitboard.h \
	src/rules/coordinate.c \
	src/rules/coordinate.h \
	src/rules/notation.c \
	src/rules/notation.h \
	src/rules/fen.c \
	src/rules/fen.h \
	src/rules/generate.h \
	src/rules/move.c \
	src/rules/move.h \
	src/rules/movegen.c \
	src/rules/movegen.h \
	src/rules/outcome.c \
	src/rules/outcome.h \
	src/rules/perft.c \
	src/rules/perft.h \
	src/rules/piece.c \
	src/rules/piece.h \
	src/rules/player_names.c \
	src/rules/player_names.h \
	src/rules/position.c \
	src/rules/position.h \
	src/rules/position_editor.c \
	src/rules/position_editor.h \
	src/rules/record.c \
	src/rules/record.h \
	src/rules/comment.c \
	src/rules/comment.h \
	src/rules/square.c \
	src/rules/square.h \
	src/rules/tables.c \
	src/rules/tables.h \
	src/rules/variant.c \
	src/rules/variant.h

# The libraries that a user of this folder links, this one first.
rules_libs = src/rules/librules.a $(base_libs)
