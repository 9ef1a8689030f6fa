noinst_LIBRARIES += src/endings/libendings.a

src_endings_libendings_a_SOURCES = \
	src/endings/ending_build.h \
	src/endings/ending_class.h \
	src/endings/ending_find.c \
	src/endings/ending_find.h \
	src/endings/ending_index.h \
	src/endings/ending_moves.c \
	src/endings/ending_moves.h \
	src/endings/ending_rules.h \
	src/endings/ending_stats.c \
	src/endings/ending_stats.h \
	src/endings/ending_value.h \
	src/endings/ending_verify.c \
	src/endings/ending_verify.h \
	src/endings/endings.h

# The libraries that a user of this folder links, this one first.
endings_libs = src/endings/libendings.a $(rules_libs) $(ZSTD_LIBS)
