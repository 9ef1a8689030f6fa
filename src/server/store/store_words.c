#include <config.h>

#include "server/store/store_words.h"

#include <string.h>

static const char *const colors[COLOR_COUNT] = {[WHITE] = "w", [BLACK] = "b"};
static const char *const offers[] = {[STORE_OFFER_NONE] = "none",
                                     [STORE_OFFER_OPEN] = "open",
                                     [STORE_OFFER_DECLINED] = "declined",
                                     [STORE_OFFER_WITHDRAWN] = "withdrawn"};

const char *store_words_color(Color color) {
    return colors[color];
}

const char *store_words_offer(StoreOffer offer) {
    return offers[offer];
}

bool store_words_parse_color(const char *word, Color *color) {
    *color = strcmp(word, colors[BLACK]) == 0 ? BLACK : WHITE;
    return strcmp(word, colors[*color]) == 0;
}

bool store_words_parse_offer(const char *word, StoreOffer *offer) {
    for (*offer = STORE_OFFER_NONE; *offer <= STORE_OFFER_WITHDRAWN; (*offer)++)
        if (strcmp(word, offers[*offer]) == 0)
            return true;
    return false;
}

bool store_words_parse_outcome(const char *result, const char *reason, Outcome *outcome) {
    Result as = RESULT_OPEN;
    while (as < RESULT_DRAW && strcmp(result, result_text(as)) != 0)
        as++;
    Reason why = REASON_LION;
    while (why < REASON_ABORTED && strcmp(reason, reason_word(why)) != 0)
        why++;
    *outcome = (Outcome){as, why};
    return strcmp(result, result_text(as)) == 0 && strcmp(reason, reason_word(why)) == 0;
}
