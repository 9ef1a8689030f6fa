noinst_LIBRARIES += src/base/libbase.a
src_base_libbase_a_CFLAGS = $(AM_CFLAGS) $(FAST_CFLAGS)

src_base_libbase_a_SOURCES = \
	src/base/buffer.c \
	src/base/buffer.h \
	src/base/compiler.h \
	src/base/display.c \
	src/base/display.h \
	src/base/error.c \
	src/base/error.h \
	src/base/file.c \
	src/base/file.h \
	src/base/fnv.h \
	src/base/interrupt.c \
	src/base/interrupt.h \
	src/base/lookalike.c \
	src/base/lookalike.h \
	src/base/lookalike_table.h \
	src/base/memory.c \
	src/base/memory.h \
	src/base/monotonic.h \
	src/base/number.h \
	src/base/parallel.c \
	src/base/parallel.h \
	src/base/process.c \
	src/base/process.h \
	src/base/random.h \
	src/base/text.c \
	src/base/text.h

# What a program that uses this folder links.
base_libs = src/base/libbase.a
