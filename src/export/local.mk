noinst_LIBRARIES += src/export/libexport.a

src_export_libexport_a_SOURCES = \
	src/export/board_svg.c \
	src/export/board_svg.h \
	src/export/game_json.c \
	src/export/game_json.h \
	src/export/game_page.c \
	src/export/game_page.h \
	src/export/game_svg.c \
	src/export/game_svg.h \
	src/export/game_text.c \
	src/export/game_text.h \
	src/export/markup.c \
	src/export/markup.h \
	src/export/moves_section.c \
	src/export/moves_section.h \
	src/export/rules_section.c \
	src/export/rules_section.h

# The style and the script of the page, as lines of C without indentation and comments.
page_parts = src/export/page.css src/export/page.js
EXTRA_DIST += $(page_parts) src/export/page_parts.sed
src/export/page_parts.h: $(page_parts) src/export/page_parts.sed
	$(AM_V_GEN)mkdir -p src/export && { \
	  echo '/* Made from page.css and page.js. */' && \
	  echo 'static const char *const page_css[] = {' && \
	  sed -f $(srcdir)/src/export/page_parts.sed $(srcdir)/src/export/page.css && \
	  echo 'NULL};' && echo 'static const char *const page_js[] = {' && \
	  sed -f $(srcdir)/src/export/page_parts.sed $(srcdir)/src/export/page.js && \
	  echo 'NULL};'; } > $@.new && mv $@.new $@
CLEANFILES += src/export/page_parts.h
src/export/game_page.$(OBJEXT): src/export/page_parts.h

# The libraries that a user of this folder links, this one first.
export_libs = src/export/libexport.a $(board_libs) $(review_libs) $(LIBSODIUM_LIBS)
