noinst_LIBRARIES += src/config/libconfiguration.a

src_config_libconfiguration_a_SOURCES = \
	src/config/admin_verbs.c \
	src/config/admin_verbs.h \
	src/config/options.c \
	src/config/options.h \
	src/config/choices_file.c \
	src/config/choices_file.h \
	src/config/command_options.h \
	src/config/configfile.c \
	src/config/configfile.h \
	src/config/ending_folders.c \
	src/config/ending_folders.h \
	src/config/option_range.c \
	src/config/option_range.h \
	src/config/server_settings.c \
	src/config/server_settings.h \
	src/config/settings.c \
	src/config/settings.h \
	src/config/variantfile.c \
	src/config/variantfile.h

# The libraries that a user of this folder links, this one first.
config_libs = src/config/libconfiguration.a src/net/libnet.a $(rules_libs) $(LIBUV_LIBS)
