/* The question whether to trust a server whose certificate was not accepted. */
#ifndef TUI_ONLINE_TRUST_DIALOG_H
#define TUI_ONLINE_TRUST_DIALOG_H

#include "play/online/network_open.h"
#include "tui/app.h"

/* Called after the dialog was closed: `trusted` if the certificate is accepted from now on. */
typedef void TrustHandler(App *app, bool trusted, void *data);

/* Shows the fingerprint of the server's certificate and asks. The dialog owns `data`, frees it with
 * free() and passes it to the handler. */
void trust_dialog_open(App *app, const UntrustedServer *untrusted, TrustHandler *handler,
                       void *data);

#endif
