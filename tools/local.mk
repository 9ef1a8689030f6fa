# Tools that make the weights of the evaluation, built by "make tools" and for the tests: see
# bench/STRENGTH.md.

tool_programs = tools/fit tools/selfplay

tools_fit_SOURCES = tools/fit.c $(fit_sources) $(tool_sources)
tools_fit_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)
tools_fit_LDFLAGS = $(CONGO_LDFLAGS)
tools_fit_LDADD = $(engine_libs)

fit_sources = tools/dataset.c tools/dataset.h tools/regression.c tools/regression.h \
	tools/traces.c tools/traces.h tools/weightfile.c tools/weightfile.h

tools_selfplay_SOURCES = tools/selfplay.c tools/opening.c tools/opening.h tools/playout.c \
	tools/playout.h $(tool_sources)
tools_selfplay_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)
tools_selfplay_LDFLAGS = $(CONGO_LDFLAGS)
tools_selfplay_LDADD = $(engine_libs)

tool_sources = tools/flags.c tools/flags.h tools/sample.c tools/sample.h tools/team.c \
	tools/team.h tools/variants.c tools/variants.h

EXTRA_PROGRAMS += $(tool_programs)
CLEANFILES += $(tool_programs)

tools: all
	@$(MAKE) $(AM_MAKEFLAGS) $(tool_programs)
.PHONY: tools
