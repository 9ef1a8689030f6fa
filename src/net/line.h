/*
 * Lines out of a stream of bytes (congo-protocol(7)): LF or CR LF ends a line. One reader belongs
 * to one connection; it holds the line that has not ended yet in memory of its owner and allocates
 * nothing.
 */
#ifndef NET_LINE_H
#define NET_LINE_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes of a line, its end not counted. */
enum {
    LINE_CLIENT_MAX = 512,  /* from a client */
    LINE_SERVER_MAX = 1024, /* from a server */
    LINE_END_SIZE = 2       /* LF or CR LF */
};

typedef struct LineReader {
    char *bytes; /* borrowed: `limit` + LINE_END_SIZE bytes */
    size_t limit;
    size_t length; /* of the line that has not ended yet */
    bool ended;    /* the line in `bytes` has ended and was given out */
    bool skipping; /* until the end of a line that was too long */
} LineReader;

typedef enum LineStatus {
    LINE_NONE,    /* all bytes were taken and no line ended */
    LINE_READY,   /* a line, its end not counted */
    LINE_TOO_LONG /* a line became longer than the limit: told once, the rest of it is skipped */
} LineStatus;

/* `bytes` has room for limit + LINE_END_SIZE bytes and stays the caller's. */
void line_reader_init(LineReader *reader, char *bytes, size_t limit);

/*
 * Takes bytes from the front of *input (moving it and *length on) up to the end of a line. A line
 * that is READY lies in reader->bytes, `reader->length` bytes long and with a NUL after it, until
 * the next call; it may hold any byte but LF, NUL included. How the bytes were cut into calls makes
 * no difference.
 */
LineStatus line_reader_next(LineReader *reader, const char **input, size_t *length);

/* Whether a line has begun and not ended. */
bool line_reader_is_partial(const LineReader *reader);

#endif
