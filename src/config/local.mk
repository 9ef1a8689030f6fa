noinst_LIBRARIES += src/config/libconfiguration.a

src_config_libconfiguration_a_SOURCES = \
	src/config/arguments.c \
	src/config/arguments.h \
	src/config/choices_file.c \
	src/config/choices_file.h \
	src/config/command_options.h \
	src/config/configfile.c \
	src/config/configfile.h \
	src/config/configtext.c \
	src/config/configtext.h \
	src/config/ending_folders.c \
	src/config/ending_folders.h \
	src/config/options.c \
	src/config/options.h \
	src/config/server_settings.c \
	src/config/server_settings.h \
	src/config/setting.c \
	src/config/setting.h \
	src/config/setting_parse.c \
	src/config/setting_parse.h \
	src/config/setting_print.c \
	src/config/setting_print.h \
	src/config/setting_rows.h \
	src/config/setting_table.c \
	src/config/setting_table.h \
	src/config/settings.c \
	src/config/settings.h \
	src/config/settings_file.c \
	src/config/settings_file.h \
	src/config/table.c \
	src/config/table.h \
	src/config/variantfile.c \
	src/config/variantfile.h

# The libraries that a user of this folder links, this one first.
config_libs = src/config/libconfiguration.a $(rules_libs) $(LIBCONFIG_LIBS)
