noinst_LIBRARIES += src/engine/libengine.a
src_engine_libengine_a_CFLAGS = $(AM_CFLAGS) $(FAST_CFLAGS)

src_engine_libengine_a_SOURCES = \
	src/engine/engine.c \
	src/engine/engine.h \
	src/engine/search.c \
	src/engine/search.h \
	src/engine/chance.c \
	src/engine/chance.h \
	src/engine/evaluate.c \
	src/engine/evaluate.h \
	src/engine/history.c \
	src/engine/history.h \
	src/engine/keyhistory.c \
	src/engine/keyhistory.h \
	src/engine/level.c \
	src/engine/level.h \
	src/engine/picker.c \
	src/engine/picker.h \
	src/engine/probe.c \
	src/engine/probe.h \
	src/engine/score.h \
	src/engine/see.c \
	src/engine/see.h \
	src/engine/solver.c \
	src/engine/solver.h \
	src/engine/timeman.c \
	src/engine/timeman.h \
	src/engine/tt.c \
	src/engine/tt.h \
	src/engine/weight_fields.c \
	src/engine/weight_fields.h \
	src/engine/weights.c \
	src/engine/weights.h

# The libraries that a user of this folder links, this one first.
engine_libs = src/engine/libengine.a $(endings_libs)
