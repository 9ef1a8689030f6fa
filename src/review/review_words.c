#include <config.h>

#include "review/review_words.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "review/review_store.h"
#include "rules/movegen.h"
#include "rules/notation.h"
#include "rules/square.h"

static const char *const signs[REVIEW_MARK_COUNT] = {"", "!", "?!", "?", "??"};
static const char *const mark_words[REVIEW_MARK_COUNT] = {"", "Only move", "Inaccuracy", "Mistake",
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
    return mark_words[mark];
}

/* ---- causes ---- */

/* The data that a cause is worded from. */
typedef struct CauseWords {
    const ReviewCause *cause;
    const Position *before, *after; /* the move */
    Move played;
    const char *mover, *opponent;
    const char *piece, *other; /* "giraffe" */
    char square[SQUARE_TEXT_SIZE], at[SQUARE_TEXT_SIZE];
    char *text; /* REVIEW_CAUSE_SIZE */
} CauseWords;

static void add(const CauseWords *words, const char *format, ...) PRINTF_LIKE(2, 3);

static void add(const CauseWords *words, const char *format, ...) {
    const size_t length = strlen(words->text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words->text + length, REVIEW_CAUSE_SIZE - length, format, arguments);
    va_end(arguments);
}

/* Adds the moves of the cause's line: "E-E5 G-C3 E:E5". */
static void add_line(const CauseWords *words, const Position *start) {
    const ReviewLine *line = &words->cause->line;
    Position position = *start;
    for (int i = 0; i < line->length; i++) {
        char move[NOTATION_SIZE];
        notation_write(&position, line->moves[i], notation_congo, move);
        add(words, "%s%s", i > 0 ? " " : "", move);
        position_make(&position, line->moves[i]);
    }
}

static void add_drowned(const CauseWords *words) {
    const int others = words->cause->count - 1;
    char number[TEXT_NUMBER_SIZE];
    add(words, "leaves the %s ", words->piece);
    if (others == 0)
        add(words, "in the river (%s)", words->square);
    else if (others == 1)
        add(words, "and another piece in the river");
    else
        add(words, "and %s other pieces in the river", text_number_word(others, number));
}

static void add_exchange(const CauseWords *words) {
    if (words->cause->count == 1)
        add(words, "begins an exchange that loses the %s for the %s on %s", words->piece,
            words->other, words->at);
    else
        add(words, "begins an exchange on %s that loses more than it takes", words->square);
}

static void add_missed_chain(const CauseWords *words) {
    const ReviewCause *cause = words->cause;
    char number[TEXT_NUMBER_SIZE], taken[TEXT_NUMBER_SIZE];
    const char *count = text_number_word(cause->count, number);
    if (cause->kind == CAUSE_CHAIN_MISSED)
        add(words, "misses the monkey's capture of %s pieces", count);
    else
        add(words, "takes %s piece%s with the monkey instead of %s",
            text_number_word(cause->taken, taken), text_plural((uint64_t)cause->taken), count);
}

static void add_opened_line(const CauseWords *words) {
    if (move_piece(words->played) == LION)
        add(words, "puts the lion on %s in line with %s's lion on %s", words->square,
            words->opponent, words->at);
    else
        add(words, "opens the line between the lions on %s and %s", words->square, words->at);
}

static void add_fork(const CauseWords *words, const Position *start) {
    add_line(words, start);
    add(words, " of the %s on %s and the %s on %s", words->other, words->at, words->piece,
        words->square);
}

/* Adds what the line of a cause costs the side that moved. */
static void add_loss(const CauseWords *words) {
    switch (words->cause->fate) {
    case FATE_TAKEN:
        add(words, "loses the %s on %s%s", words->piece, words->square,
            words->cause->for_less ? " for less" : "");
        break;
    case FATE_DROWNED:
        add(words, "lets the %s on %s drown", words->piece, words->square);
        break;
    case FATE_PROMOTED:
        add(words, "lets %s's pawn become a %s on %s", words->opponent, words->piece,
            words->square);
        break;
    }
    add(words, " after ");
    add_line(words, words->after);
}

static void add_missed_gain(const CauseWords *words) {
    add(words, "misses ");
    add_line(words, words->before);
    switch (words->cause->fate) {
    case FATE_TAKEN:
        add(words, ", which takes the %s on %s%s", words->piece, words->square,
            words->cause->for_less ? " for less" : "");
        break;
    case FATE_DROWNED:
        add(words, ", after which the %s on %s drowns", words->piece, words->square);
        break;
    case FATE_PROMOTED:
        add(words, ", which makes a %s on %s", words->piece, words->square);
        break;
    }
}

/* Adds the words of what concerns the end of the game. Returns false for the other causes. */
static bool add_end(const CauseWords *words) {
    const ReviewCause *cause = words->cause;
    const char *plural = text_plural((uint64_t)cause->count);
    switch (cause->kind) {
    case CAUSE_LION_MISSED:
        add(words, "misses the capture of the lion");
        return true;
    case CAUSE_LINE_OPENED:
        add_opened_line(words);
        return true;
    case CAUSE_LION_LEFT:
        add(words, "leaves the lion where %s can take it", words->opponent);
        return true;
    case CAUSE_WIN_MISSED:
        add(words, "misses a win in %d move%s", cause->count, plural);
        return true;
    case CAUSE_LOSS_ALLOWED:
        add(words, "lets %s win in %d move%s", words->opponent, cause->count, plural);
        return true;
    case CAUSE_DRAW:
        add(words, "ends the game in a draw");
        return true;
    default:
        return false;
    }
}

/* Adds the words of what the reply takes. Returns false for the other causes. */
static bool add_capture(const CauseWords *words) {
    char number[TEXT_NUMBER_SIZE];
    switch (words->cause->kind) {
    case CAUSE_EXCHANGE:
        add_exchange(words);
        return true;
    case CAUSE_CHAIN_ALLOWED:
        add(words, "lets %s's monkey take %s pieces", words->opponent,
            text_number_word(words->cause->count, number));
        return true;
    case CAUSE_THREAT_MISSED:
        add(words, "overlooks the threat ");
        add_line(words, words->after);
        add(words, ", which takes the %s", words->piece);
        return true;
    case CAUSE_PUT_UNDEFENDED:
        add(words, "puts the %s where it is attacked and not defended", words->piece);
        return true;
    case CAUSE_PIECE_PUT:
        add(words, "puts the %s where %s can take it", words->piece, words->opponent);
        return true;
    case CAUSE_LEFT_UNDEFENDED:
        add(words, "leaves the %s on %s attacked and not defended", words->piece, words->square);
        return true;
    case CAUSE_PIECE_LEFT:
        add(words, "leaves the %s on %s to be taken", words->piece, words->square);
        return true;
    default:
        return false;
    }
}

/* Adds the words of what else the reply does. Returns false for the other causes. */
static bool add_reply(const CauseWords *words) {
    switch (words->cause->kind) {
    case CAUSE_FORK_ALLOWED:
        add(words, "allows the fork ");
        add_fork(words, words->after);
        return true;
    case CAUSE_PAWN_ALLOWED:
        add(words, "lets the %s on %s through: it can no longer be stopped", words->piece,
            words->square);
        return true;
    case CAUSE_LOSES:
        add_loss(words);
        return true;
    case CAUSE_REPETITION_ALLOWED:
        add(words, "lets %s repeat the position with ", words->opponent);
        add_line(words, words->after);
        return true;
    case CAUSE_TRADE_ALLOWED:
        add(words, "lets %s exchange the %s for the %s on %s with ", words->opponent, words->other,
            words->piece, words->square);
        add_line(words, words->after);
        return true;
    case CAUSE_CHANCES_LOST:
        add(words, "lets %s answer ", words->opponent);
        add_line(words, words->after);
        add(words, ": %s's chance falls from %d %% to %d %%", words->mover, words->cause->count,
            words->cause->taken);
        return true;
    case CAUSE_ATTACK_ALLOWED:
        add(words, "lets %s attack the %s on %s with ", words->opponent, words->piece,
            words->square);
        add_line(words, words->after);
        return true;
    default:
        return false;
    }
}

/* Adds the words of what the move itself does, or misses. */
static void add_move(const CauseWords *words) {
    switch (words->cause->kind) {
    case CAUSE_DROWNED:
        add_drowned(words);
        break;
    case CAUSE_CHAIN_MISSED:
    case CAUSE_CHAIN_SHORT:
        add_missed_chain(words);
        break;
    case CAUSE_CAPTURE_MISSED:
        add(words, "misses the capture of the %s on %s", words->piece, words->square);
        break;
    case CAUSE_FORK_MISSED:
        add(words, "misses the fork ");
        add_fork(words, words->before);
        break;
    case CAUSE_PAWN_MISSED:
        add(words, "misses ");
        add_line(words, words->before);
        add(words, ", after which the %s on %s can no longer be stopped", words->piece,
            words->square);
        break;
    case CAUSE_WINS_MISSED:
        add_missed_gain(words);
        break;
    case CAUSE_REPETITION_MISSED:
        add(words, "misses the repetition of the position with ");
        add_line(words, words->before);
        break;
    case CAUSE_TRADE_MISSED:
        add(words, "misses the exchange of the %s for the %s on %s with ", words->other,
            words->piece, words->square);
        add_line(words, words->before);
        break;
    case CAUSE_ATTACK_MISSED:
        add(words, "misses the attack ");
        add_line(words, words->before);
        add(words, " on the %s on %s", words->piece, words->square);
        break;
    default:
        break;
    }
}

/* Returns the sentence of an earlier review, which knew more, or NULL. */
static const char *stored_sentence(const Review *review, const Record *record, size_t ply,
                                   size_t *length) {
    if (!review->positions[ply - 1].stored || !review->positions[ply].stored)
        return NULL;
    return review_stored_line(record, ply, length);
}

/* Copies the cause from such a sentence: what stands behind the move, up to the next sentence. */
static bool copy_stored_cause(const Review *review, const Record *record, size_t ply,
                              char text[REVIEW_CAUSE_SIZE]) {
    char played[NOTATION_SIZE], begin[REVIEW_SENTENCE_SIZE];
    size_t length = 0;
    const char *line = stored_sentence(review, record, ply, &length);
    if (line == NULL)
        return false;
    notation_write(record_position_at(record, ply - 1), record->plies[ply - 1].move, notation_congo,
                   played);
    const int skipped =
        snprintf(begin, sizeof begin, "%s: %s ", mark_words[review->moves[ply - 1].mark], played);
    if (length <= (size_t)skipped || strncmp(line, begin, (size_t)skipped) != 0)
        return false;
    line += skipped;
    length -= (size_t)skipped;
    size_t end = 0;
    while (end < length && strncmp(line + end, ". ", 2) != 0 &&
           !(line[end] == '.' && end + 1 == length))
        end++;
    snprintf(text, REVIEW_CAUSE_SIZE, "%.*s", (int)end, line);
    return true;
}

size_t review_words_cause(const Review *review, const Record *record, size_t ply,
                          char text[REVIEW_CAUSE_SIZE]) {
    const ReviewCause *cause = &review->moves[ply - 1].cause;
    const PawnFamily pawns = record->variant.pawns;
    CauseWords words = {
        .cause = cause,
        .before = record_position_at(record, ply - 1),
        .after = record_position_at(record, ply),
        .played = record->plies[ply - 1].move,
        .mover = color_name(review_mover(record, ply)),
        .opponent = color_name(color_other(review_mover(record, ply))),
        .piece = cause->piece != PIECE_NONE ? piece_type_name(cause->piece, pawns) : "",
        .other = cause->other != PIECE_NONE ? piece_type_name(cause->other, pawns) : "",
        .text = text,
    };
    text[0] = '\0';
    if (copy_stored_cause(review, record, ply, text))
        return strlen(text);
    if (cause->piece != PIECE_NONE)
        square_write(cause->square, words.square);
    if (cause->other != PIECE_NONE)
        square_write(cause->at, words.at);
    if (!add_end(&words) && !add_capture(&words) && !add_reply(&words))
        add_move(&words);
    return strlen(text);
}

/* ---- moves in the notation of the reader ---- */

/* A sentence of a review that is written again. */
typedef struct StyledSentence {
    const Position *start; /* of the next moves */
    Position position;     /* in the middle of moves */
    bool in_moves;
    NotationStyle style;
    char *text; /* REVIEW_SENTENCE_SIZE */
} StyledSentence;

/* Adds a word that is a move, as Congo notation writes it, which squares in sentences are not. */
static bool add_styled_move(StyledSentence *sentence, const char *word) {
    char congo[NOTATION_SIZE], written[NOTATION_SIZE];
    Move move;
    if (!sentence->in_moves)
        sentence->position = *sentence->start;
    if (!notation_parse(&sentence->position, word, &move, NULL, NULL))
        return false;
    notation_write(&sentence->position, move, notation_congo, congo);
    if (strcmp(congo, word) != 0)
        return false;
    notation_write(&sentence->position, move, sentence->style, written);
    text_append(sentence->text, REVIEW_SENTENCE_SIZE, "%s", written);
    position_make(&sentence->position, move);
    return true;
}

/* What follows the move that was played names moves after it or, behind "misses", instead of it;
 * the next sentence names the better move. */
size_t review_words_in_style(const char *sentence, const Position *before, Move played,
                             NotationStyle style, char text[REVIEW_SENTENCE_SIZE]) {
    Position after = *before;
    const bool is_cause = text_lower((unsigned char)sentence[0]) == (unsigned char)sentence[0];
    StyledSentence styled = {before, *before, is_cause, style, text};
    styled.style.words = false; /* words would run into those of the sentence */
    position_make(&after, played);
    for (text[0] = '\0'; *sentence != '\0';) {
        char word[REVIEW_SENTENCE_SIZE];
        const size_t blanks = strspn(sentence, " "), length = strcspn(sentence + blanks, " ");
        size_t end = length;
        text_append(text, REVIEW_SENTENCE_SIZE, "%.*s", (int)blanks, sentence);
        sentence += blanks;
        while (end > 0 && strchr(".,:;", sentence[end - 1]))
            end--;
        snprintf(word, sizeof word, "%.*s", (int)end, sentence);
        const bool is_move = add_styled_move(&styled, word);
        if (!is_move)
            text_append(text, REVIEW_SENTENCE_SIZE, "%s", word);
        if (!is_move && styled.in_moves)
            styled.start = strcmp(word, "misses") == 0 ? before : &after;
        styled.in_moves = is_move;
        text_append(text, REVIEW_SENTENCE_SIZE, "%.*s", (int)(length - end), sentence + end);
        if (length > 0 && sentence[length - 1] == '.') {
            styled.start = before;
            styled.in_moves = false;
        }
        sentence += length;
    }
    return strlen(text);
}

/* ---- sentences ---- */

/* Writes about a move with a mark, in Congo notation. */
static void write_sentence(const Review *review, const Record *record, size_t ply,
                           char text[REVIEW_SENTENCE_SIZE]) {
    const ReviewMove *move = &review->moves[ply - 1];
    const Position *before = record_position_at(record, ply - 1);
    char played[NOTATION_SIZE], best[NOTATION_SIZE], cause[REVIEW_CAUSE_SIZE];
    notation_write(before, record->plies[ply - 1].move, notation_congo, played);
    snprintf(text, REVIEW_SENTENCE_SIZE, "%s:", mark_words[move->mark]);
    if (move->mark == REVIEW_ONLY) {
        text_append(text, REVIEW_SENTENCE_SIZE, " everything but %s is much worse.", played);
        return;
    }
    const bool known = !move_is_none(move->best) && move_is_legal(before, move->best);
    if (review_words_cause(review, record, ply, cause) > 0)
        text_append(text, REVIEW_SENTENCE_SIZE, " %s %s.", played, cause);
    else if (!known)
        text_append(text, REVIEW_SENTENCE_SIZE, " %s gives away %.0f %% of the winning chances.",
                    played, 100 * move->lost);
    if (known) {
        notation_write(before, move->best, notation_congo, best);
        text_append(text, REVIEW_SENTENCE_SIZE, " %s was better.", best);
    }
}

size_t review_words_move(const Review *review, const Record *record, size_t ply,
                         NotationStyle style, char text[REVIEW_SENTENCE_SIZE]) {
    char sentence[REVIEW_SENTENCE_SIZE];
    size_t length = 0;
    text[0] = '\0';
    if (review->moves[ply - 1].mark == REVIEW_NONE)
        return 0;
    const char *stored = stored_sentence(review, record, ply, &length);
    if (stored != NULL)
        snprintf(sentence, sizeof sentence, "%.*s", (int)length, stored);
    else
        write_sentence(review, record, ply, sentence);
    return review_words_in_style(sentence, record_position_at(record, ply - 1),
                                 record->plies[ply - 1].move, style, text);
}

size_t review_words_side(const Review *review, Color side, char text[REVIEW_SENTENCE_SIZE]) {
    const ReviewSide *of = &review->sides[side];
    if (!of->known)
        return (size_t)snprintf(text, REVIEW_SENTENCE_SIZE, "%s: not reviewed", color_name(side));
    snprintf(text, REVIEW_SENTENCE_SIZE, "%s: accuracy %.0f %%", color_name(side), of->accuracy);
    for (int mark = REVIEW_BLUNDER; mark >= REVIEW_INACCURACY; mark--) {
        const size_t count = of->marks[mark];
        if (count == 0)
            text_append(text, REVIEW_SENTENCE_SIZE, ", no %s", plurals[mark]);
        else
            text_append(text, REVIEW_SENTENCE_SIZE, ", %zu %s", count,
                        count == 1 ? singulars[mark] : plurals[mark]);
    }
    return strlen(text);
}

size_t review_words_turning_point(const Review *review, const Record *record, NotationStyle style,
                                  char text[REVIEW_SENTENCE_SIZE]) {
    const size_t ply = review->turning_point;
    char number[RECORD_NUMBER_SIZE], played[NOTATION_SIZE];
    text[0] = '\0';
    if (ply == 0)
        return 0;
    const ReviewMark mark = review->moves[ply - 1].mark;
    record_write_number(record, ply - 1, number);
    notation_write(record_position_at(record, ply - 1), record->plies[ply - 1].move, style, played);
    snprintf(text, REVIEW_SENTENCE_SIZE, "The game turned when %s played %s %s%s%s.",
             color_name(review_mover(record, ply)), number, played, mark != REVIEW_NONE ? ", " : "",
             article_words[mark]);
    return strlen(text);
}

size_t review_words_progress(const Review *review, char text[REVIEW_SENTENCE_SIZE]) {
    char left[TEXT_DURATION_SIZE];
    if (review->pass == REVIEW_DONE)
        return (size_t)snprintf(text, REVIEW_SENTENCE_SIZE, "Reviewed");
    snprintf(text, REVIEW_SENTENCE_SIZE, "%s look: %zu of %zu positions",
             review->pass == REVIEW_COARSE ? "First" : "Closer", review->done, review->count + 1);
    if (review->left_ms >= 0) {
        text_write_duration(review->left_ms, left);
        text_append(text, REVIEW_SENTENCE_SIZE, ", about %s left", left);
    }
    return strlen(text);
}
