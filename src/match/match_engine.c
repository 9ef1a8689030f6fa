#include <config.h>

#include "match/match_engine.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/memory.h"
#include "base/monotonic.h"
#include "base/text.h"
#include "engine/engine.h"
#include "rules/coordinate.h"
#include "rules/fen.h"

enum {
    GRACE_US = 2000000, /* to end after "quit" */
    CRASH_US = 500000,  /* to end after closing its output */
    WRITE_US = 5000000  /* to read a command */
};

/* ---- words ---- */

/* Returns the text after a word if the line begins with it, otherwise NULL. */
static const char *after_word(const char *line, const char *word) {
    size_t length = strlen(word);
    line += strspn(line, " \t");
    if (strncmp(line, word, length) != 0 || !strchr(" \t", line[length]))
        return NULL;
    return line + length + strspn(line + length, " \t");
}

/* Returns the text after a word anywhere in the line, or NULL. */
static const char *find_word(const char *line, const char *word) {
    while (*line != '\0') {
        const char *rest = after_word(line, word);
        if (rest)
            return rest;
        line += strspn(line, " \t");
        line += strcspn(line, " \t");
    }
    return NULL;
}

static bool find_number(const char *line, const char *word, int64_t *number) {
    const char *text = find_word(line, word);
    char *end;
    if (!text)
        return false;
    long long value = strtoll(text, &end, 10);
    if (end == text || !strchr(" \t", *end))
        return false;
    *number = value;
    return true;
}

/* ---- starting ---- */

static bool send_text(MatchEngine *engine, const char *text) {
    return process_write(&engine->process, text, strlen(text), monotonic_us() + WRITE_US);
}

static bool send_option(MatchEngine *engine, const char *name, size_t length, const char *value) {
    Buffer line = {0};
    buffer_add_string(&line, "setoption name ");
    buffer_add(&line, name, length);
    buffer_add_string(&line, " value ");
    buffer_add_string(&line, value);
    buffer_add_string(&line, "\n");
    bool sent = send_text(engine, line.bytes);
    buffer_free(&line);
    return sent;
}

static bool report_failure(MatchEngine *engine, ProcessRead read, const char *command,
                           const char *expected, Error *error) {
    const char *name = engine->config->name;
    char exit_text[PROCESS_EXIT_TEXT_SIZE];
    process_end(&engine->process, read == PROCESS_CLOSED ? CRASH_US : 0, exit_text);
    if (read == PROCESS_INTERRUPTED)
        return error_set(error, ERROR_STATE, "the match was interrupted");
    if (read == PROCESS_CLOSED)
        return error_set(error, ERROR_IO, "%s %s: expected \"%s\" from \"%s\"", name,
                         exit_text[0] ? exit_text : "closed its output", expected,
                         engine->config->command);
    return error_set(error, ERROR_IO, "%s did not answer \"%s\" within %g s (--patience): \"%s\"",
                     name, command, (double)engine->setup->patience_ms / 1000,
                     engine->config->command);
}

static const char variant_option[] = "UCI_Variant", variant_path[] = "VariantPath";

/* Notes an option that the match uses, from a line "option name NAME type ...". */
static void store_option(MatchEngine *engine, const char *line) {
    const char *name = after_word(line, "option");
    if (!name || !(name = after_word(name, "name")))
        return;
    const char *end = strstr(name, " type ");
    size_t length = end ? (size_t)(end - name) : strlen(name);
    if (text_matches(name, length, variant_option)) {
        free(engine->variants);
        engine->variants = memory_strdup(end ? end + 1 : "");
    }
    if (text_matches(name, length, variant_path))
        engine->reads_variants = true;
    for (int i = 0; i < engine->config->option_count; i++) {
        const char *option = engine->config->options[i];
        if (strcspn(option, "=") == length && text_equal_ignore_case_n(option, name, length))
            engine->options_known |= 1U << i;
    }
}

/* Reads up to the line that begins with the word, the answer to the command. UCI has no way to
 * refuse an option; congo-engine prints an info string, and another one on its solved endings. */
static bool wait_for(MatchEngine *engine, const char *command, const char *word, Error *error) {
    static const char rejection[] = "info string setoption: ";
    static const char endings[] = "info string solved endings: ";
    int64_t deadline_us = monotonic_us() + engine->setup->patience_ms * 1000;
    const char *line;
    for (;;) {
        ProcessRead read = process_read(&engine->process, deadline_us, &line);
        if (read != PROCESS_LINE)
            return report_failure(engine, read, command, word, error);
        if (after_word(line, word))
            return true;
        if (strncmp(line, rejection, strlen(rejection)) == 0) {
            error_set(error, ERROR_UNSUPPORTED, "%s rejected an option: %s", engine->config->name,
                      line + strlen(rejection));
            match_engine_quit(engine);
            return false;
        }
        if (strncmp(line, endings, strlen(endings)) == 0)
            text_copy(engine->endings, sizeof engine->endings, line + strlen(endings));
        store_option(engine, line);
    }
}

static bool send_options(MatchEngine *engine, Error *error) {
    for (int i = 0; i < engine->config->option_count; i++) {
        const char *option = engine->config->options[i];
        size_t length = strcspn(option, "=");
        if (!(engine->options_known >> i & 1)) {
            match_engine_quit(engine);
            return error_set(error, ERROR_UNSUPPORTED, "%s has no option \"%.*s\"",
                             engine->config->name, (int)length, option);
        }
        send_option(engine, option, length, option + length + 1);
    }
    return true;
}

/* Ignores failed writes: without the command no answer comes, which is reported. */
static bool start(MatchEngine *engine, Error *error) {
    engine->variant = NULL;
    free(engine->variants);
    engine->variants = NULL;
    engine->reads_variants = false;
    engine->options_known = 0;
    if (!process_start(&engine->process, engine->config->command, error))
        return error_prefix(error, "%s: ", engine->config->name);
    send_text(engine, "uci\n");
    return wait_for(engine, "uci", "uciok", error) && send_options(engine, error);
}

/* Returns whether "type combo ... var NAME var NAME" has the name, or has no list at all. */
static bool has_variant(const char *declaration, const char *name) {
    const char *rest = find_word(declaration, "var");
    if (!rest)
        return true;
    for (; rest; rest = find_word(rest, "var")) {
        if (after_word(rest, name))
            return true;
    }
    return false;
}

static bool send_variant(MatchEngine *engine, const MatchVariant *variant, Error *error) {
    const char *name = variant->rules.name;
    if (engine->variant == variant)
        return true;
    if (variant->path && engine->reads_variants) {
        /* as an absolute path: the engine may have another working folder */
        char *absolute = realpath(variant->path, NULL);
        send_option(engine, variant_path, strlen(variant_path),
                    absolute ? absolute : variant->path);
        free(absolute);
    } else if (engine->variants ? !has_variant(engine->variants, name)
                                : !variant_same_rules(&variant->rules, variant_default())) {
        match_engine_quit(engine);
        return error_set(error, ERROR_UNSUPPORTED, "%s does not know the variant %s%s",
                         engine->config->name, name,
                         variant->path ? ", and has no option VariantPath to read its file" : "");
    }
    if (engine->variants)
        send_option(engine, variant_option, strlen(variant_option), name);
    engine->variant = variant;
    return true;
}

static bool begin_game(MatchEngine *engine, const MatchVariant *variant, Error *error) {
    if (engine->process.pid == 0 && !start(engine, error))
        return false;
    if (!send_variant(engine, variant, error))
        return false;
    send_text(engine, "ucinewgame\nisready\n");
    return wait_for(engine, "isready", "readyok", error);
}

/* An engine that crashed or hung between two games is started again. */
bool match_engine_new_game(MatchEngine *engine, const MatchVariant *variant, Error *error) {
    bool fresh = engine->process.pid == 0;
    if (begin_game(engine, variant, error))
        return true;
    return !fresh && error->code == ERROR_IO && begin_game(engine, variant, error);
}

void match_engine_quit(MatchEngine *engine) {
    if (engine->process.pid != 0) {
        send_text(engine, "quit\n");
        process_end(&engine->process, GRACE_US, NULL);
    }
    free(engine->variants);
    engine->variants = NULL;
}

/* ---- moves ---- */

static void add_position(Buffer *text, const Record *game) {
    Position start;
    char fen[FEN_SIZE], usual[FEN_SIZE];
    position_start(&start, &game->variant);
    fen_write(&start, usual);
    fen_write(&game->positions[0], fen);
    if (strcmp(fen, usual) == 0)
        buffer_add_string(text, "position startpos");
    else
        buffer_add_format(text, "position fen %s", fen);
    for (size_t i = 0; i < game->count; i++) {
        buffer_add_string(text, i == 0 ? " moves " : " ");
        coordinate_add(text, game->plies[i].move);
    }
    buffer_add_string(text, "\n");
}

/* Returns at least 1: a clock of 0 means no clock. */
static int64_t clock_ms(int64_t clock_us) {
    return clock_us >= 1000 ? clock_us / 1000 : 1;
}

static void add_go(Buffer *text, const MatchLimits *limits, const MatchLimits *opponent_limits,
                   Color color, const int64_t clock_us[COLOR_COUNT]) {
    buffer_add_string(text, "go");
    if (limits->depth > 0)
        buffer_add_format(text, " depth %d", limits->depth);
    if (limits->nodes > 0)
        buffer_add_format(text, " nodes %" PRId64, limits->nodes);
    if (limits->movetime_ms > 0)
        buffer_add_format(text, " movetime %" PRId64, limits->movetime_ms);
    if (limits->base_ms > 0) {
        const MatchLimits *white = color == WHITE ? limits : opponent_limits;
        const MatchLimits *black = color == WHITE ? opponent_limits : limits;
        buffer_add_format(text,
                          " wtime %" PRId64 " btime %" PRId64 " winc %" PRId64 " binc %" PRId64,
                          clock_ms(clock_us[WHITE]), clock_ms(clock_us[BLACK]), white->increment_ms,
                          black->increment_ms);
    }
    buffer_add_string(text, "\n");
}

static int64_t timeout_us(const MatchEngine *engine, int64_t clock_us) {
    const MatchLimits *limits = &engine->config->limits;
    int64_t limit_us = limits->movetime_ms * 1000;
    if (limits->base_ms > 0 && (limit_us == 0 || clock_us < limit_us))
        limit_us = clock_us + engine->setup->margin_ms * 1000;
    return limit_us + engine->setup->patience_ms * 1000;
}

/* Keeps the last value of each field. Ignores a score that is a bound, with its depth. */
static void parse_info(const char *line, MatchEngineMove *move) {
    int64_t number;
    if (find_word(line, "string"))
        return;
    if (find_number(line, "multipv", &number) && number != 1)
        return;
    if (find_number(line, "nodes", &number) && number > 0)
        move->nodes = number;
    if (find_word(line, "lowerbound") || find_word(line, "upperbound"))
        return;
    if (find_number(line, "depth", &number) && number > 0 && number <= 1000)
        move->depth = (int)number;
    if (find_number(line, "cp", &number) && llabs(number) < SCORE_WIN_LEAST) {
        move->has_score = true;
        move->score = (int)number;
        move->mate = 0;
    } else if (find_number(line, "mate", &number) && number != 0 && llabs(number) < SCORE_WIN) {
        move->has_score = true;
        move->score = number > 0 ? SCORE_WIN : -SCORE_WIN;
        move->mate = (int)number;
    }
}

static ProcessRead wait_for_move(MatchEngine *engine, int64_t begun_us, int64_t deadline_us,
                                 MatchEngineMove *move) {
    const char *line;
    for (;;) {
        ProcessRead read = process_read(&engine->process, deadline_us, &line);
        move->elapsed_us = monotonic_us() - begun_us;
        if (read != PROCESS_LINE)
            return read;
        const char *rest = after_word(line, "bestmove");
        if (rest) {
            snprintf(move->text, sizeof move->text, "%.*s", (int)strcspn(rest, " \t"), rest);
            return PROCESS_LINE;
        }
        if (after_word(line, "info"))
            parse_info(line, move);
    }
}

MatchEngineStatus match_engine_go(MatchEngine *engine, const Record *game,
                                  const int64_t clock_us[COLOR_COUNT], MatchEngineMove *move,
                                  char exit_text[PROCESS_EXIT_TEXT_SIZE]) {
    static const MatchEngineStatus statuses[] = {[PROCESS_LINE] = MATCH_ENGINE_MOVED,
                                                 [PROCESS_TIMEOUT] = MATCH_ENGINE_TIMEOUT,
                                                 [PROCESS_CLOSED] = MATCH_ENGINE_CRASHED,
                                                 [PROCESS_INTERRUPTED] = MATCH_ENGINE_INTERRUPTED};
    Buffer text = {0};
    Color color = position_side(record_position(game));
    const MatchEngineConfig *other =
        &engine->setup->engines[engine->config == &engine->setup->engines[0]];
    *move = (MatchEngineMove){0};
    add_position(&text, game);
    add_go(&text, &engine->config->limits, &other->limits, color, clock_us);
    int64_t begun_us = monotonic_us();
    process_write(&engine->process, text.bytes, text.length, begun_us + WRITE_US);
    buffer_free(&text);
    ProcessRead read =
        wait_for_move(engine, begun_us, begun_us + timeout_us(engine, clock_us[color]), move);
    if (read != PROCESS_LINE)
        process_end(&engine->process, read == PROCESS_CLOSED ? CRASH_US : 0, exit_text);
    return statuses[read];
}
