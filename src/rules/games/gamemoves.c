#include <config.h>

#include "rules/games/gamemoves.h"

#include <string.h>

#include "base/buffer.h"
#include "base/text.h"
#include "rules/notation.h"

enum {
    WORD_SIZE = NOTATION_LONGEST + 2, /* a longer word is not a move, nor is its start */
    NESTING_MAX = 100,                /* ambiguous words that are tried together */
    EFFORT_PER_MOVE = 8,              /* a game that is read pays for trying moves in it */
    EFFORT_MAX = 1000000
};

/* How far a game goes on after a move. */
typedef struct Reach {
    size_t plies;   /* SIZE_MAX: to its end */
    GameToken stop; /* the word that does not fit */
} Reach;

static const char *copy_word(GameToken word, char text[WORD_SIZE]) {
    size_t length = word.length < WORD_SIZE ? word.length : WORD_SIZE - 1;
    memcpy(text, word.bytes, length);
    text[length] = '\0';
    return text;
}

/* --- numbers --- */

void gamemoves_check_number(GameFaults *faults, const Record *record, GameToken token) {
    char excerpt[EXCERPT_SIZE];
    long number;
    size_t dots;
    gamescan_number(token, &number, &dots);
    bool black = position_side(record_position(record)) == BLACK;
    bool black_began = position_side(record_position_at(record, 0)) == BLACK;
    size_t right = (record->count + black_began) / 2 + 1;
    if ((number < 0 || (size_t)number == right) && (black || dots <= 1))
        return;
    text_excerpt(token.bytes, token.length, excerpt);
    const char *right_dots = black ? "..." : ".";
    if (faults->strict)
        gamescan_slip(faults, token.place, "expected %zu%s, found %s", right, right_dots, excerpt);
    else
        gamescan_slip(faults, token.place, "the number %s is read as %zu%s", excerpt, right,
                      right_dots);
}

/* --- ambiguous words --- */

static Reach find_reach(GameReader *reader, Record *record, int nesting);

/* Returns how far the game goes on after one of the moves that fit. Restores the record. */
static Reach try_move(GameReader *reader, Record *record, Move move, int nesting) {
    size_t ply = record->current;
    GameReader ahead = *reader;
    ahead.on_remark = NULL;
    Reach reach = {.plies = ply};
    if (record_play_legal(record, move, -1, -1, NULL))
        reach = find_reach(&ahead, record, nesting + 1);
    reader->effort = ahead.effort;
    record_go_to(record, ply);
    record_truncate(record);
    return reach;
}

/* Returns whether the game may end here with that result. */
static bool may_end(const Record *record, GameToken token) {
    Result result;
    gamescan_token_result(token, &result);
    return !record_is_over(record) || record_outcome(record).result == result;
}

/* Returns how far the game goes on after that move of an ambiguous word which goes furthest. */
static Reach best_reach(GameReader *reader, Record *record, const NotationFits *fits, int nesting) {
    Reach best = try_move(reader, record, fits->fit[0].move, nesting);
    for (size_t i = 1; i < fits->count && best.plies < SIZE_MAX; i++) {
        Reach reach = try_move(reader, record, fits->fit[i].move, nesting);
        best = reach.plies > best.plies ? reach : best;
    }
    return best;
}

/* Plays the words that follow as far as they fit. An ambiguous one means the move that goes
 * furthest. */
static Reach find_reach(GameReader *reader, Record *record, int nesting) {
    GameToken token;
    for (;;) {
        char text[WORD_SIZE];
        NotationFits fits;
        GameElement element = gamescan_next(reader, &token);
        if (element == ELEMENT_END)
            return (Reach){SIZE_MAX, token};
        if (element == ELEMENT_RESULT)
            return (Reach){may_end(record, token) ? SIZE_MAX : record->count, token};
        if (element == ELEMENT_NONE)
            return (Reach){record->count, token};
        if (element != ELEMENT_MOVE)
            continue;
        if (reader->effort == 0 || nesting > NESTING_MAX) {
            reader->effort = 0;
            return (Reach){record->count, token};
        }
        reader->effort--;
        if (!record_find_moves(record, copy_word(token, text), &fits, NULL))
            return (Reach){record->count, token};
        if (fits.count > 1)
            return best_reach(reader, record, &fits, nesting);
        if (!record_play_legal(record, fits.fit[0].move, -1, -1, NULL))
            return (Reach){record->count, token};
    }
}

/* Reports what a word was read as. `why` explains it, or is empty. */
static void report_slip(GameFaults *faults, const Record *record, GameToken word, Move move,
                        const char *why) {
    char right[NOTATION_SIZE], found[WORD_SIZE];
    notation_write(record_position(record), move, right);
    copy_word(word, found);
    if (faults->strict)
        gamescan_slip(faults, word.place, "expected %s, found %s%s", right, found, why);
    else
        gamescan_slip(faults, word.place, "\"%s\" is read as %s%s", found, right, why);
}

/* Reports that only one of the moves goes on, with the word that rules out the last of the others.
 */
static void report_settled(GameFaults *faults, const Record *record, GameToken word,
                           const NotationFits *fits, size_t chosen, GameToken stop) {
    char excerpt[EXCERPT_SIZE];
    Buffer why = {0};
    text_excerpt(stop.bytes, stop.length, excerpt);
    buffer_add_format(&why, ": what follows, up to \"%s\" in line %zu, rules out ", excerpt,
                      stop.place.line);
    for (size_t i = 0, listed = 0; i < fits->count; i++) {
        char move[NOTATION_SIZE];
        if (i == chosen)
            continue;
        notation_write(record_position(record), fits->fit[i].move, move);
        buffer_add_format(&why, "%s%s", listed++ > 0 ? ", " : "", move);
    }
    report_slip(faults, record, word, fits->fit[chosen].move, why.bytes);
    buffer_free(&why);
}

/* Chooses the move after which the game goes on furthest. Returns false if that was too much to
 * find out. */
static bool settle(GameFaults *faults, Record *record, GameToken word, const char *text,
                   const NotationFits *fits, size_t *chosen) {
    GameReader *reader = faults->reader;
    Reach best = {.plies = 0}, next = {.plies = 0};
    for (size_t i = 0; i < fits->count; i++) {
        Reach reach = try_move(reader, record, fits->fit[i].move, 0);
        if (reach.plies > best.plies) {
            next = best;
            best = reach;
            *chosen = i;
        } else if (reach.plies > next.plies) {
            next = reach;
        }
    }
    if (reader->effort > 0 && best.plies > next.plies) {
        report_settled(faults, record, word, fits, *chosen, next.stop);
        return true;
    }
    Error error = {0};
    Move move;
    notation_choose(record_position(record), text, fits, &move, NULL, &error);
    gamescan_fail_with(faults, word.place, &error);
    return reader->effort > 0;
}

bool gamemoves_read(GameFaults *faults, Record *record, GameToken word, Move *move) {
    GameReader *reader = faults->reader;
    char text[WORD_SIZE];
    NotationFits fits;
    Error error = {0};
    size_t chosen = 0;
    copy_word(word, text);
    if (!record_find_moves(record, text, &fits, &error))
        return gamescan_fail_with(faults, word.place, &error);
    if (fits.count > 1 && !settle(faults, record, word, text, &fits, &chosen))
        return false;
    *move = fits.fit[chosen].move;
    if (fits.count == 1 && fits.fit[0].deviations)
        report_slip(faults, record, word, *move, "");
    if (reader->effort < EFFORT_MAX)
        reader->effort += EFFORT_PER_MOVE;
    return true;
}
