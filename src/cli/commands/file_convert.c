#include <config.h>

#include "cli/commands/file_convert.h"

#include <stdlib.h>

#include "base/text.h"
#include "cli/commands/game_source.h"
#include "config/variantfile.h"
#include "export/board_svg.h"
#include "export/game_json.h"
#include "export/game_page.h"
#include "export/game_text.h"
#include "export/score_sheet.h"
#include "rules/fen.h"
#include "rules/games/gamefile.h"

typedef struct ConvertContext {
    const FileConvertOptions *options;
    size_t games;   /* read */
    size_t written; /* of them */
    Buffer text;
    GamePage page;
} ConvertContext;

/* --- the formats --- */

static bool add_notation(ConvertContext *conversion, const Record *record, Error *error) {
    (void)error;
    bool congo = conversion->options->format == CONVERT_CONGO;
    size_t length;
    char *text = gamefile_write(record, congo ? GAME_CONGO : GAME_COORDINATES, &length);
    buffer_add(&conversion->text, text, length);
    free(text);
    return true;
}

static bool add_picture(ConvertContext *conversion, const Record *record, Error *error) {
    const FileConvertOptions *options = conversion->options;
    bool last = options->after == CONVERT_AFTER_LAST;
    size_t ply = last ? record->count : (size_t)options->after;
    if (conversion->written > 0)
        return error_set(
            error, ERROR_RANGE,
            "a picture shows one game, and the files have more; --number=N chooses one");
    if (ply > record->count)
        return error_set(error, ERROR_RANGE, "--after=%d: the game has only %zu move%s",
                         options->after, record->count, text_plural(record->count));
    Buffer title = {0};
    game_text_players(record, &title);
    buffer_add_string(&title, ", ");
    game_text_place(record, ply, &title);
    BoardPicture picture = {.position = record_position_at(record, ply),
                            .title = title.bytes,
                            .last = ply > 0 ? board_svg_way(record->plies[ply - 1].move) : 0,
                            .flipped = options->flip};
    board_svg_write(&picture, (ExportTheme)options->theme, &conversion->text);
    buffer_free(&title);
    return true;
}

static bool add_to_page(ConvertContext *conversion, const Record *record, Error *error) {
    return game_page_add(&conversion->page, record, conversion->options->flip, error);
}

static bool add_sheet(ConvertContext *conversion, const Record *record, Error *error) {
    (void)error;
    if (conversion->written > 0)
        buffer_add_string(&conversion->text, "\n\n");
    score_sheet_add(record, &conversion->text);
    return true;
}

static bool add_json(ConvertContext *conversion, const Record *record, Error *error) {
    (void)error;
    buffer_add_string(&conversion->text, conversion->written > 0 ? ",\n" : "[");
    game_json_add(record, &conversion->text);
    return true;
}

static bool (*const add_game[])(ConvertContext *, const Record *, Error *) = {
    [CONVERT_CONGO] = add_notation, [CONVERT_COORDINATES] = add_notation,
    [CONVERT_SVG] = add_picture,    [CONVERT_HTML] = add_to_page,
    [CONVERT_TEXT] = add_sheet,     [CONVERT_JSON] = add_json};

/* --- the command --- */

/* Sets the start position of games without tags for it. The position borrows the variant. */
static bool read_start(const FileConvertOptions *convert, Variant *variant, Position *start,
                       Error *error) {
    if (!variantfile_load(convert->variant, variant, error))
        return error_prefix(error, "--variant: ");
    position_start(start, variant);
    return !convert->game || fen_parse(convert->game, variant, start, error) ||
           error_prefix(error, "--game: ");
}

static bool check_format(const FileConvertOptions *convert, Error *error) {
    bool picture = convert->format == CONVERT_SVG, page = convert->format == CONVERT_HTML;
    if (convert->after != CONVERT_AFTER_LAST && !picture)
        return error_set(error, ERROR_RANGE, "--after is only for --to=svg");
    if (convert->flip && !picture && !page)
        return error_set(error, ERROR_RANGE, "--flip is only for --to=svg and --to=html");
    if (convert->theme != EXPORT_THEME_AUTO && !picture && !page)
        return error_set(error, ERROR_RANGE, "--theme is only for --to=svg and --to=html");
    return true;
}

static bool convert_game(void *context, const Record *record, Error *error) {
    ConvertContext *conversion = context;
    const FileConvertOptions *options = conversion->options;
    if (++conversion->games != (size_t)options->number && options->number > 0)
        return true;
    if (!add_game[options->format](conversion, record, error))
        return false;
    conversion->written++;
    return true;
}

/* Writes what follows the last game. */
static bool finish(ConvertContext *conversion, Error *error) {
    const FileConvertOptions *options = conversion->options;
    if (conversion->written == 0)
        return error_set(error, ERROR_RANGE, "--number=%d: there %s only %zu game%s",
                         options->number, conversion->games == 1 ? "is" : "are", conversion->games,
                         text_plural(conversion->games));
    if (options->format == CONVERT_JSON)
        buffer_add_string(&conversion->text, "]\n");
    if (options->format == CONVERT_HTML)
        game_page_write(&conversion->page, (ExportTheme)options->theme, &conversion->text);
    return true;
}

int file_convert(const void *options, Error *error) {
    const FileConvertOptions *convert = options;
    ConvertContext conversion = {.options = convert};
    Variant variant;
    Position start;
    if (!check_format(convert, error) || !read_start(convert, &variant, &start, error) ||
        !game_source_check(&convert->files, convert->output, convert->force, error))
        return COMMAND_ERROR;
    GameReadOptions reading = {
        .strict = convert->strict, .foreign = convert->foreign, .start = &start};
    int status = game_source_read_all(&convert->files, reading, convert_game, &conversion, error);
    if (status == COMMAND_OK && !finish(&conversion, error))
        status = COMMAND_ERROR;
    if (status == COMMAND_OK)
        status = game_source_write(&conversion.text, convert->output, convert->force, error);
    buffer_free(&conversion.text);
    game_page_free(&conversion.page);
    return status;
}
