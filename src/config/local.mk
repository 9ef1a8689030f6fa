noinst_LIBRARIES += src/config/libconfiguration.a

src_config_libconfiguration_a_SOURCES = \
	src/config/configfile.c \
	src/config/configfile.h \
	src/config/folder.c \
	src/config/folder.h \
	src/config/options.c \
	src/config/options.h \
	src/config/reader.c \
	src/config/scan.c \
	src/config/scan.h \
	src/config/script.c \
	src/config/script.h \
	src/config/server_settings.c \
	src/config/server_settings.h \
	src/config/setting.h \
	src/config/setting_table.c \
	src/config/settings.c \
	src/config/settings.h \
	src/config/settings_file.c \
	src/config/textfile.c \
	src/config/textfile.h \
	src/config/variantfile.c \
	src/config/variantfile.h \
	src/config/variantgroup.c \
	src/config/variantgroup.h \
	src/config/wording.c \
	src/config/wording.h

# What a program that uses this folder links, itself first.
config_libs = src/config/libconfiguration.a $(rules_libs) $(LIBCONFIG_LIBS)
