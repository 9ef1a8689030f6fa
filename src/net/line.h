/*
 * Protocol lines in a stream of bytes (congo-protocol(7)). LF or CR LF ends a line. A reader
 * belongs to one connection, keeps the unfinished line in its owner's memory and allocates nothing.
 */
#ifndef NET_LINE_H
#define NET_LINE_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes of a line, without its end. */
enum {
    LINE_CLIENT_MAX = 512,  /* from a client */
    LINE_SERVER_MAX = 1024, /* from a server */
    LINE_END_SIZE = 2       /* LF or CR LF */
};

typedef struct LineReader {
    char *bytes; /* borrowed: `limit` + LINE_END_SIZE bytes */
    size_t limit;
    size_t length; /* of the unfinished line */
    bool ended;    /* the line in `bytes` was complete and has been returned */
    bool skipping; /* the rest of a line that was too long */
} LineReader;

typedef enum LineStatus {
    LINE_NONE,    /* all input was consumed without the end of a line */
    LINE_READY,   /* a complete line */
    LINE_TOO_LONG /* a line exceeds the limit: reported once, the rest of it is skipped. Its first
                   * `limit` bytes are in reader->bytes until the next call */
} LineStatus;

/* `bytes` has room for limit + LINE_END_SIZE bytes and remains the caller's. */
void line_reader_init(LineReader *reader, char *bytes, size_t limit);

/*
 * Consumes bytes from the front of *input, up to the end of a line, and advances *input and
 * *length. A LINE_READY line is in reader->bytes, reader->length bytes and a NUL, until the next
 * call; it may contain any byte but LF. The result does not depend on how the input was cut into
 * calls.
 */
LineStatus line_reader_next(LineReader *reader, const char **input, size_t *length);

/* Returns whether a line has begun and not ended. */
bool line_reader_is_partial(const LineReader *reader);

/* A line being written. It never exceeds its size. */
typedef struct LineWriter {
    char *bytes;
    size_t length;
    size_t size; /* of `bytes`, without the room for LF and NUL */
} LineWriter;

/* Adds bytes; at the end of the room they are cut between UTF-8 characters. */
void line_writer_add(LineWriter *writer, const char *bytes, size_t length);
void line_writer_add_string(LineWriter *writer, const char *string);
/* Ends the line with LF and NUL; returns its length with the LF. */
size_t line_writer_finish(LineWriter *writer);

#endif
