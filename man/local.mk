dist_man_MANS = \
	man/congo-engine.6 \
	man/congo-fen.6 \
	man/congo-file.5 \
	man/congo-file.6 \
	man/congo-protocol.7 \
	man/congo-rules.6 \
	man/congo-script.5 \
	man/congo.6 \
	man/congo.conf.5 \
	man/congod.8

EXTRA_DIST += man/keys.awk
