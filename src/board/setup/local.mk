src_board_libboard_a_SOURCES += \
	src/board/setup/setup_panel.c \
	src/board/setup/setup_panel.h
