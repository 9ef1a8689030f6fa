noinst_LIBRARIES += src/rules/librules.a

src_rules_librules_a_SOURCES = \
	src/rules/compiler.h \
	src/rules/error.c \
	src/rules/error.h \
	src/rules/memory.c \
	src/rules/memory.h

# What a program that uses this folder links.
rules_libs = src/rules/librules.a
