#include <config.h>

#include "play/storage.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buffer.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "rules/games/gamereader.h"
#include "rules/player_names.h"

enum {
    BEGINNING_SIZE = 1024,   /* bytes of a file that show whether it holds games */
    PROGRESS_STEP = 1 << 20, /* bytes */
    LIST_INITIAL = 16
};

#define LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/* ---- the state folder ---- */

static bool find_state_folder(char folder[FILE_PATH_SIZE], Error *error) {
    const char *state = getenv("XDG_STATE_HOME");
    const char *home = getenv("HOME");
    int length;
    if (state && state[0] == '/') /* the XDG specification ignores relative paths */
        length = snprintf(folder, FILE_PATH_SIZE, "%s/congo", state);
    else if (home && home[0] == '/')
        length = snprintf(folder, FILE_PATH_SIZE, "%s/.local/state/congo", home);
    else
        return error_set(
            error, ERROR_IO,
            "there is no folder for saved games and choices: set HOME to your home folder");
    return length < FILE_PATH_SIZE ||
           error_set(error, ERROR_IO,
                     "the path of the folder for saved games and choices is too long");
}

bool storage_state_folder(char folder[FILE_PATH_SIZE], Error *error) {
    return find_state_folder(folder, error) &&
           file_make_folders(folder, FILE_FOLDER_PRIVATE, error);
}

bool storage_state_path(const char *name, char path[FILE_PATH_SIZE], Error *error) {
    char folder[FILE_PATH_SIZE];
    return storage_state_folder(folder, error) && storage_state_location(name, path, error);
}

bool storage_state_location(const char *name, char path[FILE_PATH_SIZE], Error *error) {
    char folder[FILE_PATH_SIZE];
    if (!find_state_folder(folder, error))
        return false;
    int length = snprintf(path, FILE_PATH_SIZE, "%s/%s", folder, name);
    return length < FILE_PATH_SIZE ||
           error_set(error, ERROR_IO,
                     "the path of the folder for saved games and choices is too long");
}

bool storage_expand_home(const char *text, char *path, size_t size) {
    const char *home = getenv("HOME");
    int length;
    if (home != NULL && text[0] == '~' && (text[1] == '/' || text[1] == '\0'))
        length = snprintf(path, size, "%s%s", home, text + 1);
    else
        length = snprintf(path, size, "%s", text);
    return length >= 0 && (size_t)length < size;
}

const char *storage_whole_path(const char *path, char shown[FILE_PATH_SIZE]) {
    char folder[FILE_PATH_SIZE] = "", whole[FILE_PATH_SIZE];
    const char *home = getenv("HOME");
    size_t length = home != NULL ? strlen(home) : 0;
    bool relative = path[0] != '/' && getcwd(folder, sizeof folder) != NULL;
    while (relative && strncmp(path, "./", 2) == 0)
        path += 2;
    text_copy(whole, sizeof whole, relative && strcmp(folder, "/") != 0 ? folder : "");
    text_append(whole, sizeof whole, "%s%s", relative ? "/" : "", path);
    bool at_home = length > 1 && strncmp(whole, home, length) == 0 && whole[length] == '/';
    text_copy(shown, FILE_PATH_SIZE, at_home ? "~" : "");
    text_append(shown, FILE_PATH_SIZE, "%s", whole + (at_home ? length : 0));
    return shown;
}

/* ---- the games of a file ---- */

/* Skips the games of a text one by one. */
typedef struct GameWalk {
    char *text; /* owned */
    GameReader reader;
    GameReader game; /* at the start of the game that was skipped last */
    size_t count;    /* games skipped */
    const StorageWatch *watch;
    size_t reported; /* bytes read at the last progress */
    bool more;
} GameWalk;

static bool walk_begin(GameWalk *walk, const char *path, const StorageWatch *watch, Error *error) {
    size_t length;
    *walk = (GameWalk){.text = file_read(path, &length, error), .watch = watch};
    if (!walk->text)
        return false;
    gamereader_init(&walk->reader, path, walk->text, length);
    walk->more = gamereader_more(&walk->reader);
    return true;
}

/* Skips a game and continues with the next, even if the end of a game is not found. `summary` may
 * be NULL. Returns false if the watch stopped it. */
static bool walk_skip(GameWalk *walk, GameSummary *summary, Error *error) {
    GameReader *reader = &walk->reader;
    walk->game = *reader;
    walk->more =
        gamereader_skip(reader, summary) ? gamereader_more(reader) : gamereader_recover(reader);
    walk->count++;
    if (!walk->watch || reader->at.offset - walk->reported < PROGRESS_STEP)
        return true;
    walk->reported = reader->at.offset;
    return walk->watch->on_progress(walk->watch->context, walk->reported, reader->length) ||
           error_set(error, ERROR_STATE, "%s: reading was stopped", reader->name);
}

static bool no_game(const char *path, Error *error) {
    return error_set(error, ERROR_RANGE, "%s: no games found", path);
}

static Record *load_game(GameWalk *walk, size_t number, Error *error) {
    const char *path = walk->reader.name;
    while (walk->more && (number == 0 || walk->count < number))
        if (!walk_skip(walk, NULL, error))
            return NULL;
    if (walk->count > 0 && (number == 0 || walk->count == number))
        return gamereader_next(&walk->game, false, error);
    if (walk->count == 0)
        no_game(path, error);
    else
        error_set(error, ERROR_RANGE, "%s: expected a game number of 1 to %zu", path, walk->count);
    return NULL;
}

Record *storage_load_game(const char *path, int number, const StorageWatch *watch, Error *error) {
    GameWalk walk;
    if (!walk_begin(&walk, path, watch, error))
        return NULL;
    Record *record = load_game(&walk, (size_t)number, error);
    free(walk.text);
    return record;
}

static void on_remark(void *context, GameRemark remark, GamePlace place, const char *sentence) {
    StorageWarnings *warnings = context;
    if (remark != REMARK_SLIP || warnings->count++ > 0)
        return;
    const char *text = strstr(sentence, ": "); /* after the place */
    warnings->line = place.line;
    text_copy(warnings->first, sizeof warnings->first, text != NULL ? text + 2 : sentence);
}

void storage_find_warnings(const char *path, int number, StorageWarnings *warnings) {
    GameWalk walk;
    *warnings = (StorageWarnings){0};
    if (!walk_begin(&walk, path, NULL, NULL))
        return;
    walk.reader.on_remark = on_remark;
    walk.reader.remark_context = warnings;
    walk.reader.name = ""; /* the sentence begins with the place only */
    record_free(load_game(&walk, (size_t)number, NULL));
    free(walk.text);
}

static char *game_title(const GameSummary *summary) {
    Buffer title = {0};
    const char *const tags[COLOR_COUNT] = {summary->white, summary->black};
    size_t moves = (summary->plies + 1) / 2;
    buffer_add_format(&title, "%s - %s, %s, %zu move%s, %s", player_names_of_tags(tags, WHITE),
                      player_names_of_tags(tags, BLACK), summary->variant, moves,
                      text_plural(moves), result_text(summary->result));
    return buffer_take(&title);
}

bool storage_list_games(const char *path, const StorageWatch *watch, GameList *list, Error *error) {
    GameWalk walk;
    *list = (GameList){0};
    if (!walk_begin(&walk, path, watch, error))
        return false;
    bool done = true;
    size_t capacity = 0;
    while (done && walk.more) {
        GameSummary summary;
        done = walk_skip(&walk, &summary, error);
        if (list->count == capacity) {
            capacity = capacity > 0 ? 2 * capacity : LIST_INITIAL;
            list->titles = memory_resize(list->titles, capacity, sizeof *list->titles);
        }
        list->titles[list->count++] = game_title(&summary);
        gamereader_free_summary(&summary);
    }
    free(walk.text);
    if (done && list->count == 0)
        done = no_game(path, error);
    if (!done)
        storage_free_games(list);
    return done;
}

size_t storage_count_games(const char *path) {
    GameWalk walk;
    if (!walk_begin(&walk, path, NULL, NULL))
        return 0;
    while (walk.more)
        walk_skip(&walk, NULL, NULL);
    free(walk.text);
    return walk.count;
}

/* Skips blanks, lines that begin with '%' and a byte order mark. */
static const char *skip_to_game(const char *text) {
    text += text_mark_length(text);
    while (text_is_space(*text) || *text == '%')
        text += *text == '%' ? strcspn(text, "\n") : 1;
    return text;
}

static bool begins_with_tag(const char *text) {
    size_t name = strspn(text + 1, LETTERS);
    size_t blanks = strspn(text + 1 + name, " \t");
    return text[0] == '[' && name > 0 && blanks > 0 && text[1 + name + blanks] == '"';
}

bool storage_looks_like_games(const char *path) {
    char text[BEGINNING_SIZE];
    struct stat status;
    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode))
        return false;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    ssize_t length = file >= 0 ? read(file, text, sizeof text - 1) : -1;
    if (file >= 0)
        close(file);
    if (length <= 0)
        return false;
    text[length] = '\0';
    const char *at = skip_to_game(text);
    size_t digits = strspn(at, "0123456789");
    return begins_with_tag(at) ||
           (digits > 0 && at[digits] == '.' && text_is_space(at[digits + 1]));
}

void storage_free_games(GameList *list) {
    for (size_t i = 0; i < list->count; i++)
        free(list->titles[i]);
    free(list->titles);
    *list = (GameList){0};
}
