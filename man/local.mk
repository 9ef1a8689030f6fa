dist_man_MANS = \
	man/congo-rules.6
