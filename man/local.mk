dist_man_MANS = \
	man/congo-cluster.7 \
	man/congo-endings.7 \
	man/congo-engine.6 \
	man/congo-fen.6 \
	man/congo-file.5 \
	man/congo-file.6 \
	man/congo-openings.7 \
	man/congo-protocol.7 \
	man/congo-rules.6 \
	man/congo-script.5 \
	man/congo.6 \
	man/congo.conf.5
if HAVE_SERVER
dist_man_MANS += man/congod.8
endif

# automake leaves manual pages in conditions out of the tarball.
EXTRA_DIST += man/congod.8 man/keys.awk
