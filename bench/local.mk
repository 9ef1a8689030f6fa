# Benchmarks are built and run by "make bench" only. Each prints its figures beside those
# asked of it, and exits 1 if one is missed. Give each its bench_NAME_LDFLAGS = $(CONGO_LDFLAGS)
# and its bench_NAME_LDADD.

bench_programs =

EXTRA_PROGRAMS += $(bench_programs)
CLEANFILES += $(bench_programs)

bench: $(bench_programs) $(bin_PROGRAMS)
	@status=0; for program in $(bench_programs); do ./$$program || status=1; done; exit $$status
.PHONY: bench
