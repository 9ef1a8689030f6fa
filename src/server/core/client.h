/*
 * Clients of the server's core: their input, output and disconnection. The functions up to
 * client_user_data() are for the owner of the connections; the others are for the core.
 */
#ifndef SERVER_CORE_CLIENT_H
#define SERVER_CORE_CLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "net/message.h"
#include "server/base/address.h"

typedef struct Core Core;
typedef struct Client Client;

/* The next step of the connection's owner. */
typedef enum ClientAction {
    CLIENT_READ,  /* reads when there is input */
    CLIENT_PAUSE, /* does not read for now */
    CLIENT_CLOSE  /* closes it, even with output left, and calls client_close */
} ClientAction;

/* Opens a connection. Returns NULL if there are too many, and sets *refusal, a static line to be
 * sent before the connection is closed. */
Client *client_open(Core *core, const Address *address, void *user_data, const char **rejection);

/* Frees a client whose connection is gone. */
void client_close(Core *core, Client *client);

/* Processes bytes received from the client. Bytes that cannot be processed yet are copied. */
void client_receive(Core *core, Client *client, const char *bytes, size_t length);

/* Called at the end of the client's input. Its commands are answered before it is closed. */
void client_end_input(Core *core, Client *client);

/* Returns the bytes to send, valid until the next call, or NULL if there are none. */
const char *client_output(const Client *client, size_t *length);

/* Called when `length` bytes of the output were handed over for sending, but not all are sent: they
 * stay the first of the output until client_sent(). */
void client_hold_output(Client *client, size_t length);

/* Called when `length` bytes of the output were sent. */
void client_sent(Core *core, Client *client, size_t length);

ClientAction client_action(const Client *client);
void *client_user_data(const Client *client);

/* ---- for the core ---- */

/* Sends a line of a reply, or HELLO or BYE. All other events come from logs (delivery.h). */
void client_send(Core *core, Client *client, const Message *message);

/* Sends the events that come before a reply, and none until its last line. */
void client_begin_reply(Core *core, Client *client);

/* Sends a line that message_write() wrote. */
void client_send_line(Core *core, Client *client, const char *line, size_t length);

/* Sends BYE with a reason and the seconds after which to retry (0: unspecified), reads nothing
 * more, and closes the connection once the output is sent. */
void client_disconnect(Core *core, Client *client, const char *why, uint32_t retry_s);

/* Does the same without BYE. */
void client_close_after_output(Core *core, Client *client);

/* Continues the client's stream and input as far as its limits allow. */
void client_resume(Core *core, Client *client);

/* Puts the client on the list of core_next_changed(). */
void client_mark_changed(Core *core, Client *client);

/* Called when the client's timer expires. */
void client_on_timer(Core *core, Client *client);

/* Ends the client's events, which it does not read, and disconnects it soon. */
void client_mark_slow(Core *core, Client *client);

/* Disconnects the clients that are slow. This is deferred, because clients are found to be slow in
 * the middle of commands. */
void client_disconnect_slow(Core *core);

void client_disconnect_all(Core *core, const char *why, uint32_t retry_s);

/* Sends every client an event without fields, and a comment that tells people the same. */
void client_notify_all(Core *core, MessageType event, const char *comment);

#endif
