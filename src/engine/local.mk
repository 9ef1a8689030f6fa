noinst_LIBRARIES += src/engine/libengine.a

src_engine_libengine_a_SOURCES =

# What a program that uses this folder links, itself first.
engine_libs = src/engine/libengine.a $(rules_libs)
