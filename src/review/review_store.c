#include <config.h>

#include "review/review_store.h"

#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/memory.h"
#include "review/review_judge.h"
#include "review/review_words.h"
#include "rules/movegen.h"
#include "rules/notation.h"
#include "rules/comment.h"

/* The glyphs of the marks, as record.h numbers them. */
static const unsigned char glyphs[REVIEW_MARK_COUNT] = {
    [REVIEW_ONLY] = 1, [REVIEW_INACCURACY] = 6, [REVIEW_MISTAKE] = 2, [REVIEW_BLUNDER] = 4};

/* ---- scores ---- */

static RecordScore to_record_score(const ReviewPosition *position) {
    const int plies = score_win_plies(position->score), moves = (abs(plies) + 1) / 2;
    return (RecordScore){.known = true,
                         .depth = position->depth,
                         .win_moves = plies < 0 ? -moves : moves,
                         .hundredths = plies == 0 ? position->score : 0};
}

/* The winner's last move captures the lion, so the side to move determines the plies. */
static Score from_record_score(const RecordScore *score, Color side) {
    enum { PLIES_MAX = SCORE_WIN - SCORE_WIN_LEAST, UNDECIDED_MAX = SCORE_WIN_LEAST - 1 };
    if (score->win_moves == 0)
        return score->hundredths > UNDECIDED_MAX    ? UNDECIDED_MAX
               : score->hundredths < -UNDECIDED_MAX ? -UNDECIDED_MAX
                                                    : score->hundredths;
    const Color winner = score->win_moves > 0 ? WHITE : BLACK;
    const int moves = abs(score->win_moves);
    int plies = moves < PLIES_MAX / 2 ? 2 * moves - (winner == side) : PLIES_MAX;
    return winner == WHITE ? score_win_at(plies) : score_loss_at(plies);
}

/* ---- notes that a review has written ---- */

static bool begins_with(const char *text, const char *beginning) {
    return strncmp(text, beginning, strlen(beginning)) == 0;
}

/* Returns whether a line is a review's behind the word of the mark: about the move that was played,
 * or one that was better. */
static bool is_sentence(const Record *record, size_t ply, const char *text) {
    char played[NOTATION_SIZE];
    const size_t length = strcspn(text, " \n");
    notation_write(record_position_at(record, ply - 1), record->plies[ply - 1].move, notation_congo,
                   played);
    return begins_with(text, "everything but ") || begins_with(text + length, " was better.") ||
           (length == strlen(played) && begins_with(text, played));
}

/* Returns the mark of a line that a review has written, or REVIEW_NONE. */
static ReviewMark line_mark(const Record *record, size_t ply, const char *line) {
    for (int mark = REVIEW_ONLY; mark < REVIEW_MARK_COUNT; mark++) {
        const char *word = review_words_mark((ReviewMark)mark);
        const size_t length = strlen(word);
        if (begins_with(line, word) && begins_with(line + length, ": ") &&
            is_sentence(record, ply, line + length + 2))
            return (ReviewMark)mark;
    }
    return REVIEW_NONE;
}

const char *review_stored_line(const Record *record, size_t ply, size_t *length) {
    for (const char *line = ply > 0 ? record_comment(record, ply) : NULL; line != NULL;) {
        const char *end = strchr(line, '\n');
        if (line_mark(record, ply, line) != REVIEW_NONE) {
            *length = end != NULL ? (size_t)(end - line) : strlen(line);
            return line;
        }
        line = end != NULL ? end + 1 : NULL;
    }
    return NULL;
}

/* Appends the comment without the line of a review and one of the line breaks around it. */
static void write_other_lines(const Record *record, size_t ply, Buffer *text) {
    size_t length = 0;
    const char *comment = record_comment(record, ply);
    const char *line = review_stored_line(record, ply, &length);
    if (line == NULL) {
        buffer_add_string(text, comment != NULL ? comment : "");
        return;
    }
    const char *rest = line + length;
    size_t before = (size_t)(line - comment);
    buffer_add(text, comment, *rest == '\0' && before > 0 ? before - 1 : before);
    buffer_add_string(text, *rest == '\n' ? rest + 1 : rest);
}

/* Replaces the line of a review by one at the end. */
static void replace_line(Record *record, size_t ply, const char *sentence) {
    Buffer text = {0};
    write_other_lines(record, ply, &text);
    if (*sentence != '\0' && text.length > 0)
        buffer_add_string(&text, "\n");
    buffer_add_string(&text, sentence);
    record_set_comment(record, ply, text.bytes);
    buffer_free(&text);
}

/* Returns the variations of others, if a review's mark has put its own before them. */
static const char *other_variations(const Record *record, size_t ply, ReviewMark old) {
    const char *variations = record->plies[ply - 1].variations;
    if (variations == NULL || old < REVIEW_INACCURACY)
        return variations;
    const char *rest = variations + variation_read(variations, strlen(variations), NULL, NULL);
    return *rest == ' ' ? rest + 1 : rest;
}

void review_write_other_notes(const Record *record, size_t ply, NotationStyle style, Buffer *text) {
    const size_t start = text->length;
    size_t length;
    write_other_lines(record, ply, text);
    if (ply == 0)
        return;
    const char *line = review_stored_line(record, ply, &length);
    const char *others =
        other_variations(record, ply, line != NULL ? line_mark(record, ply, line) : REVIEW_NONE);
    if (others == NULL || *others == '\0')
        return;
    if (text->length > start)
        buffer_add_string(text, "\n");
    variation_write_plain(others, record_position_at(record, ply - 1), style, text);
}

/* ---- writing ---- */

/* Appends the best line as a variation. */
static void write_line(const Review *review, const Record *record, size_t ply, Buffer *text) {
    const ReviewLine *line = &review->positions[ply - 1].line;
    Position position = *record_position_at(record, ply - 1);
    for (int i = 0; i < line->length && move_is_legal(&position, line->moves[i]); i++) {
        char number[RECORD_NUMBER_SIZE], move[NOTATION_SIZE];
        buffer_add_string(text, i == 0 ? "(" : " ");
        if (i == 0 || position_side(&position) == WHITE) {
            record_write_number(record, ply + (size_t)i - 1, number);
            buffer_add_string(text, number);
            buffer_add_string(text, " ");
        }
        notation_write(&position, line->moves[i], notation_congo, move);
        buffer_add_string(text, move);
        position_make(&position, line->moves[i]);
    }
    if (line->length > 0)
        buffer_add_string(text, ")");
}

static void replace_variation(const Review *review, Record *record, size_t ply, ReviewMark old) {
    Buffer text = {0};
    if (review->moves[ply - 1].mark >= REVIEW_INACCURACY)
        write_line(review, record, ply, &text);
    const char *others = other_variations(record, ply, old);
    if (others != NULL && *others != '\0') {
        if (text.length > 0)
            buffer_add_string(&text, " ");
        buffer_add_string(&text, others);
    }
    record_set_variations(record, ply, text.bytes);
    buffer_free(&text);
}

/* A mark that is not the review's is only replaced by that of a bad move. */
static void replace_mark(Record *record, size_t ply, ReviewMark old, ReviewMark mark) {
    const unsigned char found = record_mark(record, ply);
    const bool own = found == 0 || found == glyphs[old];
    if ((own && mark != old) || mark >= REVIEW_INACCURACY)
        record_set_mark(record, ply, glyphs[mark]);
}

static void store_move(const Review *review, Record *record, size_t ply) {
    char sentence[REVIEW_SENTENCE_SIZE];
    size_t length;
    const char *line = review_stored_line(record, ply, &length);
    const ReviewMark old = line != NULL ? line_mark(record, ply, line) : REVIEW_NONE;
    const ReviewMark mark = review->moves[ply - 1].mark;
    if (old == REVIEW_NONE && mark == REVIEW_NONE)
        return;
    review_words_move(review, record, ply, notation_congo, sentence);
    replace_mark(record, ply, old, mark);
    replace_variation(review, record, ply, old);
    replace_line(record, ply, sentence);
}

void review_store(const Review *review, Record *record) {
    for (size_t ply = 0; ply <= review->count; ply++) {
        const ReviewPosition *position = &review->positions[ply];
        const RecordScore score = to_record_score(position);
        if (position->final && !position->stored && !outcome_is_over(record->outcomes[ply]))
            record_set_score(record, ply, &score);
        if (ply > 0 && review->moves[ply - 1].final &&
            !(position->stored && review->positions[ply - 1].stored))
            store_move(review, record, ply);
    }
}

/* ---- reading ---- */

/* Reads the moves of a variation, "(2. C4 P:C4 3. D3)", as far as they are legal. */
static void read_line(const char *text, const Position *start, ReviewLine *line) {
    char word[VARIATION_WORD_MAX + 1];
    Position position = *start;
    for (text++; line->length < REVIEW_LINE_MAX; text++) {
        const size_t length = strcspn(text, " ()");
        if (length == 0 || length > VARIATION_WORD_MAX)
            return;
        memcpy(word, text, length);
        word[length] = '\0';
        text += length;
        if (*word < '0' || *word > '9') {
            if (!notation_parse(&position, word, &line->moves[line->length], NULL, NULL))
                return;
            position_make(&position, line->moves[line->length++]);
        }
        if (*text != ' ')
            return;
    }
}

static void read_position(const Record *record, size_t ply, ReviewPosition *position) {
    const RecordScore *score = &record->scores[ply];
    size_t length;
    if (position->known || !score->known)
        return;
    position->known = position->final = position->stored = true;
    position->score = from_record_score(score, position_side(record_position_at(record, ply)));
    position->depth = score->depth;
    if (ply == record->count)
        return;
    const char *line = review_stored_line(record, ply + 1, &length);
    const char *variations = record->plies[ply].variations;
    if (line != NULL && line_mark(record, ply + 1, line) >= REVIEW_INACCURACY && variations != NULL)
        read_line(variations, record_position_at(record, ply), &position->line);
}

Review *review_from_record(const Record *record) {
    Review *review = review_create(record);
    size_t length;
    bool complete = true;
    for (size_t ply = 0; ply <= record->count; ply++) {
        read_position(record, ply, &review->positions[ply]);
        complete &= record->scores[ply].known || outcome_is_over(record->outcomes[ply]);
    }
    for (size_t ply = 1; ply <= record->count; ply++) {
        const char *line = review_stored_line(record, ply, &length);
        if (line != NULL && line_mark(record, ply, line) == REVIEW_ONLY)
            review->moves[ply - 1].mark = REVIEW_ONLY;
        review_judge_move(review, record, ply);
    }
    review->pass = complete ? REVIEW_DONE : REVIEW_COARSE;
    review->left_ms = review->pass == REVIEW_DONE ? 0 : -1;
    review_judge_game(review, record);
    return review;
}
