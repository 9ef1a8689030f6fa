# Samples: the game reads its configuration elsewhere (congo.conf(5)), so installing these changes nothing.
samplesdir = $(docdir)/examples
dist_samples_DATA = \
	etc/congo.conf \
	etc/variants/elephante.conf
