bin_PROGRAMS += src/congo src/congo-engine
if HAVE_SERVER
sbin_PROGRAMS += src/congod
endif

src_congo_SOURCES = src/main/congo.c src/main/program.c src/main/program.h
src_congo_LDFLAGS = $(CONGO_LDFLAGS) $(FAST_CFLAGS)
src_congo_LDADD = src/script/libscript.a src/tui/libtui.a src/board/libboard.a src/term/libterm.a $(cli_libs) $(NCURSESW_LIBS)

src_congo_engine_SOURCES = src/main/congo-engine.c src/main/program.c src/main/program.h
src_congo_engine_LDFLAGS = $(CONGO_LDFLAGS) $(FAST_CFLAGS)
src_congo_engine_LDADD = src/match/libmatch.a $(uci_libs)

src_congod_SOURCES = src/main/congod.c src/main/program.c src/main/program.h
src_congod_LDFLAGS = $(CONGO_LDFLAGS) $(FAST_CFLAGS)
src_congod_LDADD = $(server_libs)

if COVERAGE
src_congo_SOURCES += tests/counters.c
src_congo_LDFLAGS += -Wl,--wrap=raise
src_congo_engine_SOURCES += tests/counters.c
src_congo_engine_LDFLAGS += -Wl,--wrap=raise
src_congod_SOURCES += tests/counters.c
src_congod_LDFLAGS += -Wl,--wrap=raise
endif
