#include <config.h>

#include "cli/commands/review_command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/interrupt.h"
#include "base/memory.h"
#include "base/monotonic.h"
#include "base/number.h"
#include "base/parallel.h"
#include "base/text.h"
#include "cli/commands/file_command.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "config/ending_folders.h"
#include "endings/endings.h"
#include "play/player.h"
#include "review/review.h"
#include "review/review_store.h"
#include "review/review_words.h"
#include "rules/games/gamefile.h"
#include "rules/outcome.h"
#include "rules/player_names.h"

/* The output file is saved after the first game, and then whenever that much time has passed, but
 * not so often that saving takes a large part of it. */
enum { SAVE_EVERY_MS = 5000, SAVE_SHARE = 20 };

/* A game as text, because records take ten times the memory. */
typedef struct ReviewedGame {
    char *text; /* owned */
    size_t length;
} ReviewedGame;

/* The solved endings of a variant. */
typedef struct VariantEndings {
    Variant variant;
    Endings *endings; /* owned; NULL: none */
} VariantEndings;

typedef struct ReviewRun {
    const FileReviewOptions *options;
    ReviewedGame *games; /* owned */
    size_t *positions;   /* to search, of each game; owned */
    size_t count, capacity;
    size_t to_review, reviewed; /* games */
    EndingFolders folders;
    VariantEndings **endings; /* owned, as their endings are */
    size_t endings_count;
    Progress progress;
    bool saved; /* the output was written, so that it may be replaced */
    int64_t saved_ms, save_took_ms;
    bool failed;
    Error error; /* of writing */
} ReviewRun;

/* ---- reading and writing ---- */

static bool has_output_file(const FileReviewOptions *options) {
    return options->output != NULL && strcmp(options->output, "-") != 0;
}

static bool take_game(void *context, const Record *record, Error *error) {
    ReviewRun *run = context;
    (void)error;
    if (run->count == run->capacity) {
        run->capacity = run->capacity > 0 ? 2 * run->capacity : 64;
        run->games = memory_resize(run->games, run->capacity, sizeof *run->games);
        run->positions = memory_resize(run->positions, run->capacity, sizeof *run->positions);
    }
    ReviewedGame *game = &run->games[run->count];
    game->text = gamefile_write(record, GAME_CONGO, &game->length);
    size_t positions = 0; /* to review */
    for (size_t ply = 0; ply <= record->count; ply++)
        positions += !outcome_is_over(record->outcomes[ply]) &&
                     (run->options->again || !record->scores[ply].known);
    run->positions[run->count++] = positions;
    run->to_review += positions > 0;
    return true;
}

static Record *read_game(const ReviewedGame *game) {
    GameReader reader;
    gamereader_init(&reader, "", game->text, game->length);
    return gamereader_next(&reader, true, NULL);
}

static int save(ReviewRun *run, Error *error) {
    Buffer text = {0};
    const int64_t started_ms = monotonic_ms();
    for (size_t i = 0; i < run->count; i++)
        buffer_add(&text, run->games[i].text, run->games[i].length);
    const int status =
        game_source_write(&text, run->options->output, run->options->force || run->saved, error);
    run->saved = true;
    run->saved_ms = monotonic_ms();
    run->save_took_ms = run->saved_ms - started_ms;
    return status;
}

/* ---- while games are reviewed ---- */

static Record *load(void *context, size_t index) {
    const ReviewRun *run = context;
    return read_game(&run->games[index]);
}

static const Endings *find_endings(void *context, const Record *record) {
    ReviewRun *run = context;
    Error error = {0};
    for (size_t i = 0; i < run->endings_count; i++)
        if (variant_same_rules(&run->endings[i]->variant, &record->variant))
            return run->endings[i]->endings;
    if (run->folders.count == 0)
        return NULL;
    run->endings = memory_resize(run->endings, run->endings_count + 1, sizeof(VariantEndings *));
    VariantEndings *found = memory_allocate(sizeof *found);
    run->endings[run->endings_count++] = found;
    found->variant = record->variant;
    found->endings = endings_open(run->folders.list, run->folders.count, &found->variant, &error);
    if (error.code != ERROR_NONE) {
        progress_clear(&run->progress);
        fprintf(stderr, "congo file review: %s\n", error.text);
    }
    return found->endings;
}

static void on_reviewed(void *context, size_t index, const Record *record) {
    ReviewRun *run = context;
    ReviewedGame *game = &run->games[index];
    free(game->text);
    game->text = gamefile_write(record, GAME_CONGO, &game->length);
    run->reviewed++;
    const int64_t since_ms = monotonic_ms() - run->saved_ms;
    if (has_output_file(run->options) && !run->failed && since_ms >= SAVE_EVERY_MS &&
        since_ms >= SAVE_SHARE * run->save_took_ms)
        run->failed = save(run, &run->error) != COMMAND_OK;
    if (run->failed)
        interrupt_raise();
}

static void on_progress(void *context, size_t games, int64_t left_ms) {
    ReviewRun *run = context;
    char left[TEXT_DURATION_SIZE], line[PROGRESS_LINE_SIZE] = "";
    text_append(line, sizeof line, "Reviewing: %zu of %zu game%s", games, run->to_review,
                text_plural(run->to_review));
    text_write_duration(left_ms, left);
    if (left_ms >= 0)
        text_append(line, sizeof line, ", about %s left", left);
    progress_show(&run->progress, line);
}

static bool review_games(ReviewRun *run, Error *error) {
    const FileReviewOptions *options = run->options;
    const ReviewGames games = {.positions = run->positions,
                               .count = run->count,
                               .load = load,
                               .endings = find_endings,
                               .reviewed = on_reviewed,
                               .progress = on_progress,
                               .context = run};
    const ReviewOptions review = {.movetime_ms = options->movetime_ms,
                                  .nodes = (uint64_t)options->nodes,
                                  .again = options->again};
    const int cores = parallel_processors();
    const int threads =
        clamp_int(options->threads > 0 ? options->threads : cores, 1, ENGINE_THREADS_MAX);
    interrupt_catch();
    run->saved_ms = monotonic_ms() - SAVE_EVERY_MS;
    const bool good = review_batch(&games, &review, threads, interrupt_flag(), error);
    progress_clear(&run->progress);
    return good;
}

/* ---- the end ---- */

static void add_line(Buffer *text, const char *sentence) {
    if (*sentence == '\0')
        return;
    buffer_add_string(text, "  ");
    buffer_add_string(text, sentence);
    buffer_add_string(text, "\n");
}

static void describe_game(const ReviewRun *run, size_t index, Buffer *text) {
    char sentence[REVIEW_SENTENCE_SIZE];
    Record *record = read_game(&run->games[index]);
    Review *review = review_from_record(record);
    buffer_add_format(text, "Game %zu: %s against %s, %s\n", index + 1,
                      player_names_shown(record, WHITE), player_names_shown(record, BLACK),
                      result_text(record_outcome_at(record, record->count).result));
    for (int color = 0; color < COLOR_COUNT; color++) {
        review_words_side(review, (Color)color, sentence);
        add_line(text, sentence);
    }
    review_words_turning_point(review, record, output_style(run->options->notation), sentence);
    add_line(text, sentence);
    review_free(review);
    record_free(record);
}

static int end_early(ReviewRun *run, Error *error) {
    const char *output = run->options->output;
    if (run->reviewed > 0 && save(run, error) != COMMAND_OK)
        return COMMAND_ERROR;
    if (run->reviewed == 0)
        error_set(error, ERROR_STATE, "interrupted before a game was reviewed; nothing is written");
    else if (has_output_file(run->options))
        error_set(error, ERROR_STATE,
                  "interrupted: %zu of %zu games are reviewed and saved; to go on, use congo file "
                  "review --force --output=%s %s",
                  run->reviewed, run->to_review, output, output);
    else
        error_set(error, ERROR_STATE, "interrupted: %zu of %zu games are reviewed and written",
                  run->reviewed, run->to_review);
    return COMMAND_ERROR;
}

static int review_all(ReviewRun *run, Error *error) {
    if (!review_games(run, error))
        return COMMAND_ERROR;
    if (run->failed) {
        *error = run->error;
        return COMMAND_ERROR;
    }
    if (run->reviewed < run->to_review)
        return end_early(run, error);
    const int status = save(run, error);
    if (status != COMMAND_OK || !has_output_file(run->options))
        return status;
    /* What was found is printed if standard output does not hold the games. */
    Buffer text = {0};
    for (size_t i = 0; i < run->count; i++)
        describe_game(run, i, &text);
    return output_write(&text, error) ? COMMAND_OK : COMMAND_ERROR;
}

static void free_run(ReviewRun *run) {
    for (size_t i = 0; i < run->count; i++)
        free(run->games[i].text);
    free(run->games);
    free(run->positions);
    for (size_t i = 0; i < run->endings_count; i++) {
        endings_close(run->endings[i]->endings);
        free(run->endings[i]);
    }
    free(run->endings);
    free(run);
}

int file_review(const void *options, Error *error) {
    const FileReviewOptions *review = options;
    if (review->movetime_ms > 0 && review->nodes > 0) {
        error_set(error, ERROR_STATE, "--movetime cannot be combined with --nodes");
        return COMMAND_ERROR;
    }
    ReviewRun *run = memory_allocate(sizeof *run);
    run->options = review;
    int status = COMMAND_ERROR;
    if (!ending_folders_find(review->endings, &run->folders, error))
        error_prefix(error, "--endings: ");
    else if (game_source_check(&review->files, review->output, review->force, error))
        status = game_source_read_all(&review->files, (GameReadOptions){.strict = review->strict},
                                      take_game, run, error);
    if (status == COMMAND_OK)
        status = review_all(run, error);
    free_run(run);
    return status;
}
