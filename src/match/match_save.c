#include <config.h>

#include "match/match_save.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/buffer.h"
#include "base/file.h"
#include "base/text.h"
#include "rules/games/gamefile.h"

int match_save_open(const char *path, Error *error) {
    int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (file < 0)
        error_set(error, ERROR_IO, "%s: cannot be written: %s", path, strerror(errno));
    return file;
}

static void add_limits(Buffer *text, const MatchLimits *limits) {
    size_t before = text->length;
    buffer_add_string(text, ""); /* never NULL */
    if (limits->base_ms > 0)
        buffer_add_format(text, "%g+%g", (double)limits->base_ms / 1000,
                          (double)limits->increment_ms / 1000);
    if (limits->movetime_ms > 0)
        buffer_add_format(text, "%s%" PRId64 " ms per move", text->length > before ? ", " : "",
                          limits->movetime_ms);
    if (limits->nodes > 0)
        buffer_add_format(text, "%s%" PRId64 " node%s", text->length > before ? ", " : "",
                          limits->nodes, text_plural((uint64_t)limits->nodes));
    if (limits->depth > 0)
        buffer_add_format(text, "%sdepth %d", text->length > before ? ", " : "", limits->depth);
}

/* Writes both limits only if they differ. */
static void tag_limits(Record *game, const MatchEngineConfig *white,
                       const MatchEngineConfig *black) {
    Buffer text = {0}, other = {0};
    add_limits(&text, &white->limits);
    add_limits(&other, &black->limits);
    if (strcmp(text.bytes, other.bytes) != 0) {
        buffer_add_string(&text, " / ");
        buffer_add_string(&text, other.bytes);
    }
    record_set_tag(game, "TimeControl", text.bytes);
    buffer_free(&text);
    buffer_free(&other);
}

/* Adds what went wrong to the comment on the last move. */
static void add_fault(Record *game, const char *fault_text) {
    Buffer text = {0};
    const char *comment = record_comment(game, game->count);
    if (comment)
        buffer_add_format(&text, "%s, ", comment);
    buffer_add_string(&text, fault_text);
    record_set_comment(game, game->count, text.bytes);
    buffer_free(&text);
}

void match_save_tags(Record *game, const MatchSetup *setup, const MatchGameResult *result, int pair,
                     int number, int white) {
    char text[40];
    time_t now = time(NULL);
    struct tm local;
    record_set_tag(game, "Event", "congo-engine match");
    if (localtime_r(&now, &local) && strftime(text, sizeof text, "%Y.%m.%d", &local) > 0)
        record_set_tag(game, "Date", text);
    snprintf(text, sizeof text, "%d.%d", pair, number);
    record_set_tag(game, "Round", text);
    record_set_tag(game, "White", setup->engines[white].name);
    record_set_tag(game, "Black", setup->engines[!white].name);
    tag_limits(game, &setup->engines[white], &setup->engines[!white]);
    record_set_tag(game, "Termination", match_game_termination_text(result->end));
    if (result->fault_text[0] != '\0')
        add_fault(game, result->fault_text);
}

bool match_save_game(int file, const char *path, const Record *game, Error *error) {
    size_t length;
    char *text = gamefile_write(game, GAME_CONGO, &length);
    bool written = file_write_all(file, text, length);
    if (!written)
        error_set(error, ERROR_IO, "%s: cannot be written: %s", path, strerror(errno));
    free(text);
    return written;
}
