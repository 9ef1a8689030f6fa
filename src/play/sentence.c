#include <config.h>

#include "play/sentence.h"

#include <stdio.h>
#include <string.h>

#include "rules/ascii.h"

/* Whether the text begins with a word of the language: letters only, then a blank. */
static bool begins_with_word(const char *text) {
    while (*text >= 'a' && *text <= 'z')
        text++;
    return *text == ' ';
}

const char *error_sentence(const Error *error, char text[ERROR_SENTENCE_SIZE]) {
    size_t length = strlen(error->text);
    bool ended = length > 0 && strchr(".!?", error->text[length - 1]) != NULL;
    snprintf(text, ERROR_SENTENCE_SIZE, "%s%s", error->text, ended ? "" : ".");
    if (begins_with_word(text))
        text[0] = (char)text_upper(text[0]);
    return text;
}
