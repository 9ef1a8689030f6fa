# Files installed beside programs and manual pages. Files that end in .in get the paths of this build;
# tests/etc/installed.txt lists the result.

# Samples. The programs read their configuration elsewhere (congo.conf(5), congod(8)).
samplesdir = $(docdir)/examples
dist_samples_DATA = \
	etc/congo.conf \
	etc/variants/elephante.conf \
	etc/variants/fords.conf
if HAVE_SERVER
dist_samples_DATA += etc/congod.conf
fail2bandir = $(samplesdir)/fail2ban
dist_fail2ban_DATA = etc/fail2ban/congod.conf
endif

desktopdir = $(datadir)/applications
desktop_DATA = etc/congo.desktop
metainfodir = $(datadir)/metainfo
dist_metainfo_DATA = etc/congo.metainfo.xml
icondir = $(datadir)/icons/hicolor/scalable/apps
dist_icon_DATA = etc/congo.svg

if HAVE_SYSTEMDSYSTEMUNITDIR
systemdsystemunit_DATA = etc/congod.service etc/congod.socket
endif
if HAVE_BASHCOMPLETIONDIR
bashcompletion_DATA = etc/completions/congo etc/completions/congo-engine
if HAVE_SERVER
bashcompletion_DATA += etc/completions/congod
endif
endif
if HAVE_ZSHCOMPLETIONDIR
zshcompletion_DATA = etc/completions/_congo etc/completions/_congo-engine
if HAVE_SERVER
zshcompletion_DATA += etc/completions/_congod
endif
endif
if HAVE_FISHCOMPLETIONDIR
fishcompletion_DATA = etc/completions/congo.fish etc/completions/congo-engine.fish
if HAVE_SERVER
fishcompletion_DATA += etc/completions/congod.fish
endif
endif

# Generated from the programs' own help and kept in the tree, because a cross build cannot run them.
# tests/etc/completions.sh fails if they are out of date.
completions: tools
	CONGO_BUILD='$(abs_top_builddir)' $(top_srcdir)/tools/completions $(top_srcdir)/etc/completions
.PHONY: completions

made_files = etc/congo.desktop etc/congod.service
$(made_files): Makefile
	$(AM_V_GEN)mkdir -p etc && sed -e 's|@bindir[@]|$(bindir)|g' -e 's|@sbindir[@]|$(sbindir)|g' \
		-e 's|@congod_user[@]|$(congod_user)|g' $(srcdir)/$@.in > $@
etc/congo.desktop: $(srcdir)/etc/congo.desktop.in
etc/congod.service: $(srcdir)/etc/congod.service.in
CLEANFILES += $(made_files)
EXTRA_DIST += $(made_files:=.in) etc/completions etc/congod.socket

# The solved endings, made by the program that was built. It checks those that are there and makes the
# others; all are made anew if the solver or the rules have changed. The tests always need them.
check_DATA = endings/stamp
endings/stamp: src/congo-engine$(EXEEXT) src/endings/libendings.a src/rules/librules.a
	$(AM_V_GEN)case ' $? ' in *' src/endings/'* | *' src/rules/'*) rm -rf endings ;; esac; \
	src/congo-engine$(EXEEXT) endings build --quiet --men=4 --output=endings && : >$@
if HAVE_ENDINGS
all-local: endings/stamp
install-data-local: endings/stamp
	@for folder in endings/*/; do \
	  echo " $(MKDIR_P) '$(DESTDIR)$(pkgdatadir)/$$folder'"; \
	  $(MKDIR_P) "$(DESTDIR)$(pkgdatadir)/$$folder" && \
	  $(INSTALL_DATA) "$$folder"*.ending "$(DESTDIR)$(pkgdatadir)/$$folder" || exit 1; \
	done
else
if CROSS_COMPILING
all-local:
	@echo 'The solved endings are left out of this cross build. Where Congo is installed, make them by:'; \
	echo '    congo-engine endings build --output=$(pkgdatadir)/endings'
endif
endif
uninstall-local:
	-rm -rf '$(DESTDIR)$(pkgdatadir)/endings'
clean-endings:
	-rm -rf endings endings-without-river
.PHONY: clean-endings

# Folders that belong to Congo alone.
uninstall-hook:
	-rmdir '$(DESTDIR)$(pkgdatadir)' '$(DESTDIR)$(samplesdir)/fail2ban' '$(DESTDIR)$(samplesdir)' '$(DESTDIR)$(picturesdir)' '$(DESTDIR)$(docdir)' 2>/dev/null
