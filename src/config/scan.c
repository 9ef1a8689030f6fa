#include <config.h>

#include "config/scan.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config/wording.h"
#include "rules/ascii.h"
#include "rules/memory.h"

enum { NESTING_MAX = 8, NAME_SHOWN = 40, NUMBER_SIZE = 32 };

/* The name of a setting, as a part of the text, and the group it is in. */
typedef struct Name {
    const char *text;
    size_t length;
    int group;
    int line;
} Name;

typedef struct Scan {
    const char *at; /* what is read next */
    const char *shown;
    int line;
    char *out; /* the prepared text */
    size_t used, room;
    Name *names; /* every setting so far */
    size_t name_count, name_room;
    Name current;                /* the setting that was named last; length 0: none */
    Name outer[NESTING_MAX];     /* the settings around the current place */
    int groups[NESTING_MAX + 1]; /* the number of the group or list at each level */
    int depth, group_count;
    Error *error;
} Scan;

static void emit(Scan *scan, const char *text, size_t length) {
    if (scan->used + length + 1 > scan->room) {
        scan->room = 2 * (scan->used + length + 1);
        scan->out = memory_resize(scan->out, scan->room, 1);
    }
    memcpy(scan->out + scan->used, text, length);
    scan->used += length;
    scan->out[scan->used] = '\0';
}

/* Passes on the next `length` bytes. */
static void pass(Scan *scan, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (scan->at[i] == '\n')
            scan->line++;
    emit(scan, scan->at, length);
    scan->at += length;
}

static bool complain(Scan *scan, int line, const char *sentence) {
    return error_set(scan->error, ERROR_SYNTAX, "%s:%d: %s", scan->shown, line, sentence);
}

static int shown_length(Name name) {
    return name.length > NAME_SHOWN ? NAME_SHOWN : (int)name.length;
}

/* Puts the path of the groups around before a sentence about a setting. */
static bool complain_of(Scan *scan, Name name, const char *sentence) {
    error_set(scan->error, ERROR_SYNTAX, "%.*s: %s", shown_length(name), name.text, sentence);
    for (int i = scan->depth; i-- > 0;)
        if (scan->outer[i].length)
            error_prefix(scan->error, "%.*s.", shown_length(scan->outer[i]), scan->outer[i].text);
    return error_prefix(scan->error, "%s:%d: ", scan->shown, name.line);
}

static bool scan_line_comment(Scan *scan) {
    pass(scan, strcspn(scan->at, "\n"));
    return true;
}

static bool scan_block_comment(Scan *scan) {
    const char *end = strstr(scan->at + 2, "*/");
    if (!end)
        return complain(scan, scan->line, "expected \"*/\" at the end of the comment begun here");
    pass(scan, (size_t)(end + 2 - scan->at));
    return true;
}

static bool is_zero_byte(const char *escape) {
    return (escape[1] == 'x' || escape[1] == 'X') && escape[2] == '0' && escape[3] == '0';
}

/* A string ends in its line: libconfig would take the rest of the file up to the next quote. */
static bool scan_string(Scan *scan) {
    const char *end = scan->at + 1;
    while (*end && *end != '"' && *end != '\n') {
        if (*end == '\\' && is_zero_byte(end))
            return complain(scan, scan->line, "expected a string without the byte \\x00");
        end += end[0] == '\\' && (end[1] == '"' || end[1] == '\\') ? 2 : 1;
    }
    if (*end != '"')
        return complain(scan, scan->line, "expected a closing quote on the line of the string");
    pass(scan, (size_t)(end + 1 - scan->at));
    return true;
}

/* How many bytes belong to a number that is not whole; 0 if it is none. */
static size_t fraction_length(const char *text) {
    size_t length = strspn(text, "+-");
    length += strspn(text + length, "0123456789");
    if (text[length] != '.' && text[length] != 'e' && text[length] != 'E')
        return 0;
    return length + strspn(text + length, "0123456789.eE+-");
}

static bool scan_number(Scan *scan) {
    size_t length = fraction_length(scan->at);
    if (length) {
        pass(scan, length);
        return true;
    }
    size_t sign = *scan->at == '+' || *scan->at == '-';
    bool hexadecimal = !sign && scan->at[0] == '0' && (scan->at[1] == 'x' || scan->at[1] == 'X');
    char *end;
    errno = 0;
    long long value = strtoll(scan->at, &end, hexadecimal ? 16 : 10);
    if (value >= INT_MIN && value <= INT_MAX) {
        pass(scan, (size_t)(end - scan->at));
        return true;
    }
    char number[NUMBER_SIZE];
    int written = snprintf(number, sizeof number, "%lldL", value);
    emit(scan, number, (size_t)written);
    scan->at = end + strspn(end, "L");
    return true;
}

static bool is_boolean(Name name) {
    return (name.length == 4 && text_equal_ignore_case_n(name.text, "true", 4)) ||
           (name.length == 5 && text_equal_ignore_case_n(name.text, "false", 5));
}

static const Name *find_same(const Scan *scan, Name name) {
    for (size_t i = 0; i < scan->name_count; i++) {
        const Name *other = &scan->names[i];
        if (other->group == name.group && other->length == name.length &&
            memcmp(other->text, name.text, name.length) == 0)
            return other;
    }
    return NULL;
}

static void remember(Scan *scan, Name name) {
    if (scan->name_count == scan->name_room) {
        scan->name_room = 2 * scan->name_room + 64;
        scan->names = memory_resize(scan->names, scan->name_room, sizeof *scan->names);
    }
    scan->names[scan->name_count++] = name;
}

static bool is_name_byte(char byte) {
    return isalnum((unsigned char)byte) || byte == '-' || byte == '_' || byte == '*';
}

static bool scan_name(Scan *scan) {
    Name name = {.text = scan->at, .group = scan->groups[scan->depth], .line = scan->line};
    while (is_name_byte(name.text[name.length]))
        name.length++;
    pass(scan, name.length);
    if (is_boolean(name))
        return true;
    const Name *first = find_same(scan, name);
    if (first) {
        char sentence[80];
        snprintf(sentence, sizeof sentence, "expected once, found again (first on line %d)",
                 first->line);
        return complain_of(scan, name, sentence);
    }
    remember(scan, name);
    scan->current = name;
    return true;
}

static bool scan_open(Scan *scan) {
    if (scan->depth == NESTING_MAX)
        return complain(scan, scan->line, "expected groups and lists nested at most 8 deep");
    scan->outer[scan->depth++] = scan->current;
    scan->groups[scan->depth] = ++scan->group_count;
    scan->current.length = 0;
    pass(scan, 1);
    return true;
}

/* Whether the brackets match is for libconfig to say. */
static bool scan_close(Scan *scan) {
    if (scan->depth > 0)
        scan->depth--;
    scan->current.length = 0;
    pass(scan, 1);
    return true;
}

static bool scan_token(Scan *scan) {
    const char *at = scan->at;
    if (at[0] == '#' || (at[0] == '/' && at[1] == '/'))
        return scan_line_comment(scan);
    if (at[0] == '/' && at[1] == '*')
        return scan_block_comment(scan);
    if (at[0] == '"')
        return scan_string(scan);
    if (at[0] == '@')
        return complain(scan, scan->line, "expected a setting, found \"@\" (@include is not read)");
    if (isalpha((unsigned char)at[0]) || at[0] == '*')
        return scan_name(scan);
    if (isdigit((unsigned char)at[strspn(at, "+-") ? 1 : 0]))
        return scan_number(scan);
    if (strchr("{([", at[0]))
        return scan_open(scan);
    if (strchr("})]", at[0]))
        return scan_close(scan);
    pass(scan, 1);
    return true;
}

char *scan_prepare(const char *text, const char *shown, Error *error) {
    Scan scan = {.at = text, .shown = shown, .line = 1, .error = error};
    bool good = true;
    while (good && *scan.at)
        good = scan_token(&scan);
    free(scan.names);
    if (!good) {
        free(scan.out);
        return NULL;
    }
    bool ended = scan.used > 0 && scan.out[scan.used - 1] == '\n';
    emit(&scan, "\n", ended ? 0 : 1);
    return scan.out;
}
