#include <config.h>

#include "net/certificate.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

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
