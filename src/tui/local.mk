noinst_LIBRARIES += src/tui/libtui.a

src_tui_libtui_a_SOURCES =

# What a program that uses this folder links, itself first.
tui_libs = src/tui/libtui.a $(play_libs) $(NCURSESW_LIBS)
