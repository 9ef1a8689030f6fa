/*
 * Connection strings of PostgreSQL, in libpq's two forms:
 * "postgresql://USER@HOST/NAME?KEYWORD=VALUE" and "KEYWORD=VALUE ...". The setting `database` holds
 * one of these or the path of a file of SQLite.
 */
#ifndef SERVER_STORE_CONNINFO_H
#define SERVER_STORE_CONNINFO_H

#include <stdbool.h>

#include "base/error.h"

enum { CONNINFO_SHOWN_SIZE = 256 };

/* Returns whether the name of a database is a connection string. A path that looks like one is
 * written with a folder: "./host=1.db". */
bool conninfo_matches(const char *database);

/* Returns false with an error, which shows no password, if the connection string is malformed or
 * the program was built without libpq. */
bool conninfo_check(const char *conninfo, Error *error);

/* Returns whether a valid connection string contains a password. */
bool conninfo_has_password(const char *conninfo);

/* Writes the keywords and values of a valid connection string for people, without passwords;
 * "..." at the end if it is cut. Returns `shown`. */
const char *conninfo_show(const char *conninfo, char shown[CONNINFO_SHOWN_SIZE]);

#endif
