/*
 * Reads a game file strictly and prints a line for each game: round, players, result, reason,
 * plies, moves and start position. Exits with 1 and a message if a game is wrong.
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>

#include "rules/coordinate.h"
#include "rules/fen.h"
#include "rules/games/gamereader.h"

static void show(const Record *game) {
    printf("%s|%s|%s|%s|%s|%s|%s|%zu|", record_tag_or_unknown(game, "Round"),
           record_tag_or_unknown(game, "White"), record_tag_or_unknown(game, "Black"),
           result_text(record_outcome(game).result), record_tag_or_unknown(game, "Termination"),
           record_tag_or_unknown(game, "TimeControl"), game->positions[0].variant->name,
           game->count);
    for (size_t i = 0; i < game->count; i++) {
        char move[COORDINATE_SIZE];
        coordinate_write(game->plies[i].move, move);
        printf("%s%s", i > 0 ? " " : "", move);
    }
    char fen[FEN_SIZE];
    fen_write(&game->positions[0], fen);
    printf("|%s\n", fen);
}

int main(int count, char *arguments[]) {
    static char text[1 << 22];
    GameReader reader;
    Error error = {0};
    FILE *file = count == 2 ? fopen(arguments[1], "rb") : NULL;
    if (!file) {
        fputs("usage: show_games FILE\n", stderr);
        return EXIT_FAILURE;
    }
    size_t length = fread(text, 1, sizeof text, file);
    fclose(file);
    gamereader_init(&reader, arguments[1], text, length);
    while (gamereader_more(&reader)) {
        Record *game = gamereader_next(&reader, true, &error);
        if (!game) {
            fprintf(stderr, "%s\n", error.text);
            return EXIT_FAILURE;
        }
        show(game);
        record_free(game);
    }
    return EXIT_SUCCESS;
}
