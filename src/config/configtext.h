/* The text of a configuration file, before libconfig reads it. */
#ifndef CONFIG_CONFIGTEXT_H
#define CONFIG_CONFIGTEXT_H

#include "base/error.h"

/* Returns the text as libconfig should read it. Returns NULL on failure, with an error that begins
 * with `shown`, the file's name, and the line. The caller frees the text. */
char *configtext_prepare(const char *text, const char *shown, Error *error);

#endif
