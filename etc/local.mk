# Samples: the game reads its configuration elsewhere (congo.conf(5)), so installing these changes nothing.
samplesdir = $(docdir)/examples
dist_samples_DATA = \
	etc/congo.conf \
	etc/congod.conf \
	etc/congod.socket \
	etc/variants/elephante.conf

# The unit's paths are those of this build.
samples_DATA = etc/congod.service
etc/congod.service: $(srcdir)/etc/congod.service.in Makefile
	$(AM_V_GEN)mkdir -p etc && sed -e 's|@sbindir[@]|$(sbindir)|g' -e 's|@sysconfdir[@]|$(sysconfdir)|g' \
		$(srcdir)/etc/congod.service.in > $@
CLEANFILES += etc/congod.service
EXTRA_DIST += etc/congod.service.in
