noinst_LIBRARIES += src/match/libmatch.a

src_match_libmatch_a_SOURCES = \
	src/match/elo.c \
	src/match/elo.h \
	src/match/match_results.c \
	src/match/match_results.h \
	src/match/match.c \
	src/match/match.h \
	src/match/match_engine.c \
	src/match/match_engine.h \
	src/match/openings.c \
	src/match/openings.h

# The libraries that a user of this folder links, this one first.
match_libs = src/match/libmatch.a src/config/libconfiguration.a src/net/libnet.a $(engine_libs) $(LIBUV_LIBS)
