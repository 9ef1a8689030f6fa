#include <config.h>

#include "uci/uci_go.h"

#include <inttypes.h>
#include <string.h>

#include "base/buffer.h"
#include "base/memory.h"
#include "base/text.h"
#include "config/command_options.h"
#include "rules/coordinate.h"
#include "uci/perft_divide.h"
#include "uci/uci_output.h"

#define MILLISECONDS_MAX INT64_C(1000000000000) /* some thirty years */

typedef enum GoParameter {
    GO_DEPTH,
    GO_NODES,
    GO_MOVETIME,
    GO_WTIME,
    GO_BTIME,
    GO_WINC,
    GO_BINC,
    GO_MOVESTOGO,
    GO_MATE,
    GO_PERFT,
    GO_INFINITE,
    GO_PONDER,
    GO_SEARCHMOVES,
    GO_PARAMETER_COUNT
} GoParameter;

/* The minimum of a limit is 1, because 0 means no limit to the engine. */
static const struct {
    const char *name;
    int64_t min, max; /* of the number that follows; both 0: no number */
} go_parameters[GO_PARAMETER_COUNT] = {
    [GO_DEPTH] = {"depth", 1, SEARCH_DEPTH_MAX},
    [GO_NODES] = {"nodes", 1, INT64_MAX},
    [GO_MOVETIME] = {"movetime", 1, MILLISECONDS_MAX},
    [GO_WTIME] = {"wtime", 1, MILLISECONDS_MAX},
    [GO_BTIME] = {"btime", 1, MILLISECONDS_MAX},
    [GO_WINC] = {"winc", 0, MILLISECONDS_MAX},
    [GO_BINC] = {"binc", 0, MILLISECONDS_MAX},
    [GO_MOVESTOGO] = {"movestogo", 0, 1000},
    [GO_MATE] = {"mate", 1, SEARCH_DEPTH_MAX},
    [GO_PERFT] = {"perft", 1, PERFT_DEPTH_MAX},
    [GO_INFINITE] = {"infinite", 0, 0},
    [GO_PONDER] = {"ponder", 0, 0},
    [GO_SEARCHMOVES] = {"searchmoves", 0, 0},
};

typedef struct GoRequest {
    int64_t value[GO_PARAMETER_COUNT]; /* 0: not given */
    MoveList moves;                    /* after searchmoves */
} GoRequest;

static GoParameter find_parameter(const char *word) {
    int found = 0;
    while (found < GO_PARAMETER_COUNT && strcmp(word, go_parameters[found].name) != 0)
        found++;
    return (GoParameter)found;
}

/* Any other word must be a move after searchmoves. */
static bool read_move(GoRequest *request, const Record *game, const char *word, Error *error) {
    char excerpt[EXCERPT_SIZE];
    Move move;
    text_excerpt(word, strlen(word), excerpt);
    if (!request->value[GO_SEARCHMOVES])
        return error_set(error, ERROR_SYNTAX, "unknown word \"%s\"", excerpt);
    if (!coordinate_parse(record_position(game), word, &move, error) ||
        !record_is_legal(game, move, error))
        return error_prefix(error, "searchmoves, \"%s\": ", excerpt);
    if (!movelist_has(&request->moves, move))
        movelist_add(&request->moves, move);
    return true;
}

static bool read_word(GoRequest *request, const Record *game, const char *word, char **arguments,
                      Error *error) {
    GoParameter found = find_parameter(word);
    if (found == GO_PARAMETER_COUNT)
        return read_move(request, game, word, error);
    if (go_parameters[found].max > 0)
        return text_parse_clamped(word, text_next_word(arguments), go_parameters[found].min,
                                  go_parameters[found].max, &request->value[found], error);
    request->value[found] = 1;
    return true;
}

static bool read_request(GoRequest *request, const Record *game, char *arguments, Error *error) {
    const char *word;
    while ((word = text_next_word(&arguments))) {
        if (!read_word(request, game, word, &arguments, error))
            return false;
    }
    return !request->value[GO_SEARCHMOVES] || request->moves.count > 0 ||
           error_set(error, ERROR_SYNTAX, "expected moves after \"searchmoves\"");
}

/* With only the opponent's clock the search would never end. */
static bool check_clocks(const GoRequest *request, Color side, Error *error) {
    GoParameter own = side == WHITE ? GO_WTIME : GO_BTIME;
    GoParameter other = side == WHITE ? GO_BTIME : GO_WTIME;
    return request->value[own] > 0 || request->value[other] == 0 ||
           error_set(error, ERROR_SYNTAX, "expected %s, the clock of the side to move",
                     go_parameters[own].name);
}

/* ---- reports ---- */

/* The protocol counts a mate in moves of the winner, not in plies. */
static void add_score(Buffer *text, Score score) {
    int plies = score_win_plies(score);
    if (plies == 0)
        buffer_add_format(text, " score cp %d", score);
    else
        buffer_add_format(text, " score mate %d", (plies > 0 ? plies + 1 : plies) / 2);
}

static void add_variation(Buffer *text, const SearchInfo *info, int number) {
    const SearchLine *line = &info->lines[number];
    buffer_add_format(text, "info depth %d seldepth %d multipv %d", info->depth, info->seldepth,
                      number + 1);
    add_score(text, line->score);
    buffer_add_format(text, " nodes %" PRIu64 " nps %" PRIu64 " hashfull %d time %" PRId64 " pv",
                      info->nodes, info->nps, info->hashfull, info->time_ms);
    for (int i = 0; i < line->length; i++) {
        buffer_add_string(text, " ");
        coordinate_add(text, line->pv[i]);
    }
    buffer_add_string(text, "\n");
}

static void add_best_move(Buffer *text, const SearchInfo *info) {
    buffer_add_string(text, "bestmove ");
    if (!info->has_move) {
        buffer_add_string(text, "(none)\n");
        return;
    }
    const SearchLine *line = &info->lines[0];
    coordinate_add(text, line->pv[0]);
    if (line->length > 1) {
        buffer_add_string(text, " ponder ");
        coordinate_add(text, line->pv[1]);
    }
    buffer_add_string(text, "\n");
}

static void report_info(void *context, const SearchInfo *info) {
    (void)context;
    Buffer text = {0};
    for (int i = 0; i < info->line_count; i++)
        add_variation(&text, info, i);
    if (info->final)
        add_best_move(&text, info);
    uci_output_print_buffer(&text);
}

/* ---- perft ---- */

typedef struct PerftJob {
    Position position;
    int depth;
    int threads;
} PerftJob;

static bool perft_work(UciJob *job, Buffer *text, Error *error) {
    const PerftJob *perft = job->context;
    PerftDivision division;
    if (!perft_divide(&perft->position, perft->depth, perft->threads, &job->cancelled, &division,
                      error))
        return false;
    perft_divide_write_moves(&division, text);
    perft_divide_write_total(&division, text);
    perft_divide_free(&division);
    return true;
}

/* The position borrows the variant of the client, because the game may be freed during the count.
 */
static bool start_perft(UciClient *client, int depth, Error *error) {
    PerftJob *perft = memory_allocate(sizeof *perft);
    *perft = (PerftJob){*record_position(client->game), depth, client->value[UCI_THREADS]};
    perft->position.variant = &client->variant;
    return uci_job_start(&client->job, "perft", perft_work, perft, error);
}

/* ---- starting ---- */

static SearchLimits search_limits(const GoRequest *request) {
    const int64_t *value = request->value;
    return (SearchLimits){
        .depth = (int)value[GO_DEPTH],
        .nodes = (uint64_t)value[GO_NODES],
        .mate = (int)value[GO_MATE],
        .movetime_ms = value[GO_MOVETIME],
        .clock_ms = {[WHITE] = value[GO_WTIME], [BLACK] = value[GO_BTIME]},
        .increment_ms = {[WHITE] = value[GO_WINC], [BLACK] = value[GO_BINC]},
        .moves_to_go = (int)value[GO_MOVESTOGO],
        .infinite = value[GO_INFINITE] > 0,
        .ponder = value[GO_PONDER] > 0,
    };
}

static bool start_search(UciClient *client, const GoRequest *request, Error *error) {
    const Record *game = client->game;
    SearchRequest search = {
        .advisor = (AdvisorKind)client->value[UCI_ADVISOR],
        .positions = game->positions,
        .position_count = game->current + 1,
        .limits = search_limits(request),
        .moves = request->moves.count > 0 ? request->moves.moves : NULL,
        .move_count = request->moves.count,
        .level = client->value[UCI_LEVEL],
        .multipv = client->value[UCI_MULTIPV],
        .seed = client->seed,
    };
    if (record_is_over(game))
        uci_output_print("info string %s", outcome_sentence(record_outcome(game)));
    return engine_start(client->engine, &search, report_info, NULL, error);
}

static bool go(UciClient *client, GoRequest *request, char *arguments, Error *error) {
    if (!read_request(request, client->game, arguments, error))
        return false;
    if (request->value[GO_PERFT] > 0)
        return start_perft(client, (int)request->value[GO_PERFT], error);
    return check_clocks(request, position_side(record_position(client->game)), error) &&
           start_search(client, request, error);
}

bool uci_go(UciClient *client, char *arguments, Error *error) {
    if (!uci_client_is_idle(client, error))
        return false;
    GoRequest request = {.value = {0}};
    movelist_init(&request.moves);
    bool done = go(client, &request, arguments, error);
    movelist_free(&request.moves);
    return done;
}
