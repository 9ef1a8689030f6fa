noinst_LIBRARIES += src/endings/libendings.a

src_endings_libendings_a_SOURCES = \
	src/endings/block_cache.c \
	src/endings/block_cache.h \
	src/endings/ending_absence.c \
	src/endings/ending_absence.h \
	src/endings/ending_build.c \
	src/endings/ending_build.h \
	src/endings/ending_certainty.c \
	src/endings/ending_certainty.h \
	src/endings/ending_class.c \
	src/endings/ending_class.h \
	src/endings/ending_file.c \
	src/endings/ending_file.h \
	src/endings/ending_find.c \
	src/endings/ending_find.h \
	src/endings/ending_index.c \
	src/endings/ending_index.h \
	src/endings/ending_moves.c \
	src/endings/ending_moves.h \
	src/endings/ending_rules.c \
	src/endings/ending_rules.h \
	src/endings/ending_stats.c \
	src/endings/ending_stats.h \
	src/endings/ending_table.c \
	src/endings/ending_table.h \
	src/endings/ending_value.h \
	src/endings/ending_verify.c \
	src/endings/ending_verify.h \
	src/endings/endings.c \
	src/endings/endings.h \
	src/endings/leaving.c \
	src/endings/leaving.h \
	src/endings/quiet_moves.c \
	src/endings/quiet_moves.h \
	src/endings/ending_solver.c \
	src/endings/ending_solver.h \
	src/endings/row.c \
	src/endings/row.h

# The libraries that a user of this folder links, this one first.
endings_libs = src/endings/libendings.a $(rules_libs) $(ZSTD_LIBS)
