# What several tests use.
check_LIBRARIES = tests/support/libsupport.a
tests_support_libsupport_a_SOURCES = \
	tests/support/claim_games.c \
	tests/support/claims.c \
	tests/support/claims.h \
	tests/support/client.c \
	tests/support/client.h \
	tests/support/contrast.c \
	tests/support/contrast.h \
	tests/support/dialogue.c \
	tests/support/dialogue.h \
	tests/support/ending_games.c \
	tests/support/ending_games.h \
	tests/support/fake_server.c \
	tests/support/fake_server.h \
	tests/support/fake_terminal.c \
	tests/support/fake_terminal.h \
	tests/support/forced_win.c \
	tests/support/forced_win.h \
	tests/support/games.c \
	tests/support/games.h \
	tests/support/gametext.c \
	tests/support/gametext.h \
	tests/support/golden.c \
	tests/support/golden.h \
	tests/support/lone_lion.c \
	tests/support/lone_lion.h \
	tests/support/loop_helper.c \
	tests/support/loop_helper.h \
	tests/support/pipe.c \
	tests/support/pipe.h \
	tests/support/prover.c \
	tests/support/prover.h \
	tests/support/puzzle_proof.c \
	tests/support/puzzle_proof.h \
	tests/support/random.c \
	tests/support/random.h \
	tests/support/random_game.c \
	tests/support/random_game.h \
	tests/support/sample_seat.c \
	tests/support/sample_seat.h \
	tests/support/scenes.c \
	tests/support/scenes.h \
	tests/support/scratch.c \
	tests/support/scratch.h \
	tests/support/scratch_endings.c \
	tests/support/scratch_endings.h \
	tests/support/search_helper.c \
	tests/support/search_helper.h \
	tests/support/session_fixture.c \
	tests/support/session_fixture.h \
	tests/support/states.c \
	tests/support/states.h \
	tests/support/unfinished_game.c \
	tests/support/unfinished_game.h \
	tests/support/views.c \
	tests/support/views.h
if HAVE_TLS
tests_support_libsupport_a_SOURCES += \
	tests/support/tls_peer.c \
	tests/support/tls_peer.h
endif
if HAVE_SERVER
tests_support_libsupport_a_SOURCES += \
	tests/support/claimed_games.c \
	tests/support/claimed_games.h \
	tests/support/cluster.c \
	tests/support/cluster.h \
	tests/support/daemon.c \
	tests/support/daemon.h \
	tests/support/dump.c \
	tests/support/dump.h \
	tests/support/faulty_vfs.c \
	tests/support/faulty_vfs.h \
	tests/support/game_fixture.c \
	tests/support/game_fixture.h \
	tests/support/history.c \
	tests/support/history.h \
	tests/support/history_message.c \
	tests/support/history_message.h \
	tests/support/kills.c \
	tests/support/kills.h \
	tests/support/load.c \
	tests/support/load.h \
	tests/support/load_former.c \
	tests/support/load_parts.h \
	tests/support/load_play.c \
	tests/support/memory_games.c \
	tests/support/memory_games.h \
	tests/support/memory_store.c \
	tests/support/memory_store.h \
	tests/support/shared_fixture.c \
	tests/support/shared_fixture.h \
	tests/support/tested_store.c \
	tests/support/tested_store.h \
	tests/support/workload.c \
	tests/support/workload.h \
	tests/support/world.c \
	tests/support/world.h
endif
if HAVE_LIBPQ
tests_support_libsupport_a_SOURCES += \
	tests/support/postgres_peer.c \
	tests/support/postgres_peer.h \
	tests/support/private_postgres.c \
	tests/support/private_postgres.h
endif
