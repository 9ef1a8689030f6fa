/* Ranges of numbers and of dates, as options name them. */
#ifndef CONFIG_OPTION_RANGE_H
#define CONFIG_OPTION_RANGE_H

#include <stdbool.h>

/* Whole numbers, or days as 20240501 for 1 May 2024. Starts as {0}: without limits. */
typedef struct OptionRange {
    bool limited;
    int from, to; /* both included */
} OptionRange;

/* Reads "12", "10..20", "10.." or "..20". Returns false and leaves the range alone for any other
 * text, and if the range is empty. */
bool option_range_parse_numbers(const char *text, OptionRange *range);

/* Reads a date, the beginning of one, or a range of them: "2024", "2024.05", "2024.05.01",
 * "2023..2024.06", "2024..". A hyphen can replace a dot. Returns false as
 * option_range_parse_numbers does. */
bool option_range_parse_dates(const char *text, OptionRange *range);

/* Reads the days that a tag such as "2024.05.??" allows. Returns false if the year is unknown. */
bool option_range_read_date(const char *tag, OptionRange *days);

/* Returns whether all of `part` lies within the range. A part without limits does not lie within a
 * range that has some. */
bool option_range_holds(const OptionRange *range, const OptionRange *part);

#endif
