#include <config.h>

#include "config/option_range.h"

#include <limits.h>
#include <stddef.h>
#include <string.h>

#include "base/text.h"

enum { NUMBER_SIZE = 16, DAYS_OF_YEAR = 10000, DAYS_OF_MONTH = 100 };

/* ---- numbers ---- */

/* Reads the number in front of `end`, which is not behind the text's own end. */
static bool read_number(const char *text, const char *end, int most, int *number) {
    char digits[NUMBER_SIZE];
    size_t length = (size_t)(end - text);
    if (length == 0 || length >= sizeof digits || strspn(text, "0123456789") < length)
        return false;
    memcpy(digits, text, length);
    digits[length] = '\0';
    return text_parse_number(digits, 0, most, number);
}

static bool read_number_range(const char *text, const char *end, OptionRange *part) {
    bool good = read_number(text, end, INT_MAX, &part->from);
    part->to = part->from;
    return good;
}

/* ---- dates ---- */

/* Reads two digits behind a separator and moves *text behind them. */
static bool read_part(const char **text, const char *end, int most, int *number) {
    const char *digits = *text + 1;
    if (end - *text < 3 || (**text != '.' && **text != '-') ||
        !read_number(digits, digits + 2, most, number) || *number == 0)
        return false;
    *text = digits + 2;
    return true;
}

/* Reads a year, perhaps with a month and a day, as the days that begin with them, and moves *text
 * behind them. */
static bool read_days(const char **text, const char *end, OptionRange *days) {
    enum { YEAR_DIGITS = 4, MONTHS = 12, DAYS = 31, LAST = 99 };
    int year, month, day;
    if (end - *text < YEAR_DIGITS || !read_number(*text, *text + YEAR_DIGITS, INT_MAX, &year))
        return false;
    *text += YEAR_DIGITS;
    bool has_month = read_part(text, end, MONTHS, &month);
    bool has_day = has_month && read_part(text, end, DAYS, &day);
    days->limited = true;
    days->from = year * DAYS_OF_YEAR + (has_month ? month * DAYS_OF_MONTH : 0);
    days->to = year * DAYS_OF_YEAR + (has_month ? month : LAST) * DAYS_OF_MONTH + LAST;
    if (has_day)
        days->from = days->to = days->from + day;
    return true;
}

static bool read_date_range(const char *text, const char *end, OptionRange *part) {
    return read_days(&text, end, part) && text == end;
}

bool option_range_read_date(const char *tag, OptionRange *days) {
    return read_days(&tag, tag + strlen(tag), days);
}

/* ---- ranges ---- */

typedef bool RangeReader(const char *text, const char *end, OptionRange *part);

/* Reads one part, or two around "..", of which one may be missing. */
static bool parse_range(const char *text, RangeReader *read, OptionRange *range) {
    const char *end = text + strlen(text), *dots = strstr(text, "..");
    const char *first_end = dots ? dots : end, *second = dots ? dots + 2 : text;
    OptionRange first = {.from = 0}, last = {.to = INT_MAX};
    bool open = dots && (first_end == text) != (second == end);
    if (!(open && first_end == text) && !read(text, first_end, &first))
        return false;
    if (!(open && second == end) && !read(second, end, &last))
        return false;
    if (first.from > last.to)
        return false;
    *range = (OptionRange){true, first.from, last.to};
    return true;
}

bool option_range_parse_numbers(const char *text, OptionRange *range) {
    return parse_range(text, read_number_range, range);
}

bool option_range_parse_dates(const char *text, OptionRange *range) {
    return parse_range(text, read_date_range, range);
}

bool option_range_holds(const OptionRange *range, const OptionRange *part) {
    return !range->limited || (part->limited && part->from >= range->from && part->to <= range->to);
}
