/*
 * The client's end of an encrypted connection (TLS 1.2 or later) without a socket: encrypted bytes
 * go in and out on one side, plain ones on the other. Nothing blocks, and how the bytes are cut
 * makes no difference.
 *
 * The server must show a certificate for the host's name or address that an authority of the system
 * vouches for, or else the one whose fingerprint is pinned. Nothing is sent to a server, and
 * nothing it sent is returned, before its certificate was accepted.
 */
#ifndef NET_TLS_CLIENT_H
#define NET_TLS_CLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/* ---- the certificate of a server: its fingerprint, and why it was not accepted ---- */

/* The SHA-256 of a certificate. Servers are told apart by it where no authority vouches for them.
 */
enum { FINGERPRINT_BYTES = 32, FINGERPRINT_SIZE = 2 * FINGERPRINT_BYTES + 1 };

typedef struct Fingerprint {
    bool known;
    uint8_t bytes[FINGERPRINT_BYTES];
} Fingerprint;

/* Parses 64 hexadecimal digits, with colons or blanks between bytes. */
bool fingerprint_parse(const char *text, Fingerprint *fingerprint);

/* Writes 64 hexadecimal digits. */
void fingerprint_write(const Fingerprint *fingerprint, char text[FINGERPRINT_SIZE]);

/* Returns whether both are known and equal. */
bool fingerprint_equal(const Fingerprint *a, const Fingerprint *b);

typedef enum CertificateFault {
    CERTIFICATE_GOOD,
    CERTIFICATE_UNKNOWN_SIGNER, /* no authority known here has signed it */
    CERTIFICATE_OTHER_NAME,     /* it belongs to a server of another name */
    CERTIFICATE_EXPIRED,
    CERTIFICATE_NOT_YET_VALID,
    CERTIFICATE_CHANGED, /* it is not the pinned one */
    CERTIFICATE_INVALID  /* anything else */
} CertificateFault;

typedef struct CertificateProblem {
    CertificateFault fault;
    Fingerprint fingerprint; /* of the certificate that the server showed */
    char detail[128];        /* other name: its names; dates: the date; invalid: what is wrong */
} CertificateProblem;

/* Writes one sentence without a full stop: "the certificate of HOST expired on 2026-03-01". */
enum { CERTIFICATE_TEXT_SIZE = 400 };

void certificate_describe(const CertificateProblem *problem, const char *host,
                          char text[CERTIFICATE_TEXT_SIZE]);

/* ---- the connection ---- */

typedef struct TlsClient TlsClient;

typedef enum TlsClientState {
    TLS_CLIENT_HANDSHAKE,
    TLS_CLIENT_OPEN,
    TLS_CLIENT_CLOSED, /* the server has ended the stream */
    TLS_CLIENT_FAILED  /* see tls_client_error */
} TlsClientState;

/* Returns whether this program can encrypt: it was built with OpenSSL. */
bool tls_client_is_available(void);

/* Starts a handshake with a host: a name, or an IPv4 or IPv6 address. `pin` may be unknown. Returns
 * NULL with an error if that is not possible. */
TlsClient *tls_client_create(const char *host, const Fingerprint *pin, Error *error);

void tls_client_free(TlsClient *client); /* NULL is allowed */

TlsClientState tls_client_state(const TlsClient *client);

/* Returns why it failed, for a person: "its answer is not encrypted". */
const char *tls_client_error(const TlsClient *client);

/* Returns what was wrong with the server's certificate, or NULL. */
const CertificateProblem *tls_client_problem(const TlsClient *client);

/* Takes encrypted bytes from the server; the plain ones are then read until there are no more. */
void tls_client_receive(TlsClient *client, const char *bytes, size_t length);

/* Returns the number of plain bytes that were read, 0 if there are none now. */
size_t tls_client_read(TlsClient *client, char *bytes, size_t size);

/* Encrypts bytes; the state must be TLS_CLIENT_OPEN. */
void tls_client_write(TlsClient *client, const char *bytes, size_t length);

/* Ends the stream. */
void tls_client_close(TlsClient *client);

/* Returns the encrypted bytes to send, owned by the caller, or NULL if there are none. */
char *tls_client_take_output(TlsClient *client, size_t *length);

#endif
