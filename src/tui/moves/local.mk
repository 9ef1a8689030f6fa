src_tui_libtui_a_SOURCES += \
	src/tui/moves/attacks.c \
	src/tui/moves/attacks.h \
	src/tui/moves/candidate_list.c \
	src/tui/moves/candidate_list.h \
	src/tui/moves/pointer.c \
	src/tui/moves/pointer.h \
	src/tui/moves/premove.c \
	src/tui/moves/premove.h
