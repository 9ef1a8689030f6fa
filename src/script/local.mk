noinst_LIBRARIES += src/script/libscript.a

src_script_libscript_a_SOURCES = \
	src/script/script_run.c \
	src/script/script_run.h \
	src/script/replay.c \
	src/script/replay.h \
	src/script/script.c \
	src/script/script.h

# The libraries that a user of this folder links, this one first.
script_libs = src/script/libscript.a $(tui_libs)
