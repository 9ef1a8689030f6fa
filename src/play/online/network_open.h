/*
 * Opens a game on a server: creates, joins or watches it there, and reads it from its start. The
 * result is the setup of a session.
 */
#ifndef PLAY_ONLINE_NETWORK_OPEN_H
#define PLAY_ONLINE_NETWORK_OPEN_H

#include <stdbool.h>
#include <uv.h>

#include "base/error.h"
#include "config/settings.h"
#include "net/connection.h"
#include "play/online/network.h"
#include "play/online/network_options.h"
#include "play/session.h"

/* Called once with the setup, to be passed to session_create or session_setup_discard, or with NULL
 * and an error, which begins with SERVER_ERROR_PREFIX if it came from the server. `untrusted` is
 * the server whose certificate was not accepted, if trusting it would help, else NULL. */
typedef void NetworkOpenListener(void *context, SessionSetup *setup, const Error *error,
                                 const UntrustedServer *untrusted);

/* Starts to open a game; `opened` is called from the loop, never before this returns. It is an
 * error if each of the servers has failed once. `settings` fill in the rest of the setup. */
Network *network_open(uv_loop_t *loop, const Settings *settings, const NetworkOptions *options,
                      NetworkOpenListener *opened, void *context);

/* Cancels an open that has not been reported; `opened` is not called. */
void network_cancel(Network *network);

#endif
