noinst_LIBRARIES += src/review/libreview.a

src_review_libreview_a_SOURCES = \
	src/review/review.c \
	src/review/review.h \
	src/review/review_cause.c \
	src/review/review_cause.h \
	src/review/review_judge.c \
	src/review/review_judge.h \
	src/review/review_notes.c \
	src/review/review_notes.h \
	src/review/review_store.c \
	src/review/review_store.h \
	src/review/review_words.c \
	src/review/review_words.h

# The libraries that a user of this folder links, this one first.
review_libs = src/review/libreview.a $(engine_libs) $(LIBUV_LIBS)
