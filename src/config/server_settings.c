#include <config.h>

#include "config/server_settings.h"

#include "config/configfile.h"
#include "config/table.h"

void server_settings_default(ServerSettings *settings) {
    table_store_defaults(&table_congod_conf, settings);
}

bool server_settings_read(ServerSettings *settings, const char *path, Error *error) {
    return configfile_read(path, &table_congod_conf, NULL, 0, settings, error);
}
