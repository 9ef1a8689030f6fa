src_tui_libtui_a_SOURCES += \
	src/tui/share/share_dialog.c \
	src/tui/share/share_dialog.h
