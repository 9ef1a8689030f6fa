noinst_LIBRARIES += src/endings/libendings.a
src_endings_libendings_a_CFLAGS = $(AM_CFLAGS) $(FAST_CFLAGS)

src_endings_libendings_a_SOURCES = \
	src/endings/ending_table.c \
	src/endings/ending_table.h \
	src/endings/endings.c \
	src/endings/endings.h \
	src/endings/ending_build.c \
	src/endings/ending_build.h \
	src/endings/ending_class.c \
	src/endings/ending_class.h \
	src/endings/ending_solver.c \
	src/endings/ending_solver.h

# The libraries that a user of this folder links, this one first.
endings_libs = src/endings/libendings.a $(rules_libs) $(ZSTD_LIBS)
