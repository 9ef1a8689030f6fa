noinst_LIBRARIES += src/play/libplay.a

src_play_libplay_a_SOURCES =

# What a program that uses this folder links, itself first.
play_libs = src/play/libplay.a src/config/libconfiguration.a $(engine_libs) $(LIBCONFIG_LIBS) $(LIBUV_LIBS)
