noinst_LIBRARIES += src/uci/libuci.a

src_uci_libuci_a_SOURCES = \
	src/uci/arguments.c \
	src/uci/arguments.h \
	src/uci/bench.c \
	src/uci/bench.h \
	src/uci/bench_command.c \
	src/uci/bench_command.h \
	src/uci/division.c \
	src/uci/division.h \
	src/uci/game_text.c \
	src/uci/game_text.h \
	src/uci/input.c \
	src/uci/input.h \
	src/uci/match_command.c \
	src/uci/match_command.h \
	src/uci/match_game.c \
	src/uci/match_game.h \
	src/uci/match_opening.c \
	src/uci/match_opening.h \
	src/uci/match_options.c \
	src/uci/match_options.h \
	src/uci/match_player.c \
	src/uci/match_player.h \
	src/uci/match_report.c \
	src/uci/match_report.h \
	src/uci/match_save.c \
	src/uci/match_save.h \
	src/uci/match_score.c \
	src/uci/match_score.h \
	src/uci/match_setup.h \
	src/uci/output.c \
	src/uci/output.h \
	src/uci/perft_command.c \
	src/uci/perft_command.h \
	src/uci/perft_pool.c \
	src/uci/perft_pool.h \
	src/uci/process.c \
	src/uci/process.h \
	src/uci/protocol.c \
	src/uci/protocol.h \
	src/uci/tournament.c \
	src/uci/tournament.h \
	src/uci/uci.c \
	src/uci/uci.h \
	src/uci/uci_bench.c \
	src/uci/uci_client.c \
	src/uci/uci_client.h \
	src/uci/uci_eval.c \
	src/uci/uci_go.c \
	src/uci/uci_job.c \
	src/uci/uci_job.h \
	src/uci/uci_options.c \
	src/uci/uci_options.h \
	src/uci/uci_perft.c \
	src/uci/uci_position.c \
	src/uci/uci_report.c \
	src/uci/uci_report.h \
	src/uci/uci_show.c \
	src/uci/words.c \
	src/uci/words.h

# What a program that uses this folder links, itself first.
uci_libs = src/uci/libuci.a src/config/libconfiguration.a $(engine_libs) $(LIBCONFIG_LIBS)
