#include <config.h>

#include "uci/uci.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/buffer.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"
#include "config/command_options.h"
#include "config/ending_folders.h"
#include "config/settings.h"
#include "config/variantfile.h"
#include "endings/endings.h"
#include "engine/engine.h"
#include "engine/evaluate.h"
#include "engine/timeman.h"
#include "rules/coordinate.h"
#include "rules/fen.h"
#include "uci/bench.h"
#include "uci/perft_command.h"
#include "uci/uci_output.h"
#include "uci/wits_protocol.h"

typedef struct UciJob UciJob;

/* Does the work and appends the lines to print at its end. Fails if it is cancelled. */
typedef bool UciJobFunction(UciJob *job, Buffer *text, Error *error);

/* A long computation besides the search, on a thread of its own. A client runs one at a time.
 * Starts as {0}. */
struct UciJob {
    UciJobFunction *work;
    const char *name;      /* of the command */
    void *context;         /* of the work; freed with free() at its end */
    atomic_bool cancelled; /* read by the work */
    atomic_bool running;
    bool started; /* the thread must be joined */
    pthread_t thread;
};

/* Options. The value of each is a number: 0 or 1 for a check, the index of a word for a combo. A
 * button has none; the variant, its file and the endings have members of their own. */
typedef enum UciOption {
    UCI_HASH,
    UCI_CLEAR_HASH,
    UCI_THREADS,
    UCI_MULTIPV,
    UCI_PONDER,
    UCI_MOVE_OVERHEAD,
    UCI_VARIANT,
    UCI_VARIANT_PATH,
    UCI_LEVEL,
    UCI_ADVISOR,
    UCI_SEED, /* 0: random */
    UCI_ENDINGS_PATH,
    UCI_OPTION_COUNT
} UciOption;

/* A client of the engine. Its functions are called on the thread that reads the input. */
typedef struct UciClient {
    Engine *engine;       /* owned */
    Record *game;         /* owned: the position to search and the moves that led there */
    uint64_t seed;        /* of random choices */
    UciJob job;           /* perft or bench */
    Variant variant;      /* in play */
    Variant file_variant; /* read from a file; its name is empty if none was */
    UciEndings endings;
    bool debug; /* report more about searches */
    int value[UCI_OPTION_COUNT];
} UciClient;

/* Runs a command with the rest of its line, which it may modify. Fails without a change. */
typedef bool UciCommand(UciClient *client, char *arguments, Error *error);

static void uci_job_wait(UciJob *job);
static void uci_client_new_game(UciClient *client);
static void uci_options_reset(int value[UCI_OPTION_COUNT]);

/* ---- input ---- */

static UciInputStatus read_line(UciInput *input) {
    size_t length;
    while (!(input->text = line_buffer_next(&input->lines, &length)) && !input->lines.ended) {
        if (line_buffer_read(&input->lines, input->file) < 0 && errno != EINTR)
            line_buffer_add(&input->lines, "", 0);
    }
    if (!input->text)
        return UCI_INPUT_END;
    size_t mark = input->begun ? 0 : text_mark_length(input->text);
    input->text += mark;
    length -= mark;
    input->begun = true;
    if (memchr(input->text, '\0', length < UCI_LINE_MAX ? length : UCI_LINE_MAX))
        return UCI_INPUT_BINARY;
    return length > UCI_LINE_MAX ? UCI_INPUT_TOO_LONG : UCI_INPUT_LINE;
}

UciInputStatus uci_input_read_line(UciInput *input) {
    if (!input->unread)
        input->status = read_line(input);
    input->unread = false;
    return input->status;
}

/* ---- jobs ---- */

/* Marks the job finished before printing: the client may send a command as soon as it reads the
 * result. */
static void *job_main(void *argument) {
    UciJob *job = argument;
    Buffer text = {0};
    Error error = {0};
    bool done = job->work(job, &text, &error);
    free(job->context);
    job->context = NULL;
    atomic_store(&job->running, false);
    if (done) {
        uci_output_print_buffer(&text);
    } else {
        uci_output_print("info string %s: %s", job->name, error.text);
        buffer_free(&text);
    }
    return NULL;
}

/* Starts the work in a job that is not running. Owns the context even on failure. */
static bool uci_job_start(UciJob *job, const char *name, UciJobFunction *work, void *context,
                          Error *error) {
    uci_job_wait(job);
    job->name = name;
    job->work = work;
    job->context = context;
    atomic_store(&job->cancelled, false);
    atomic_store(&job->running, true);
    job->started = pthread_create(&job->thread, NULL, job_main, job) == 0;
    if (job->started)
        return true;
    atomic_store(&job->running, false);
    free(context);
    return error_set(error, ERROR_MEMORY, "the system allows no other thread");
}

/* Asks the work to stop. */
static void uci_job_cancel(UciJob *job) {
    atomic_store(&job->cancelled, true);
}

/* Waits until the work has ended. */
static void uci_job_wait(UciJob *job) {
    if (job->started)
        pthread_join(job->thread, NULL);
    job->started = false;
}

/* ---- positions ---- */

static bool read_position(const UciClient *client, char **arguments, Position *position,
                          bool *has_moves, Error *error) {
    const char *word = text_next_word(arguments);
    if (word != NULL && strcmp(word, "startpos") == 0) {
        position_start(position, &client->variant);
        word = text_next_word(arguments);
        *has_moves = word != NULL;
        return word == NULL || strcmp(word, "moves") == 0 ||
               error_set(error, ERROR_SYNTAX, "expected \"moves\" or nothing after \"startpos\"");
    }
    if (word != NULL && strcmp(word, "fen") == 0)
        return uci_position_read_fen(&client->variant, arguments, position, has_moves, error);
    return error_set(error, ERROR_SYNTAX, "expected \"startpos\" or \"fen\"");
}

static bool uci_position(UciClient *client, char *arguments, Error *error) {
    Position position;
    bool has_moves = false;
    if (!read_position(client, &arguments, &position, &has_moves, error))
        return false;
    Record *game = record_create(&position);
    if (has_moves && !uci_position_play_moves(game, arguments, error)) {
        record_free(game);
        return false;
    }
    record_free(client->game);
    client->game = game;
    return true;
}

bool uci_position_read_fen(const Variant *variant, char **rest, Position *position, bool *has_moves,
                           Error *error) {
    const char *word;
    Buffer fen = {0};
    *has_moves = false;
    while ((word = text_next_word(rest)) && !(*has_moves = strcmp(word, "moves") == 0)) {
        buffer_add_string(&fen, fen.length > 0 ? " " : "");
        buffer_add_string(&fen, word);
    }
    bool read = fen.length > 0 ? fen_parse(fen.bytes, variant, position, error)
                               : error_set(error, ERROR_SYNTAX, "expected a position");
    buffer_free(&fen);
    return read;
}

bool uci_position_play_moves(Record *game, char *moves, Error *error) {
    size_t before = game->current;
    const char *word;
    char excerpt[EXCERPT_SIZE];
    while ((word = text_next_word(&moves))) {
        if (record_play_coordinates(game, word, -1, -1, error))
            continue;
        error_prefix(error, "move %zu, \"%s\": ", game->current + 1,
                     text_excerpt(word, strlen(word), excerpt));
        record_go_to(game, before);
        record_truncate(game);
        return false;
    }
    return true;
}

/* ---- client ---- */

/* Creates a client with the default options, a variant and a setting of the endings. Fails without
 * memory or a thread for the engine, or if the setting is not a folder. */
static bool uci_client_open(UciClient *client, const Variant *variant, const char *endings,
                            Error *error) {
    *client = (UciClient){.engine = NULL, .variant = *variant};
    if (!uci_endings_set(&client->endings, endings, error))
        return error_prefix(error, "--endings: ");
    if (!variant_find(variant->name))
        client->file_variant = *variant;
    uci_options_reset(client->value);
    client->engine = engine_create(client->value[UCI_HASH], client->value[UCI_THREADS], error);
    if (client->engine == NULL) {
        uci_endings_free(&client->endings);
        return false;
    }
    uci_client_new_game(client);
    return true;
}

/* Stops a running search or job and frees the members. */
static void uci_client_close(UciClient *client) {
    uci_job_cancel(&client->job);
    uci_job_wait(&client->job);
    engine_free(client->engine);
    uci_endings_free(&client->endings);
    record_free(client->game);
}

/* Begins a new game of the variant, and clears the hash table, whose scores hold under other rules.
 * Does nothing if the variant is in play. */
static void uci_client_play_variant(UciClient *client, const Variant *variant) {
    assert(variant);
    if (strcmp(variant->name, client->variant.name) == 0 &&
        variant_same_rules(variant, &client->variant))
        return;
    client->variant = *variant;
    engine_new_game(client->engine);
    uci_client_new_game(client);
}

/* Sets the seed to the value of the option, or to a random one if that is 0. */
static void uci_client_reseed(UciClient *client) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    uint64_t source = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
    if (client->value[UCI_SEED] > 0)
        source = (uint64_t)client->value[UCI_SEED];
    client->seed = random_next(&source); /* mixes the bits: the upper half is used as well */
}

/* Sets the start position of the variant and a new seed. */
static void uci_client_new_game(UciClient *client) {
    Position start;
    position_start(&start, &client->variant);
    record_free(client->game);
    client->game = record_create(&start);
    uci_client_reseed(client);
}

/* Opens the endings of the variant for the engine, which is idle, unless they are open. Prints a
 * sentence if some are damaged. */
static void uci_client_open_endings(UciClient *client) {
    Error error = {0};
    if (!uci_endings_open(&client->endings, client->engine, &client->variant, &error))
        uci_output_print("info string %s", error.text);
}

/* Fails with ERROR_STATE while a search or a job runs. */
static bool uci_client_is_idle(UciClient *client, Error *error) {
    if (engine_is_searching(client->engine))
        return error_set(error, ERROR_STATE, "a search is running: stop it first");
    return !atomic_load(&client->job.running) ||
           error_set(error, ERROR_STATE, "%s is running: stop it first", client->job.name);
}

/* Waits until all commands are answered. Stops a search, but lets a job finish. */
static void uci_client_drain(UciClient *client) {
    engine_stop(client->engine);
    engine_wait(client->engine);
    uci_job_wait(&client->job);
}

/* ---- endings ---- */

static void close_tables(UciEndings *endings) {
    endings_close(endings->endings);
    endings->endings = NULL;
}

void uci_endings_free(UciEndings *endings) {
    close_tables(endings);
    free(endings->setting);
    endings->setting = NULL;
}

bool uci_endings_set(UciEndings *endings, const char *setting, Error *error) {
    EndingFolders folders;
    if (!ending_folders_find(setting, &folders, error))
        return false;
    free(endings->setting);
    endings->setting = memory_strdup(setting);
    endings->stale = true;
    return true;
}

bool uci_endings_open(UciEndings *endings, Engine *engine, const Variant *variant, Error *error) {
    EndingFolders folders;
    Error left_out = {0};
    if (!endings->stale && variant_same_rules(variant, &endings->variant))
        return true;
    engine_set_endings(engine, NULL);
    close_tables(endings);
    endings->stale = false;
    endings->variant = *variant;
    endings->fault_printed = false;
    if (!ending_folders_find(endings->setting, &folders, error))
        return false;
    if (folders.count > 0)
        endings->endings = endings_open(folders.list, folders.count, variant, &left_out);
    engine_set_endings(engine, endings->endings);
    if (left_out.text[0] == '\0')
        return true;
    return error_set(error, left_out.code, "%s", left_out.text);
}

/* Returns true with a sentence, once, if a table was found to be damaged since it was opened. */
static bool uci_endings_find_fault(UciEndings *endings, Error *error) {
    if (endings->fault_printed || !endings->endings || !endings_fault(endings->endings, error))
        return false;
    return endings->fault_printed = true;
}

/* ---- the command endings ---- */

/* Adds "win plies 23", "loss plies 12" or "draw". */
static void add_value(Buffer *text, EndingValue value) {
    static const char *const words[] = {"loss", "draw", "win"};
    buffer_add_string(text, words[value.result - ENDING_LOSS]);
    if (value.result != ENDING_DRAW)
        buffer_add_format(text, " plies %d", value.plies);
}

static void print_list(const EndingMoves *list) {
    Buffer text = {0};
    buffer_add_string(&text, "ending ");
    add_value(&text, list->value);
    buffer_add_format(&text, " moves %zu\n", list->count);
    for (size_t i = 0; i < list->count; i++) {
        buffer_add_string(&text, "ending move ");
        coordinate_add(&text, list->moves[i].move);
        buffer_add_string(&text, " ");
        add_value(&text, list->moves[i].value);
        buffer_add_string(&text, "\n");
    }
    uci_output_print_buffer(&text);
}

/* Prints what the solved endings say of the position and of its moves. */
static bool uci_endings_list(UciClient *client, char *arguments, Error *error) {
    const Position *position = record_position(client->game);
    const Error no_damage = {0}; /* it was reported when the endings were opened */
    EndingMoves list;
    (void)arguments;
    if (!uci_client_is_idle(client, error))
        return false;
    if (record_is_over(client->game))
        return error_set(error, ERROR_STATE, "the game is over");
    uci_client_open_endings(client);
    const Endings *endings = client->endings.endings;
    if (!endings_fit(endings, position->variant) || !ending_moves_list(endings, position, &list))
        return ending_absence_explain(endings, &no_damage, position, error);
    print_list(&list);
    ending_moves_free(&list);
    return true;
}

/* ---- options ---- */

typedef struct UciOptionInfo UciOptionInfo;

typedef bool UciOptionHandler(UciClient *client, Error *error);

/* Returns a word of a combo by its index, NULL past the last. */
typedef const char *UciComboWord(int index);

typedef struct UciOptionKind {
    /* Adds what follows "type". */
    void (*declare)(const UciClient *client, const UciOptionInfo *option, Buffer *text);
    /* Reads a number. NULL: the kind has none. */
    bool (*read)(const UciOptionInfo *option, const char *text, int *value, Error *error);
    /* Sets what is not a number. NULL, too: a button. */
    bool (*set)(UciClient *client, const char *text, Error *error);
} UciOptionKind;

struct UciOptionInfo {
    const char *name;
    const UciOptionKind *kind;
    int default_value;
    int min, max;                /* of a spin */
    UciComboWord *word;          /* of a combo */
    UciOptionHandler *on_change; /* or when a button is pressed; NULL: the next search reads it */
};

static bool change_size(UciClient *client, Error *error) {
    if (!engine_resize(client->engine, client->value[UCI_HASH], client->value[UCI_THREADS], error))
        return false;
    int threads = engine_threads(client->engine);
    if (threads < client->value[UCI_THREADS])
        uci_output_print("info string Threads: %d search, two for each processor", threads);
    return true;
}

static bool clear_hash(UciClient *client, Error *error) {
    (void)error;
    engine_new_game(client->engine);
    return true;
}

static bool change_seed(UciClient *client, Error *error) {
    (void)error;
    uci_client_reseed(client);
    return true;
}

static const char *advisor_word(int index) {
    return advisor_name((AdvisorKind)index);
}

/* Stands for an empty string, which UCI cannot tell as a default. */
static const char empty[] = "<empty>";

/* ---- kinds of options ---- */

static void declare_spin(const UciClient *client, const UciOptionInfo *option, Buffer *text) {
    (void)client;
    buffer_add_format(text, "spin default %d min %d max %d", option->default_value, option->min,
                      option->max);
}

static bool read_spin(const UciOptionInfo *option, const char *text, int *value, Error *error) {
    int64_t number;
    if (!text_parse_clamped(option->name, text, INT_MIN, INT_MAX, &number, error))
        return false;
    if (number < option->min || number > option->max)
        return error_set(error, ERROR_RANGE, "%s: expected a whole number from %d to %d, found %s",
                         option->name, option->min, option->max, text);
    *value = (int)number;
    return true;
}

static void declare_check(const UciClient *client, const UciOptionInfo *option, Buffer *text) {
    (void)client;
    buffer_add_format(text, "check default %s", option->default_value ? "true" : "false");
}

static bool read_check(const UciOptionInfo *option, const char *text, int *value, Error *error) {
    char excerpt[EXCERPT_SIZE];
    *value = text_equal_ignore_case(text, "true");
    return *value == 1 || text_equal_ignore_case(text, "false") ||
           error_set(error, ERROR_SYNTAX, "%s: expected true or false, found \"%s\"", option->name,
                     text_excerpt(text, strlen(text), excerpt));
}

static void declare_combo(const UciClient *client, const UciOptionInfo *option, Buffer *text) {
    (void)client;
    const char *word;
    buffer_add_format(text, "combo default %s", option->word(option->default_value));
    for (int i = 0; (word = option->word(i)); i++)
        buffer_add_format(text, " var %s", word);
}

static bool read_combo(const UciOptionInfo *option, const char *text, int *value, Error *error) {
    char excerpt[EXCERPT_SIZE];
    const char *word;
    for (int i = 0; (word = option->word(i)); i++) {
        if (text_equal_ignore_case(text, word)) {
            *value = i;
            return true;
        }
    }
    return error_set(error, ERROR_RANGE, "%s: there is no \"%s\"", option->name,
                     text_excerpt(text, strlen(text), excerpt));
}

static void declare_button(const UciClient *client, const UciOptionInfo *option, Buffer *text) {
    (void)client, (void)option;
    buffer_add_string(text, "button");
}

static void declare_variant(const UciClient *client, const UciOptionInfo *option, Buffer *text) {
    (void)option;
    const Variant *variant;
    buffer_add_format(text, "combo default %s", client->variant.name);
    for (size_t i = 0; (variant = variant_builtin(i)); i++)
        buffer_add_format(text, " var %s", variant->name);
    if (client->file_variant.name[0] != '\0' && !variant_find(client->file_variant.name))
        buffer_add_format(text, " var %s", client->file_variant.name);
}

/* Returns a variant that needs no file: a built-in one, or the one that was read last. */
static const Variant *find_variant(const UciClient *client, const char *name) {
    if (*name != '\0' && text_equal_ignore_case(name, client->file_variant.name))
        return &client->file_variant;
    return variant_find_ignore_case(name);
}

/* Plays the variant of a file at once, because a client that has read the options before does not
 * offer its name. */
static bool read_variant(UciClient *client, const char *path, Error *error) {
    if (!variantfile_load(path, &client->file_variant, error))
        return false;
    uci_client_play_variant(client, &client->file_variant);
    return true;
}

static bool set_variant(UciClient *client, const char *text, Error *error) {
    const Variant *known = find_variant(client, text);
    if (!known)
        return read_variant(client, text, error);
    uci_client_play_variant(client, known);
    return true;
}

static void declare_variant_path(const UciClient *client, const UciOptionInfo *option,
                                 Buffer *text) {
    (void)client, (void)option;
    buffer_add_format(text, "string default %s", empty);
}

/* Without a file a custom variant is no longer known. */
static bool set_variant_path(UciClient *client, const char *text, Error *error) {
    if (*text != '\0' && strcmp(text, empty) != 0)
        return read_variant(client, text, error);
    if (strcmp(client->variant.name, client->file_variant.name) == 0)
        uci_client_play_variant(client, variant_default());
    client->file_variant = (Variant){.name = ""};
    return true;
}

static void declare_endings_path(const UciClient *client, const UciOptionInfo *option,
                                 Buffer *text) {
    (void)option;
    buffer_add_format(text, "string default %s", client->endings.setting);
}

/* The endings are opened when they are needed. */
static bool set_endings_path(UciClient *client, const char *text, Error *error) {
    bool none = *text == '\0' || strcmp(text, empty) == 0;
    return uci_endings_set(&client->endings, none ? "none" : text, error);
}

static const UciOptionKind spin = {declare_spin, read_spin, NULL};
static const UciOptionKind check = {declare_check, read_check, NULL};
static const UciOptionKind combo = {declare_combo, read_combo, NULL};
static const UciOptionKind button = {declare_button, NULL, NULL};
/* A combo of names, which also takes a file. */
static const UciOptionKind variant_name = {declare_variant, NULL, set_variant};
static const UciOptionKind variant_path = {declare_variant_path, NULL, set_variant_path};
static const UciOptionKind endings_path = {declare_endings_path, NULL, set_endings_path};

static const UciOptionInfo option_rows[UCI_OPTION_COUNT] = {
    [UCI_HASH] = {"Hash", &spin, 16, HASH_MB_MIN, HASH_MB_MAX, NULL, change_size},
    [UCI_CLEAR_HASH] = {"Clear Hash", &button, 0, 0, 0, NULL, clear_hash},
    [UCI_THREADS] = {"Threads", &spin, 1, 1, ENGINE_THREADS_MAX, NULL, change_size},
    [UCI_MULTIPV] = {"MultiPV", &spin, 1, 1, MULTIPV_MAX, NULL, NULL},
    [UCI_PONDER] = {"Ponder", &check, 0, 0, 1, NULL, NULL},
    [UCI_MOVE_OVERHEAD] = {"Move Overhead", &spin, MOVE_OVERHEAD_MS, 0, MOVE_OVERHEAD_MS_MAX, NULL,
                           NULL},
    [UCI_VARIANT] = {"UCI_Variant", &variant_name, 0, 0, 0, NULL, NULL},
    [UCI_VARIANT_PATH] = {"VariantPath", &variant_path, 0, 0, 0, NULL, NULL},
    [UCI_LEVEL] = {"Level", &spin, LEVEL_MAX, LEVEL_MIN, LEVEL_MAX, NULL, NULL},
    [UCI_ADVISOR] = {"Advisor", &combo, ADVISOR_NEGAMAX, 0, 0, advisor_word, NULL},
    [UCI_SEED] = {"Seed", &spin, 0, 0, INT_MAX, NULL, change_seed},
    [UCI_ENDINGS_PATH] = {"EndingsPath", &endings_path, 0, 0, 0, NULL, NULL},
};

/* Sets the defaults. */
static void uci_options_reset(int value[UCI_OPTION_COUNT]) {
    for (int i = 0; i < UCI_OPTION_COUNT; i++)
        value[i] = option_rows[i].default_value;
}

/* Prints the lines that declare the options. */
static void uci_options_print(const UciClient *client) {
    Buffer text = {0};
    for (int i = 0; i < UCI_OPTION_COUNT; i++) {
        buffer_add_format(&text, "option name %s type ", option_rows[i].name);
        option_rows[i].kind->declare(client, &option_rows[i], &text);
        buffer_add_string(&text, i < UCI_OPTION_COUNT - 1 ? "\n" : "");
    }
    uci_output_print("%s", text.bytes);
    buffer_free(&text);
}

static bool set_number(UciClient *client, UciOption index, const char *text, Error *error) {
    const UciOptionInfo *option = &option_rows[index];
    int before = client->value[index];
    int value;
    if (!option->kind->read(option, text, &value, error))
        return false;
    client->value[index] = value;
    if (value != before && option->on_change && !option->on_change(client, error)) {
        client->value[index] = before;
        return false;
    }
    return true;
}

static bool find_option(const char *name, UciOption *index, Error *error) {
    char excerpt[EXCERPT_SIZE];
    for (int i = 0; i < UCI_OPTION_COUNT; i++) {
        if (text_equal_ignore_case(name, option_rows[i].name)) {
            *index = (UciOption)i;
            return true;
        }
    }
    return error_set(error, ERROR_RANGE, "there is no option \"%s\"",
                     text_excerpt(name, strlen(name), excerpt));
}

/* Reads "name NAME" or "name NAME value VALUE"; the name may have several words. Sets *value to
 * NULL if there is none. */
static bool read_name_and_value(char *arguments, Buffer *name, const char **value, Error *error) {
    const char *word = text_next_word(&arguments);
    if (word && strcmp(word, "name") == 0)
        word = text_next_word(&arguments);
    else
        word = NULL;
    for (; word && strcmp(word, "value") != 0; word = text_next_word(&arguments)) {
        buffer_add_string(name, name->length > 0 ? " " : "");
        buffer_add_string(name, word);
    }
    *value = word ? text_trim(arguments) : NULL;
    return name->length > 0 || error_set(error, ERROR_SYNTAX, "expected \"name NAME value VALUE\"");
}

static bool set_option(UciClient *client, UciOption index, const char *value, Error *error) {
    const UciOptionInfo *option = &option_rows[index];
    const UciOptionKind *kind = option->kind;
    if (kind == &button)
        return option->on_change(client, error);
    if (!value)
        return error_set(error, ERROR_SYNTAX, "expected \"name %s value VALUE\"", option->name);
    if (kind->read)
        return set_number(client, index, value, error);
    return kind->set(client, value, error) || error_prefix(error, "%s: ", option->name);
}

static bool uci_options_set(UciClient *client, char *arguments, Error *error) {
    Buffer name = {0};
    const char *value;
    UciOption option;
    bool done = read_name_and_value(arguments, &name, &value, error) &&
                uci_client_is_idle(client, error) && find_option(name.bytes, &option, error) &&
                set_option(client, option, value, error);
    buffer_free(&name);
    return done;
}

/* ---- go ---- */

#define MILLISECONDS_MAX INT64_C(1000000000000) /* some thirty years */

enum { INVALID_GO_MS = 100 }; /* time of a search whose limits could not be read */

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
    bool invalid;                      /* something was wrong, and is left out */
} GoRequest;

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

static void read_value(GoRequest *request, GoParameter parameter, const char *word) {
    Error error = {0};
    if (text_parse_clamped(go_parameters[parameter].name, word, go_parameters[parameter].min,
                           go_parameters[parameter].max, &request->value[parameter], &error))
        return;
    request->invalid = true;
    uci_output_print("info string ignored: %s", error.text);
}

/* The opponent's clock stands in for that of the side to move. */
static void complete_clocks(GoRequest *request, Color side) {
    GoParameter own = side == WHITE ? GO_WTIME : GO_BTIME;
    GoParameter other = side == WHITE ? GO_BTIME : GO_WTIME;
    if (request->value[own] > 0 || request->value[other] == 0)
        return;
    request->value[own] = request->value[other];
    uci_output_print("info string expected %s, the clock of the side to move: %s is used instead",
                     go_parameters[own].name, go_parameters[other].name);
}

/* The client waits for an answer, so invalid words are reported and skipped. */
static void read_request(GoRequest *request, const Record *game, char *arguments) {
    const char *word;
    while ((word = text_next_word(&arguments))) {
        GoParameter found = 0;
        while (found < GO_PARAMETER_COUNT && strcmp(word, go_parameters[found].name) != 0)
            found++;
        if (found == GO_PARAMETER_COUNT)
            read_move(request, game, word);
        else if (go_parameters[found].max > 0)
            read_value(request, found, text_next_word(&arguments));
        else
            request->value[found] = 1;
    }
    if (request->value[GO_SEARCHMOVES] && request->moves.count == 0)
        uci_output_print(
            "info string searchmoves: no legal move is left, so all moves are searched");
    complete_clocks(request, position_side(record_position(game)));
}

/* ---- reports ---- */

/* Adds a line by its number, from 1, with what a score that is not exact says about the true one.
 */
static void add_variation(Buffer *text, const SearchInfo *info, int depth, int number,
                          const SearchLine *line, const char *bound) {
    buffer_add_format(text, "info depth %d seldepth %d multipv %d", depth, info->seldepth, number);
    int plies = score_win_plies(line->score);
    if (plies == 0)
        buffer_add_format(text, " score cp %d", line->score);
    else /* the protocol counts a mate in moves of the winner, not in plies */
        buffer_add_format(text, " score mate %d", (plies > 0 ? plies + 1 : plies) / 2);
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

static void report_info(void *context, const SearchInfo *info) {
    UciClient *client = context;
    Buffer text = {0};
    Error fault = {0};
    if (info->final && uci_endings_find_fault(&client->endings, &fault))
        buffer_add_format(&text, "info string %s\n", fault.text);
    if (info->current_number > 0) {
        buffer_add_format(&text, "info depth %d currmove ", info->depth + 1);
        coordinate_add(&text, info->current_move);
        buffer_add_format(&text, " currmovenumber %d\n", info->current_number);
    } else if (info->bound != BOUND_NONE) {
        add_variation(&text, info, info->depth + 1, info->bound_number, &info->bound_line,
                      info->bound == BOUND_LOWER ? " lowerbound" : " upperbound");
    } else {
        for (int i = 0; i < info->line_count; i++)
            add_variation(&text, info, info->depth, i + 1, &info->lines[i], "");
    }
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

/* An invalid request without a limit gets one, because its client may not know how to stop it. */
static SearchLimits search_limits(const UciClient *client, const GoRequest *request) {
    const int64_t *value = request->value;
    SearchLimits limits = {
        .depth = (int)value[GO_DEPTH],
        .nodes = (uint64_t)value[GO_NODES],
        .mate = (int)value[GO_MATE],
        .movetime_ms = value[GO_MOVETIME],
        .clock_ms = {[WHITE] = value[GO_WTIME], [BLACK] = value[GO_BTIME]},
        .increment_ms = {[WHITE] = value[GO_WINC], [BLACK] = value[GO_BINC]},
        .moves_to_go = (int)value[GO_MOVESTOGO],
        .move_overhead_ms = client->value[UCI_MOVE_OVERHEAD],
        .infinite = value[GO_INFINITE] > 0,
        .ponder = value[GO_PONDER] > 0,
    };
    if (request->invalid && !limits.infinite &&
        search_is_unlimited(&limits, position_side(record_position(client->game))))
        limits.movetime_ms = INVALID_GO_MS;
    return limits;
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
                      root->variant->name, fen, client->game->current,
                      engine_threads(client->engine), client->value[UCI_HASH]);
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
        .limits = search_limits(client, request),
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

/* Starts a search or perft, and prints what a search reports. */
static bool uci_go(UciClient *client, char *arguments, Error *error) {
    if (!uci_client_is_idle(client, error))
        return false;
    GoRequest request = {.value = {0}};
    movelist_init(&request.moves);
    read_request(&request, client->game, arguments);
    bool started = request.value[GO_PERFT] > 0
                       ? start_perft(client, (int)request.value[GO_PERFT], error)
                       : start_search(client, &request, error);
    movelist_free(&request.moves);
    return started;
}

/* ---- commands ---- */

static bool uci_uci(UciClient *client, char *arguments, Error *error) {
    (void)arguments, (void)error;
    uci_output_print("id name Congo " PACKAGE_VERSION "\nid author The Congo developers");
    uci_options_print(client);
    if (uci_client_is_idle(client, NULL)) {
        uci_client_open_endings(client);
        const int men = endings_men(client->endings.endings);
        if (men > 0)
            uci_output_print("info string solved endings: up to %d men", men);
        else
            uci_output_print("info string solved endings: none");
    }
    uci_output_print("uciok");
    return true;
}

static bool uci_isready(UciClient *client, char *arguments, Error *error) {
    (void)arguments, (void)error;
    if (uci_client_is_idle(client, NULL))
        uci_client_open_endings(client);
    uci_output_print("readyok");
    return true;
}

static bool uci_debug(UciClient *client, char *arguments, Error *error) {
    const char *word = text_trim(arguments);
    bool on = strcmp(word, "on") == 0;
    if (!on && strcmp(word, "off") != 0)
        return error_set(error, ERROR_SYNTAX, "expected \"on\" or \"off\"");
    client->debug = on;
    return true;
}

static bool uci_ucinewgame(UciClient *client, char *arguments, Error *error) {
    (void)arguments;
    if (!uci_client_is_idle(client, error))
        return false;
    engine_new_game(client->engine);
    uci_client_new_game(client);
    return true;
}

/* Waits for the answer: the next line may be a command that needs an idle engine. */
static bool uci_stop(UciClient *client, char *arguments, Error *error) {
    (void)arguments, (void)error;
    uci_job_cancel(&client->job);
    uci_client_drain(client);
    return true;
}

static bool uci_ponderhit(UciClient *client, char *arguments, Error *error) {
    (void)arguments, (void)error;
    engine_ponder_hit(client->engine);
    return true;
}

/* ---- d: shows the position ---- */

enum { MOVES_SHOWN_MAX = 500 };

static void add_moves(Buffer *text, const Record *game) {
    MoveList list;
    movelist_init(&list);
    bool all = record_is_over(game) || movegen_some(record_position(game), MOVES_SHOWN_MAX, &list);
    buffer_add_string(text, all ? "Legal moves:" : "Some of the legal moves:");
    for (size_t i = 0; i < list.count; i++) {
        if (record_repetition_forbids(game, list.moves[i]))
            continue;
        buffer_add_string(text, " ");
        coordinate_add(text, list.moves[i]);
    }
    buffer_add_string(text, "\n");
    movelist_free(&list);
}

static bool uci_d(UciClient *client, char *arguments, Error *error) {
    (void)arguments, (void)error;
    const Position *position = record_position(client->game);
    Buffer text = {0};
    char fen[FEN_SIZE];
    fen_write(position, fen);
    diagram_board(position, &text);
    buffer_add_format(&text, "\nVariant: %s\nFEN: %s\nKey: %016" PRIx64 "\n",
                      position->variant->name, fen, position->key);
    if (record_is_over(client->game))
        buffer_add_format(&text, "Result: %s\n", outcome_sentence(record_outcome(client->game)));
    add_moves(&text, client->game);
    uci_output_print_buffer(&text);
    return true;
}

/* ---- eval: shows the static evaluation, and what each piece is worth to it ---- */

/* Appends by how much the evaluation for the piece's owner falls without it; a lion or a piece
 * without which the lions would face has no number. */
static void add_worth(Buffer *text, const Position *position, Square square, Score score) {
    const Color color = position_color_at(position, square);
    const PieceType type = position_piece_at(position, square);
    const char letter = piece_letter(color, type, position->variant->pawns);
    Position without = *position;
    without.by_type[type] &= ~square_bit(square);
    without.by_color[color] &= ~square_bit(square);
    without.key = position_compute_key(&without);
    if (type == LION || position_can_capture_lion(&without)) {
        buffer_add_format(text, "%7c", letter);
        return;
    }
    const Score other = evaluate_position(&without);
    const bool own = color == position_side(position);
    buffer_add_format(text, " %c%+5.2f", letter, (own ? score - other : other - score) / 100.0);
}

static void add_evaluation(Buffer *text, const Position *position) {
    const Score score = evaluate_position(position);
    for (int rank = BOARD_RANKS; rank >= 1; rank--) {
        for (int file = 0; file < BOARD_FILES; file++) {
            const Square square = square_at(file, rank);
            if (bitboard_has(position_occupied(position), square))
                add_worth(text, position, square, score);
            else
                buffer_add_format(text, "%7s", ".");
        }
        buffer_add_string(text, "\n");
    }
    buffer_add_format(text, "Network: %s\nEvaluation: %+.2f pawns for White\n", nnue_heading(),
                      (position_side(position) == WHITE ? score : -score) / 100.0);
}

static bool uci_eval(UciClient *client, char *arguments, Error *error) {
    (void)arguments, (void)error;
    const Position *position = record_position(client->game);
    Buffer text = {0};
    if (record_is_over(client->game))
        buffer_add_format(&text, "Evaluation: none: %s\n",
                          outcome_sentence(record_outcome(client->game)));
    else if (position_can_capture_lion(position))
        buffer_add_format(&text, "Evaluation: none: %s can capture the lion.\n",
                          color_name(position_side(position)));
    else
        add_evaluation(&text, position);
    uci_output_print_buffer(&text);
    return true;
}

/* ---- bench [DEPTH [THREADS [HASH]]] ---- */

static bool bench_work(UciJob *job, Buffer *text, Error *error) {
    return bench_run(job->context, &job->cancelled, text, error);
}

/* Reads an optional number. Without a word *number keeps its default. */
static bool read_number(char **arguments, const char *name, int min, int max, int *number,
                        Error *error) {
    const char *word = text_next_word(arguments);
    int64_t value = *number;
    if (word && !text_parse_clamped(name, word, min, max, &value, error))
        return false;
    *number = (int)value;
    return true;
}

static bool uci_bench(UciClient *client, char *arguments, Error *error) {
    BenchOptions options;
    setting_table_store_defaults(&table_commands[COMMAND_BENCH].table, &options);
    if (!uci_client_is_idle(client, error) ||
        !read_number(&arguments, "depth", 1, SEARCH_DEPTH_MAX, &options.depth, error) ||
        !read_number(&arguments, "threads", 1, ENGINE_THREADS_MAX, &options.threads, error) ||
        !read_number(&arguments, "hash", HASH_MB_MIN, HASH_MB_MAX, &options.hash_mb, error))
        return false;
    BenchOptions *context = memory_allocate(sizeof *context);
    *context = options;
    return uci_job_start(&client->job, "bench", bench_work, context, error);
}

static const struct {
    const char *name;
    UciCommand *run;
} commands[] = {
    {"uci", uci_uci},
    {"debug", uci_debug},
    {"isready", uci_isready},
    {"ucinewgame", uci_ucinewgame},
    {"setoption", uci_options_set},
    {"position", uci_position},
    {"go", uci_go},
    {"stop", uci_stop},
    {"ponderhit", uci_ponderhit},
    {"d", uci_d},
    {"eval", uci_eval},
    {"endings", uci_endings_list},
    {"bench", uci_bench},
};

enum { UCI_COMMAND_COUNT = sizeof commands / sizeof commands[0] };

/* ---- the loop ---- */

/* Returns false if there is no such command. */
static bool run_command(UciClient *client, const char *name, char *arguments) {
    Error error = {0};
    for (int i = 0; i < UCI_COMMAND_COUNT; i++) {
        if (strcmp(name, commands[i].name) == 0) {
            if (!commands[i].run(client, arguments, &error))
                uci_output_print("info string %s: %s", name, error.text);
            return true;
        }
    }
    return false;
}

/* Skips unknown words before the command, as the protocol asks, and names the first. Returns false
 * if the client quits. */
static bool run_line(UciClient *client, char *line) {
    char excerpt[EXCERPT_SIZE];
    const char *name;
    bool skipped = false;
    while ((name = text_next_word(&line))) {
        if (strcmp(name, "quit") == 0)
            return false;
        if (run_command(client, name, line))
            return true;
        if (!skipped)
            uci_output_print("info string unknown command \"%s\"",
                             text_excerpt(name, strlen(name), excerpt));
        skipped = true;
    }
    return true;
}

/* Returns true if the client quits, false at the end of the input. */
static bool run_lines(UciClient *client, UciInput *input) {
    for (;;) {
        switch (uci_input_read_line(input)) {
        case UCI_INPUT_LINE:
            if (!run_line(client, input->text))
                return true;
            break;
        case UCI_INPUT_TOO_LONG:
            uci_output_print("info string a line of more than %d bytes is ignored", UCI_LINE_MAX);
            break;
        case UCI_INPUT_BINARY:
            uci_output_print("info string a line with a zero byte is ignored");
            break;
        case UCI_INPUT_END:
            return false;
        }
    }
}

int uci_run(UciInput *input, const Variant *variant, const char *endings, Error *error) {
    UciClient client;
    if (!uci_client_open(&client, variant ? variant : variant_default(), endings, error))
        return COMMAND_FAILED;
    if (!run_lines(&client, input))
        uci_client_drain(&client);
    uci_client_close(&client);
    return COMMAND_OK;
}

/* Detects the protocol by the first line that is not blank, and leaves that line unread. */
static bool is_wits_protocol(UciInput *input) {
    UciInputStatus status;
    do {
        status = uci_input_read_line(input);
    } while (status == UCI_INPUT_LINE && text_is_blank(input->text));
    if (status == UCI_INPUT_END)
        return false;
    input->unread = true;
    return status == UCI_INPUT_LINE && wits_protocol_detect(input->text);
}

int uci_serve(const EngineOptions *options, Error *error) {
    UciInput input = {.file = STDIN_FILENO, .lines.limit = UCI_LINE_MAX};
    Variant found, *variant = options->variant ? &found : NULL;
    if (variant && !variantfile_load(options->variant, variant, error)) {
        error_prefix(error, "--variant: ");
        return COMMAND_FAILED;
    }
    int status = (is_wits_protocol(&input) ? wits_protocol_run : uci_run)(&input, variant,
                                                                          options->endings, error);
    line_buffer_free(&input.lines);
    return status;
}
