#include <config.h>

#include "uci/tournament.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"
#include "rules/clean.h"
#include "rules/coordinate.h"
#include "uci/game_text.h"
#include "uci/output.h"
#include "uci/words.h"

enum { HASH_MB = 64, SECONDS_MAX = 1000000 };

/* Of the time for a move, for what lies between the client's clock and this program. */
enum { RESERVE_MS = 50, RESERVE_SHARE = 10 };

typedef struct Tournament {
    Engine *engine;
    Record *game;
    Move answer; /* to the last position, not played yet; or MOVE_NONE */
} Tournament;

bool tournament_begins(const char *line) {
    enum { WORD_SIZE = 16 };
    char first[WORD_SIZE] = "", second[WORD_SIZE] = "";
    sscanf(line, "%15s %15s", first, second);
    if (strcmp(first, "newgame") == 0 || strcmp(first, "moves") == 0)
        return true;
    if (strcmp(first, "position") == 0)
        return second[0] != '\0' && strcmp(second, "startpos") != 0 && strcmp(second, "fen") != 0;
    return strcmp(first, "go") == 0 && isdigit((unsigned char)second[0]);
}

/* ---- commands ----------------------------------------------------------- */

static void take_game(Tournament *tournament, Record *game) {
    record_free(tournament->game);
    tournament->game = game;
    tournament->answer = MOVE_NONE;
}

static bool run_newgame(Tournament *tournament, char *arguments, Error *error) {
    (void)arguments, (void)error;
    Position start;
    position_start(&start, variant_find("wits"));
    engine_new_game(tournament->engine);
    take_game(tournament, record_create(&start));
    return true;
}

static bool run_position(Tournament *tournament, char *arguments, Error *error) {
    Position position;
    bool has_moves;
    if (!game_text_fen(variant_find("wits"), &arguments, &position, &has_moves, error))
        return false;
    Record *game = record_create(&position);
    if (has_moves && !game_text_play(game, arguments, error)) {
        record_free(game);
        return false;
    }
    take_game(tournament, game);
    return true;
}

/* Whether the moves go on behind the answer, which the client then has played by itself: they begin
 * with a move of the other side. */
static bool moves_follow_answer(const Tournament *tournament, const char *moves) {
    char word[COORDINATE_SIZE] = "";
    Move move;
    sscanf(moves, "%39s", word);
    return !move_is_none(tournament->answer) &&
           !coordinate_parse(record_position(tournament->game), word, &move, NULL);
}

static bool run_moves(Tournament *tournament, char *arguments, Error *error) {
    Record *game = tournament->game;
    bool follow = moves_follow_answer(tournament, arguments);
    if (follow && !record_play(game, tournament->answer, -1, -1, error))
        return false;
    if (!game_text_play(game, arguments, error)) {
        if (follow)
            record_undo(game);
        return false;
    }
    tournament->answer = MOVE_NONE;
    return true;
}

static void keep_final(void *context, const SearchInfo *info) {
    if (info->final)
        *(SearchInfo *)context = *info;
}

static void print_answer(const SearchInfo *info) {
    char move[COORDINATE_SIZE] = "(none)";
    if (info->has_move)
        coordinate_write(info->lines[0].pv[0], move);
    output_line("%s", move);
}

static int64_t time_for(double seconds) {
    int64_t ms = (int64_t)((seconds < SECONDS_MAX ? seconds : SECONDS_MAX) * 1000);
    int64_t reserve = ms / RESERVE_SHARE < RESERVE_MS ? ms / RESERVE_SHARE : RESERVE_MS;
    return ms - reserve > 1 ? ms - reserve : 1;
}

static bool run_go(Tournament *tournament, char *arguments, Error *error) {
    char excerpt[EXCERPT_SIZE];
    const char *word = text_trim(arguments);
    if (!isdigit((unsigned char)*word) || word[strspn(word, "0123456789.")] != '\0')
        return error_set(error, ERROR_SYNTAX, "expected a number of seconds, found \"%s\"",
                         text_excerpt(word, strlen(word), excerpt));
    SearchInfo info;
    SearchRequest request = {
        .advisor = ADVISOR_NEGAMAX,
        .positions = tournament->game->positions,
        .position_count = tournament->game->current + 1,
        .limits = {.movetime_ms = time_for(strtod(word, NULL))},
        .level = LEVEL_MAX,
        .multipv = 1,
    };
    if (!engine_start(tournament->engine, &request, keep_final, &info, error))
        return false;
    engine_wait(tournament->engine);
    tournament->answer = info.has_move ? info.lines[0].pv[0] : MOVE_NONE;
    print_answer(&info);
    return true;
}

/* ---- the loop ----------------------------------------------------------- */

static const struct {
    const char *name;
    bool (*run)(Tournament *tournament, char *arguments, Error *error);
} commands[] = {
    {"newgame", run_newgame},
    {"position", run_position},
    {"moves", run_moves},
    {"go", run_go},
};
enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static bool run_command(Tournament *tournament, const char *name, char *arguments, Error *error) {
    char excerpt[EXCERPT_SIZE];
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(name, commands[i].name) == 0)
            return commands[i].run(tournament, arguments, error);
    }
    return error_set(error, ERROR_SYNTAX, "unknown command \"%s\"",
                     text_excerpt(name, strlen(name), excerpt));
}

/* Nothing but moves goes to the client: what is wrong is told on standard error. */
static void run_lines(Tournament *tournament, Input *input) {
    InputStatus status;
    while ((status = input_read(input)) != INPUT_END) {
        Error error = {0};
        char *rest = input->text;
        const char *name = status == INPUT_LINE ? text_next_word(&rest) : NULL;
        if (name && strcmp(name, "quit") == 0)
            return;
        if (status != INPUT_LINE)
            fputs("congo-engine: a line that is too long or binary is ignored\n", stderr);
        else if (name && !run_command(tournament, name, rest, &error))
            fprintf(stderr, "congo-engine: %s\n", error.text);
    }
}

int tournament_run(Input *input) {
    Error error = {0};
    Tournament tournament = {.engine = engine_create(HASH_MB, 1, &error)};
    if (tournament.engine == NULL) {
        fprintf(stderr, "congo-engine: %s\n", error.text);
        return EXIT_FAILURE;
    }
    run_newgame(&tournament, NULL, &error);
    run_lines(&tournament, input);
    record_free(tournament.game);
    engine_free(tournament.engine);
    return EXIT_SUCCESS;
}
