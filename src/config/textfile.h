/* Text files that are read whole: regular files of a limited size, without zero bytes. */
#ifndef CONFIG_TEXTFILE_H
#define CONFIG_TEXTFILE_H

#include <stddef.h>

#include "rules/error.h"

/* The file's text, which the caller frees; NULL with an error that begins with `shown`, the file's
 * name in sentences, when it cannot be read or has more than `most` bytes. */
char *file_read_text(const char *path, const char *shown, size_t most, Error *error);

#endif
