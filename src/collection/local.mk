noinst_LIBRARIES += src/collection/libcollection.a

src_collection_libcollection_a_SOURCES = \
	src/collection/collection.c \
	src/collection/collection.h \
	src/collection/game_index.c \
	src/collection/game_index.h \
	src/collection/game_statistics.c \
	src/collection/game_statistics.h \
	src/collection/game_tree.c \
	src/collection/game_tree.h \
	src/collection/variant_set.c \
	src/collection/variant_set.h

# The libraries that a user of this folder links, this one first.
collection_libs = src/collection/libcollection.a $(play_libs)
