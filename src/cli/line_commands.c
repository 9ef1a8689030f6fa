#include <config.h>

#include "cli/line_commands.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "cli/line_game.h"
#include "cli/line_network.h"
#include "cli/line_play.h"
#include "cli/line_show.h"

enum { UNLIMITED = INT_MAX };

/* The five commands of the original manual come first. */
static const LineCommand table[] = {
    {"advise",
     "Advises next move based on a chosen algorithm; \"advise more\" also tells who is better, and "
     "the "
     "moves that are expected.",
     "advise\nadvise more", 0, 1, line_play_advise, NULL},
    {"exit", "Exits the game.", "exit", 0, 0, line_show_exit, NULL},
    {"help", "Shows help manual for a chosen command.", NULL, 0, 1, line_show_help,
     line_show_complete_help},
    {"move", "Moves a certain piece from a square to a square.", "move [a-g][1-7] [a-g][1-7]", 1,
     UNLIMITED, line_play_move, line_play_complete_move},
    {"show", "Shows game statistics.", "show board | players | moves | game", 1, 1, line_show,
     line_show_complete},
    {"undo", "Takes back the last jump or move; against a computer, your last one.", "undo", 0, 0,
     line_play_undo, NULL},
    {"redo", "Makes again what was taken back.", "redo", 0, 0, line_play_redo, NULL},
    {"moves", "Lists the moves of the game so far.", "moves", 0, 0, line_show_moves, NULL},
    {"analyse", "Shows the best moves found in some seconds.", "analyse\nanalyse SECONDS", 0, 1,
     line_play_analyse, NULL},
    {"level", "Shows or sets the strength of the computer's moves.", "level\nlevel [1-10]", 0, 1,
     line_play_level, NULL},
    {"pause", "Holds a game between two computers.", "pause", 0, 0, line_play_pause, NULL},
    {"resume",
     "Goes on with a held game, by so many moves if a number is given, or with the game that was "
     "left unfinished; given the id of a network game, with that one.",
     "resume\nresume MOVES\nresume ID", 0, 1, line_play_resume, NULL},
    {"resign", "Gives the game up.", "resign", 0, 0, line_play_resign, NULL},
    {"draw", "Offers a draw, or accepts the offer of the other side.", "draw", 0, 0, line_play_draw,
     NULL},
    {"decline", "Says no to the offer of a draw.", "decline", 0, 0, line_network_decline, NULL},
    {"abort", "Ends a network game without a result, until both sides have moved.", "abort", 0, 0,
     line_network_abort, NULL},
    {"say", "Says a line to everybody in a network game.", "say TEXT", 1, UNLIMITED,
     line_network_say, NULL},
    {"network", "Shows the id of a network game, its server, and who is there.", "network", 0, 0,
     line_network_show, NULL},
    {"lobby", "Lists the server's games that wait for a player, and those being played.", "lobby",
     0, 0, line_network_lobby, NULL},
    {"join", "Takes a seat in a network game, or goes on with it.",
     "join ID\njoin ID white | black", 1, 2, line_network_join, line_network_complete_join},
    {"watch", "Watches a network game.", "watch ID", 1, 1, line_network_watch, NULL},
    {"new", "Begins a new game, from the start or from a position.", "new\nnew FEN", 0, UNLIMITED,
     line_game_new, line_game_complete_new},
    {"variant", "Shows the variants, or begins a new game of one.", "variant\nvariant NAME | FILE",
     0, UNLIMITED, line_game_variant, line_game_complete_variant},
    {"save", "Saves the game to a file; a file that is there is only replaced by \"save over\".",
     "save\nsave FILE\nsave over FILE", 0, UNLIMITED, line_game_save, line_game_complete_file},
    {"load", "Goes on with a game from a file: the last in it, or the one of that number.",
     "load FILE\nload FILE#NUMBER", 1, UNLIMITED, line_game_load, line_game_complete_file},
    {"fen", "Shows the position as a Congo FEN.", "fen", 0, 0, line_game_fen, NULL},
    {"puzzle",
     "Begins a puzzle: the one of that number, or the next that is not solved. In a puzzle: tells "
     "how it stands.",
     "puzzle\npuzzle NUMBER | next", 0, 1, line_game_puzzle, line_game_complete_puzzle},
    {"hint", "In a puzzle: tells which piece is to move, and the next time the move.", "hint", 0, 0,
     line_game_hint, NULL},
    {"next",
     "Begins the next puzzle that is not solved; given a number, the next of so many moves.",
     "next\nnext [2-4]", 0, 1, line_game_next_puzzle, NULL},
    {"rank", "Tells what stands on a rank, from left to right.", "rank [1-7]", 1, 1, line_show_rank,
     NULL},
    {"file", "Tells what stands on a file, from rank 1 on.", "file [a-g]", 1, 1, line_show_file,
     NULL},
    {"piece", "Tells where the pieces of a kind stand, given its letter or name.",
     "piece LETTER | NAME", 1, 1, line_show_piece, line_show_complete_piece},
    {"last", "Tells the last move again, and the result when the game is over.", "last", 0, 0,
     line_show_last, NULL},
    {"attackers", "Tells what could capture on a square, and what protects the piece there.",
     "attackers [a-g][1-7]", 1, 1, line_show_attackers, NULL},
    {"drowning", "Tells which pieces stand in the river, and when they drown.", "drowning", 0, 0,
     line_show_drowning, NULL},
};
enum { COMMAND_COUNT = sizeof table / sizeof table[0], WORD_SHOWN = 60 };

const LineCommand *line_commands_get(size_t index) {
    return index < COMMAND_COUNT ? &table[index] : NULL;
}

const LineCommand *line_commands_find(const char *name) {
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(table[i].name, name) == 0)
            return &table[i];
    return NULL;
}

/* --- words --- */

/* Splits the line in place. Counts all words. */
static void split_words(char *line, LineArguments *arguments) {
    char *rest;
    *arguments = (LineArguments){.text = line};
    for (char *word = strtok_r(line, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        if (arguments->count < LINE_ARGUMENTS_MAX)
            arguments->word[arguments->count] = word;
        arguments->count++;
    }
}

/* --- running --- */

LineResult line_commands_result(bool done) {
    return done ? LINE_RESULT_OK : LINE_RESULT_ERROR;
}

LineResult line_commands_move_result(bool done, const Error *error) {
    return !done && error->code == ERROR_ILLEGAL ? LINE_RESULT_ILLEGAL : line_commands_result(done);
}

static void report(Cli *cli, const char *name, LineResult result, const Error *error) {
    if (result == LINE_RESULT_USAGE)
        cli_say(cli, "Wrong command format. Consult \"help %s\".", name);
    else if (result == LINE_RESULT_ILLEGAL)
        cli->presenter->wrong_move(&cli->out, error);
    else if (result == LINE_RESULT_ERROR)
        cli_say_error(cli, error);
}

/* Returns how much of a word to print, in whole characters. */
static int shown_length(const char *word) {
    int length = (int)strlen(word);
    if (length <= WORD_SHOWN)
        return length;
    length = WORD_SHOWN;
    while (((unsigned char)word[length] & 0xC0) == 0x80)
        length--;
    return length;
}

static void run_as_move(Cli *cli, const char *line, const char *first) {
    Error error = {0};
    LineResult result = line_play_notation(cli, line, &error);
    if (result != LINE_RESULT_ERROR || error.code != ERROR_SYNTAX) {
        report(cli, "move", result, &error);
        return;
    }
    int length = shown_length(first);
    cli_say(cli, "Command %.*s%s is not supported. Consult \"help help\".", length, first,
            first[length] != '\0' ? "..." : "");
}

static void run_command(Cli *cli, const char *line, const LineArguments *words) {
    const LineCommand *command = line_commands_find(words->word[0]);
    Error error = {0};
    if (command == NULL) {
        run_as_move(cli, line, words->word[0]);
        return;
    }
    const char *rest = line + strlen(command->name);
    LineArguments arguments = {.count = words->count - 1, .text = rest + strspn(rest, " ")};
    memcpy(arguments.word, words->word + 1, sizeof arguments.word - sizeof *arguments.word);
    LineResult result = LINE_RESULT_USAGE;
    if (arguments.count >= command->arguments_min && arguments.count <= command->arguments_max)
        result = command->run(cli, &arguments, &error);
    report(cli, command->name, result, &error);
}

void line_commands_run(Cli *cli, const char *line) {
    char *line_copy = memory_strdup(line), *trimmed = text_trim(line_copy);
    char *copy = memory_strdup(trimmed);
    LineArguments words;
    split_words(copy, &words);
    if (words.count == 0)
        cli_say(cli, "Input command is an empty string. Try again.");
    else
        run_command(cli, trimmed, &words);
    free(copy);
    free(line_copy);
}

/* --- completion --- */

void line_commands_complete(const Cli *cli, const char *before, CompletionList *completions) {
    char *copy = memory_strdup(before);
    LineArguments words;
    split_words(copy, &words);
    const LineCommand *command = words.count > 0 ? line_commands_find(words.word[0]) : NULL;
    if (words.count == 0) {
        for (size_t i = 0; i < COMMAND_COUNT; i++)
            completion_add(completions, table[i].name);
        if (*completions->word != '\0')
            completion_moves(cli->session, completions);
    } else if (command != NULL && command->complete != NULL && words.count < LINE_ARGUMENTS_MAX) {
        LineArguments arguments = {.count = words.count - 1, .text = ""};
        memcpy(arguments.word, words.word + 1, (size_t)arguments.count * sizeof *words.word);
        command->complete(cli, &arguments, completions);
    }
    free(copy);
}
