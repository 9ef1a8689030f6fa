#include <config.h>

#include "uci/match_player.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"
#include "rules/ascii.h"
#include "rules/buffer.h"
#include "rules/coordinate.h"
#include "rules/memory.h"

enum {
    START_US = 30000000, /* for "uciok" and "readyok" */
    GRACE_US = 2000000,  /* for ending after "quit" */
    CRASH_US = 500000,   /* for ending after its output was closed */
    WRITE_US = 5000000   /* for reading a command */
};

/* ---- words -------------------------------------------------------------- */

/* The text behind the word at the beginning of a line; NULL when the line begins otherwise. */
static const char *after_word(const char *line, const char *word) {
    size_t length = strlen(word);
    line += strspn(line, " \t");
    if (strncmp(line, word, length) != 0 || !strchr(" \t", line[length]))
        return NULL;
    return line + length + strspn(line + length, " \t");
}

/* The text behind a word anywhere in the line. */
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

/* ---- start -------------------------------------------------------------- */

static bool send(Player *player, const char *text) {
    return process_write(&player->process, text, strlen(text), process_now_us() + WRITE_US);
}

static bool send_option(Player *player, const char *name, size_t length, const char *value) {
    Buffer line = {0};
    buffer_add_string(&line, "setoption name ");
    buffer_add(&line, name, length);
    buffer_add_string(&line, " value ");
    buffer_add_string(&line, value);
    buffer_add_string(&line, "\n");
    bool sent = send(player, line.bytes);
    buffer_free(&line);
    return sent;
}

static bool failed(Player *player, ProcessRead read, const char *awaited, Error *error) {
    const char *name = player->side->name;
    char how[PROCESS_HOW_SIZE];
    process_end(&player->process, read == PROCESS_GONE ? CRASH_US : 0, how);
    if (read == PROCESS_INTERRUPTED)
        return error_set(error, ERROR_STATE, "the match was interrupted");
    if (read == PROCESS_GONE)
        return error_set(error, ERROR_IO, "%s %s: expected \"%s\" from \"%s\"", name,
                         how[0] ? how : "closed its output", awaited, player->side->command);
    return error_set(error, ERROR_IO, "%s: no \"%s\" from \"%s\"", name, awaited,
                     player->side->command);
}

static void note_variants(Player *player, const char *declaration) {
    free(player->variants);
    player->variants = memory_strdup(declaration);
}

/* "option name NAME type ...": notes what the match needs to know. */
static void note_option(Player *player, const char *line) {
    const char *name = after_word(line, "option");
    if (!name || !(name = after_word(name, "name")))
        return;
    const char *end = strstr(name, " type ");
    size_t length = end ? (size_t)(end - name) : strlen(name);
    if (length == strlen("UCI_Variant") && text_equal_ignore_case_n(name, "UCI_Variant", length))
        note_variants(player, end ? end + 1 : "");
    for (int i = 0; i < player->side->option_count; i++) {
        const char *option = player->side->options[i];
        if (strcspn(option, "=") == length && text_equal_ignore_case_n(option, name, length))
            player->options_known |= 1U << i;
    }
}

static bool refused(Player *player, const char *reason, Error *error) {
    error_set(error, ERROR_UNSUPPORTED, "%s refuses an option: %s", player->side->name, reason);
    player_end(player);
    return false;
}

/* Reads up to the line that begins with the word. An engine that does not like an option has no
 * word for that in UCI; congo-engine says so in a line for people. */
static bool await_word(Player *player, const char *word, Error *error) {
    static const char refusal[] = "info string setoption: ";
    int64_t deadline_us = process_now_us() + START_US;
    const char *line;
    for (;;) {
        ProcessRead read = process_read(&player->process, deadline_us, &line);
        if (read != PROCESS_LINE)
            return failed(player, read, word, error);
        if (after_word(line, word))
            return true;
        if (strncmp(line, refusal, strlen(refusal)) == 0)
            return refused(player, line + strlen(refusal), error);
        note_option(player, line);
    }
}

static bool send_options(Player *player, Error *error) {
    for (int i = 0; i < player->side->option_count; i++) {
        const char *option = player->side->options[i];
        size_t length = strcspn(option, "=");
        if (!(player->options_known >> i & 1)) {
            player_end(player);
            return error_set(error, ERROR_UNSUPPORTED, "%s has no option \"%.*s\"",
                             player->side->name, (int)length, option);
        }
        send_option(player, option, length, option + length + 1);
    }
    return true;
}

/* What is written to a process that is gone is lost; that is found out when it does not answer. */
static bool start(Player *player, Error *error) {
    player->variant = NULL;
    free(player->variants);
    player->variants = NULL;
    player->options_known = 0;
    if (!process_start(&player->process, player->side->command, error))
        return error_prefix(error, "%s: ", player->side->name);
    send(player, "uci\n");
    return await_word(player, "uciok", error) && send_options(player, error);
}

/* Whether "type combo ... var NAME var NAME" has the name; with no list, it may. */
static bool declares(const char *declaration, const char *name) {
    const char *rest = find_word(declaration, "var");
    if (!rest)
        return true;
    for (; rest; rest = find_word(rest, "var")) {
        if (after_word(rest, name))
            return true;
    }
    return false;
}

static bool tell_variant(Player *player, const Variant *variant, Error *error) {
    static const char option[] = "UCI_Variant";
    const char *name = variant->name;
    if (player->variant == variant)
        return true;
    if (player->variants ? !declares(player->variants, name)
                         : !variant_same_rules(variant, variant_default())) {
        error_set(error, ERROR_UNSUPPORTED, "%s does not know the variant %s", player->side->name,
                  name);
        player_end(player);
        return false;
    }
    if (player->variants)
        send_option(player, option, strlen(option), name);
    player->variant = variant;
    return true;
}

static bool begin_game(Player *player, const Variant *variant, Error *error) {
    if (player->process.pid == 0 && !start(player, error))
        return false;
    if (!tell_variant(player, variant, error))
        return false;
    send(player, "ucinewgame\nisready\n");
    return await_word(player, "readyok", error);
}

/* One that crashed or hung between two games is started again. */
bool player_begin_game(Player *player, const Variant *variant, Error *error) {
    bool fresh = player->process.pid == 0;
    if (begin_game(player, variant, error))
        return true;
    return !fresh && error->code == ERROR_IO && begin_game(player, variant, error);
}

void player_end(Player *player) {
    if (player->process.pid != 0) {
        send(player, "quit\n");
        process_end(&player->process, GRACE_US, NULL);
    }
    free(player->variants);
    player->variants = NULL;
}

/* ---- a move ------------------------------------------------------------- */

static void add_position(Buffer *text, const Record *game) {
    buffer_add_string(text, "position startpos");
    for (size_t i = 0; i < game->count; i++) {
        char move[COORDINATE_SIZE];
        coordinate_write(game->plies[i].move, move);
        buffer_add_string(text, i == 0 ? " moves " : " ");
        buffer_add_string(text, move);
    }
    buffer_add_string(text, "\n");
}

static int64_t shown_ms(int64_t clock_us) {
    return clock_us >= 1000 ? clock_us / 1000 : 1;
}

static void add_go(Buffer *text, const MatchLimits *limits, const MatchLimits *others, Color color,
                   const int64_t clock_us[COLOR_COUNT]) {
    buffer_add_string(text, "go");
    if (limits->depth > 0)
        buffer_add_format(text, " depth %d", limits->depth);
    if (limits->nodes > 0)
        buffer_add_format(text, " nodes %" PRId64, limits->nodes);
    if (limits->movetime_ms > 0)
        buffer_add_format(text, " movetime %" PRId64, limits->movetime_ms);
    if (limits->base_ms > 0) {
        const MatchLimits *white = color == WHITE ? limits : others;
        const MatchLimits *black = color == WHITE ? others : limits;
        buffer_add_format(text,
                          " wtime %" PRId64 " btime %" PRId64 " winc %" PRId64 " binc %" PRId64,
                          shown_ms(clock_us[WHITE]), shown_ms(clock_us[BLACK]), white->increment_ms,
                          black->increment_ms);
    }
    buffer_add_string(text, "\n");
}

/* How long to wait for the move at most. */
static int64_t longest_us(const Player *player, int64_t clock_us) {
    const MatchLimits *limits = &player->side->limits;
    int64_t limit_us = limits->movetime_ms * 1000;
    if (limits->base_ms > 0 && (limit_us == 0 || clock_us < limit_us))
        limit_us = clock_us + player->setup->margin_ms * 1000;
    return limit_us + player->setup->patience_ms * 1000;
}

/* The last word on everything counts, but for bounds. */
static void note_info(const char *line, PlayerMove *move) {
    int64_t number;
    if (find_word(line, "string"))
        return;
    if (find_number(line, "multipv", &number) && number != 1)
        return;
    if (find_number(line, "depth", &number) && number > 0 && number <= 1000)
        move->depth = (int)number;
    if (find_number(line, "nodes", &number) && number > 0)
        move->nodes = number;
    if (find_word(line, "lowerbound") || find_word(line, "upperbound"))
        return;
    if (find_number(line, "cp", &number) && llabs(number) < SCORE_WIN_LEAST) {
        move->has_score = true;
        move->score = (int)number;
    } else if (find_number(line, "mate", &number) && number != 0) {
        move->has_score = true;
        move->score = number > 0 ? SCORE_WIN : -SCORE_WIN;
    }
}

static void note_best(const char *rest, PlayerMove *move) {
    size_t length = strcspn(rest, " \t");
    if (length >= sizeof move->text)
        length = sizeof move->text - 1;
    memcpy(move->text, rest, length);
    move->text[length] = '\0';
}

static ProcessRead await_move(Player *player, int64_t begun_us, int64_t deadline_us,
                              PlayerMove *move) {
    const char *line;
    for (;;) {
        ProcessRead read = process_read(&player->process, deadline_us, &line);
        move->elapsed_us = process_now_us() - begun_us;
        if (read != PROCESS_LINE)
            return read;
        const char *rest = after_word(line, "bestmove");
        if (rest) {
            note_best(rest, move);
            return PROCESS_LINE;
        }
        if (after_word(line, "info"))
            note_info(line, move);
    }
}

PlayerFate player_think(Player *player, const Record *game, const int64_t clock_us[COLOR_COUNT],
                        PlayerMove *move, char how[PROCESS_HOW_SIZE]) {
    static const PlayerFate fates[] = {[PROCESS_LINE] = PLAYER_MOVED,
                                       [PROCESS_LATE] = PLAYER_HUNG,
                                       [PROCESS_GONE] = PLAYER_CRASHED,
                                       [PROCESS_INTERRUPTED] = PLAYER_INTERRUPTED};
    Buffer text = {0};
    Color color = position_side(record_position(game));
    const MatchSide *other = &player->setup->sides[player->side == &player->setup->sides[0]];
    *move = (PlayerMove){0};
    add_position(&text, game);
    add_go(&text, &player->side->limits, &other->limits, color, clock_us);
    int64_t begun_us = process_now_us();
    process_write(&player->process, text.bytes, text.length, begun_us + WRITE_US);
    buffer_free(&text);
    ProcessRead read =
        await_move(player, begun_us, begun_us + longest_us(player, clock_us[color]), move);
    if (read != PROCESS_LINE)
        process_end(&player->process, read == PROCESS_GONE ? CRASH_US : 0, how);
    return fates[read];
}
