dist_man_MANS = \
	man/congo-rules.6 \
	man/congo.6 \
	man/congo.conf.5

EXTRA_DIST += man/keys.awk
