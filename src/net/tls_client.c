#include <config.h>

#include "net/tls_client.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

/* ---- the certificate of a server: its fingerprint, and why it was not accepted ---- */

bool fingerprint_parse(const char *text, Fingerprint *fingerprint) {
    Fingerprint parsed = {.known = true};
    if (!text_parse_hex(text, parsed.bytes, sizeof parsed.bytes))
        return false;
    *fingerprint = parsed;
    return true;
}

void fingerprint_write(const Fingerprint *fingerprint, char text[FINGERPRINT_SIZE]) {
    for (int i = 0; i < FINGERPRINT_BYTES; i++)
        snprintf(text + 2 * i, 3, "%02x", fingerprint->bytes[i]);
}

bool fingerprint_equal(const Fingerprint *a, const Fingerprint *b) {
    return a->known && b->known && memcmp(a->bytes, b->bytes, sizeof a->bytes) == 0;
}

void certificate_describe(const CertificateProblem *problem, const char *host,
                          char text[CERTIFICATE_TEXT_SIZE]) {
    static const struct {
        const char *what;
        bool has_detail;
    } faults[] = {
        [CERTIFICATE_GOOD] = {"is good", false},
        [CERTIFICATE_UNKNOWN_SIGNER] = {"is signed by nobody known here", false},
        [CERTIFICATE_OTHER_NAME] = {"belongs to another name: ", true},
        [CERTIFICATE_EXPIRED] = {"expired on ", true},
        [CERTIFICATE_NOT_YET_VALID] = {"is not valid before ", true},
        [CERTIFICATE_CHANGED] =
            {"is not the one that was trusted: somebody may be listening in, or "
             "it is a new one",
             false},
        [CERTIFICATE_INVALID] = {"is not valid: ", true},
    };
    snprintf(text, CERTIFICATE_TEXT_SIZE, "the certificate of %.100s %s%s", host,
             faults[problem->fault].what, faults[problem->fault].has_detail ? problem->detail : "");
}

/* ---- the connection ---- */

#ifndef HAVE_TLS

bool tls_client_is_available(void) {
    return false;
}

TlsClient *tls_client_create(const char *host, const Fingerprint *pin, Error *error) {
    (void)host;
    (void)pin;
    error_set(error, ERROR_UNSUPPORTED,
              "this program cannot encrypt connections: it was built without OpenSSL");
    return NULL;
}

/* No client exists, so that these are never called. */

void tls_client_free(TlsClient *client) {
    (void)client;
}

TlsClientState tls_client_state(const TlsClient *client) {
    (void)client;
    return TLS_CLIENT_FAILED;
}

const char *tls_client_error(const TlsClient *client) {
    (void)client;
    return "";
}

const CertificateProblem *tls_client_problem(const TlsClient *client) {
    (void)client;
    return NULL;
}

void tls_client_receive(TlsClient *client, const char *bytes, size_t length) {
    (void)client;
    (void)bytes;
    (void)length;
}

size_t tls_client_read(TlsClient *client, char *bytes, size_t size) {
    (void)client;
    (void)bytes;
    (void)size;
    return 0;
}

void tls_client_write(TlsClient *client, const char *bytes, size_t length) {
    (void)client;
    (void)bytes;
    (void)length;
}

void tls_client_close(TlsClient *client) {
    (void)client;
}

char *tls_client_take_output(TlsClient *client, size_t *length) {
    (void)client;
    *length = 0;
    return NULL;
}

#else

#include <arpa/inet.h>
#include <stdlib.h>

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include "base/memory.h"

enum {
    HOST_SIZE = 256,
    FIRST_RECORD_MIN = 20, /* the types of TLS records */
    FIRST_RECORD_MAX = 24
};

struct TlsClient {
    SSL_CTX *context;
    SSL *ssl;
    BIO *input, *output; /* of `ssl` */
    TlsClientState state;
    bool has_received;
    Fingerprint pin;
    CertificateProblem problem;
    char error[160];
};

bool tls_client_is_available(void) {
    return true;
}

/* ---- accepting the certificate ---- */

static void describe_date(const ASN1_TIME *time, char *text, size_t size) {
    struct tm date;
    if (ASN1_TIME_to_tm(time, &date) != 1 || strftime(text, size, "%Y-%m-%d", &date) == 0)
        snprintf(text, size, "an unreadable date");
}

static void add_name(CertificateProblem *problem, const ASN1_STRING *name) {
    char shown[80];
    text_sanitize_into((const char *)ASN1_STRING_get0_data(name), (size_t)ASN1_STRING_length(name),
                       shown, sizeof shown);
    text_append(problem->detail, sizeof problem->detail, "%s%s", problem->detail[0] ? ", " : "",
                shown);
}

/* Writes the names that a certificate is for. They come from a stranger. */
static void describe_names(const X509 *certificate, CertificateProblem *problem) {
    GENERAL_NAMES *names = X509_get_ext_d2i(certificate, NID_subject_alt_name, NULL, NULL);
    problem->detail[0] = '\0';
    for (int i = 0; names && i < sk_GENERAL_NAME_num(names); i++) {
        const GENERAL_NAME *name = sk_GENERAL_NAME_value(names, i);
        if (name->type == GEN_DNS)
            add_name(problem, name->d.dNSName);
    }
    GENERAL_NAMES_free(names);
    X509_NAME *subject = X509_get_subject_name(certificate);
    int common = X509_NAME_get_index_by_NID(subject, NID_commonName, -1);
    if (!problem->detail[0] && common >= 0)
        add_name(problem, X509_NAME_ENTRY_get_data(X509_NAME_get_entry(subject, common)));
    if (!problem->detail[0])
        text_append(problem->detail, sizeof problem->detail, "none that can be read");
}

static CertificateFault find_fault(int error) {
    switch (error) {
    case X509_V_ERR_HOSTNAME_MISMATCH:
    case X509_V_ERR_IP_ADDRESS_MISMATCH:
        return CERTIFICATE_OTHER_NAME;
    case X509_V_ERR_CERT_HAS_EXPIRED:
        return CERTIFICATE_EXPIRED;
    case X509_V_ERR_CERT_NOT_YET_VALID:
        return CERTIFICATE_NOT_YET_VALID;
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    case X509_V_ERR_CERT_SIGNATURE_FAILURE: /* by the name of an authority only */
    case X509_V_ERR_CERT_UNTRUSTED:
        return CERTIFICATE_UNKNOWN_SIGNER;
    default:
        return CERTIFICATE_INVALID;
    }
}

static void set_problem(TlsClient *client, X509_STORE_CTX *store) {
    CertificateProblem *problem = &client->problem;
    int error = X509_STORE_CTX_get_error(store);
    const X509 *wrong = X509_STORE_CTX_get_current_cert(store);
    problem->fault = find_fault(error);
    if (problem->fault == CERTIFICATE_OTHER_NAME)
        describe_names(X509_STORE_CTX_get0_cert(store), problem);
    else if (problem->fault == CERTIFICATE_EXPIRED && wrong)
        describe_date(X509_get0_notAfter(wrong), problem->detail, sizeof problem->detail);
    else if (problem->fault == CERTIFICATE_NOT_YET_VALID && wrong)
        describe_date(X509_get0_notBefore(wrong), problem->detail, sizeof problem->detail);
    else
        snprintf(problem->detail, sizeof problem->detail, "%s",
                 X509_verify_cert_error_string(error));
}

/* Called by OpenSSL in place of its own verification. Returns 1 to accept. */
static int verify(X509_STORE_CTX *store, void *context) {
    TlsClient *client = context;
    Fingerprint *shown = &client->problem.fingerprint;
    const X509 *certificate = X509_STORE_CTX_get0_cert(store);
    shown->known = certificate && X509_digest(certificate, EVP_sha256(), shown->bytes, NULL) == 1;
    if (client->pin.known && fingerprint_equal(&client->pin, shown)) {
        X509_STORE_CTX_set_error(store, X509_V_OK);
        return 1;
    }
    if (client->pin.known) {
        client->problem.fault = CERTIFICATE_CHANGED;
        X509_STORE_CTX_set_error(store, X509_V_ERR_APPLICATION_VERIFICATION);
        return 0;
    }
    if (X509_verify_cert(store) == 1)
        return 1;
    set_problem(client, store);
    return 0;
}

/* ---- the ends ---- */

static bool expect_host(SSL *ssl, const char *host) {
    unsigned char address[sizeof(struct in6_addr)];
    char name[HOST_SIZE];
    /* A name has neither an IPv6 address's zone nor the dot at the end of a full domain name. */
    size_t length = strcspn(host, "%");
    if (length > 1 && host[length - 1] == '.')
        length--;
    snprintf(name, sizeof name, "%.*s", (int)length, host);
    if (inet_pton(AF_INET, name, address) == 1 || inet_pton(AF_INET6, name, address) == 1)
        return X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), name) == 1;
    SSL_set_hostflags(ssl, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
    return SSL_set1_host(ssl, name) == 1 && SSL_set_tlsext_host_name(ssl, name) == 1;
}

static bool prepare(TlsClient *client, const char *host) {
    client->context = SSL_CTX_new(TLS_client_method());
    if (!client->context || SSL_CTX_set_min_proto_version(client->context, TLS1_2_VERSION) != 1 ||
        (!client->pin.known && SSL_CTX_set_default_verify_paths(client->context) != 1))
        return false;
    SSL_CTX_set_verify(client->context, SSL_VERIFY_PEER, NULL);
    SSL_CTX_set_cert_verify_callback(client->context, verify, client);
    SSL_CTX_set_session_cache_mode(client->context, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_options(client->context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
    client->ssl = SSL_new(client->context);
    client->input = BIO_new(BIO_s_mem());
    client->output = BIO_new(BIO_s_mem());
    if (!client->ssl || !client->input || !client->output) {
        BIO_free(client->input);
        BIO_free(client->output);
        return false;
    }
    SSL_set_bio(client->ssl, client->input, client->output);
    SSL_set_connect_state(client->ssl);
    return expect_host(client->ssl, host);
}

TlsClient *tls_client_create(const char *host, const Fingerprint *pin, Error *error) {
    TlsClient *client = memory_allocate(sizeof *client);
    client->pin = *pin;
    ERR_clear_error();
    if (!prepare(client, host)) {
        const char *why = ERR_reason_error_string(ERR_get_error());
        error_set(error, ERROR_IO, "encryption is not possible: %s", why ? why : "no memory");
        tls_client_free(client);
        return NULL;
    }
    tls_client_receive(client, "", 0); /* writes the first message */
    return client;
}

void tls_client_free(TlsClient *client) {
    if (!client)
        return;
    SSL_free(client->ssl);
    SSL_CTX_free(client->context);
    free(client);
}

TlsClientState tls_client_state(const TlsClient *client) {
    return client->state;
}

const char *tls_client_error(const TlsClient *client) {
    return client->error;
}

const CertificateProblem *tls_client_problem(const TlsClient *client) {
    return client->problem.fault == CERTIFICATE_GOOD ? NULL : &client->problem;
}

/* ---- bytes ---- */

static void fail(TlsClient *client, const char *why) {
    client->state = TLS_CLIENT_FAILED;
    snprintf(client->error, sizeof client->error, "%s", why);
}

/* Handles the result of a call of OpenSSL that did not succeed. */
static void on_obstacle(TlsClient *client, int result) {
    int kind = SSL_get_error(client->ssl, result);
    if (kind == SSL_ERROR_WANT_READ)
        return;
    if (kind == SSL_ERROR_ZERO_RETURN) {
        client->state = TLS_CLIENT_CLOSED;
        return;
    }
    char why[sizeof client->error];
    const char *reason = ERR_reason_error_string(ERR_peek_error());
    snprintf(why, sizeof why, "the encryption failed (%.100s)",
             reason ? reason : "no reason given");
    fail(client, why);
}

void tls_client_receive(TlsClient *client, const char *bytes, size_t length) {
    if (client->state != TLS_CLIENT_HANDSHAKE && client->state != TLS_CLIENT_OPEN)
        return;
    if (length > 0 && !client->has_received &&
        (bytes[0] < FIRST_RECORD_MIN || bytes[0] > FIRST_RECORD_MAX)) {
        fail(client, "this port is not for encrypted connections");
        return;
    }
    client->has_received |= length > 0;
    ERR_clear_error();
    if (length > 0 && BIO_write(client->input, bytes, (int)length) != (int)length) {
        fail(client, "no memory");
        return;
    }
    if (client->state == TLS_CLIENT_OPEN)
        return;
    int result = SSL_do_handshake(client->ssl);
    if (result == 1)
        client->state = TLS_CLIENT_OPEN;
    else
        on_obstacle(client, result);
}

size_t tls_client_read(TlsClient *client, char *bytes, size_t size) {
    if (client->state != TLS_CLIENT_OPEN)
        return 0;
    ERR_clear_error();
    int result = SSL_read(client->ssl, bytes, (int)size);
    if (result > 0)
        return (size_t)result;
    on_obstacle(client, result);
    return 0;
}

void tls_client_write(TlsClient *client, const char *bytes, size_t length) {
    if (client->state != TLS_CLIENT_OPEN || length == 0)
        return;
    ERR_clear_error();
    int result = SSL_write(client->ssl, bytes, (int)length);
    if (result != (int)length)
        fail(client, "the bytes cannot be encrypted");
}

void tls_client_close(TlsClient *client) {
    if (client->state == TLS_CLIENT_OPEN || client->state == TLS_CLIENT_CLOSED)
        SSL_shutdown(client->ssl);
}

char *tls_client_take_output(TlsClient *client, size_t *length) {
    int waiting = (int)BIO_ctrl_pending(client->output);
    *length = 0;
    if (waiting <= 0)
        return NULL;
    char *bytes = memory_resize(NULL, (size_t)waiting, 1);
    int taken = BIO_read(client->output, bytes, waiting);
    *length = taken > 0 ? (size_t)taken : 0;
    return bytes;
}

#endif
