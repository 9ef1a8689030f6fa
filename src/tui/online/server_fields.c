#include <config.h>

#include "tui/online/server_fields.h"

#include <stdio.h>
#include <string.h>

#include "tui/dialogs.h"

static const char *const encryption[] = {
    [TLS_AUTO] = "automatic", [TLS_ON] = "yes", [TLS_OFF] = "no", NULL};

void server_fields_add(Dialog *dialog, ServerFields *fields, const Settings *settings) {
    char port[16] = "";
    if (settings->port != 0)
        snprintf(port, sizeof port, "%d", settings->port);
    fields->host = dialog_add_field(dialog, "Address", settings->host);
    fields->port = dialog_add_field(dialog, "Port", port);
    dialog_set_note(dialog, fields->port, "Empty: the usual one.");
    fields->tls = dialog_add_choice(dialog, "Encryption", encryption, (int)settings->tls);
    dialog_set_note(dialog, fields->tls, "Automatic: once encrypted, always encrypted.");
}

bool server_fields_apply(Dialog *dialog, const ServerFields *fields, Settings *settings) {
    const char *host = dialog_field(dialog, fields->host);
    const char *port = dialog_field(dialog, fields->port);
    if (strcmp(host, settings->host) != 0)
        settings->fingerprint[0] = '\0'; /* it was that of the other server */
    if (!dialogs_apply_setting(dialog, fields->host, settings, "host", host))
        return false;
    if (port[0] == '\0')
        settings->port = 0;
    else if (!dialogs_apply_setting(dialog, fields->port, settings, "port", port))
        return false;
    settings->tls = (TlsChoice)dialog_choice(dialog, fields->tls);
    return true;
}
