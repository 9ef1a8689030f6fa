noinst_LIBRARIES += src/engine/libengine.a
src_engine_libengine_a_CFLAGS = $(AM_CFLAGS) $(FAST_CFLAGS)

src_engine_libengine_a_SOURCES = \
	src/engine/advisor.c \
	src/engine/advisor.h \
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
	src/engine/margins.def \
	src/engine/margins.h \
	src/engine/nnue.c \
	src/engine/nnue.h \
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
	src/engine/tt.h

# The weights of the network, as tables of C.
EXTRA_DIST += src/engine/congo.nnue src/engine/nnue.awk
src/engine/nnue_data.h: src/engine/congo.nnue src/engine/nnue.awk
	$(AM_V_GEN)mkdir -p src/engine && od -A n -v -t u1 $(srcdir)/src/engine/congo.nnue | \
	  LC_ALL=C $(AWK) -f $(srcdir)/src/engine/nnue.awk >$@.new && mv $@.new $@
CLEANFILES += src/engine/nnue_data.h
src/engine/libengine_a-nnue.$(OBJEXT): src/engine/nnue_data.h

# The libraries that a user of this folder links, this one first.
engine_libs = src/engine/libengine.a $(endings_libs)
