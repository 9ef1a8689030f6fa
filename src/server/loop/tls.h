/* TLS for connections of clients, by OpenSSL. Sessions use the socket directly, and never block. In
 * a build without OpenSSL there is no context, and therefore no session. */
#ifndef SERVER_LOOP_TLS_H
#define SERVER_LOOP_TLS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

typedef struct ssl_ctx_st TlsContext; /* a certificate and its key */
typedef struct ssl_st TlsSession;     /* one connection, used by one thread at a time */

enum {
    TLS_FIRST_BYTE = 0x16,      /* of everything that a TLS client sends; no line begins with it */
    TLS_RECORD_SIZE = 16 * 1024 /* bytes that are encrypted together */
};

typedef enum TlsResult {
    TLS_DONE,
    TLS_WANTS_READ,  /* continues when the socket is readable */
    TLS_WANTS_WRITE, /* continues when the socket is writable */
    TLS_ENDED,       /* the peer sends no more */
    TLS_BROKEN
} TlsResult;

/* Reads the certificate's chain and its key, both PEM. Returns NULL with an error that names the
 * file. The caller frees the context; sessions keep what they need of it. */
TlsContext *tls_context_create(const char *certificate, const char *key, Error *error);
void tls_context_free(TlsContext *context);

/* Returns the server's side of a connection that has not begun, or NULL if memory is short. Borrows
 * `fd`. */
TlsSession *tls_session_create(TlsContext *context, int fd);

/* Tells the peer that the connection ends, if there has been a handshake, and frees the session. */
void tls_session_free(TlsSession *session);

TlsResult tls_handshake(TlsSession *session);

/* Reads or writes up to `size` bytes and sets *length to their number. After TLS_WANTS_... of a
 * write the next one begins with the same bytes. */
TlsResult tls_read(TlsSession *session, char *bytes, size_t size, size_t *length);
TlsResult tls_write(TlsSession *session, const char *bytes, size_t size, size_t *length);

/* Returns whether the session holds received bytes, so that reading does not wait for the socket.
 */
bool tls_has_input(TlsSession *session);

#endif
