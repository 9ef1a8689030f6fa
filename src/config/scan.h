/*
 * A look at a configuration text before libconfig reads it, for what libconfig takes in silence or
 * reports badly: numbers that it would cut to 32 bits, comments and strings without an end, bytes
 * \x00 in strings, settings given twice, deep nesting, @include.
 */
#ifndef CONFIG_SCAN_H
#define CONFIG_SCAN_H

#include "rules/error.h"

/*
 * The text to give to libconfig in place of `text`: numbers beyond 32 bits are marked as 64-bit
 * ones (those beyond 64 bits become the largest there is), and it ends with a newline, without
 * which libconfig does not know a comment in the last line. The caller frees it. NULL with an error
 * that begins with `shown`, the file's name in sentences, and the line.
 */
char *configfile_prepare_text(const char *text, const char *shown, Error *error);

#endif
