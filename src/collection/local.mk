noinst_LIBRARIES += src/collection/libcollection.a

src_collection_libcollection_a_SOURCES = \
	src/collection/collection.h \
	src/collection/game_info.c \
	src/collection/game_info.h \
	src/collection/game_statistics.h \
	src/collection/game_tree.h \
	src/collection/game_words.h \
	src/collection/kept_games.h

# The libraries that a user of this folder links, this one first.
collection_libs = src/collection/libcollection.a $(play_libs)
