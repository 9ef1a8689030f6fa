#include <config.h>

#include "term/locale.h"

#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static const char fallback[] = "C.UTF-8";

/* Returns the variable that names the encoding and its value, or NULL if none does. */
static const char *find_variable(const char **value) {
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        *value = getenv(names[i]);
        if (*value != NULL && **value != '\0')
            return names[i];
    }
    return NULL;
}

/* Returns whether the name of a locale ends in UTF-8, as in "de_DE.utf8" or "de_DE.UTF-8@euro". */
static bool names_utf8(const char *name) {
    const char *codeset = strchr(name, '.');
    size_t length = codeset != NULL ? strcspn(codeset, "@") : 0;
    return length > 0 &&
           (text_matches(codeset, length, ".UTF-8") || text_matches(codeset, length, ".UTF8"));
}

void locale_start(void) {
    const char *name;
    if (setlocale(LC_ALL, "") != NULL || setlocale(LC_CTYPE, "") != NULL)
        return;
    if (find_variable(&name) != NULL && names_utf8(name))
        setlocale(LC_CTYPE, fallback);
}

void locale_force_utf8(void) {
    if (!locale_is_utf8())
        setlocale(LC_CTYPE, fallback);
}

bool locale_is_utf8(void) {
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

void locale_write_reason(char *text, size_t size) {
    const char *name, *reason = NULL;
    char locale[EXCERPT_SIZE];
    if (find_variable(&name) == NULL)
        reason = "no locale is set";
    else
        reason = setlocale(LC_CTYPE, "") != NULL ? "no UTF-8 in locale " : "missing locale ";
    snprintf(text, size, "Plain characters (%s%s): try LC_ALL=%s congo.", reason,
             name != NULL && *name != '\0' ? text_excerpt(name, strlen(name), locale) : "",
             fallback);
}
