#include <config.h>

#include "review/review_words.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "review/review_store.h"
#include "rules/movegen.h"
#include "rules/notation.h"
#include "rules/square.h"

static const char *const signs[REVIEW_MARK_COUNT] = {"", "!", "?!", "?", "??"};
static const char *const words[REVIEW_MARK_COUNT] = {"", "Only move", "Inaccuracy", "Mistake",
                                                     "Blunder"};
/* In a sentence, with and without an article. */
static const char *const article_words[REVIEW_MARK_COUNT] = {"", "the only move", "an inaccuracy",
                                                             "a mistake", "a blunder"};
static const char *const plurals[REVIEW_MARK_COUNT] = {"", "only moves", "inaccuracies", "mistakes",
                                                       "blunders"};
static const char *const singulars[REVIEW_MARK_COUNT] = {"", "only move", "inaccuracy", "mistake",
                                                         "blunder"};

const char *review_words_sign(ReviewMark mark) {
    return signs[mark];
}

const char *review_words_mark(ReviewMark mark) {
    return words[mark];
}

size_t review_words_number(const Record *record, size_t ply, char text[REVIEW_NUMBER_SIZE]) {
    /* If Black began the game, the list of moves begins with "1...". */
    const size_t half = ply - 1 + (position_side(record_position_at(record, 0)) == BLACK);
    return (size_t)snprintf(text, REVIEW_NUMBER_SIZE, "%zu%s", half / 2 + 1,
                            half % 2 == 1 ? "..." : ".");
}

/* ---- causes ---- */

/* Returns a small number as a word; written into `text` if it is not so small. */
static const char *number_word(int number, char text[REVIEW_NUMBER_SIZE]) {
    static const char *const small[] = {"no",  "one",   "two",   "three", "four", "five",
                                        "six", "seven", "eight", "nine",  "ten"};
    if (number >= 0 && number < (int)(sizeof small / sizeof small[0]))
        return small[number];
    snprintf(text, REVIEW_NUMBER_SIZE, "%d", number);
    return text;
}

static void write_drowned(const ReviewCause *cause, const char *piece, const char *square,
                          char text[REVIEW_CAUSE_SIZE]) {
    const int others = cause->count - 1;
    char number[REVIEW_NUMBER_SIZE];
    if (others == 0)
        snprintf(text, REVIEW_CAUSE_SIZE, "leaves the %s in the river (%s)", piece, square);
    else if (others == 1)
        snprintf(text, REVIEW_CAUSE_SIZE, "leaves the %s and another piece in the river", piece);
    else
        snprintf(text, REVIEW_CAUSE_SIZE, "leaves the %s and %s other pieces in the river", piece,
                 number_word(others, number));
}

size_t review_words_cause(const Review *review, const Record *record, size_t ply,
                          char text[REVIEW_CAUSE_SIZE]) {
    const ReviewCause *cause = &review->moves[ply - 1].cause;
    const char *opponent = color_name(color_other(review_mover(record, ply)));
    char square[SQUARE_TEXT_SIZE] = "", number[REVIEW_NUMBER_SIZE], taken[REVIEW_NUMBER_SIZE];
    const char *piece = "piece", *count = number_word(cause->count, number);
    const char *plural = text_plural((uint64_t)cause->count);
    if (cause->piece != PIECE_NONE) {
        piece = piece_type_name(cause->piece, record->variant.pawns);
        square_write(cause->square, square);
    }
    text[0] = '\0';
    switch (cause->kind) {
    case CAUSE_UNKNOWN:
        break;
    case CAUSE_LION_LEFT:
        snprintf(text, REVIEW_CAUSE_SIZE, "leaves the lion where %s can take it", opponent);
        break;
    case CAUSE_LION_MISSED:
        snprintf(text, REVIEW_CAUSE_SIZE, "misses the capture of the lion");
        break;
    case CAUSE_WIN_MISSED:
        snprintf(text, REVIEW_CAUSE_SIZE, "misses a win in %d move%s", cause->count, plural);
        break;
    case CAUSE_DROWNED:
        write_drowned(cause, piece, square, text);
        break;
    case CAUSE_CHAIN_MISSED:
        snprintf(text, REVIEW_CAUSE_SIZE, "misses the monkey's capture of %s pieces", count);
        break;
    case CAUSE_CHAIN_SHORT:
        snprintf(text, REVIEW_CAUSE_SIZE, "takes %s piece%s with the monkey instead of %s",
                 number_word(cause->taken, taken), text_plural((uint64_t)cause->taken), count);
        break;
    case CAUSE_CAPTURE_MISSED:
        snprintf(text, REVIEW_CAUSE_SIZE, "misses the capture of the %s on %s", piece, square);
        break;
    case CAUSE_LOSS_ALLOWED:
        snprintf(text, REVIEW_CAUSE_SIZE, "lets %s win in %d move%s", opponent, cause->count,
                 plural);
        break;
    case CAUSE_PIECE_PUT:
        snprintf(text, REVIEW_CAUSE_SIZE, "puts the %s where %s can take it", piece, opponent);
        break;
    case CAUSE_PIECE_LEFT:
        snprintf(text, REVIEW_CAUSE_SIZE, "leaves the %s on %s to be taken", piece, square);
        break;
    case CAUSE_CHAIN_ALLOWED:
        snprintf(text, REVIEW_CAUSE_SIZE, "lets %s's monkey take %s pieces", opponent, count);
        break;
    case CAUSE_DRAW:
        snprintf(text, REVIEW_CAUSE_SIZE, "ends the game in a draw");
        break;
    }
    return strlen(text);
}

/* ---- sentences ---- */

/* Copies the sentence of an earlier review, which knew more. */
static bool copy_stored(const Review *review, const Record *record, size_t ply,
                        char text[REVIEW_SENTENCE_SIZE]) {
    size_t length = 0;
    const char *line = review_stored_line(record, ply, &length);
    if (line == NULL || !review->positions[ply - 1].stored || !review->positions[ply].stored)
        return false;
    snprintf(text, REVIEW_SENTENCE_SIZE, "%.*s", (int)length, line);
    return true;
}

size_t review_words_move(const Review *review, const Record *record, size_t ply,
                         char text[REVIEW_SENTENCE_SIZE]) {
    const ReviewMove *move = &review->moves[ply - 1];
    const Position *before = record_position_at(record, ply - 1);
    char played[NOTATION_SIZE], best[NOTATION_SIZE], cause[REVIEW_CAUSE_SIZE];
    text[0] = '\0';
    if (move->mark == REVIEW_NONE || copy_stored(review, record, ply, text))
        return strlen(text);
    notation_write(before, record->plies[ply - 1].move, played);
    snprintf(text, REVIEW_SENTENCE_SIZE, "%s:", words[move->mark]);
    if (move->mark == REVIEW_ONLY) {
        text_append(text, REVIEW_SENTENCE_SIZE, " everything but %s is much worse.", played);
        return strlen(text);
    }
    const bool known = !move_is_none(move->best) && move_is_legal(before, move->best);
    if (review_words_cause(review, record, ply, cause) > 0)
        text_append(text, REVIEW_SENTENCE_SIZE, " %s %s.", played, cause);
    else if (!known)
        text_append(text, REVIEW_SENTENCE_SIZE, " %s gives away %.0f %% of the winning chances.",
                    played, 100 * move->lost);
    if (known) {
        notation_write(before, move->best, best);
        text_append(text, REVIEW_SENTENCE_SIZE, " %s was better.", best);
    }
    return strlen(text);
}

static void append_count(char *text, size_t count, ReviewMark mark) {
    if (count == 0)
        text_append(text, REVIEW_SENTENCE_SIZE, ", no %s", plurals[mark]);
    else
        text_append(text, REVIEW_SENTENCE_SIZE, ", %zu %s", count,
                    count == 1 ? singulars[mark] : plurals[mark]);
}

size_t review_words_side(const Review *review, Color side, char text[REVIEW_SENTENCE_SIZE]) {
    const ReviewSide *of = &review->sides[side];
    if (!of->known)
        return (size_t)snprintf(text, REVIEW_SENTENCE_SIZE, "%s: not reviewed", color_name(side));
    snprintf(text, REVIEW_SENTENCE_SIZE, "%s: accuracy %.0f %%", color_name(side), of->accuracy);
    for (int mark = REVIEW_BLUNDER; mark >= REVIEW_INACCURACY; mark--)
        append_count(text, of->marks[mark], (ReviewMark)mark);
    return strlen(text);
}

size_t review_words_turning_point(const Review *review, const Record *record,
                                  char text[REVIEW_SENTENCE_SIZE]) {
    const size_t ply = review->turning_point;
    char number[REVIEW_NUMBER_SIZE], played[NOTATION_SIZE];
    text[0] = '\0';
    if (ply == 0)
        return 0;
    const ReviewMark mark = review->moves[ply - 1].mark;
    review_words_number(record, ply, number);
    notation_write(record_position_at(record, ply - 1), record->plies[ply - 1].move, played);
    snprintf(text, REVIEW_SENTENCE_SIZE, "The game turned when %s played %s %s%s%s.",
             color_name(review_mover(record, ply)), number, played, mark != REVIEW_NONE ? ", " : "",
             article_words[mark]);
    return strlen(text);
}

size_t review_words_time(int64_t ms, char text[REVIEW_TIME_SIZE]) {
    enum { SECOND_MS = 1000, SECONDS_UP_TO = 100, MINUTES_UP_TO = 100, MINUTE = 60 };
    const int64_t seconds = (ms + SECOND_MS - 1) / SECOND_MS;
    const int64_t minutes = (seconds + MINUTE / 2) / MINUTE;
    const int64_t hours = (minutes + MINUTE / 2) / MINUTE;
    const int64_t number = seconds < SECONDS_UP_TO   ? seconds
                           : minutes < MINUTES_UP_TO ? minutes
                                                     : hours;
    const char *unit = seconds < SECONDS_UP_TO   ? "second"
                       : minutes < MINUTES_UP_TO ? "minute"
                                                 : "hour";
    return (size_t)snprintf(text, REVIEW_TIME_SIZE, "about %" PRId64 " %s%s left", number, unit,
                            text_plural((uint64_t)number));
}

size_t review_words_progress(const Review *review, char text[REVIEW_SENTENCE_SIZE]) {
    char left[REVIEW_TIME_SIZE];
    if (review->pass == REVIEW_DONE)
        return (size_t)snprintf(text, REVIEW_SENTENCE_SIZE, "Reviewed");
    snprintf(text, REVIEW_SENTENCE_SIZE, "%s look: %zu of %zu positions",
             review->pass == REVIEW_COARSE ? "First" : "Closer", review->done, review->count + 1);
    if (review->left_ms >= 0) {
        review_words_time(review->left_ms, left);
        text_append(text, REVIEW_SENTENCE_SIZE, ", %s", left);
    }
    return strlen(text);
}
