#include <config.h>

#include "server/store/store_open.h"

#include "server/store/conninfo.h"
#include "server/store/store_sqlite.h"

#ifdef HAVE_LIBPQ

#include "server/store/postgres/store_postgres.h"

static Store *open_postgres(const StoreOptions *options, Error *error) {
    return conninfo_check(options->database, error) ? store_postgres_open(options, error) : NULL;
}

static bool check_postgres(const char *conninfo, StoreCompletion *completion, Error *error) {
    return conninfo_check(conninfo, error) && store_postgres_check(conninfo, completion, error);
}

#else

/* conninfo_check() says that the program was built without libpq. */
static Store *open_postgres(const StoreOptions *options, Error *error) {
    conninfo_check(options->database, error);
    return NULL;
}

static bool check_postgres(const char *conninfo, StoreCompletion *completion, Error *error) {
    (void)completion;
    return conninfo_check(conninfo, error);
}

#endif

Store *store_open(const StoreOptions *options, Error *error) {
    return conninfo_matches(options->database) ? open_postgres(options, error)
                                               : store_sqlite_open(options, error);
}

bool store_open_check(const char *database, StoreCompletion *completion, Error *error) {
    *completion = (StoreCompletion){.kind = STORE_CHECK};
    return conninfo_matches(database) ? check_postgres(database, completion, error)
                                      : store_sqlite_check(database, completion, error);
}
