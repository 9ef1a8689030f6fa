src_rules_librules_a_SOURCES += \
	src/rules/games/gamefile.c \
	src/rules/games/gamefile.h \
	src/rules/games/gamereader.c \
	src/rules/games/gamereader.h \
	src/rules/games/gametags.c \
	src/rules/games/gametags.h
