/* The words for values in the tables of databases. The parsers return false for an unknown word. */
#ifndef SERVER_STORE_STORE_WORDS_H
#define SERVER_STORE_STORE_WORDS_H

#include <stdbool.h>

#include "server/store/store.h"

const char *store_words_color(Color color);
const char *store_words_offer(StoreOffer offer);
bool store_words_parse_color(const char *word, Color *color);
bool store_words_parse_offer(const char *word, StoreOffer *offer);
bool store_words_parse_outcome(const char *result, const char *reason, Outcome *outcome);

#endif
