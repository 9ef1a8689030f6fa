#include <config.h>

#include "uci/words.h"

#include <stddef.h>
#include <string.h>

#include "rules/clean.h"

static const char blank_chars[] = " \t\r\v\f";

char *text_next_word(char **rest) {
    char *word = *rest + strspn(*rest, blank_chars);
    size_t length = strcspn(word, blank_chars);
    if (length == 0)
        return NULL;
    *rest = word + length;
    if (**rest != '\0')
        *(*rest)++ = '\0';
    return word;
}

bool text_is_blank(const char *text) {
    return text[strspn(text, blank_chars)] == '\0';
}

char *text_trim(char *text) {
    text += strspn(text, blank_chars);
    size_t length = strlen(text);
    while (length > 0 && strchr(blank_chars, text[length - 1]))
        length--;
    text[length] = '\0';
    return text;
}

static bool is_number(const char *word) {
    if (*word == '-' || *word == '+')
        word++;
    return *word != '\0' && word[strspn(word, "0123456789")] == '\0';
}

/* The digits as a number that stops growing at `most`. */
static int64_t read_digits(const char *digits, int64_t most) {
    int64_t value = 0;
    for (; *digits != '\0'; digits++) {
        int digit = *digits - '0';
        if (value > (most - digit) / 10)
            return most;
        value = value * 10 + digit;
    }
    return value;
}

bool text_parse_integer(const char *name, const char *word, int64_t least, int64_t most,
                        int64_t *number, Error *error) {
    char excerpt[EXCERPT_SIZE];
    if (word == NULL)
        return error_set(error, ERROR_SYNTAX, "%s: expected a whole number after it", name);
    if (!is_number(word))
        return error_set(error, ERROR_SYNTAX, "%s: expected a whole number, found \"%s\"", name,
                         text_excerpt(word, strlen(word), excerpt));
    bool negative = *word == '-';
    int64_t value = read_digits(word + strspn(word, "+-"), INT64_MAX);
    if (negative)
        value = -value;
    *number = value < least ? least : value > most ? most : value;
    return true;
}
