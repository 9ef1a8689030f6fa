/* A server's end of an encrypted connection in memory, and certificates made for a test. */
#ifndef TESTS_SUPPORT_TLS_PEER_H
#define TESTS_SUPPORT_TLS_PEER_H

#include <stdbool.h>
#include <stddef.h>

#include <openssl/ssl.h>

#include "net/tls_client.h"

/* A key and its certificate. */
typedef struct Identity {
    EVP_PKEY *key;
    X509 *certificate;
} Identity;

/* Makes a certificate for names such as "DNS:localhost,IP:127.0.0.1", valid for some days around
 * today, signed by an authority, or by itself if that is NULL. Without names it is an authority's.
 */
Identity identity_make(const char *names, int from_day, int to_day, const Identity *authority);
void identity_free(Identity *identity);
Fingerprint identity_fingerprint(const Identity *identity);
/* Writes the certificate as PEM. */
void identity_save(const Identity *identity, const char *path);

typedef struct TlsPeer {
    SSL_CTX *context;
    SSL *ssl;
    BIO *input, *output; /* of `ssl` */
} TlsPeer;

/* `version` is the only version of TLS, or 0. */
TlsPeer tls_peer_open(const Identity *identity, int version);
void tls_peer_close(TlsPeer *peer);
void tls_peer_receive(TlsPeer *peer, const char *bytes, size_t length);
/* Returns the number of bytes; goes on with the handshake first. */
size_t tls_peer_read(TlsPeer *peer, char *bytes, size_t size);
void tls_peer_write(TlsPeer *peer, const char *bytes, size_t length);
/* Returns at most `size` bytes to send. */
size_t tls_peer_take_output(TlsPeer *peer, char *bytes, size_t size);

#endif
