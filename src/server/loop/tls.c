#include <config.h>

#include "server/loop/tls.h"

#ifdef HAVE_TLS

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <openssl/err.h>
#include <openssl/ssl.h>

/* ---- the certificate ---- */

/* Keys with a passphrase are rejected: nobody is there to type it. */
static int on_passphrase(char *buffer, int size, int writing, void *asked) {
    (void)buffer;
    (void)size;
    (void)writing;
    *(bool *)asked = true;
    return -1;
}

static bool report(const char *path, const char *problem, Error *error) {
    unsigned long number = ERR_peek_last_error();
    const char *detail = number != 0 ? ERR_reason_error_string(number) : NULL;
    if (detail)
        error_set(error, ERROR_STATE, "%s: %s (%s)", path, problem, detail);
    else
        error_set(error, ERROR_STATE, "%s: %s", path, problem);
    return false;
}

/* OpenSSL's own words for a file that cannot be opened are unclear. */
static bool check_readable(const char *path, Error *error) {
    FILE *file = fopen(path, "r");
    bool good = file && fgetc(file) != EOF;
    if (!good)
        error_set(error, ERROR_IO, "%s: %s", path,
                  !file || ferror(file) ? strerror(errno) : "the file is empty");
    if (file)
        fclose(file);
    return good;
}

static bool load_pair(SSL_CTX *context, const char *certificate, const char *key, Error *error) {
    bool asked = false;
    if (!check_readable(certificate, error) || !check_readable(key, error))
        return false;
    SSL_CTX_set_default_passwd_cb(context, on_passphrase);
    SSL_CTX_set_default_passwd_cb_userdata(context, &asked);
    if (SSL_CTX_use_certificate_chain_file(context, certificate) != 1)
        return report(certificate, "expected a certificate in PEM", error);
    bool loaded = SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) == 1;
    SSL_CTX_set_default_passwd_cb(context, NULL);
    SSL_CTX_set_default_passwd_cb_userdata(context, NULL);
    if (asked)
        return error_set(error, ERROR_STATE,
                         "%s: the key is encrypted; congod needs one without a passphrase", key);
    if (!loaded && ERR_GET_REASON(ERR_peek_last_error()) == X509_R_KEY_VALUES_MISMATCH)
        return error_set(error, ERROR_STATE, "%s: the key is not that of the certificate %s", key,
                         certificate);
    return loaded || report(key, "expected a private key in PEM", error);
}

/* A session is resumed by nobody: a reconnecting client makes a full handshake, so that there are
 * neither tickets, whose key would outlive their connection, nor sessions to keep. */
static void set_options(SSL_CTX *context) {
    SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
    SSL_CTX_set_cipher_list(context, "ECDHE+AESGCM:ECDHE+CHACHA20");
    SSL_CTX_set_options(context, SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION |
                                     SSL_OP_NO_TICKET | SSL_OP_CIPHER_SERVER_PREFERENCE |
                                     SSL_OP_PRIORITIZE_CHACHA);
#ifdef SSL_OP_IGNORE_UNEXPECTED_EOF
    /* Lines have an end of their own: nothing can be cut off unnoticed. */
    SSL_CTX_set_options(context, SSL_OP_IGNORE_UNEXPECTED_EOF);
#endif
    SSL_CTX_set_num_tickets(context, 0);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    /* Without AUTO_RETRY a call returns after each record, so that no peer holds the loop. */
    SSL_CTX_clear_mode(context, SSL_MODE_AUTO_RETRY);
    SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE |
                                  SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
}

TlsContext *tls_context_create(const char *certificate, const char *key, Error *error) {
    ERR_clear_error();
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    bool good = context ? load_pair(context, certificate, key, error)
                        : error_set(error, ERROR_MEMORY, "there is no memory for TLS");
    ERR_clear_error();
    if (!good) {
        SSL_CTX_free(context);
        return NULL;
    }
    set_options(context);
    return context;
}

void tls_context_free(TlsContext *context) {
    SSL_CTX_free(context);
}

/* ---- sessions ---- */

TlsSession *tls_session_create(TlsContext *context, int fd) {
    SSL *session = SSL_new(context);
    if (session && SSL_set_fd(session, fd) == 1) {
        SSL_set_accept_state(session);
        return session;
    }
    SSL_free(session);
    return NULL;
}

void tls_session_free(TlsSession *session) {
    ERR_clear_error();
    if (session && SSL_is_init_finished(session))
        SSL_shutdown(session);
    ERR_clear_error();
    SSL_free(session);
}

/* Returns the result of a call that returned `status`, which is below 1. errno is that of the call.
 */
static TlsResult failure(const SSL *session, int status) {
    switch (SSL_get_error(session, status)) {
    case SSL_ERROR_WANT_READ:
        return TLS_WANTS_READ;
    case SSL_ERROR_WANT_WRITE:
        return TLS_WANTS_WRITE;
    case SSL_ERROR_ZERO_RETURN:
        return TLS_ENDED;
    case SSL_ERROR_SYSCALL:
        return errno == 0 && status == 0 ? TLS_ENDED : TLS_BROKEN;
    default:
        return TLS_BROKEN;
    }
}

/* OpenSSL looks for its errors in a queue of the thread, which older errors must not stay in. */
static void begin_call(void) {
    ERR_clear_error();
    errno = 0;
}

TlsResult tls_handshake(TlsSession *session) {
    begin_call();
    int status = SSL_do_handshake(session);
    return status == 1 ? TLS_DONE : failure(session, status);
}

TlsResult tls_read(TlsSession *session, char *bytes, size_t size, size_t *length) {
    begin_call();
    int status = SSL_read_ex(session, bytes, size, length);
    return status == 1 ? TLS_DONE : failure(session, status);
}

TlsResult tls_write(TlsSession *session, const char *bytes, size_t size, size_t *length) {
    begin_call();
    int status = SSL_write_ex(session, bytes, size, length);
    return status == 1 ? TLS_DONE : failure(session, status);
}

bool tls_has_input(TlsSession *session) {
    return SSL_pending(session) > 0;
}

#else

TlsContext *tls_context_create(const char *certificate, const char *key, Error *error) {
    (void)key;
    error_set(error, ERROR_STATE,
              "%s: this congod was built without TLS and cannot use a certificate: build it with "
              "OpenSSL, or remove certificate and certificate_key from its configuration",
              certificate);
    return NULL;
}

void tls_context_free(TlsContext *context) {
    (void)context;
}

TlsSession *tls_session_create(TlsContext *context, int fd) {
    (void)context;
    (void)fd;
    return NULL;
}

void tls_session_free(TlsSession *session) {
    (void)session;
}

TlsResult tls_handshake(TlsSession *session) {
    (void)session;
    return TLS_BROKEN;
}

TlsResult tls_read(TlsSession *session, char *bytes, size_t size, size_t *length) {
    (void)session;
    (void)bytes;
    (void)size;
    (void)length;
    return TLS_BROKEN;
}

TlsResult tls_write(TlsSession *session, const char *bytes, size_t size, size_t *length) {
    (void)session;
    (void)bytes;
    (void)size;
    (void)length;
    return TLS_BROKEN;
}

bool tls_has_input(TlsSession *session) {
    (void)session;
    return false;
}

#endif
