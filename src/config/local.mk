noinst_LIBRARIES += src/config/libconfiguration.a

src_config_libconfiguration_a_SOURCES =

# What a program that uses this folder links, itself first.
config_libs = src/config/libconfiguration.a $(rules_libs) $(LIBCONFIG_LIBS)
