#include <config.h>

#include "cli/line_game.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "cli/cli_game.h"
#include "cli/line_commands.h"
#include "cli/line_review.h"
#include "cli/progress.h"
#include "play/puzzles/puzzle.h"
#include "play/puzzles/training.h"
#include "play/storage.h"
#include "rules/fen.h"

/* --- new games --- */

/* Starts a game with one setting changed, and keeps that setting if this succeeds. */
static bool start_with_setting(Cli *cli, const char *name, const char *text, Error *error) {
    Settings *settings = cli_game_new_settings(cli);
    if (strcmp(name, "variant") == 0)
        text_copy(settings->game, sizeof settings->game, "standard");
    bool started = settings_set(settings, name, text, error) &&
                   settings_check_game(settings, error) &&
                   cli_game_start_from_settings(cli, settings, error);
    if (started)
        cli->settings = *settings;
    free(settings);
    return started;
}

bool line_game_start_position(Cli *cli, const Position *position, Error *error) {
    Settings *settings = cli_game_new_settings(cli);
    settings->variant = *position->variant;
    fen_write(position, settings->game);
    bool started = cli_game_start_from_settings(cli, settings, error);
    if (started)
        cli->settings = *settings;
    free(settings);
    return started;
}

LineResult line_game_new(Cli *cli, const LineArguments *arguments, Error *error) {
    const char *game = arguments->count > 0 ? arguments->text : "standard";
    return line_commands_result(start_with_setting(cli, "game", game, error));
}

void line_game_complete_new(const Cli *cli, const LineArguments *before,
                            CompletionList *completions) {
    (void)cli;
    if (before->count == 0)
        completion_add(completions, "standard");
}

/* --- variants --- */

static void list_variants(Cli *cli) {
    cli_say(cli, "The variant is %s. There are:", session_record(cli->session)->variant.name);
    for (size_t i = 0; variant_builtin(i) != NULL; i++)
        cli_say(cli, "   %s", variant_builtin(i)->name);
    for (int i = 0; i < cli->settings.custom_variant_count; i++)
        cli_say(cli, "   %s", cli->settings.custom_variants[i].name);
}

LineResult line_game_variant(Cli *cli, const LineArguments *arguments, Error *error) {
    if (arguments->count > 0)
        return line_commands_result(start_with_setting(cli, "variant", arguments->text, error));
    list_variants(cli);
    return LINE_RESULT_OK;
}

void line_game_complete_variant(const Cli *cli, const LineArguments *before,
                                CompletionList *completions) {
    if (before->count > 0)
        return;
    for (size_t i = 0; variant_builtin(i) != NULL; i++)
        completion_add(completions, variant_builtin(i)->name);
    for (int i = 0; i < cli->settings.custom_variant_count; i++)
        completion_add(completions, cli->settings.custom_variants[i].name);
    completions->files = true;
}

/* --- files --- */

static bool expand_path(const char *text, char path[SETTING_PATH_SIZE], Error *error) {
    return storage_expand_home(text, path, SETTING_PATH_SIZE) ||
           error_set(error, ERROR_RANGE, "the path is too long");
}

/* Ctrl-C while a file is read. The loop, which handles it otherwise, waits until it is done. */
static volatile sig_atomic_t interrupted;

static void on_interrupt(int number) {
    (void)number;
    interrupted = 1;
}

static bool on_progress(void *context, size_t done, size_t total) {
    progress_update(context, done, total);
    return !interrupted;
}

/* Loads the game that the settings name. On a terminal, shows the progress and can be stopped. */
static Record *load_game(const Cli *cli, const Settings *settings, Error *error) {
    struct sigaction stop = {.sa_handler = on_interrupt}, before;
    Progress progress = {.name = settings->load_path};
    StorageWatch watch = {on_progress, &progress};
    if (!cli->is_terminal)
        return storage_load_game(settings->load_path, settings->load_number, NULL, error);
    interrupted = 0;
    sigaction(SIGINT, &stop, &before);
    Record *record = storage_load_game(settings->load_path, settings->load_number, &watch, error);
    sigaction(SIGINT, &before, NULL);
    progress_clear(&progress);
    return record;
}

static bool load_settings(Cli *cli, const Settings *settings, Error *error) {
    SessionSetup setup;
    Record *record = load_game(cli, settings, error);
    return record && session_setup_from_record(settings, record, &setup, error) &&
           cli_game_start(cli, &setup, error);
}

LineResult line_game_load(Cli *cli, const LineArguments *arguments, Error *error) {
    char path[SETTING_PATH_SIZE], shown[SHORT_PATH_SIZE];
    Settings *settings = cli_game_new_settings(cli);
    settings->place = PLACE_LOCAL;
    bool loaded = expand_path(arguments->text, path, error) &&
                  settings_set(settings, "load", path, error) &&
                  load_settings(cli, settings, error);
    if (loaded) {
        text_copy(cli->save_path, sizeof cli->save_path, settings->load_path);
        cli_say(cli, "Loaded %s.", text_shorten_path(settings->load_path, shown));
    }
    free(settings);
    return line_commands_result(loaded);
}

/* A file of several games is replaced only if the command names it. */
static bool check_single_game(const char *path, Error *error) {
    char shown[SHORT_PATH_SIZE];
    size_t count = storage_count_games(path);
    return count <= 1 || error_set(error, ERROR_STATE,
                                   "%s: there are %zu games in it; \"save over FILE\" replaces all "
                                   "of them",
                                   text_shorten_path(path, shown), count);
}

LineResult line_game_save(Cli *cli, const LineArguments *arguments, Error *error) {
    static const char over[] = "over ";
    const char *text = arguments->text;
    char path[SETTING_PATH_SIZE], shown[SHORT_PATH_SIZE];
    bool overwrite = text_equal_ignore_case_n(text, over, strlen(over));
    if (overwrite)
        text += strlen(over) + strspn(text + strlen(over), " ");
    if (arguments->count == 0) {
        text = cli->save_path;
        overwrite = true;
    }
    if (*text == '\0' || text_equal_ignore_case(text, "over"))
        return LINE_RESULT_USAGE;
    if (!expand_path(text, path, error) ||
        (arguments->count == 0 && !check_single_game(path, error)))
        return LINE_RESULT_ERROR;
    if (!session_save(cli->session, path, overwrite, error)) {
        if (!overwrite && error->code == ERROR_STATE)
            error_set(error, ERROR_STATE, "%s; \"save over\" replaces it", error->text);
        return LINE_RESULT_ERROR;
    }
    text_copy(cli->save_path, sizeof cli->save_path, path);
    bool open = session_open_jumps(cli->session, NULL, NULL) > 0;
    cli_say(cli, "Saved as %s%s.", text_shorten_path(path, shown),
            open ? ", without the capture in progress" : "");
    return LINE_RESULT_OK;
}

void line_game_complete_file(const Cli *cli, const LineArguments *before,
                             CompletionList *completions) {
    (void)cli;
    (void)before;
    completions->files = true;
}

LineResult line_game_fen(Cli *cli, const LineArguments *arguments, Error *error) {
    char fen[FEN_SIZE];
    (void)arguments, (void)error;
    fen_write(session_position(cli->session), fen);
    cli_say(cli, "%s", fen);
    return LINE_RESULT_OK;
}

/* --- puzzles --- */

static bool start_puzzle(Cli *cli, int number, Error *error) {
    SessionSetup setup;
    return puzzle_setup(&cli->settings, number, &setup, error) &&
           cli_game_start(cli, &setup, error);
}

static void say_progress(Cli *cli) {
    PuzzleView view;
    char sentence[PUZZLE_SENTENCE_SIZE];
    if (!puzzle_view(cli->session, &view))
        return;
    cli_say(cli, "%s", puzzle_sentence(&view, cli->session, sentence));
    cli_say(cli, "This is puzzle %d%s; %d of %d puzzles are solved.", view.number,
            view.done ? ", which is solved" : "", view.solved, view.count);
}

/* Returns the number of the next unsolved puzzle after the current one. An unreadable progress file
 * is reported when that puzzle starts. */
static int find_next_puzzle(const Cli *cli, int moves) {
    PuzzleProgress *progress = memory_allocate(sizeof *progress);
    PuzzleView view = {.number = 0};
    puzzle_view(cli->session, &view);
    puzzle_progress_read(progress, NULL);
    int number = puzzle_next(progress, view.number, moves);
    free(progress);
    return number;
}

static LineResult next_puzzle(Cli *cli, const LineArguments *arguments, Error *error) {
    int moves = 0;
    if (arguments->count == 1 &&
        !text_parse_number(arguments->word[0], PUZZLE_MOVES_MIN, PUZZLE_MOVES_MAX, &moves))
        return LINE_RESULT_USAGE;
    return line_commands_result(start_puzzle(cli, find_next_puzzle(cli, moves), error));
}

LineResult line_game_puzzle(Cli *cli, const LineArguments *arguments, Error *error) {
    PuzzleView view;
    int number = PUZZLE_NEXT;
    if (arguments->count == 1 && text_equal_ignore_case(arguments->word[0], "next"))
        return next_puzzle(cli, &(LineArguments){.text = ""}, error);
    if (arguments->count == 1 && !text_parse_number(arguments->word[0], 1, PUZZLES_MAX, &number))
        return LINE_RESULT_USAGE;
    if (arguments->count == 0 && puzzle_view(cli->session, &view)) {
        say_progress(cli);
        return LINE_RESULT_OK;
    }
    return line_commands_result(start_puzzle(cli, number, error));
}

/* --- training endings --- */

static bool start_training(Cli *cli, const TrainingRequest *request, uint64_t seed, Error *error) {
    SessionSetup setup;
    TrainingEnding *ending = training_find(&cli->settings, request, seed, error);
    return ending != NULL && training_setup(&cli->settings, ending, &setup, error) &&
           cli_game_start(cli, &setup, error);
}

/* Without words, a training goes on with the same kind of ending. */
LineResult line_game_train(Cli *cli, const LineArguments *arguments, Error *error) {
    TrainingView view;
    TrainingRequest request;
    uint64_t seed = training_seed(&cli->settings);
    bool trains = training_view(cli->session, &view);
    if (trains)
        seed = view.seed;
    if (trains && arguments->count == 0)
        request = view.request;
    else if (!training_request_parse(arguments->text, &cli->settings.variant, &request, error))
        return LINE_RESULT_ERROR;
    return line_commands_result(start_training(cli, &request, seed, error));
}

LineResult line_game_next(Cli *cli, const LineArguments *arguments, Error *error) {
    TrainingView view;
    MistakeView mistake;
    if (training_view(cli->session, &view) && arguments->count == 0)
        return line_game_train(cli, arguments, error);
    if (mistake_view(cli->session, &mistake) && arguments->count == 0)
        return line_commands_result(line_review_next(cli, error));
    return next_puzzle(cli, arguments, error);
}

LineResult line_game_hint(Cli *cli, const LineArguments *arguments, Error *error) {
    (void)arguments;
    return line_commands_result(session_hint(cli->session, error));
}

void line_game_complete_puzzle(const Cli *cli, const LineArguments *before,
                               CompletionList *completions) {
    (void)cli;
    if (before->count == 0)
        completion_add(completions, "next");
}
