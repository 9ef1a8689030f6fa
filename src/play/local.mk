noinst_LIBRARIES += src/play/libplay.a

src_play_libplay_a_SOURCES = \
	src/play/autosave.c \
	src/play/autosave.h \
	src/play/capture.c \
	src/play/capture.h \
	src/play/clock.c \
	src/play/clock.h \
	src/play/ending_verdict.c \
	src/play/ending_verdict.h \
	src/play/job.c \
	src/play/job.h \
	src/play/player.c \
	src/play/player.h \
	src/play/searcher.c \
	src/play/searcher.h \
	src/play/session.c \
	src/play/session.h \
	src/play/session_internal.h \
	src/play/session_setup.c \
	src/play/session_setup.h \
	src/play/signals.c \
	src/play/signals.h \
	src/play/storage.c \
	src/play/storage.h \
	src/play/variation.c \
	src/play/variation.h

# The libraries that a user of this folder links, this one first.
play_libs = src/play/libplay.a src/review/libreview.a src/config/libconfiguration.a $(engine_libs) src/net/libnet.a $(rules_libs) $(OPENSSL_LIBS) $(LIBSODIUM_LIBS) $(LIBUV_LIBS)
