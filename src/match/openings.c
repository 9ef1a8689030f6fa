#include <config.h>

#include "match/openings.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"
#include "rules/fen.h"
#include "rules/games/gamereader.h"

/* ---- random moves ---- */

enum { TRIES_MAX = 2000 };

/* Clears the engine first, so that the score depends on the position only. */
static bool is_balanced(Engine *engine, const MatchSetup *setup, const Record *game) {
    SearchInfo info;
    SearchRequest request = {
        .advisor = ADVISOR_NEGAMAX,
        .positions = game->positions,
        .position_count = game->count + 1,
        .limits = {.nodes = (uint64_t)setup->opening_nodes},
        .level = LEVEL_MAX,
        .multipv = 1,
    };
    engine_new_game(engine);
    return engine_search(engine, &request, NULL, &info, NULL) && info.line_count > 0 &&
           abs(info.lines[0].score) <= setup->opening_score;
}

Record *opening_find(Engine *engine, const MatchSetup *setup, int pair, Error *error) {
    const Variant *variant = &setup->variants[pair % setup->variant_count].rules;
    uint64_t random = setup->seed;
    random = random_next(&random) + (uint64_t)pair;
    random = random_next(&random);
    Position start;
    position_start(&start, variant);
    for (int i = 0; i < TRIES_MAX; i++) {
        Record *game = record_create(&start);
        if (record_play_random(game, setup->opening_plies, &random) &&
            (setup->opening_plies == 0 || is_balanced(engine, setup, game)))
            return game;
        record_free(game);
    }
    error_set(error, ERROR_RANGE,
              "%s: none of %d random openings was balanced: use a larger --opening-score",
              variant->name, TRIES_MAX);
    return NULL;
}

/* ---- a file ---- */

static void book_add(OpeningBook *book, Record *record) {
    book->records = memory_resize(book->records, book->count + 1, sizeof *book->records);
    book->records[book->count++] = record;
}

const MatchVariant *opening_book_variant(const MatchSetup *setup, const Record *game) {
    for (int i = 0; i < setup->variant_count; i++)
        if (strcmp(setup->variants[i].rules.name, game->variant.name) == 0 &&
            variant_same_rules(&setup->variants[i].rules, &game->variant))
            return &setup->variants[i];
    return NULL;
}

/* ---- positions ---- */

/* Cuts off the next line, without the blanks around it. Returns NULL after the last. */
static char *next_line(char **rest) {
    char *line = *rest;
    if (*line == '\0')
        return NULL;
    size_t length = strcspn(line, "\n");
    *rest = line + length + (line[length] != '\0');
    line[length] = '\0';
    return text_trim(line);
}

/* Returns whether the first line that says something looks like a position, with a slash in its
 * first word, or there is no such line. Games begin with a tag or a move. */
static bool has_positions(const char *text) {
    text += strspn(text, " \t\r\n");
    while (*text == '#') {
        text += strcspn(text, "\r\n");
        text += strspn(text, " \t\r\n");
    }
    return *text == '\0' || (*text != '[' && strcspn(text, "/") < strcspn(text, " \t\r\n"));
}

static bool add_position(OpeningBook *book, const MatchVariant *variant, const char *fen,
                         Error *error) {
    Position position;
    if (!fen_parse(fen, &variant->rules, &position, error))
        return false;
    Record *record = record_create(&position);
    book_add(book, record);
    return !record_is_over(record) ||
           error_set(error, ERROR_STATE, "the game is over in this position");
}

static bool read_positions(OpeningBook *book, MatchSetup *setup, char *text, Error *error) {
    const char *line;
    if (setup->variant_count == 0)
        setup->variants[setup->variant_count++].rules = *variant_default();
    for (int number = 1; (line = next_line(&text)); number++)
        for (int i = 0; i < setup->variant_count && !(*line == '\0' || *line == '#'); i++)
            if (!add_position(book, &setup->variants[i], line, error))
                return error_prefix(error, "%s:%d: ", setup->openings_path, number);
    return true;
}

/* ---- games ---- */

/* Returns the first plies of a game, without its times, tags and comments. */
static Record *game_opening(const Record *game, int plies) {
    Record *opening = record_create(&game->positions[0]);
    for (size_t i = 0; i < game->count && i < (size_t)plies; i++)
        record_play_legal(opening, game->plies[i].move, -1, -1, NULL);
    return opening;
}

/* Adds the variant of a game to a setup whose variants were not given, if it is built in. */
static bool find_variant(MatchSetup *setup, const Record *opening, bool given, Error *error) {
    const Variant *builtin = variant_find(opening->variant.name);
    if (opening_book_variant(setup, opening))
        return true;
    if (given || !builtin || !variant_same_rules(builtin, &opening->variant) ||
        setup->variant_count == MATCH_VARIANTS_MAX)
        return error_set(error, ERROR_UNSUPPORTED,
                         "the variant is %s: expected --variant to name it, or its file",
                         opening->variant.name);
    setup->variants[setup->variant_count++].rules = *builtin;
    return true;
}

static bool add_game(OpeningBook *book, MatchSetup *setup, const Record *game, bool given,
                     Error *error) {
    Record *opening = game_opening(game, setup->opening_plies);
    book_add(book, opening);
    if (!find_variant(setup, opening, given, error))
        return false;
    return !record_is_over(opening) ||
           error_set(error, ERROR_STATE,
                     "the game is over at ply %zu: use a smaller --opening-plies", opening->count);
}

static bool read_games(OpeningBook *book, MatchSetup *setup, const char *text, size_t length,
                       Error *error) {
    bool given = setup->variant_count > 0, good = true;
    Position start;
    GameReader reader;
    position_start(&start, given ? &setup->variants[0].rules : variant_default());
    gamereader_init(&reader, setup->openings_path, text, length);
    reader.foreign = true;
    reader.start = &start;
    while (good && gamereader_more(&reader)) {
        Record *game = gamereader_next(&reader, false, error);
        good = game && (add_game(book, setup, game, given, error) ||
                        error_prefix(error, "%s: game %zu: ", setup->openings_path, reader.game));
        record_free(game);
    }
    return good;
}

/* ---- the book ---- */

static void book_shuffle(OpeningBook *book, uint64_t seed) {
    for (size_t i = book->count; i > 1; i--) {
        size_t other = random_below(&seed, i);
        Record *record = book->records[i - 1];
        book->records[i - 1] = book->records[other];
        book->records[other] = record;
    }
}

bool opening_book_load(OpeningBook *book, MatchSetup *setup, Error *error) {
    size_t length;
    char *text = file_read(setup->openings_path, &length, error);
    if (!text)
        return false;
    char *begin = text + text_mark_length(text);
    bool good = has_positions(begin) ? read_positions(book, setup, begin, error)
                                     : read_games(book, setup, text, length, error);
    free(text);
    if (!good)
        return false;
    if (setup->opening_order == OPENINGS_RANDOM)
        book_shuffle(book, setup->seed);
    return book->count > 0 ||
           error_set(error, ERROR_SYNTAX,
                     "%s: expected positions in FEN, one on each line, or games, found none",
                     setup->openings_path);
}

void opening_book_free(OpeningBook *book) {
    for (size_t i = 0; i < book->count; i++)
        record_free(book->records[i]);
    free(book->records);
    *book = (OpeningBook){0};
}

Record *opening_book_get(const OpeningBook *book, int pair) {
    return record_clone(book->records[(size_t)pair % book->count]);
}
