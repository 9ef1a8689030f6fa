#include <config.h>

#include "endings/endings.h"

#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/random.h"
#include "endings/ending_table.h"
#include "endings/ending_class.h"
#include "rules/movegen.h"

enum { ENDING_MOVES_MAX = 1000 };

enum { CACHE_MB = 64 };

/* The first damaged block that was met. */
typedef struct EndingsFault {
    atomic_bool met;
    pthread_mutex_t lock; /* guards `error` */
    Error error;
} EndingsFault;

struct Endings {
    bool usable; /* the variant can have tables */
    bool one_folder;
    EndingTables tables;
    EndingFile **files; /* by number of the table; NULL: none */
    int men;
    BlockCache *cache;
    EndingsFault *fault;
};

/* ---- opening ---- */

/* Opens the file of a table in a folder. A missing file is no error. */
static EndingFile *open_in(const Endings *endings, const char *folder, const EndingTable *table,
                           Error *error) {
    char rules[ENDING_RULES_NAME_SIZE], name[ENDING_CLASS_NAME_SIZE], path[FILE_PATH_SIZE];
    int length = snprintf(path, sizeof path, "%s/%s/%s" ENDING_FILE_SUFFIX, folder,
                          ending_rules_name(&endings->tables.rules, rules),
                          ending_class_name(&table->class, endings->tables.rules.pawns, name));
    if (length < 0 || length >= (int)sizeof path || access(path, F_OK) != 0)
        return NULL;
    Error why = {0};
    EndingFile *file = ending_file_open(path, table, &endings->tables.rules, &why);
    if (file == NULL && error != NULL && error->code == ERROR_NONE)
        *error = why;
    return file;
}

static void open_files(Endings *endings, const char *const folders[], size_t folder_count,
                       Error *error) {
    int complete = ENDING_MEN_MAX; /* numbers of men from here on lack a table */
    for (int i = 0; i < endings->tables.count; i++) {
        const EndingTable *table = &endings->tables.tables[i];
        for (size_t j = 0; j < folder_count && endings->files[i] == NULL; j++) {
            if (folders[j] != NULL)
                endings->files[i] = open_in(endings, folders[j], table, error);
        }
        int men = ending_class_men(&table->class);
        if (endings->files[i] == NULL && men <= complete)
            complete = men - 1;
    }
    endings->men = complete < ENDING_MEN_MIN ? 0 : complete;
}

Endings *endings_open(const char *const folders[], size_t folder_count, const Variant *variant,
                      Error *error) {
    Endings *endings = memory_allocate(sizeof *endings);
    EndingRules rules;
    endings->fault = memory_allocate(sizeof *endings->fault);
    pthread_mutex_init(&endings->fault->lock, NULL);
    endings->usable = ending_rules_of(variant, &rules);
    endings->one_folder = folder_count == 1;
    if (endings->usable) {
        ending_tables_init(&endings->tables, variant, ENDING_MEN_MAX);
        endings->files = memory_allocate((size_t)endings->tables.count * sizeof *endings->files);
        endings->cache = block_cache_create(CACHE_MB);
        open_files(endings, folders, folder_count, error);
    }
    return endings;
}

void endings_close(Endings *endings) {
    if (endings == NULL)
        return;
    for (int i = 0; i < endings->tables.count; i++)
        ending_file_close(endings->files[i]);
    free(endings->files);
    ending_tables_free(&endings->tables);
    block_cache_free(endings->cache);
    pthread_mutex_destroy(&endings->fault->lock);
    free(endings->fault);
    free(endings);
}

int endings_men(const Endings *endings) {
    return endings == NULL ? 0 : endings->men;
}

bool endings_fit(const Endings *endings, const Variant *variant) {
    EndingRules rules;
    return endings != NULL && endings->usable && ending_rules_of(variant, &rules) &&
           ending_rules_same(&rules, &endings->tables.rules);
}

/* ---- looking up ---- */

static void note_fault(EndingsFault *fault, const Error *error) {
    pthread_mutex_lock(&fault->lock);
    if (!atomic_load(&fault->met)) {
        fault->error = *error;
        atomic_store(&fault->met, true);
    }
    pthread_mutex_unlock(&fault->lock);
}

bool endings_probe(const Endings *endings, const Position *position, EndingValue *value) {
    if (!endings->usable)
        return false;
    const EndingPlace place = ending_tables_place(&endings->tables, position);
    if (place.table == NULL)
        return false;
    const ptrdiff_t table = place.table - endings->tables.tables;
    const EndingFile *file = endings->files[table];
    uint8_t byte;
    Error why;
    if (file == NULL)
        return false;
    if (!block_cache_get(endings->cache, file, (uint32_t)table, place.side, place.number, &byte,
                         &why)) {
        note_fault(endings->fault, &why);
        return false;
    }
    *value = ending_value(byte);
    return true;
}

uint8_t *endings_load(const Endings *endings, const EndingClass *class, Color side, Error *error) {
    bool exchanged;
    const EndingTable *table =
        endings->usable ? ending_tables_find(&endings->tables, class, &exchanged) : NULL;
    const EndingFile *file = table == NULL ? NULL : endings->files[table - endings->tables.tables];
    if (file == NULL) {
        char name[ENDING_CLASS_NAME_SIZE];
        error_set(error, ERROR_STATE, "there is no table of %s",
                  ending_class_name(class, endings->tables.rules.pawns, name));
        return NULL;
    }
    return ending_file_read_side(file, side, error);
}

bool endings_fault(const Endings *endings, Error *error) {
    EndingsFault *fault = endings->fault;
    if (!atomic_load(&fault->met))
        return false;
    pthread_mutex_lock(&fault->lock);
    *error = fault->error;
    pthread_mutex_unlock(&fault->lock);
    return true;
}

/* ---- certainty of a win in a game ---- */

static Color winner_of(const Position *position, EndingValue value) {
    Color side = position_side(position);
    return value.result == ENDING_WIN ? side : color_other(side);
}

static int men_of(const Position *position) {
    return popcount64(position_occupied(position));
}

/* Returns the index of the first position that can come up again: the first with as few men as the
 * last. The count of quiet plies does not matter, since a pawn can step back. */
static size_t first_returning(const Position *positions, size_t count) {
    size_t first = count - 1;
    while (first > 0 && men_of(&positions[first - 1]) == men_of(&positions[count - 1]))
        first--;
    return first;
}

/* The positions met so far, as an open hash table of their indexes plus 1; 0: an empty slot. */
typedef struct SeenPositions {
    const Position *positions;
    uint32_t *slots; /* owned */
    size_t mask;
} SeenPositions;

static SeenPositions seen_positions(const Position *positions, size_t count) {
    size_t size = 1;
    while (size < 2 * count)
        size *= 2;
    return (SeenPositions){positions, memory_allocate(size * sizeof(uint32_t)), size - 1};
}

/* Adds a position. Returns false if an equal one has been added before. */
static bool seen_add(SeenPositions *seen, size_t index) {
    const Position *position = &seen->positions[index];
    size_t slot = position->key & seen->mask;
    for (; seen->slots[slot]; slot = (slot + 1) & seen->mask)
        if (position_same(&seen->positions[seen->slots[slot] - 1], position))
            return false;
    seen->slots[slot] = (uint32_t)index + 1;
    return true;
}

void ending_certainty_init(EndingCertainty *certainty, const Endings *endings,
                           const Position *positions, size_t count) {
    *certainty =
        (EndingCertainty){.men = men_of(&positions[count - 1]), .plies = {INT_MAX, INT_MAX}};
    if (positions[0].variant->repetition != REPETITION_DRAW || certainty->men > ENDING_MEN_MAX)
        return;
    const size_t first = first_returning(positions, count);
    SeenPositions seen = seen_positions(&positions[first], count - first);
    for (size_t i = 0; i < count - first; i++) {
        const Position *repeated = &seen.positions[i];
        EndingValue value;
        if (seen_add(&seen, i) || position_in_capture(repeated) ||
            !endings_probe(endings, repeated, &value) || value.result == ENDING_DRAW)
            continue;
        int *plies = &certainty->plies[winner_of(repeated, value)];
        *plies = min_int(*plies, value.plies);
    }
    free(seen.slots);
}

int ending_certainty_excess(const Position *position, EndingValue value) {
    const int limit = position->variant->quiet_plies;
    return limit > 0 ? max_int(position->quiet + value.plies - limit, 0) : 0;
}

EndingDoubt ending_certainty_doubt(const EndingCertainty *certainty, const Position *position,
                                   EndingValue value) {
    if (value.result == ENDING_DRAW)
        return ENDING_DOUBT_NONE;
    if (ending_certainty_excess(position, value) > 0)
        return ENDING_DOUBT_QUIET;
    const bool can_return = men_of(position) == certainty->men;
    return can_return && value.plies > certainty->plies[winner_of(position, value)]
               ? ENDING_DOUBT_REPETITION
               : ENDING_DOUBT_NONE;
}

/* ---- why a position has no value ---- */

/* Writes the command that makes the tables. A variant that is not built in has a file, and without
 * --output the tables go to the user's cache. */
enum { COMMAND_SIZE = 96 + VARIANT_NAME_SIZE };

static void write_command(const Endings *endings, const Variant *variant, const EndingRules *rules,
                          int men, char text[COMMAND_SIZE]) {
    EndingRules standard;
    bool is_standard =
        ending_rules_of(variant_default(), &standard) && ending_rules_same(rules, &standard);
    const char *name = variant_find(variant->name) ? variant->name : "FILE";
    snprintf(text, COMMAND_SIZE, "congo-engine endings build --men=%d%s%s%s", men,
             is_standard ? "" : " --variant=", is_standard ? "" : name,
             endings->one_folder ? " --output=FOLDER" : "");
}

bool ending_absence_explain_men(const Endings *endings, const Error *damage, const Variant *variant,
                                int men, Error *error) {
    char command[COMMAND_SIZE];
    EndingRules rules;
    Error fault;
    if (!ending_rules_of(variant, &rules))
        return ending_rules_report(variant, error);
    if (men > ENDING_MEN_MAX)
        return error_set(error, ERROR_STATE,
                         "only the endings of at most %d pieces are solved, the lions included, "
                         "and here are %d",
                         ENDING_MEN_MAX, men);
    if (damage->code != ERROR_NONE)
        return error_set(error, damage->code, "%s", damage->text);
    if (!endings)
        return error_set(error, ERROR_STATE, "the solved endings are turned off");
    if (endings_fault(endings, &fault))
        return error_set(error, fault.code, "%s", fault.text);
    write_command(endings, variant, &rules, men, command);
    return error_set(error, ERROR_STATE,
                     "the endings of %d pieces are not solved yet; \"%s\" solves them", men,
                     command);
}

bool ending_absence_explain(const Endings *endings, const Error *damage, const Position *position,
                            Error *error) {
    return ending_absence_explain_men(endings, damage, position->variant,
                                      popcount64(position_occupied(position)), error);
}

/* ---- values of moves and the best line ---- */

/* Values a legal move for the mover. A move is a whole turn, so no capture is open after it. */
static bool value_move(const Endings *endings, const Position *position, Move move,
                       EndingValue *value) {
    Position after = *position;
    position_make(&after, move);
    if (!position_has_both_lions(&after)) {
        *value = (EndingValue){ENDING_WIN, 1};
        return true;
    }
    if (!endings_probe(endings, &after, value))
        return false;
    *value = ending_value_before(*value);
    return true;
}

/* Inserts a move behind those that are as good, so that equal ones keep their order. */
static void insert(EndingMoves *list, EndingMove entry) {
    size_t at = list->count++;
    for (; at > 0; at--) {
        if (ending_value_rank(list->moves[at - 1].value) >= ending_value_rank(entry.value))
            break;
        list->moves[at] = list->moves[at - 1];
    }
    list->moves[at] = entry;
}

bool ending_moves_list(const Endings *endings, const Position *position, EndingMoves *list) {
    MoveList legal;
    *list = (EndingMoves){0};
    movelist_init(&legal);
    bool valued = movegen_some(position, ENDING_MOVES_MAX, &legal) && legal.count > 0;
    if (valued)
        list->moves = memory_resize(NULL, legal.count, sizeof *list->moves);
    for (size_t i = 0; i < legal.count && valued; i++) {
        EndingMove entry = {.move = legal.moves[i]};
        valued = value_move(endings, position, entry.move, &entry.value);
        if (valued)
            insert(list, entry);
    }
    movelist_free(&legal);
    if (valued)
        list->value = list->moves[0].value;
    else
        ending_moves_free(list);
    return valued;
}

void ending_moves_free(EndingMoves *list) {
    free(list->moves);
    *list = (EndingMoves){0};
}

bool ending_moves_value(const Endings *endings, const Position *position, EndingValue *value) {
    EndingMoves list;
    if (!position_in_capture(position))
        return endings_probe(endings, position, value);
    if (!ending_moves_list(endings, position, &list))
        return false;
    *value = list.value;
    ending_moves_free(&list);
    return true;
}

/* Returns false at the end of the game, in a draw and without tables. */
static bool find_best(const Endings *endings, const Position *position, Move *best) {
    EndingMoves list;
    if (!ending_moves_list(endings, position, &list))
        return false;
    bool decided = list.value.result != ENDING_DRAW;
    *best = list.moves[0].move;
    ending_moves_free(&list);
    return decided;
}

int ending_moves_line(const Endings *endings, const Position *position, Move *line, int size) {
    Position at = *position;
    int count = 0;
    while (count < size && find_best(endings, &at, &line[count]))
        position_make(&at, line[count++]);
    return count;
}

/* ---- finding positions ---- */

/* Numbers drawn before all are looked through. */
enum { DRAWN_MAX = 1 << 20 };

typedef struct FindState {
    const EndingQuery *query;
    EndingIndex index;
    Color side;     /* to move, in the canonical class */
    bool exchanged; /* the query's class is the canonical one with exchanged colours */
    const uint8_t *values;
    bool wanted[UINT8_MAX + 1]; /* values */
    uint64_t *random;
} FindState;

/* ---- turning the board ---- */

static Bitboard turned_set(Bitboard set, Square (*turned)(Square square)) {
    Bitboard result = 0;
    while (set)
        result |= square_bit(turned(bitboard_pop(&set)));
    return result;
}

static void turn(Position *position, Square (*turned)(Square square)) {
    for (int type = 0; type < PIECE_TYPE_COUNT; type++)
        position->by_type[type] = turned_set(position->by_type[type], turned);
    for (int color = 0; color < COLOR_COUNT; color++)
        position->by_color[color] = turned_set(position->by_color[color], turned);
    position->key = position_compute_key(position);
}

static void exchange_colors(Position *position) {
    Bitboard white = position->by_color[WHITE];
    position->by_color[WHITE] = position->by_color[BLACK];
    position->by_color[BLACK] = white;
    position->side = (uint8_t)color_other(position_side(position));
    turn(position, square_exchange);
}

/* ---- one number ---- */

/* Lists the bytes of the table that are looked for. */
static void set_wanted(FindState *find) {
    const EndingQuery *query = find->query;
    for (int byte = 0; byte <= UINT8_MAX; byte++) {
        EndingValue value = ending_value((uint8_t)byte);
        find->wanted[byte] = value.result == query->result &&
                             (value.result == ENDING_DRAW ||
                              (value.plies >= query->plies_min && value.plies <= query->plies_max));
    }
}

static bool has_value(const FindState *find, uint32_t number) {
    return find->wanted[find->values[number]];
}

/* Sets up the position of a number, or its mirror image. Returns the number of both, or 0. */
static int set_up(const FindState *find, uint32_t number, Position *position) {
    int placements =
        ending_index_position(&find->index, number, find->side, find->query->variant, position);
    if (placements == 2 && random_next(find->random) >> 63)
        turn(position, square_mirror);
    if (placements > 0 && find->exchanged)
        exchange_colors(position);
    return placements;
}

static bool is_accepted(const FindState *find, const Position *position) {
    const EndingQuery *query = find->query;
    return position_outcome(position).result == RESULT_OPEN &&
           (query->accept == NULL || query->accept(query->context, position));
}

/* ---- all numbers ---- */

/* A position that is its own mirror image is drawn half as often as the number of two. */
static bool draw_number(const FindState *find, Position *position) {
    uint32_t number = (uint32_t)random_below(find->random, find->index.size);
    if (!has_value(find, number))
        return false;
    int placements = set_up(find, number, position);
    bool drawn = placements == 2 ||
                 (placements == 1 && (!find->index.mirrored || random_next(find->random) >> 63));
    return drawn && is_accepted(find, position);
}

static bool look_through(const FindState *find, Position *position) {
    uint32_t size = find->index.size;
    uint32_t number = (uint32_t)random_below(find->random, size);
    for (uint32_t left = size; left > 0; left--, number = number + 1 < size ? number + 1 : 0)
        if (has_value(find, number) && set_up(find, number, position) > 0 &&
            is_accepted(find, position))
            return true;
    return false;
}

static bool find_any(const FindState *find, Position *position) {
    uint32_t number = 0;
    while (number < find->index.size && !has_value(find, number))
        number++;
    if (number == find->index.size)
        return false;
    for (int i = 0; i < DRAWN_MAX; i++)
        if (draw_number(find, position))
            return true;
    return look_through(find, position);
}

bool ending_find(const Endings *endings, const EndingQuery *query, uint64_t *random,
                 Position *position, Error *error) {
    EndingClass class = query->class;
    EndingRules rules;
    FindState state = {.query = query, .random = random};
    if (!ending_rules_of(query->variant, &rules))
        return ending_rules_report(query->variant, error);
    state.exchanged = ending_class_canonicalize(&class, rules.pawns);
    state.side = state.exchanged ? color_other(query->side) : query->side;
    uint8_t *values = endings_load(endings, &class, state.side, error);
    if (values == NULL)
        return false;
    state.values = values;
    set_wanted(&state);
    ending_index_init(&state.index, &class, &rules);
    bool found = find_any(&state, position);
    free(values);
    return found || error_set(error, ERROR_RANGE, "there is no such ending");
}
