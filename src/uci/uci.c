#include <config.h>

#include "uci/uci.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/clean.h"
#include "uci/output.h"
#include "uci/uci_client.h"
#include "uci/words.h"

/* ---- the commands that need no file of their own ------------------------ */

static bool uci_uci(UciClient *client, char *arguments, Error *error) {
    (void)client, (void)arguments, (void)error;
    uci_io_print("id name Congo " PACKAGE_VERSION "\nid author The Congo developers");
    uci_options_print();
    uci_io_print("uciok");
    return true;
}

static bool uci_isready(UciClient *client, char *arguments, Error *error) {
    (void)client, (void)arguments, (void)error;
    uci_io_print("readyok");
    return true;
}

static bool uci_ucinewgame(UciClient *client, char *arguments, Error *error) {
    (void)arguments;
    if (!uci_client_is_idle(client, error))
        return false;
    engine_new_game(client->engine);
    uci_client_new_game(client);
    return true;
}

static bool uci_stop(UciClient *client, char *arguments, Error *error) {
    (void)arguments, (void)error;
    uci_client_stop(client);
    return true;
}

static bool uci_ponderhit(UciClient *client, char *arguments, Error *error) {
    (void)arguments, (void)error;
    engine_ponder_hit(client->engine);
    return true;
}

static const struct {
    const char *name;
    UciCommand *run;
} commands[] = {
    {"uci", uci_uci},
    {"isready", uci_isready},
    {"ucinewgame", uci_ucinewgame},
    {"setoption", uci_setoption},
    {"position", uci_position},
    {"go", uci_go},
    {"stop", uci_stop},
    {"ponderhit", uci_ponderhit},
    {"d", uci_d},
    {"eval", uci_eval},
    {"bench", uci_bench},
};
enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

/* ---- the loop ----------------------------------------------------------- */

static void run_command(UciClient *client, const char *name, char *arguments) {
    char excerpt[EXCERPT_SIZE];
    Error error = {0};
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(name, commands[i].name) == 0) {
            if (!commands[i].run(client, arguments, &error))
                uci_io_print("info string %s: %s", name, error.text);
            return;
        }
    }
    uci_io_print("info string unknown command \"%s\"", text_excerpt(name, strlen(name), excerpt));
}

/* False when the client quits. */
static bool run_line(UciClient *client, char *line) {
    const char *name = text_next_word(&line);
    if (name == NULL)
        return true;
    if (strcmp(name, "quit") == 0)
        return false;
    run_command(client, name, line);
    return true;
}

/* True when the client quits, false when there is nothing more to read. */
static bool run_lines(UciClient *client, UciInput *input) {
    for (;;) {
        switch (uci_io_read_line(input)) {
        case UCI_INPUT_LINE:
            if (!run_line(client, input->text))
                return true;
            break;
        case UCI_INPUT_TOO_LONG:
            uci_io_print("info string a line of more than %d bytes is ignored", UCI_LINE_MAX);
            break;
        case UCI_INPUT_BINARY:
            uci_io_print("info string a line with a zero byte is ignored");
            break;
        case UCI_INPUT_END:
            return false;
        }
    }
}

int uci_run(UciInput *input) {
    Error error = {0};
    UciClient client;
    if (!uci_client_open(&client, &error)) {
        fprintf(stderr, "congo-engine: %s\n", error.text);
        return EXIT_FAILURE;
    }
    if (!run_lines(&client, input))
        uci_client_drain(&client);
    uci_client_close(&client);
    return EXIT_SUCCESS;
}
