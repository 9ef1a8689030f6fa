/* go: reads the limits and starts the search. */
#include <config.h>

#include <string.h>

#include "rules/clean.h"
#include "uci/output.h"
#include "uci/uci_client.h"
#include "uci/uci_report.h"
#include "uci/words.h"

#define MILLISECONDS_MAX INT64_C(1000000000000) /* some thirty years */

typedef enum GoWord {
    GO_DEPTH,
    GO_NODES,
    GO_MOVETIME,
    GO_WTIME,
    GO_BTIME,
    GO_WINC,
    GO_BINC,
    GO_MOVESTOGO,
    GO_INFINITE,
    GO_WORD_COUNT
} GoWord;

/* Zero is no limit for the engine, but a client that sends it means very little. */
static const struct {
    const char *name;
    int64_t least, most; /* both 0: no number follows */
} go_words[GO_WORD_COUNT] = {
    [GO_DEPTH] = {"depth", 1, SEARCH_DEPTH_MAX},
    [GO_NODES] = {"nodes", 1, INT64_MAX},
    [GO_MOVETIME] = {"movetime", 1, MILLISECONDS_MAX},
    [GO_WTIME] = {"wtime", 1, MILLISECONDS_MAX},
    [GO_BTIME] = {"btime", 1, MILLISECONDS_MAX},
    [GO_WINC] = {"winc", 0, MILLISECONDS_MAX},
    [GO_BINC] = {"binc", 0, MILLISECONDS_MAX},
    [GO_MOVESTOGO] = {"movestogo", 0, 1000},
    [GO_INFINITE] = {"infinite", 0, 0},
};

/* What the line asks for; 0: nothing. */
typedef struct GoWish {
    int64_t value[GO_WORD_COUNT];
} GoWish;

static bool find_word(const char *word, GoWord *found, Error *error) {
    char excerpt[EXCERPT_SIZE];
    for (int i = 0; i < GO_WORD_COUNT; i++) {
        if (strcmp(word, go_words[i].name) == 0) {
            *found = (GoWord)i;
            return true;
        }
    }
    return error_set(error, ERROR_SYNTAX, "unknown word \"%s\"",
                     clean_excerpt(word, strlen(word), excerpt));
}

static bool read_wish(GoWish *wish, char *arguments, Error *error) {
    const char *word;
    *wish = (GoWish){{0}};
    while ((word = words_next(&arguments))) {
        GoWord found;
        if (!find_word(word, &found, error))
            return false;
        if (go_words[found].most == 0)
            wish->value[found] = 1;
        else if (!words_number(word, words_next(&arguments), go_words[found].least,
                               go_words[found].most, &wish->value[found], error))
            return false;
    }
    return true;
}

/* With the other side's clock alone the search would never end. */
static bool check_clocks(const GoWish *wish, Color side, Error *error) {
    GoWord own = side == WHITE ? GO_WTIME : GO_BTIME;
    GoWord other = side == WHITE ? GO_BTIME : GO_WTIME;
    return wish->value[own] > 0 || wish->value[other] == 0 ||
           error_set(error, ERROR_SYNTAX, "expected %s, the clock of the side to move",
                     go_words[own].name);
}

static SearchLimits limits_of(const GoWish *wish) {
    const int64_t *value = wish->value;
    return (SearchLimits){
        .depth = (int)value[GO_DEPTH],
        .nodes = (uint64_t)value[GO_NODES],
        .movetime_ms = value[GO_MOVETIME],
        .clock_ms = {[WHITE] = value[GO_WTIME], [BLACK] = value[GO_BTIME]},
        .increment_ms = {[WHITE] = value[GO_WINC], [BLACK] = value[GO_BINC]},
        .moves_to_go = (int)value[GO_MOVESTOGO],
        .infinite = value[GO_INFINITE] > 0,
    };
}

static bool start_search(UciClient *client, const GoWish *wish, Error *error) {
    const Record *game = client->game;
    SearchRequest request = {
        .advisor = ADVISOR_NEGAMAX,
        .positions = game->positions,
        .position_count = game->current + 1,
        .limits = limits_of(wish),
        .level = client->value[UCI_LEVEL],
        .multipv = client->value[UCI_MULTIPV],
        .seed = client->seed,
    };
    if (record_is_over(game))
        output_line("info string %s", outcome_sentence(record_outcome(game)));
    return engine_start(client->engine, &request, uci_report, NULL, error);
}

bool uci_go(UciClient *client, char *arguments, Error *error) {
    GoWish wish;
    return uci_client_is_idle(client, error) && read_wish(&wish, arguments, error) &&
           check_clocks(&wish, position_side(record_position(client->game)), error) &&
           start_search(client, &wish, error);
}
