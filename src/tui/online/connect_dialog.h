/* Opening a network game: a dialog shows that the server is being reached, and can cancel. The
 * user's own server is started for it. */
#ifndef TUI_ONLINE_CONNECT_DIALOG_H
#define TUI_ONLINE_CONNECT_DIALOG_H

#include "config/settings.h"
#include "play/online/network_open.h"
#include "play/online/seats.h"
#include "term/dialog.h"
#include "tui/feature.h"
#include "tui/online/own_server.h"

extern const Feature connect_feature;

/* ---- the question whether to trust a server whose certificate was not accepted ---- */

/* Called after the dialog was closed: `trusted` if the certificate is accepted from now on. */
typedef void TrustHandler(App *app, bool trusted, void *data);

/* Shows the fingerprint of the server's certificate and asks. The dialog owns `data`, frees it with
 * free() and passes it to the handler. */
void trust_dialog_open(App *app, const UntrustedServer *untrusted, TrustHandler *handler,
                       void *data);

/* ---- opening a network game ---- */

/* Opens a network game and puts it on the board in place of the current game, which is kept. On
 * failure a dialog says why and offers to try again, and the board stays. Copies the options. */
void connect_dialog_open(App *app, const NetworkOptions *options);

/* Starts the user's own server and then opens a game there. Fails at once like own_server_start();
 * then nothing has happened. */
bool connect_dialog_open_here(App *app, const OwnServerPlace *place, const NetworkOptions *options,
                              Error *error);

bool connect_dialog_is_open(const App *app);

#endif
