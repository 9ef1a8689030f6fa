#include <config.h>

#include "uci/uci_go.h"

#include <inttypes.h>
#include <string.h>

#include "base/buffer.h"
#include "base/memory.h"
#include "base/text.h"
#include "config/command_options.h"
#include "engine/timeman.h"
#include "rules/coordinate.h"
#include "rules/fen.h"
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

/* Any other word should be a move after searchmoves. It is left out if it is not, because the
 * client still waits for an answer. */
static void read_move(GoRequest *request, const Record *game, const char *word) {
    char excerpt[EXCERPT_SIZE];
    Error error = {0};
    Move move;
    text_excerpt(word, strlen(word), excerpt);
    if (!request->value[GO_SEARCHMOVES])
        uci_output_print("info string unknown word \"%s\" after go", excerpt);
    else if (!coordinate_parse(record_position(game), word, &move, &error) ||
             !record_is_legal(game, move, &error))
        uci_output_print("info string searchmoves: \"%s\" is ignored: %s", excerpt, error.text);
    else if (!movelist_has(&request->moves, move))
        movelist_add(&request->moves, move);
}

static bool read_word(GoRequest *request, const Record *game, const char *word, char **arguments,
                      Error *error) {
    GoParameter found = find_parameter(word);
    if (found == GO_PARAMETER_COUNT)
        read_move(request, game, word);
    else if (go_parameters[found].max > 0)
        return text_parse_clamped(word, text_next_word(arguments), go_parameters[found].min,
                                  go_parameters[found].max, &request->value[found], error);
    else
        request->value[found] = 1;
    return true;
}

static bool read_request(GoRequest *request, const Record *game, char *arguments, Error *error) {
    const char *word;
    while ((word = text_next_word(&arguments))) {
        if (!read_word(request, game, word, &arguments, error))
            return false;
    }
    if (request->value[GO_SEARCHMOVES] && request->moves.count == 0)
        uci_output_print(
            "info string searchmoves: no legal move is left, so all moves are searched");
    return true;
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

/* Adds a line by its number, from 1, with what a score that is not exact says about the true one.
 */
static void add_variation(Buffer *text, const SearchInfo *info, int depth, int number,
                          const SearchLine *line, const char *bound) {
    buffer_add_format(text, "info depth %d seldepth %d multipv %d", depth, info->seldepth, number);
    add_score(text, line->score);
    buffer_add_string(text, bound);
    buffer_add_format(text,
                      " nodes %" PRIu64 " nps %" PRIu64 " hashfull %d tbhits %" PRIu64
                      " time %" PRId64 " pv",
                      info->nodes, info->nps, info->hashfull, info->tbhits, info->time_ms);
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

static void add_current_move(Buffer *text, const SearchInfo *info) {
    buffer_add_format(text, "info depth %d currmove ", info->depth + 1);
    coordinate_add(text, info->current_move);
    buffer_add_format(text, " currmovenumber %d\n", info->current_number);
}

static void report_info(void *context, const SearchInfo *info) {
    UciClient *client = context;
    Buffer text = {0};
    Error fault = {0};
    if (info->final && uci_endings_find_fault(&client->endings, &fault))
        buffer_add_format(&text, "info string %s\n", fault.text);
    if (info->current_number > 0)
        add_current_move(&text, info);
    else if (info->bound != BOUND_NONE)
        add_variation(&text, info, info->depth + 1, info->bound_number, &info->bound_line,
                      info->bound == BOUND_LOWER ? " lowerbound" : " upperbound");
    else
        for (int i = 0; i < info->line_count; i++)
            add_variation(&text, info, info->depth, i + 1, &info->lines[i], "");
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

static void add_limit(Buffer *text, int64_t ms, const char *what) {
    if (ms < INT64_MAX)
        buffer_add_format(text, ", %s %" PRId64 " ms", what, ms);
}

static void print_plan(const UciClient *client, const SearchRequest *search) {
    const Position *root = record_position(client->game);
    TimePlan plan = timeman_plan(&search->limits, position_side(root));
    char fen[FEN_SIZE];
    Buffer text = {0};
    fen_write(root, fen);
    buffer_add_format(&text, "info string searching %s %s after %zu plies, threads %d, hash %d MiB",
                      root->variant->name, fen, client->game->current, client->value[UCI_THREADS],
                      client->value[UCI_HASH]);
    add_limit(&text, plan.soft_limit_ms, "no new iteration after about");
    add_limit(&text, plan.hard_limit_ms, "at most");
    uci_output_print("%s", text.bytes);
    buffer_free(&text);
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
        .verbose = client->debug,
        .seed = client->seed,
    };
    if (record_is_over(game))
        uci_output_print("info string %s", outcome_sentence(record_outcome(game)));
    if (client->debug)
        print_plan(client, &search);
    uci_client_open_endings(client);
    return engine_start(client->engine, &search, report_info, client, error);
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
