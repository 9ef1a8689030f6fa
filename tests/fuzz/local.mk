# Fuzzing harnesses. To add one, write tests/fuzz/fuzz_NAME.c (see fuzz.h), add it to the list below
# (with its _SOURCES if there are several), pack inputs with tests/fuzz/pack, and put tokens of the format
# into tests/fuzz/NAME.dict.
fuzzers += tests/fuzz/fuzz_config
if HAVE_SERVER
fuzzers += tests/fuzz/fuzz_core
endif
fuzzers += tests/fuzz/fuzz_ending_file
fuzzers += tests/fuzz/fuzz_fen
fuzzers += tests/fuzz/fuzz_gamefile
fuzzers += tests/fuzz/fuzz_line
fuzzers += tests/fuzz/fuzz_link
fuzzers += tests/fuzz/fuzz_message
fuzzers += tests/fuzz/fuzz_notation
fuzzers += tests/fuzz/fuzz_options
fuzzers += tests/fuzz/fuzz_request
fuzzers += tests/fuzz/fuzz_uci

tests_fuzz_fuzz_config_SOURCES = tests/fuzz/fuzz_config.c $(fuzz_config_writer)
tests_fuzz_fuzz_options_SOURCES = tests/fuzz/fuzz_options.c $(fuzz_config_writer)
fuzz_config_writer = tests/fuzz/temp_file.c tests/fuzz/temp_file.h tests/fuzz/config_writer.c \
	tests/fuzz/config_writer.h
tests_fuzz_fuzz_ending_file_SOURCES = tests/fuzz/fuzz_ending_file.c tests/fuzz/temp_file.c \
	tests/fuzz/temp_file.h
# The harness intercepts the requests to the engine.
tests_fuzz_fuzz_uci_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=engine_create -Wl,--wrap=engine_start

# A part of LDADD. Its main is linked unless libFuzzer's comes first.
check_LIBRARIES += tests/fuzz/libreplay.a
tests_fuzz_libreplay_a_SOURCES = tests/fuzz/fail.c tests/fuzz/fuzz.h tests/fuzz/replay.c

EXTRA_DIST += tests/fuzz/pack tests/fuzz/run tests/fuzz/corpus \
	tests/fuzz/config.dict \
	tests/fuzz/core.dict \
	tests/fuzz/ending_file.dict \
	tests/fuzz/fen.dict \
	tests/fuzz/gamefile.dict \
	tests/fuzz/line.dict \
	tests/fuzz/link.dict \
	tests/fuzz/message.dict \
	tests/fuzz/notation.dict \
	tests/fuzz/options.dict \
	tests/fuzz/request.dict \
	tests/fuzz/uci.dict

fuzzers: $(fuzzers)

# TIME: seconds for all harnesses together; or RUNS: executions of each.
TIME = 600
RUNS =
FUZZERS =
fuzz:
	@$(srcdir)/tests/fuzz/run '$(abs_builddir)' '$(TIME)' '$(RUNS)' $(FUZZERS)

# Adds to the corpora those inputs of "make fuzz" that reach new code, and packs them.
fuzz-merge:
	@for found in fuzz/found/*; do \
	  name=$${found##*/}; \
	  fuzz/tests/fuzz/fuzz_$$name -merge=1 -use_counters=0 fuzz/corpus/$$name "$$found" 2>&1 \
	    | grep MERGE-OUTER: | tail -n 1; \
	  '$(srcdir)'/tests/fuzz/pack $$name fuzz/corpus/$$name || exit; \
	done

.PHONY: fuzz fuzz-merge fuzzers
