/*
 * Lines of the engine's protocol. Every `go` gets exactly one answer, a best move, an error or the
 * sum of perft, and so does every `isready`. Each move of an answer is legal in the searched
 * position and each variation is playable.
 *
 * The harness replaces the output and the engine's start: it checks the output and remembers the
 * requests. Input that would only take long is dropped.
 */
#include <config.h>

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "fuzz.h"

#include "base/text.h"
#include "engine/engine.h"
#include "rules/coordinate.h"
#include "uci/uci.h"
#include "uci/uci_output.h"

enum { LINE_SIZE = 600, SEARCHES_MAX = 30, PAUSE_MS = 2, SIZE_TRIED_MAX = 2 };

/* State of the conversation. The lock guards it, because searches answer on their own threads. */
static struct {
    pthread_mutex_t lock;
    pthread_cond_t answered;
    int pending, ready; /* missing answers to go and isready */
    bool searches;      /* a best move is missing */
    Position position;
    Variant variant; /* of the position, whose game may have been freed */
} state = {.lock = PTHREAD_MUTEX_INITIALIZER, .answered = PTHREAD_COND_INITIALIZER};

/* ---- calls of the engine ---- */

Engine *__real_engine_create(int hash_mb, int threads, Error *error);
Engine *__wrap_engine_create(int hash_mb, int threads, Error *error);
bool __real_engine_start(Engine *engine, const SearchRequest *request, SearchReport *report,
                         void *context, Error *error);
bool __wrap_engine_start(Engine *engine, const SearchRequest *request, SearchReport *report,
                         void *context, Error *error);

/* Creates a small engine, because every input creates one. */
Engine *__wrap_engine_create(int hash_mb, int threads, Error *error) {
    fuzz_require(hash_mb >= HASH_MB_MIN);
    return __real_engine_create(HASH_MB_MIN, threads, error);
}

bool __wrap_engine_start(Engine *engine, const SearchRequest *request, SearchReport *report,
                         void *context, Error *error) {
    pthread_mutex_lock(&state.lock);
    while (state.searches) /* the search is over, but its answer is still being written */
        pthread_cond_wait(&state.answered, &state.lock);
    state.position = request->positions[request->position_count - 1];
    state.variant = *state.position.variant;
    state.position.variant = &state.variant;
    state.searches = true;
    pthread_mutex_unlock(&state.lock);
    bool started = __real_engine_start(engine, request, report, context, error);
    pthread_mutex_lock(&state.lock);
    state.searches = state.searches && started;
    pthread_mutex_unlock(&state.lock);
    return started;
}

/* ---- answers ---- */

/* Plays the moves. Returns false at the first illegal one. */
static bool play_moves(Position *position, char *moves) {
    const char *word;
    while ((word = text_next_word(&moves))) {
        Move move;
        if (!coordinate_parse(position, word, &move, NULL))
            return false;
        position_make(position, move);
    }
    return true;
}

static void on_best_move(char *line) {
    Position position = state.position;
    char *ponder = strstr(line, " ponder ");
    fuzz_require(state.searches);
    state.searches = false;
    if (strcmp(line, "(none)") == 0)
        return;
    if (ponder)
        memset(ponder, ' ', strlen(" ponder "));
    fuzz_require(play_moves(&position, line));
}

/* Returns whether a line is the answer to a go. What is said of its words alone is none. */
static bool is_answer(const char *line) {
    static const char *const beginnings[] = {"bestmove ",
                                             "info string perft: ", "Nodes searched: "};
    for (size_t i = 0; i < sizeof beginnings / sizeof beginnings[0]; i++)
        if (strncmp(line, beginnings[i], strlen(beginnings[i])) == 0)
            return true;
    return strncmp(line, "info string go: ", 16) == 0 && strstr(line, " is running: stop it first");
}

static void on_line(char *line) {
    state.pending -= is_answer(line);
    state.ready -= strcmp(line, "readyok") == 0;
    if (strncmp(line, "bestmove ", 9) == 0)
        on_best_move(line + 9);
    Position position = state.position;
    char *variation = strstr(line, " pv ");
    if (strncmp(line, "info depth ", 11) == 0 && !strstr(line, " currmove ")) {
        fuzz_require(state.searches && variation);
        fuzz_require(play_moves(&position, variation + 4));
    }
}

/* Gives a search some time to finish: it must not wait for the client. */
static void wait_briefly(void) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += PAUSE_MS * 1000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    while (state.searches && pthread_cond_timedwait(&state.answered, &state.lock, &until) == 0) {
    }
}

static void on_output(char *text) {
    pthread_mutex_lock(&state.lock);
    bool ready = strcmp(text, "readyok\n") == 0;
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
        on_line(line);
    pthread_cond_broadcast(&state.answered);
    if (ready)
        wait_briefly();
    pthread_mutex_unlock(&state.lock);
}

void uci_output_print(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    char *text = malloc((size_t)length + 2);
    fuzz_require(text);
    va_start(arguments, format);
    vsnprintf(text, (size_t)length + 1, format, arguments);
    va_end(arguments);
    text[length] = '\n';
    text[length + 1] = '\0';
    on_output(text);
    free(text);
}

void uci_output_print_buffer(Buffer *text) {
    fuzz_require(text->length > 0 && text->bytes[text->length - 1] == '\n');
    on_output(text->bytes);
    buffer_free(text);
}

/* ---- input ---- */

/* Returns the number after a word of the line, or 0. */
static int64_t number_after(char *words, const char *name) {
    const char *word;
    int64_t number = 0;
    while ((word = text_next_word(&words)))
        if (strcasecmp(word, name) == 0)
            text_parse_clamped(name, text_next_word(&words), 0, INT64_MAX, &number, NULL);
    return number;
}

/* Returns whether a line needs too much time, threads or memory: the end of the input does not stop
 * perft and benchmarks. */
static bool is_too_expensive(const char *command, const char *arguments) {
    char copy[LINE_SIZE], again[LINE_SIZE], *rest = copy;
    strcpy(copy, arguments);
    strcpy(again, arguments);
    if (strcmp(command, "go") == 0)
        return number_after(copy, "perft") > 1;
    if (strcmp(command, "setoption") != 0)
        return strcmp(command, "bench") == 0;
    text_next_word(&rest);
    const char *name = text_next_word(&rest);
    int64_t value = number_after(again, "value");
    return name && (strcasecmp(name, "hash") == 0 || strcasecmp(name, "threads") == 0) &&
           value > SIZE_TRIED_MAX && value <= HASH_MB_MAX;
}

/* The lines to send. */
typedef struct Script {
    Buffer lines;
    int searches;
    bool quits;
} Script;

/* Returns the first word that is a command, or NULL; those before it are skipped. */
static const char *next_command(char **words) {
    static const char *const commands[] = {
        "uci",  "debug",     "isready", "ucinewgame", "setoption", "position", "go",
        "stop", "ponderhit", "d",       "eval",       "endings",   "bench",    "quit"};
    const char *word;
    while ((word = text_next_word(words))) {
        for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
            if (strcmp(word, commands[i]) == 0)
                return word;
        }
    }
    return NULL;
}

static void add_line(Script *script, const char *line, size_t length) {
    char copy[LINE_SIZE], *rest = copy;
    bool binary = memchr(line, '\0', length) != NULL;
    memcpy(copy, line, length);
    copy[length] = '\0';
    const char *command = binary ? NULL : next_command(&rest);
    if (command) {
        bool is_go = strcmp(command, "go") == 0;
        if (is_too_expensive(command, rest) || (is_go && script->searches == SEARCHES_MAX))
            return;
        script->searches += is_go;
        state.ready += strcmp(command, "isready") == 0;
        script->quits = strcmp(command, "quit") == 0;
    }
    buffer_add(&script->lines, line, length);
}

static void make_script(Script *script, const char *at, size_t size) {
    while (size > 0 && !script->quits) {
        const char *stop = memchr(at, '\n', size);
        size_t length = stop ? (size_t)(stop - at) : size;
        if (length < LINE_SIZE)
            add_line(script, at, length);
        buffer_add_string(&script->lines, "\n");
        length += stop != NULL;
        at += length;
        size -= length;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Script script = {.searches = 0};
    state.ready = 0;
    state.searches = false;
    make_script(&script, (const char *)data, size);
    state.pending = script.searches;
    if (script.lines.length > 0) {
        UciInput input = {.file = -1, .lines.limit = UCI_LINE_MAX};
        line_buffer_add(&input.lines, script.lines.bytes, script.lines.length);
        line_buffer_add(&input.lines, "", 0);
        fuzz_require(uci_run(&input, NULL, "none", NULL) == COMMAND_OK);
        line_buffer_free(&input.lines);
    }
    fuzz_require(state.ready == 0);
    fuzz_require(script.quits ? state.pending >= 0 : state.pending == 0 && !state.searches);
    buffer_free(&script.lines);
    return 0;
}
