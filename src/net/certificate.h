/* The certificate of a server: its fingerprint, and why it was not accepted. */
#ifndef NET_CERTIFICATE_H
#define NET_CERTIFICATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

#endif
