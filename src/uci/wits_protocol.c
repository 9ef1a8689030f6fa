#include <config.h>

#include "uci/wits_protocol.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "config/command_options.h"
#include "engine/engine.h"
#include "rules/coordinate.h"
#include "uci/uci.h"
#include "uci/uci_output.h"

enum {
    HASH_MB = 64,
    SECONDS_MAX = 1000000,
    /* Reserve for delays between the programs: at most RESERVE_MS, and this share of the time. */
    RESERVE_MS = 50,
    RESERVE_DIVISOR = 10
};

typedef struct WitsClient {
    Engine *engine;
    const Variant *variant;
    UciEndings endings;
    Record *game;
    Move own_move; /* the last answer, not yet played in `game`, or MOVE_NONE */
} WitsClient;

bool wits_protocol_detect(const char *line) {
    enum { WORD_SIZE = 16 };
    char first[WORD_SIZE] = "", second[WORD_SIZE] = "";
    sscanf(line, "%15s %15s", first, second);
    if (strcmp(first, "newgame") == 0 || strcmp(first, "moves") == 0)
        return true;
    if (strcmp(first, "position") == 0)
        return second[0] != '\0' && strcmp(second, "startpos") != 0 && strcmp(second, "fen") != 0;
    return strcmp(first, "go") == 0 && isdigit((unsigned char)second[0]);
}

/* ---- commands ---- */

static void set_game(WitsClient *client, Record *game) {
    record_free(client->game);
    client->game = game;
    client->own_move = MOVE_NONE;
}

static bool run_newgame(WitsClient *client, char *arguments, Error *error) {
    (void)arguments, (void)error;
    Position start;
    position_start(&start, client->variant);
    engine_new_game(client->engine);
    set_game(client, record_create(&start));
    return true;
}

static bool run_position(WitsClient *client, char *arguments, Error *error) {
    Position position;
    bool has_moves;
    if (!uci_position_read_fen(client->variant, &arguments, &position, &has_moves, error))
        return false;
    Record *game = record_create(&position);
    if (has_moves && !uci_position_play_moves(game, arguments, error)) {
        record_free(game);
        return false;
    }
    set_game(client, game);
    return true;
}

/* Returns true if the moves continue after our own move, which the client has already played. */
static bool moves_follow_own_move(const WitsClient *client, const char *moves) {
    char word[COORDINATE_SIZE] = "";
    Move move;
    sscanf(moves, "%39s", word);
    return !move_is_none(client->own_move) &&
           !coordinate_parse(record_position(client->game), word, &move, NULL);
}

static bool run_moves(WitsClient *client, char *arguments, Error *error) {
    Record *game = client->game;
    bool follow = moves_follow_own_move(client, arguments);
    if (follow && !record_play(game, client->own_move, -1, -1, error))
        return false;
    if (!uci_position_play_moves(game, arguments, error)) {
        if (follow)
            record_undo(game);
        return false;
    }
    client->own_move = MOVE_NONE;
    return true;
}

static int64_t think_time_ms(double seconds) {
    int64_t ms = (int64_t)((seconds < SECONDS_MAX ? seconds : SECONDS_MAX) * 1000);
    int64_t reserve = min_i64(ms / RESERVE_DIVISOR, RESERVE_MS);
    return ms - reserve > 1 ? ms - reserve : 1;
}

static bool run_go(WitsClient *client, char *arguments, Error *error) {
    char excerpt[EXCERPT_SIZE];
    const char *word = text_trim(arguments);
    if (!isdigit((unsigned char)*word) || word[strspn(word, "0123456789.")] != '\0')
        return error_set(error, ERROR_SYNTAX, "expected a number of seconds, found \"%s\"",
                         text_excerpt(word, strlen(word), excerpt));
    SearchInfo info;
    SearchRequest request = {
        .advisor = ADVISOR_NEGAMAX,
        .positions = client->game->positions,
        .position_count = client->game->current + 1,
        .limits = {.movetime_ms = think_time_ms(strtod(word, NULL))},
        .level = LEVEL_MAX,
        .multipv = 1,
    };
    if (!engine_search(client->engine, &request, NULL, &info, error))
        return false;
    client->own_move = info.has_move ? info.lines[0].pv[0] : MOVE_NONE;
    char move[COORDINATE_SIZE] = "(none)";
    if (info.has_move)
        coordinate_write(client->own_move, move);
    uci_output_print("%s", move);
    return true;
}

/* ---- the loop ---- */

static const struct {
    const char *name;
    bool (*run)(WitsClient *client, char *arguments, Error *error);
} commands[] = {
    {"newgame", run_newgame},
    {"position", run_position},
    {"moves", run_moves},
    {"go", run_go},
};
enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static bool run_command(WitsClient *client, const char *name, char *arguments, Error *error) {
    char excerpt[EXCERPT_SIZE];
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(name, commands[i].name) == 0)
            return commands[i].run(client, arguments, error);
    }
    return error_set(error, ERROR_SYNTAX, "unknown command \"%s\"",
                     text_excerpt(name, strlen(name), excerpt));
}

/* The client expects nothing but moves: errors go to standard error. */
static void print_error(const Error *error) {
    fprintf(stderr, "congo-engine: %s\n", error->text);
}

static void run_lines(WitsClient *client, UciInput *input) {
    UciInputStatus status;
    while ((status = uci_input_read_line(input)) != UCI_INPUT_END) {
        Error error = {0};
        char *rest = input->text;
        const char *name = status == UCI_INPUT_LINE ? text_next_word(&rest) : NULL;
        if (name && strcmp(name, "quit") == 0)
            return;
        if (status != UCI_INPUT_LINE)
            error_set(&error, ERROR_SYNTAX, "a line that is too long or binary is ignored");
        else if (name)
            run_command(client, name, rest, &error);
        if (error.text[0] != '\0')
            print_error(&error);
    }
}

int wits_protocol_run(UciInput *input, const Variant *variant, const char *endings, Error *error) {
    WitsClient client = {.variant = variant ? variant : variant_find("wits")};
    Error damage = {0};
    if (!uci_endings_set(&client.endings, endings, error)) {
        error_prefix(error, "--endings: ");
        return COMMAND_FAILED;
    }
    client.engine = engine_create(HASH_MB, 1, error);
    if (client.engine) {
        if (!uci_endings_open(&client.endings, client.engine, client.variant, &damage))
            print_error(&damage);
        run_newgame(&client, NULL, NULL);
        run_lines(&client, input);
        record_free(client.game);
        engine_free(client.engine);
    }
    uci_endings_free(&client.endings);
    return client.engine ? COMMAND_OK : COMMAND_FAILED;
}
