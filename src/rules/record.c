#include <config.h>

#include "rules/record.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fnv.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/random.h"
#include "base/text.h"
#include "rules/coordinate.h"
#include "rules/comment.h"

enum { INITIAL_CAPACITY = 64 }; /* a power of two */

/* ---- occurrences ----
 * Positions are added and removed only at the end of the game, so each chain is a stack. */

static uint32_t *chain_of(const Record *record, const Position *position) {
    return &record->newest[position->key & record->chain_mask];
}

static void chain_push(Record *record, size_t ply) {
    uint32_t *newest = chain_of(record, &record->positions[ply]);
    record->older[ply] = *newest;
    *newest = (uint32_t)ply + 1;
}

static void chain_pop(Record *record, size_t ply) {
    *chain_of(record, &record->positions[ply]) = record->older[ply];
}

/* Counts the occurrences of a position among the positions 0..last, up to `limit`. */
static int count_occurrences(const Record *record, const Position *position, size_t last,
                             int limit) {
    int times = 0;
    for (uint32_t i = *chain_of(record, position); i && times < limit; i = record->older[i - 1])
        if (i - 1 <= last && position_same(&record->positions[i - 1], position))
            times++;
    return times;
}

static int count_before_current(const void *game, const Position *position, int limit) {
    const Record *record = game;
    return count_occurrences(record, position, record->current, limit);
}

/* The positions up to the current ply. */
static GameHistory history_of(const Record *record) {
    return (GameHistory){count_before_current, record};
}

/* Makes room for `capacity` plies, a power of two. */
static void set_capacity(Record *record, size_t capacity) {
    record->plies = memory_resize(record->plies, capacity, sizeof *record->plies);
    record->positions = memory_resize(record->positions, capacity + 1, sizeof *record->positions);
    record->outcomes = memory_resize(record->outcomes, capacity + 1, sizeof *record->outcomes);
    record->scores = memory_resize(record->scores, capacity + 1, sizeof *record->scores);
    record->older = memory_resize(record->older, capacity + 1, sizeof *record->older);
    record->capacity = capacity;
    free(record->newest);
    record->newest = memory_allocate(capacity * sizeof *record->newest);
    record->chain_mask = capacity - 1;
    for (size_t ply = 0; ply <= record->count; ply++)
        chain_push(record, ply);
}

/* ---- creating and copying ---- */

/* Creates a record without the arrays that set_capacity makes. */
static Record *begin_record(const Position *start) {
    Record *record = memory_allocate(sizeof *record);
    record->variant = *start->variant;
    record->positions = memory_resize(NULL, 1, sizeof *record->positions);
    record->positions[0] = *start;
    record->positions[0].variant = &record->variant;
    record->positions[0].quiet = 0;
    record->outcomes = memory_resize(NULL, 1, sizeof *record->outcomes);
    record->scores = memory_allocate(sizeof *record->scores);
    return record;
}

Record *record_create(const Position *start) {
    Record *record = begin_record(start);
    set_capacity(record, INITIAL_CAPACITY);
    record->outcomes[0] = position_outcome(&record->positions[0]);
    return record;
}

static char *copy_or_null(const char *text) {
    return text ? memory_strdup(text) : NULL;
}

Record *record_clone(const Record *record) {
    Record *clone = begin_record(&record->positions[0]);
    set_capacity(clone, record->capacity);
    clone->tags = memory_resize(NULL, record->tag_count, sizeof *clone->tags);
    clone->tag_count = record->tag_count;
    for (size_t i = 0; i < record->tag_count; i++)
        clone->tags[i] =
            (RecordTag){memory_strdup(record->tags[i].name), memory_strdup(record->tags[i].value)};
    clone->comment = copy_or_null(record->comment);
    for (size_t i = 0; i < record->count; i++) {
        clone->plies[i] = record->plies[i];
        clone->plies[i].comment = copy_or_null(record->plies[i].comment);
        clone->plies[i].variations = copy_or_null(record->plies[i].variations);
        clone->positions[i + 1] = record->positions[i + 1];
        clone->positions[i + 1].variant = &clone->variant;
        chain_push(clone, i + 1);
    }
    memcpy(clone->outcomes, record->outcomes, (record->count + 1) * sizeof *clone->outcomes);
    memcpy(clone->scores, record->scores, (record->count + 1) * sizeof *clone->scores);
    clone->count = record->count;
    clone->current = record->current;
    clone->declared = record->declared;
    return clone;
}

static void free_ply(RecordPly *ply) {
    free(ply->comment);
    free(ply->variations);
}

void record_free(Record *record) {
    if (!record)
        return;
    for (size_t i = 0; i < record->tag_count; i++) {
        free(record->tags[i].name);
        free(record->tags[i].value);
    }
    for (size_t i = 0; i < record->count; i++)
        free_ply(&record->plies[i]);
    free(record->tags);
    free(record->comment);
    free(record->plies);
    free(record->positions);
    free(record->outcomes);
    free(record->scores);
    free(record->newest);
    free(record->older);
    free(record);
}

/* ---- the current ply ---- */

const Position *record_position(const Record *record) {
    return record_position_at(record, record->current);
}

const Position *record_position_at(const Record *record, size_t ply) {
    assert(ply <= record->count);
    return &record->positions[ply];
}

/* Returns 1 if Black began. */
static size_t leading_plies(const Record *record) {
    return position_side(record_position_at(record, 0)) == BLACK ? 1 : 0;
}

size_t record_move_number(const Record *record, size_t ply) {
    return (ply + leading_plies(record)) / 2 + 1;
}

size_t record_write_number(const Record *record, size_t ply, char text[RECORD_NUMBER_SIZE]) {
    bool black = (ply + leading_plies(record)) % 2 == 1;
    return (size_t)snprintf(text, RECORD_NUMBER_SIZE, "%zu%s", record_move_number(record, ply),
                            black ? "..." : ".");
}

bool record_undo(Record *record) {
    if (record->current == 0)
        return false;
    record->current--;
    return true;
}

void record_go_to(Record *record, size_t ply) {
    record->current = ply < record->count ? ply : record->count;
}

void record_truncate(Record *record) {
    for (; record->count > record->current; record->count--) {
        chain_pop(record, record->count);
        free_ply(&record->plies[record->count - 1]);
    }
    record->declared = (Outcome){RESULT_OPEN, REASON_NONE};
}

/* ---- playing ---- */

static bool reject_if_over(const Record *record, Error *error) {
    if (!record_is_over(record))
        return false;
    error_set(error, ERROR_STATE, "the game is over: %s", outcome_sentence(record_outcome(record)));
    return true;
}

bool record_check_repetition(const Record *record, Move move, Error *error) {
    char text[NOTATION_SIZE];
    if (!record_repetition_forbids(record, move))
        return true;
    notation_write(record_position(record), move, notation_congo, text);
    return error_set(error, ERROR_ILLEGAL, "%s would repeat an earlier position, which %s forbids",
                     text, record->variant.name);
}

bool record_is_legal(const Record *record, Move move, Error *error) {
    if (reject_if_over(record, error))
        return false;
    if (!move_is_legal(record_position(record), move))
        return error_set(error, ERROR_ILLEGAL, "the move is not legal here");
    return record_check_repetition(record, move, error);
}

static int64_t time_or_unknown(int64_t time_ms) {
    return time_ms < 0 ? -1 : time_ms;
}

bool record_play_legal(Record *record, Move move, int64_t time_ms, int64_t clock_ms, Error *error) {
    assert(record_is_legal(record, move, NULL));
    if (record->current >= RECORD_PLIES_MAX)
        return error_set(error, ERROR_STATE,
                         "a game can have at most %d moves, counting both sides", RECORD_PLIES_MAX);
    record_truncate(record);
    if (record->count == record->capacity)
        set_capacity(record, record->capacity * 2);
    size_t ply = record->count;
    Position *after = &record->positions[ply + 1];
    record->plies[ply] = (RecordPly){
        .move = move, .time_ms = time_or_unknown(time_ms), .clock_ms = time_or_unknown(clock_ms)};
    record->scores[ply + 1] = (RecordScore){0};
    *after = record->positions[ply];
    position_make(after, move);
    record->outcomes[ply + 1] = outcome_compute(after, history_of(record));
    chain_push(record, ply + 1);
    record->count = record->current = ply + 1;
    return true;
}

bool record_play(Record *record, Move move, int64_t time_ms, int64_t clock_ms, Error *error) {
    return record_is_legal(record, move, error) &&
           record_play_legal(record, move, time_ms, clock_ms, error);
}

bool record_play_coordinates(Record *record, const char *text, int64_t time_ms, int64_t clock_ms,
                             Error *error) {
    Move move;
    return coordinate_parse(record_position(record), text, &move, error) &&
           !reject_if_over(record, error) && record_check_repetition(record, move, error) &&
           record_play_legal(record, move, time_ms, clock_ms, error);
}

bool record_play_random(Record *record, int plies, uint64_t *random) {
    for (int i = 0; i < plies && !record_is_over(record); i++) {
        MoveList list;
        movelist_init(&list);
        record_moves(record, &list);
        record_play_legal(record, list.moves[random_below(random, list.count)], -1, -1, NULL);
        movelist_free(&list);
    }
    return !record_is_over(record);
}

void record_set_times(Record *record, size_t ply, int64_t time_ms, int64_t clock_ms) {
    assert(ply >= 1 && ply <= record->count);
    record->plies[ply - 1].time_ms = time_or_unknown(time_ms);
    record->plies[ply - 1].clock_ms = time_or_unknown(clock_ms);
}

static bool outcome_is_declarable(Outcome outcome) {
    switch (outcome.reason) {
    case REASON_RESIGNED:
    case REASON_TIME:
        return outcome.result == RESULT_WHITE || outcome.result == RESULT_BLACK;
    case REASON_AGREED:
        return outcome.result == RESULT_DRAW;
    case REASON_ABORTED:
        return outcome.result == RESULT_OPEN;
    default:
        return false;
    }
}

bool record_declare(Record *record, Outcome outcome, Error *error) {
    if (!outcome_is_declarable(outcome))
        return error_set(error, ERROR_RANGE,
                         "a game cannot be declared \"%s\" with the reason \"%s\"",
                         result_text(outcome.result), reason_word(outcome.reason));
    if (reject_if_over(record, error))
        return false;
    record_truncate(record);
    record->declared = outcome;
    return true;
}

/* ---- outcome and repetition ---- */

Outcome record_outcome_at(const Record *record, size_t ply) {
    assert(ply <= record->count);
    if (ply == record->count && outcome_is_over(record->declared))
        return record->declared;
    return record->outcomes[ply];
}

Outcome record_outcome(const Record *record) {
    return record_outcome_at(record, record->current);
}

bool record_is_over(const Record *record) {
    return outcome_is_over(record_outcome(record));
}

int record_occurrences(const Record *record, size_t ply) {
    assert(ply <= record->count);
    return count_occurrences(record, &record->positions[ply], ply, RECORD_PLIES_MAX);
}

bool record_repeats(const Record *record, Move move) {
    return outcome_repeats(record_position(record), move, history_of(record));
}

bool record_repetition_forbids(const Record *record, Move move) {
    return outcome_forbids(record_position(record), move, history_of(record));
}

void record_moves(const Record *record, MoveList *list) {
    if (record_is_over(record))
        return;
    size_t first = list->count;
    movegen_all(record_position(record), list);
    if (record->variant.repetition != REPETITION_ILLEGAL)
        return;
    size_t kept = first;
    for (size_t i = first; i < list->count; i++)
        if (!record_repeats(record, list->moves[i]))
            list->moves[kept++] = list->moves[i];
    list->count = kept;
}

bool record_find_moves(const Record *record, const char *text, NotationFits *fits, Error *error) {
    if (reject_if_over(record, error) || !notation_find(record_position(record), text, fits, error))
        return false;
    size_t kept = 0;
    Move first = fits->count > 0 ? fits->fit[0].move : MOVE_NONE;
    for (size_t i = 0; i < fits->count; i++)
        if (!record_repetition_forbids(record, fits->fit[i].move))
            fits->fit[kept++] = fits->fit[i];
    fits->count = kept;
    if (kept > 0)
        return true;
    return move_is_none(first) ? notation_choose(record_position(record), text, fits,
                                                 notation_congo, &first, NULL, error)
                               : record_check_repetition(record, first, error);
}

bool record_parse_move(const Record *record, const char *text, Move *move, unsigned *deviations,
                       Error *error) {
    NotationFits fits;
    return record_find_moves(record, text, &fits, error) &&
           notation_choose(record_position(record), text, &fits, notation_congo, move, deviations,
                           error);
}

/* ---- tags ---- */

static RecordTag *find_tag(const Record *record, const char *name) {
    for (size_t i = 0; i < record->tag_count; i++)
        if (strcmp(record->tags[i].name, name) == 0)
            return &record->tags[i];
    return NULL;
}

const char *record_tag(const Record *record, const char *name) {
    const RecordTag *tag = find_tag(record, name);
    return tag ? tag->value : NULL;
}

const char *record_tag_or_unknown(const Record *record, const char *name) {
    const char *value = record_tag(record, name);
    return value && *value ? value : "?";
}

bool record_tag_is_reserved(const char *name) {
    return strcmp(name, "Result") == 0 || strcmp(name, "Reason") == 0 || strcmp(name, "FEN") == 0 ||
           strcmp(name, "SetUp") == 0 || strncmp(name, "Variant", strlen("Variant")) == 0;
}

static bool tag_name_is_valid(const char *name) {
    static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";
    size_t length = strspn(name, allowed);
    return name[length] == '\0' && length > 0 && length <= RECORD_TAG_NAME_MAX &&
           !record_tag_is_reserved(name);
}

static void remove_tag(Record *record, RecordTag *tag) {
    free(tag->name);
    free(tag->value);
    size_t after = (size_t)(record->tags + record->tag_count - (tag + 1));
    memmove(tag, tag + 1, after * sizeof *tag);
    record->tag_count--;
}

bool record_set_tag(Record *record, const char *name, const char *value) {
    if (!tag_name_is_valid(name))
        return false;
    RecordTag *tag = find_tag(record, name);
    if (!value) {
        if (tag)
            remove_tag(record, tag);
        return true;
    }
    if (!tag && record->tag_count == RECORD_TAGS_MAX)
        return false;
    char *clean = text_sanitize(value, strlen(value), false);
    if (!tag) {
        record->tags = memory_resize(record->tags, record->tag_count + 1, sizeof *record->tags);
        tag = &record->tags[record->tag_count++];
        *tag = (RecordTag){memory_strdup(name), NULL};
    }
    free(tag->value);
    tag->value = clean;
    return true;
}

/* ---- notes on the moves ---- */

const char *record_comment(const Record *record, size_t ply) {
    assert(ply == 0 || (ply <= record->count && record->plies));
    return ply == 0 ? record->comment : record->plies[ply - 1].comment;
}

void record_set_comment(Record *record, size_t ply, const char *text) {
    assert(ply <= record->count);
    char *clean = text && *text ? text_sanitize(text, strlen(text), true) : NULL;
    char **comment = ply == 0 ? &record->comment : &record->plies[ply - 1].comment;
    free(*comment);
    *comment = clean;
}

void record_set_glyphs(Record *record, size_t ply, const unsigned char *glyphs) {
    assert(ply >= 1 && ply <= record->count);
    unsigned char kept[RECORD_GLYPHS_MAX] = {0};
    for (size_t i = 0; *glyphs && i < RECORD_GLYPHS_MAX; glyphs++)
        if (!memchr(kept, *glyphs, i))
            kept[i++] = *glyphs;
    memcpy(record->plies[ply - 1].glyphs, kept, sizeof kept);
}

/* Returns the index of the first mark, or `otherwise`. */
static size_t find_mark(const unsigned char *glyphs, size_t otherwise) {
    for (size_t i = 0; i < RECORD_GLYPHS_MAX && glyphs[i]; i++)
        if (glyphs[i] <= RECORD_MARK_MAX)
            return i;
    return otherwise;
}

unsigned char record_mark(const Record *record, size_t ply) {
    assert(ply >= 1 && ply <= record->count);
    const unsigned char *glyphs = record->plies[ply - 1].glyphs;
    size_t at = find_mark(glyphs, RECORD_GLYPHS_MAX);
    return at < RECORD_GLYPHS_MAX ? glyphs[at] : 0;
}

void record_set_mark(Record *record, size_t ply, unsigned char mark) {
    assert(ply >= 1 && ply <= record->count && mark <= RECORD_MARK_MAX);
    const unsigned char *old = record->plies[ply - 1].glyphs;
    unsigned char glyphs[RECORD_GLYPHS_MAX + 2] = {0};
    size_t length = 0, replaced = find_mark(old, RECORD_GLYPHS_MAX);
    if (mark && replaced == RECORD_GLYPHS_MAX)
        glyphs[length++] = mark;
    for (size_t i = 0; i < RECORD_GLYPHS_MAX && old[i]; i++)
        if (i != replaced || mark)
            glyphs[length++] = i == replaced ? mark : old[i];
    record_set_glyphs(record, ply, glyphs);
}

const char *record_mark_text(unsigned char glyph) {
    static const char *const texts[RECORD_MARK_MAX + 1] = {"", "!", "?", "!!", "??", "!?", "?!"};
    return glyph <= RECORD_MARK_MAX ? texts[glyph] : "";
}

bool record_set_variations(Record *record, size_t ply, const char *text) {
    assert(ply >= 1 && ply <= record->count);
    char *tidy = text && *text ? variation_tidy(text) : NULL;
    if (!tidy && text && *text)
        return false;
    free(record->plies[ply - 1].variations);
    record->plies[ply - 1].variations = tidy;
    return true;
}

void record_set_score(Record *record, size_t ply, const RecordScore *score) {
    assert(ply <= record->count);
    RecordScore kept = {0};
    if (score->known)
        kept = (RecordScore){true, clamp_int(score->depth, 0, RECORD_DEPTH_MAX),
                             clamp_int(score->win_moves, -RECORD_PLIES_MAX, RECORD_PLIES_MAX),
                             score->win_moves ? 0
                                              : clamp_int(score->hundredths, -RECORD_HUNDREDTHS_MAX,
                                                          RECORD_HUNDREDTHS_MAX)};
    record->scores[ply] = kept;
}

/* ---- equality ---- */

static bool same_text(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool same_tags(const Record *a, const Record *b) {
    if (a->tag_count != b->tag_count)
        return false;
    for (size_t i = 0; i < a->tag_count; i++)
        if (!same_text(a->tags[i].value, record_tag(b, a->tags[i].name)))
            return false;
    return true;
}

static bool same_ply(const RecordPly *a, const RecordPly *b) {
    return move_equal(a->move, b->move) && a->time_ms == b->time_ms && a->clock_ms == b->clock_ms &&
           same_text(a->comment, b->comment) && same_text(a->variations, b->variations) &&
           memcmp(a->glyphs, b->glyphs, sizeof a->glyphs) == 0;
}

static bool same_score(const RecordScore *a, const RecordScore *b) {
    return a->known == b->known && a->depth == b->depth && a->win_moves == b->win_moves &&
           a->hundredths == b->hundredths;
}

bool record_equal(const Record *a, const Record *b) {
    if (strcmp(a->variant.name, b->variant.name) != 0 ||
        !variant_same_rules(&a->variant, &b->variant))
        return false;
    if (!position_same(&a->positions[0], &b->positions[0]) || a->count != b->count)
        return false;
    if (a->declared.result != b->declared.result || a->declared.reason != b->declared.reason)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (!same_ply(&a->plies[i], &b->plies[i]))
            return false;
    for (size_t i = 0; i <= a->count; i++)
        if (!same_score(&a->scores[i], &b->scores[i]))
            return false;
    return same_text(a->comment, b->comment) && same_tags(a, b);
}

static uint64_t add_text(uint64_t hash, const char *text) {
    size_t length = text ? strlen(text) : 0;
    return fnv_bytes(fnv_number(hash, text ? length + 1 : 0), text, length);
}

uint64_t record_hash(const Record *record) {
    uint64_t hash = add_text(FNV_START, record->variant.name);
    hash = fnv_number(hash, record->positions[0].key);
    hash = fnv_number(hash, (uint64_t)record->declared.result << 8 | record->declared.reason);
    hash = add_text(hash, record->comment);
    for (size_t i = 0; i < record->count; i++) {
        const RecordPly *ply = &record->plies[i];
        hash = fnv_number(hash, ply->move.bits);
        hash = fnv_number(hash, (uint64_t)ply->time_ms);
        hash = fnv_number(hash, (uint64_t)ply->clock_ms);
        hash = add_text(hash, ply->comment);
        hash = add_text(hash, ply->variations);
        for (size_t k = 0; k < RECORD_GLYPHS_MAX; k++)
            hash = fnv_number(hash, ply->glyphs[k]);
    }
    for (size_t i = 0; i <= record->count; i++) {
        const RecordScore *score = &record->scores[i];
        hash = fnv_number(hash, (uint64_t)score->depth << 1 | score->known);
        hash = fnv_number(hash, (uint64_t)score->win_moves << 32 ^ (uint64_t)score->hundredths);
    }
    uint64_t tags = 0; /* a sum, which does not depend on their order */
    for (size_t i = 0; i < record->tag_count; i++)
        tags += add_text(add_text(FNV_START, record->tags[i].name), record->tags[i].value);
    return fnv_number(hash, tags);
}

bool record_notes_exist(const Record *record, size_t ply) {
    const RecordPly *noted = ply > 0 ? &record->plies[ply - 1] : NULL;
    return record_comment(record, ply) || (noted && (noted->glyphs[0] || noted->variations));
}
