#include <config.h>

#include "term/direct_color.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"

#include <curses.h>
#include <term.h> /* last: it defines common words as macros */

/* The compiled format of term(5) with numbers of 32 bits. */
enum { MAGIC = 01036, ABSENT = -1, NUMBER_SIZE = 4, OFFSET_SIZE = 2 };

static const char *text_of(const char *name) {
    const char *text = tigetstr(name);
    return text == (const char *)(intptr_t)-1 ? NULL : text;
}

/* Colours between 0 and 0xffffff, without a palette. */
static bool direct_flag(const char *name) {
    if (strcmp(name, "RGB") == 0)
        return true;
    return strcmp(name, "ccc") != 0 && strcmp(name, "hls") != 0 && tigetflag(name) > 0;
}

static int direct_number(const char *name) {
    if (strcmp(name, "colors") == 0)
        return 1 << 24;
    if (strcmp(name, "pairs") == 0)
        return 0x7fff;
    int number = tigetnum(name);
    return number < 0 ? ABSENT : number;
}

static const char *direct_text(const char *name) {
    static const struct {
        const char *name, *text;
    } replaced[] = {
        {"setaf", "\033[38;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%dm"},
        {"setab", "\033[48;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%dm"},
        {"op", "\033[39;49m"},
        {"oc", NULL},
        {"initc", NULL},
        {"initp", NULL},
        {"scp", NULL},
    };
    for (size_t i = 0; i < sizeof replaced / sizeof replaced[0]; i++)
        if (strcmp(name, replaced[i].name) == 0)
            return replaced[i].text;
    return text_of(name);
}

/* ---- writing ---- */

static int count_names(const char *const names[]) {
    int count = 0;
    while (names[count] != NULL)
        count++;
    return count;
}

/* Little-endian. */
static void add_number(Buffer *entry, int number, int size) {
    for (int i = 0; i < size; i++) {
        char byte = (char)(number >> 8 * i & 0xff);
        buffer_add(entry, &byte, 1);
    }
}

static void add_even(Buffer *entry) {
    if (entry->length % 2 != 0)
        add_number(entry, 0, 1);
}

static void add_flags_and_numbers(Buffer *entry, const char *const flags[],
                                  const char *const numbers[]) {
    for (int i = 0; flags[i] != NULL; i++)
        add_number(entry, direct_flag(flags[i]), 1);
    add_even(entry);
    for (int i = 0; numbers[i] != NULL; i++)
        add_number(entry, direct_number(numbers[i]), NUMBER_SIZE);
}

/* Adds a string, with its NUL, to a table, and its offset in the table to the entry. */
static void add_string(Buffer *entry, Buffer *table, const char *text) {
    add_number(entry, text != NULL ? (int)table->length : ABSENT, OFFSET_SIZE);
    if (text != NULL)
        buffer_add(table, text, strlen(text) + 1);
}

static void add_standard(Buffer *entry, const char *name) {
    Buffer offsets = {0}, table = {0};
    for (int i = 0; strnames[i] != NULL; i++)
        add_string(&offsets, &table, direct_text(strnames[i]));
    const int header[] = {MAGIC,
                          (int)strlen(name) + 1,
                          count_names(boolnames),
                          count_names(numnames),
                          count_names(strnames),
                          (int)table.length};
    for (size_t i = 0; i < sizeof header / sizeof header[0]; i++)
        add_number(entry, header[i], 2);
    buffer_add(entry, name, strlen(name) + 1);
    add_flags_and_numbers(entry, boolnames, numnames);
    buffer_add(entry, offsets.bytes, offsets.length);
    buffer_add(entry, table.bytes, table.length);
    buffer_free(&offsets);
    buffer_free(&table);
}

/* Adds capabilities beyond the standard ones: those that curses or the program knows. */
static void add_extended(Buffer *entry) {
    static const char *const flags[] = {"AX", "RGB", "XT", NULL};
    static const char *const numbers[] = {"U8", NULL};
    static const char *const strings[] = {"BD", "BE", NULL};
    const char *const *const kinds[] = {flags, numbers, strings};
    Buffer offsets = {0}, table = {0}, names = {0};
    for (int i = 0; strings[i] != NULL; i++)
        add_string(&offsets, &table, text_of(strings[i]));
    for (size_t kind = 0; kind < sizeof kinds / sizeof kinds[0]; kind++)
        for (int i = 0; kinds[kind][i] != NULL; i++)
            add_string(&offsets, &names, kinds[kind][i]);
    const int header[] = {count_names(flags), count_names(numbers), count_names(strings),
                          (int)offsets.length / OFFSET_SIZE, (int)(table.length + names.length)};
    add_even(entry);
    for (size_t i = 0; i < sizeof header / sizeof header[0]; i++)
        add_number(entry, header[i], 2);
    add_flags_and_numbers(entry, flags, numbers);
    buffer_add(entry, offsets.bytes, offsets.length);
    buffer_add(entry, table.bytes, table.length);
    buffer_add(entry, names.bytes, names.length);
    buffer_free(&offsets);
    buffer_free(&table);
    buffer_free(&names);
}

char *direct_color_describe(void) {
    static const char digits[] = "0123456789ABCDEF";
    const char *name = getenv("TERM");
    int status;
    if (name == NULL || setupterm(name, 1, &status) != OK)
        return NULL;
    Buffer entry = {0}, text = {0};
    if (!direct_color_is_on()) {
        add_standard(&entry, name);
        add_extended(&entry);
        buffer_add_string(&text, "hex:");
    }
    for (size_t i = 0; i < entry.length; i++) {
        unsigned byte = (unsigned char)entry.bytes[i];
        buffer_add(&text, &digits[byte >> 4], 1);
        buffer_add(&text, &digits[byte & 15], 1);
    }
    del_curterm(cur_term);
    buffer_free(&entry);
    return text.length > 0 ? buffer_take(&text) : NULL;
}

bool direct_color_is_on(void) {
    return tigetflag("RGB") > 0 || tigetnum("RGB") > 0 || text_of("RGB") != NULL;
}
