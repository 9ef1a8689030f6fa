#include <config.h>

#include "tui/online/trust_dialog.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"
#include "play/online/tls_servers.h"
#include "term/dialog.h"

enum { GROUP_DIGITS = 4, GROUPS_SIZE = FINGERPRINT_SIZE + FINGERPRINT_SIZE / GROUP_DIGITS };

typedef struct TrustDialog {
    ServerAddress address; /* with the new certificate as its pin */
    TrustHandler *handler;
    void *data;
} TrustDialog;

static void trust_dialog_free(void *data) {
    TrustDialog *trust_dialog = data;
    free(trust_dialog->data);
    free(trust_dialog);
}

static void cancel(Dialog *dialog, void *context) {
    const TrustDialog *trust_dialog = dialog_data(dialog);
    dialog_close(dialog);
    trust_dialog->handler(context, false, trust_dialog->data);
}

static bool is_in_settings(const Settings *settings, const ServerAddress *address) {
    ServerList servers;
    bool found = false;
    if (!server_list_parse(settings->host, &servers, NULL))
        return false;
    for (int i = 0; i < servers.count; i++)
        found |= server_host_is_same(servers.servers[i].host, address->host);
    return found;
}

static void trust(Dialog *dialog, void *context) {
    App *app = context;
    const TrustDialog *trust_dialog = dialog_data(dialog);
    Error error = {0};
    dialog_close(dialog);
    bool remembered = tls_servers_remember(&trust_dialog->address, &error);
    if (!remembered)
        app_notify_error(app, &error);
    else if (is_in_settings(&app->settings, &trust_dialog->address))
        app->settings.fingerprint[0] = '\0'; /* that of the former certificate */
    trust_dialog->handler(app, remembered, trust_dialog->data);
}

/* Writes the digits in groups that can be compared. */
static void write_groups(const Fingerprint *fingerprint, char text[GROUPS_SIZE]) {
    char digits[FINGERPRINT_SIZE];
    fingerprint_write(fingerprint, digits);
    for (const char *at = digits; *at; at += GROUP_DIGITS)
        text +=
            snprintf(text, GROUP_DIGITS + 2, "%s%.*s", at > digits ? " " : "", GROUP_DIGITS, at);
}

static void add_problem(Dialog *dialog, const ServerAddress *address,
                        const CertificateProblem *problem) {
    char text[CERTIFICATE_TEXT_SIZE], sentence[ERROR_SENTENCE_SIZE], groups[GROUPS_SIZE];
    Error error = {0};
    certificate_describe(problem, address->host, text);
    error_set(&error, ERROR_IO, "%s", text);
    dialog_add_text(dialog, error_sentence(&error, sentence));
    dialog_add_text(dialog, "Nobody but the server's operator can tell you whether this is the "
                            "right server. Ask for the fingerprint of its certificate and compare "
                            "it with this one:");
    write_groups(&problem->fingerprint, groups);
    dialog_add_text(dialog, groups);
}

void trust_dialog_open(App *app, const UntrustedServer *untrusted, TrustHandler *handler,
                       void *data) {
    const CertificateProblem *problem = &untrusted->problem;
    Dialog *dialog = dialog_create(
        problem->fault == CERTIFICATE_CHANGED ? "Another certificate" : "Unknown certificate", app);
    TrustDialog *trust_dialog = memory_allocate(sizeof *trust_dialog);
    *trust_dialog = (TrustDialog){untrusted->address, handler, data};
    trust_dialog->address.pin = problem->fingerprint;
    dialog_set_data(dialog, trust_dialog, trust_dialog_free);
    dialog_set_cancel_handler(dialog, cancel);
    add_problem(dialog, &trust_dialog->address, problem);
    int yes = dialog_add_button(dialog, "Trust it from now on", trust);
    dialog_set_question(dialog, yes, dialog_add_button(dialog, "Cancel", cancel));
    dialog_set_reading(dialog);
    app_push_layer(app, dialog_layer(dialog));
}
