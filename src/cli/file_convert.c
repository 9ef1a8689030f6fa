/* congo file convert: games in another notation. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "cli/file_command.h"
#include "cli/file_games.h"
#include "config/variantfile.h"
#include "config/wording.h"
#include "rules/fen.h"

enum {
    CONVERT_TO,
    CONVERT_OUTPUT,
    CONVERT_FORCE,
    CONVERT_STRICT,
    CONVERT_FOREIGN,
    CONVERT_VARIANT,
    CONVERT_GAME
};

static const struct {
    const char *name;
    GameNotation notation;
} notations[] = {{"congo", GAME_CONGO}, {"coordinates", GAME_COORDINATES}};

typedef struct ConvertContext {
    GameNotation notation;
    Buffer text;
} ConvertContext;

static bool read_notation(const char *name, GameNotation *notation, Error *error) {
    char shown[QUOTE_SIZE];
    *notation = GAME_CONGO;
    for (size_t i = 0; i < sizeof notations / sizeof notations[0]; i++) {
        if (!name || strcmp(name, notations[i].name) == 0) {
            *notation = notations[i].notation;
            return true;
        }
    }
    return error_set(error, ERROR_SYNTAX, "--to: expected \"congo\" or \"coordinates\", found %s",
                     text_quote(name, shown));
}

/* Where games begin that do not say it. The position borrows the variant. */
static bool read_start(const SubcommandArguments *arguments, Variant *variant, Position *start,
                       Error *error) {
    const char *name = arguments->option_values[CONVERT_VARIANT],
               *fen = arguments->option_values[CONVERT_GAME];
    if (!variantfile_load(name ? name : variant_default()->name, variant, error))
        return error_prefix(error, "--variant: ");
    position_start(start, variant);
    return !fen || fen_parse(fen, variant, start, error) || error_prefix(error, "--game: ");
}

static bool convert_game(void *context, const Record *record, Error *error) {
    (void)error;
    ConvertContext *conversion = context;
    size_t length;
    char *text = gamefile_write_in(conversion->notation, record, &length);
    buffer_add(&conversion->text, text, length);
    free(text);
    return true;
}

static int run_file_convert(const SubcommandArguments *arguments, Error *error) {
    ConvertContext conversion = {0};
    Variant variant;
    Position start;
    if (!read_notation(arguments->option_values[CONVERT_TO], &conversion.notation, error) ||
        !read_start(arguments, &variant, &start, error))
        return SUBCOMMAND_ERROR;
    GameReadOptions reading = {.strict = arguments->option_values[CONVERT_STRICT],
                               .foreign = arguments->option_values[CONVERT_FOREIGN],
                               .start = &start};
    int status = game_source_read_all(arguments, reading, convert_game, &conversion, error);
    if (status == SUBCOMMAND_OK)
        return game_source_write(&conversion.text, arguments->option_values[CONVERT_OUTPUT],
                                 arguments->option_values[CONVERT_FORCE], error);
    buffer_free(&conversion.text);
    return status;
}

const Subcommand file_convert = {
    .name = "file convert",
    .operands = "FILE...",
    .missing_operands = "a file of games, or - for standard input",
    .help = "Writes the games of the files in the notation that is asked for.\n",
    .options =
        {[CONVERT_TO] = {"to", 't', "NOTATION", "congo, the default, or coordinates"},
         [CONVERT_OUTPUT] = {"output", 'o', "FILE", "the file to write, or - as without it"},
         [CONVERT_FORCE] = {"force", 'f', NULL, "replace the file if it is there"},
         [CONVERT_STRICT] = {"strict", '\0', NULL, "moves must be written as congo writes them"},
         [CONVERT_FOREIGN] = {"foreign", '\0', NULL, "read lists of moves from elsewhere, too"},
         [CONVERT_VARIANT] = {"variant", '\0', "NAME|FILE", "what is played where no tag says it"},
         [CONVERT_GAME] = {"game", '\0', "FEN", "... and from where"}},
    .run = run_file_convert,
};
