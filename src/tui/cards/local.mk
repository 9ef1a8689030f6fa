src_tui_libtui_a_SOURCES += \
	src/tui/cards/end_card.c \
	src/tui/cards/end_card.h \
	src/tui/cards/resume.c \
	src/tui/cards/resume.h \
	src/tui/cards/start_card.c \
	src/tui/cards/start_card.h
