#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>

#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include "tls_peer.h"

/* ---- certificates ---- */

static EVP_PKEY *make_key(void) {
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_id(EVP_PKEY_EC, NULL);
    assert_int_equal(EVP_PKEY_keygen_init(context), 1);
    assert_int_equal(EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, NID_X9_62_prime256v1), 1);
    assert_int_equal(EVP_PKEY_keygen(context, &key), 1);
    EVP_PKEY_CTX_free(context);
    return key;
}

static void add_extension(X509 *certificate, int name, const char *value) {
    X509V3_CTX context;
    X509V3_set_ctx(&context, certificate, certificate, NULL, NULL, 0);
    X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, &context, name, value);
    assert_non_null(extension);
    assert_int_equal(X509_add_ext(certificate, extension, -1), 1);
    X509_EXTENSION_free(extension);
}

Identity identity_make(const char *names, int from_day, int to_day, const Identity *authority) {
    static int serial;
    Identity made = {make_key(), X509_new()};
    X509 *certificate = made.certificate;
    const Identity *signer = authority ? authority : &made;
    X509_set_version(certificate, 2);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate), ++serial);
    X509_time_adj_ex(X509_getm_notBefore(certificate), from_day, 0, NULL);
    X509_time_adj_ex(X509_getm_notAfter(certificate), to_day, 0, NULL);
    X509_NAME_add_entry_by_txt(X509_get_subject_name(certificate), "CN", MBSTRING_ASC,
                               (const unsigned char *)(names ? "test server" : "test authority"),
                               -1, -1, 0);
    X509_set_issuer_name(certificate, X509_get_subject_name(signer->certificate));
    X509_set_pubkey(certificate, made.key);
    if (names)
        add_extension(certificate, NID_subject_alt_name, names);
    else
        add_extension(certificate, NID_basic_constraints, "critical,CA:TRUE");
    assert_true(X509_sign(certificate, signer->key, EVP_sha256()) > 0);
    return made;
}

void identity_free(Identity *identity) {
    EVP_PKEY_free(identity->key);
    X509_free(identity->certificate);
}

Fingerprint identity_fingerprint(const Identity *identity) {
    Fingerprint fingerprint = {.known = true};
    X509_digest(identity->certificate, EVP_sha256(), fingerprint.bytes, NULL);
    return fingerprint;
}

void identity_save(const Identity *identity, const char *path) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(PEM_write_X509(file, identity->certificate), 1);
    assert_int_equal(fclose(file), 0);
}

/* ---- the server's end ---- */

TlsPeer tls_peer_open(const Identity *identity, int version) {
    TlsPeer peer = {.context = SSL_CTX_new(TLS_server_method())};
    SSL_CTX_use_certificate(peer.context, identity->certificate);
    SSL_CTX_use_PrivateKey(peer.context, identity->key);
    if (version != 0) {
        SSL_CTX_set_cipher_list(peer.context, "ALL:@SECLEVEL=0"); /* for obsolete versions */
        SSL_CTX_set_min_proto_version(peer.context, version);
        SSL_CTX_set_max_proto_version(peer.context, version);
    }
    peer.ssl = SSL_new(peer.context);
    peer.input = BIO_new(BIO_s_mem());
    peer.output = BIO_new(BIO_s_mem());
    SSL_set_bio(peer.ssl, peer.input, peer.output);
    SSL_set_accept_state(peer.ssl);
    return peer;
}

void tls_peer_close(TlsPeer *peer) {
    SSL_free(peer->ssl);
    SSL_CTX_free(peer->context);
}

void tls_peer_receive(TlsPeer *peer, const char *bytes, size_t length) {
    if (length > 0)
        BIO_write(peer->input, bytes, (int)length);
}

size_t tls_peer_read(TlsPeer *peer, char *bytes, size_t size) {
    int length = SSL_read(peer->ssl, bytes, (int)size);
    return length > 0 ? (size_t)length : 0;
}

void tls_peer_write(TlsPeer *peer, const char *bytes, size_t length) {
    assert_int_equal(SSL_write(peer->ssl, bytes, (int)length), length);
}

size_t tls_peer_take_output(TlsPeer *peer, char *bytes, size_t size) {
    int length = BIO_read(peer->output, bytes, (int)size);
    return length > 0 ? (size_t)length : 0;
}
