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

typedef struct Converting {
    GameNotation notation;
    Buffer text;
} Converting;

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
static bool read_start(const CommandArguments *arguments, Variant *variant, Position *start,
                       Error *error) {
    const char *name = arguments->given[CONVERT_VARIANT], *fen = arguments->given[CONVERT_GAME];
    if (!variantfile_read(name ? name : variant_default()->name, variant, error))
        return error_prefix(error, "--variant: ");
    position_start(start, variant);
    return !fen || fen_parse(fen, variant, start, error) || error_prefix(error, "--game: ");
}

static bool convert_game(void *taker, const Record *record, Error *error) {
    (void)error;
    Converting *converting = taker;
    size_t length;
    char *text = gamefile_write_in(converting->notation, record, &length);
    buffer_add(&converting->text, text, length);
    free(text);
    return true;
}

static int run_file_convert(const CommandArguments *arguments, Error *error) {
    Converting converting = {0};
    Variant variant;
    Position start;
    if (!read_notation(arguments->given[CONVERT_TO], &converting.notation, error) ||
        !read_start(arguments, &variant, &start, error))
        return COMMAND_TROUBLE;
    GameReading reading = {.strict = arguments->given[CONVERT_STRICT],
                           .foreign = arguments->given[CONVERT_FOREIGN],
                           .start = &start};
    int status = gamesource_read_all(arguments, reading, convert_game, &converting, error);
    if (status == COMMAND_DONE)
        return gamesource_write(&converting.text, arguments->given[CONVERT_OUTPUT],
                                arguments->given[CONVERT_FORCE], error);
    buffer_free(&converting.text);
    return status;
}

const Command file_convert = {
    .name = "file convert",
    .operands = "FILE...",
    .needed = "a file of games, or - for standard input",
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
