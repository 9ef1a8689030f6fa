noinst_LIBRARIES += src/engine/libengine.a

src_engine_libengine_a_SOURCES = \
	src/engine/advisor.c \
	src/engine/advisor.h \
	src/engine/engine.c \
	src/engine/engine.h \
	src/engine/evaluate.c \
	src/engine/evaluate.h \
	src/engine/exchange.c \
	src/engine/exchange.h \
	src/engine/history.c \
	src/engine/history.h \
	src/engine/level.c \
	src/engine/level.h \
	src/engine/node.h \
	src/engine/path.c \
	src/engine/path.h \
	src/engine/picker.c \
	src/engine/picker.h \
	src/engine/prove.c \
	src/engine/quiescence.c \
	src/engine/random.h \
	src/engine/reduction.c \
	src/engine/reduction.h \
	src/engine/root.c \
	src/engine/score.h \
	src/engine/search.c \
	src/engine/search.h \
	src/engine/shortcuts.c \
	src/engine/solve.c \
	src/engine/solve.h \
	src/engine/steps.c \
	src/engine/think.c \
	src/engine/think.h \
	src/engine/timeman.c \
	src/engine/timeman.h \
	src/engine/transposition.c \
	src/engine/transposition.h \
	src/engine/weight_fields.c \
	src/engine/weights.c \
	src/engine/weights.h

# What a program that uses this folder links, itself first.
engine_libs = src/engine/libengine.a $(rules_libs)
