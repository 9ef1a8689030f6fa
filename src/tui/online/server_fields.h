/* The items of a dialog that name a server: its address, its port, and encryption. */
#ifndef TUI_ONLINE_SERVER_FIELDS_H
#define TUI_ONLINE_SERVER_FIELDS_H

#include "config/settings.h"
#include "term/dialog.h"

typedef struct ServerFields {
    int host, port, tls;
} ServerFields;

/* Adds the items with the values of the settings. */
void server_fields_add(Dialog *dialog, ServerFields *fields, const Settings *settings);

/* Sets the settings, or shows an error below an item. */
bool server_fields_apply(Dialog *dialog, const ServerFields *fields, Settings *settings);

#endif
