#include <config.h>

#include "cli/line_commands.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "cli/line_game.h"
#include "cli/line_games.h"
#include "cli/cli_network.h"
#include "cli/line_review.h"
#include "cli/line_setup.h"
#include "rules/notation.h"

enum { MOVES_SHOWN_MAX = 500 };

/* The parts of the list of commands, in their order. */
typedef enum LineGroup {
    GROUP_MOVES,
    GROUP_BOARD,
    GROUP_COMPUTER,
    GROUP_GAMES,
    GROUP_SETUP,
    GROUP_PUZZLES,
    GROUP_NETWORK,
    GROUP_PROGRAM,
    GROUP_COUNT
} LineGroup;

typedef struct LineCommand {
    const char *name;
    LineGroup group;
    bool needs_turn; /* does something only when the user is to move */
    int arguments_min, arguments_max;
    LineCommandHandler *run;
    LineCommandCompleter *complete; /* NULL: from the usage */
    const char *usage;   /* one or more lines, with names in capitals; NULL: a word of the list */
    const char *summary; /* a sentence for the list */
    const char *details; /* more sentences for its page; NULL: none */
} LineCommand;

static LineCommandHandler help, exit_program;
static LineCommandCompleter complete_help;

enum { UNLIMITED = INT_MAX };

/* The five commands of the original manual come first. */
static const LineCommand table[] = {
    {"advise", GROUP_MOVES, false, 0, 1, line_play_advise, NULL, "advise\nadvise more",
     "Advises a move.",
     "The move comes from the advisor of the side to move. \"advise more\" also says which side is "
     "better, and shows the expected moves. \"advice\" is another word for \"advise\"."},
    {"exit", GROUP_PROGRAM, false, 0, 0, exit_program, NULL, "exit", "Ends the program.", NULL},
    {"help", GROUP_PROGRAM, false, 0, 1, help, complete_help, NULL,
     "Lists the commands, or explains one of them.", NULL},
    {"move", GROUP_MOVES, true, 1, UNLIMITED, line_play_move, line_play_complete_move,
     "move [a-g][1-7] [a-g][1-7]", "Moves a certain piece from a square to a square.", NULL},
    {"show", GROUP_BOARD, false, 1, 1, line_show, NULL, "show board | players | moves | game",
     "Shows the board, the players or the possible steps.", "\"show game\" shows all three."},
    {"undo", GROUP_MOVES, false, 0, 0, line_play_undo, NULL, "undo",
     "Takes back the last jump or move.", "Against a computer, it takes back your last move."},
    {"redo", GROUP_MOVES, false, 0, 0, line_play_redo, NULL, "redo",
     "Repeats the move that was taken back.", NULL},
    {"moves", GROUP_BOARD, false, 0, 0, line_show_moves, NULL, "moves",
     "Lists the moves of the game so far.",
     "Comments and variations of a loaded game stand below their moves."},
    {"analyse", GROUP_BOARD, false, 0, 1, line_play_analyse, NULL, "analyse\nanalyse SECONDS",
     "Shows the best moves found in a few seconds.",
     "Without a number, the search takes as long as the computer's moves do."},
    {"endings", GROUP_BOARD, false, 0, 1, line_endings, NULL, "endings\nendings moves",
     "Says how a position with few pieces ends with best play.",
     "\"endings moves\" also says what each move leads to, the best moves first."},
    {"review", GROUP_BOARD, false, 0, 1, line_review, NULL, "review\nreview show | again",
     "Goes through the game and says which moves were mistakes.",
     "This takes some time; Ctrl-C stops it, and \"review\" goes on. The marks are saved with the "
     "game. \"review show\" says what is known, \"review again\" begins anew."},
    {"level", GROUP_COMPUTER, false, 0, 1, line_play_level, NULL, "level\nlevel [1-10]",
     "Shows or sets the strength of the computer's moves.", NULL},
    {"pause", GROUP_COMPUTER, false, 0, 0, line_play_pause, NULL, "pause",
     "Pauses a game between two computers.", NULL},
    {"resume", GROUP_GAMES, false, 0, 1, line_play_resume, NULL, "resume\nresume MOVES\nresume ID",
     "Resumes your last unfinished game.",
     "With an id, it resumes that network game. A paused game between two computers continues, "
     "for this number of moves if one is given."},
    {"resign", GROUP_MOVES, false, 0, 0, line_play_resign, NULL, "resign", "Resigns the game.",
     NULL},
    {"draw", GROUP_MOVES, false, 0, 0, line_play_draw, NULL, "draw",
     "Offers a draw, or accepts the other side's offer.", NULL},
    {"decline", GROUP_NETWORK, false, 0, 0, line_network_decline, NULL, "decline",
     "Declines the offer of a draw or of a rematch.", "Your own offer of a rematch is withdrawn."},
    {"rematch", GROUP_NETWORK, false, 0, 0, line_network_rematch, NULL, "rematch",
     "Offers another game with colors swapped, or accepts the offer.",
     "This is possible when a network game is over. The new game begins as soon as both sides "
     "want it."},
    {"claim", GROUP_NETWORK, false, 0, 0, line_network_claim, NULL, "claim",
     "Wins against a player who has been away too long.",
     "Only games that were made with --claim=MINUTES can be claimed, while the other side is to "
     "move."},
    {"abort", GROUP_NETWORK, false, 0, 0, line_network_abort, NULL, "abort",
     "Ends a network game without a result.", "This is possible until both sides have moved."},
    {"say", GROUP_NETWORK, false, 1, UNLIMITED, line_network_say, NULL, "say TEXT",
     "Says a line to everybody in a network game.",
     "Until the game is over, its players do not hear spectators."},
    {"mute", GROUP_NETWORK, false, 0, 1, line_network_mute, NULL,
     "mute\nmute white | black | spectators", "Ends the talk of somebody in this network game.",
     "Without a word, it is the talk of everybody. Only you do not hear it any longer."},
    {"unmute", GROUP_NETWORK, false, 0, 1, line_network_unmute, NULL,
     "unmute\nunmute white | black | spectators", "Lets somebody talk again.", NULL},
    {"network", GROUP_NETWORK, false, 0, 0, line_network_show, NULL, "network",
     "Shows a network game's id, its server, and who is present.", NULL},
    {"lobby", GROUP_NETWORK, false, 0, 1, line_network_lobby, NULL, "lobby\nlobby mine",
     "Lists the server's games.",
     "Your own come first, then games that wait for a player, then games in progress. \"lobby "
     "mine\" lists only your own, and in which it is your move."},
    {"join", GROUP_NETWORK, false, 1, 2, line_network_join, NULL, "join ID\njoin ID white | black",
     "Takes a seat in a network game, or resumes yours.",
     "In place of the id you can type an invitation."},
    {"watch", GROUP_NETWORK, false, 1, 1, line_network_watch, NULL, "watch ID",
     "Watches a network game.", NULL},
    {"new", GROUP_GAMES, false, 0, UNLIMITED, line_game_new, line_game_complete_new, "new\nnew FEN",
     "Begins a new game, from the start or from a position.",
     "The command \"fen\" shows how a position is written."},
    {"variant", GROUP_GAMES, false, 0, UNLIMITED, line_game_variant, line_game_complete_variant,
     "variant\nvariant NAME | FILE", "Lists the variants, or begins a new game of one.", NULL},
    {"save", GROUP_GAMES, false, 0, UNLIMITED, line_game_save, NULL,
     "save\nsave FILE\nsave over FILE", "Saves the game to a file.",
     "Only \"save over\" replaces an existing file."},
    {"load", GROUP_GAMES, false, 1, UNLIMITED, line_game_load, NULL, "load FILE\nload FILE#NUMBER",
     "Resumes a game from a file.",
     "It is the last game of the file, or the one with this number."},
    {"games", GROUP_GAMES, false, 0, UNLIMITED, line_games, NULL,
     "games\ngames WORDS\ngames all\ngames show | resume | open | delete NUMBER\n"
     "games save NUMBER FILE\ngames undo\ngames statistics",
     "Lists your games, unfinished ones and those that are over.",
     "With words, it lists the games that have all of them: names, a variant, \"won\", \"lost\", "
     "\"draw\", \"resigned\", a date such as 2026-07-31 or July, \"unfinished\". The numbers are "
     "those of the last list. \"resume\" goes on with an unfinished game, and \"open\" shows one "
     "that is over; \"undo\" brings back the game that was deleted last."},
    {"tree", GROUP_GAMES, false, 0, 0, line_games_tree, NULL, "tree",
     "Shows what was played from this position in your games.",
     "It counts the games that are over, and how they ended. Games that reached the position in "
     "another order of moves count too."},
    {"fen", GROUP_BOARD, false, 0, 0, line_game_fen, NULL, "fen",
     "Shows the position as one line of text, a Congo FEN.", NULL},
    {"setup", GROUP_SETUP, false, 0, UNLIMITED, line_setup, line_setup_complete,
     "setup\nsetup empty | start | mirror | swap\nsetup FEN\nsetup play | cancel",
     "Sets up a position: begins, changes the whole board, or ends.",
     "\"setup\" begins with the position on the board; your game waits. \"empty\" removes all "
     "pieces, \"start\" sets up the start position, \"mirror\" exchanges left and right, and "
     "\"swap\" the two sides. What is not legal yet is said after every change. \"setup play\" "
     "begins a game from the position, and \"setup cancel\" goes back to your game. Meanwhile "
     "\"undo\", \"redo\", \"fen\" and \"show board\" are about the position."},
    {"put", GROUP_SETUP, false, 2, UNLIMITED, line_setup_put, line_setup_complete_put,
     "put LETTER [a-g][1-7]\nput white | black NAME [a-g][1-7]",
     "Puts a piece on one or more squares.",
     "A capital letter is a white piece, a small one a black piece: \"put Z d4 f4 p a5\" puts two "
     "white zebras and a black pawn. So does \"put white zebra d4 f4 black pawn a5\"."},
    {"remove", GROUP_SETUP, false, 1, UNLIMITED, line_setup_remove, NULL, "remove [a-g][1-7]",
     "Removes what is on one or more squares.", NULL},
    {"turn", GROUP_SETUP, false, 0, 1, line_setup_turn, NULL, "turn\nturn white | black",
     "Hands the turn to the other side, or to the one named.", NULL},
    {"puzzle", GROUP_PUZZLES, false, 0, 1, line_game_puzzle, NULL, "puzzle\npuzzle NUMBER | next",
     "Begins a puzzle.",
     "It is the one with this number, or the next unsolved one. In a puzzle, \"puzzle\" alone says "
     "how it stands."},
    {"hint", GROUP_PUZZLES, false, 0, 0, line_game_hint, NULL, "hint",
     "Names the piece to move in a puzzle or another exercise.",
     "The second time, it tells the move."},
    {"next", GROUP_PUZZLES, false, 0, 1, line_game_next, NULL, "next\nnext [2-4]",
     "Begins the next unsolved puzzle; in training: another ending.",
     "With a number, it begins the next unsolved puzzle of that many moves. In the exercises of "
     "\"mistakes\", it begins the next one, or returns to the game."},
    {"train", GROUP_PUZZLES, false, 0, UNLIMITED, line_game_train, NULL,
     "train\ntrain ENDING win | draw short | medium | long",
     "Trains an ending against a perfect defence.",
     "You have White. The ending is a random one of a class such as Lz_lp, lion and zebra against "
     "lion and pawn, or of 3 to 5 pieces, lions included. You win it in at most 5, 12 or more "
     "moves, or hold a drawn one that long; \"5-9\" are moves too. Each word may be missing. In "
     "training, \"train\" alone begins another ending of the same kind."},
    {"mistakes", GROUP_PUZZLES, false, 0, 1, line_review_mistakes, line_review_complete_mistakes,
     "mistakes\nmistakes NUMBER | end", "Begins exercises from your mistakes in a reviewed game.",
     "Find a better move than the one that was played. \"hint\" helps, \"next\" goes on, and "
     "\"mistakes end\" returns to the game."},
    {"rank", GROUP_BOARD, false, 1, 1, line_show_rank, NULL, "rank [1-7]",
     "Says what is on a rank, from left to right.", NULL},
    {"file", GROUP_BOARD, false, 1, 1, line_show_file, NULL, "file [a-g]",
     "Says what is on a file, starting at rank 1.", NULL},
    {"piece", GROUP_BOARD, false, 1, 1, line_show_piece, line_show_complete_piece,
     "piece LETTER | NAME", "Says where the pieces of a kind are.",
     "The kind is a letter or a name, as in \"piece z\" or \"piece zebra\"."},
    {"last", GROUP_BOARD, false, 0, 0, line_show_last, NULL, "last",
     "Repeats the last move, and the result when the game is over.", NULL},
    {"attackers", GROUP_BOARD, false, 1, 1, line_show_attackers, NULL, "attackers [a-g][1-7]",
     "Says what could capture on a square, and what protects it.", NULL},
    {"drowning", GROUP_BOARD, false, 0, 0, line_show_drowning, NULL, "drowning",
     "Says which pieces are in the river, and when they drown.", NULL},
};

enum { LINE_COMMAND_COUNT = sizeof table / sizeof table[0], WORD_SHOWN = 60 };

/* Ignores case; "?" is help, and "advice" is advise. Returns NULL if there is no such command. */
static const LineCommand *find_command(const char *name) {
    if (strcmp(name, "?") == 0)
        name = "help";
    else if (text_equal_ignore_case(name, "advice"))
        name = "advise";
    for (size_t i = 0; i < LINE_COMMAND_COUNT; i++)
        if (text_equal_ignore_case(table[i].name, name))
            return &table[i];
    return NULL;
}

/* ---- help ---- */

/* "help advise | exit | ..." */
static void print_help_usage(Output *out) {
    Buffer usage = {0};
    buffer_add_string(&usage, "help");
    for (size_t i = 0; i < LINE_COMMAND_COUNT; i++)
        buffer_add_format(&usage, "%s %s", i > 0 ? " |" : "", table[i].name);
    output_wrapped(out, usage.bytes);
    buffer_free(&usage);
}

/* Appends a usage as one would say it: "level; or level 1 to 10". */
static void add_spoken_usage(const char *usage, Buffer *text) {
    static const struct {
        const char *written, *spoken;
    } forms[] = {{"[a-g][1-7]", "SQUARE"}, {" | ", " or "}, {"\n", "; or "}, {"[", ""}, {"]", ""}};
    while (*usage != '\0') {
        size_t i = 0;
        while (i < sizeof forms / sizeof forms[0] &&
               strncmp(usage, forms[i].written, strlen(forms[i].written)) != 0)
            i++;
        bool found = i < sizeof forms / sizeof forms[0];
        bool range =
            *usage == '-' && usage[1] != '\0' && strcspn(usage, "]") < strcspn(usage, " [");
        if (found)
            buffer_add_string(text, forms[i].spoken);
        else if (range)
            buffer_add_string(text, " to ");
        else
            buffer_add(text, usage, 1);
        usage += found ? strlen(forms[i].written) : 1;
    }
}

/* Says what a command does and how it is typed, in sentences. */
static void say_help_page(Cli *cli, const LineCommand *command) {
    Buffer text = {0};
    cli->presenter->list_entry(&cli->out, command->name, command->summary);
    if (command->details != NULL)
        cli->presenter->say(&cli->out, command->details);
    buffer_add_string(&text, "Type ");
    add_spoken_usage(command->usage != NULL ? command->usage : "help\nhelp COMMAND", &text);
    buffer_add_string(&text, ".");
    cli->presenter->say(&cli->out, text.bytes);
    buffer_free(&text);
}

static void print_help_page(Output *out, const LineCommand *command) {
    output_text(out, " NAME\n");
    output_wrapped(out, command->name);
    output_text(out, " DESCRIPTION\n");
    output_wrapped(out, command->summary);
    if (command->details != NULL)
        output_wrapped(out, command->details);
    output_text(out, " USAGE\n");
    if (command->usage != NULL)
        output_wrapped(out, command->usage);
    else
        print_help_usage(out);
}

/* Lists the commands by what they are for, each with a sentence. */
static void print_commands(Cli *cli) {
    static const char *const groups[GROUP_COUNT] = {[GROUP_MOVES] = "Playing",
                                                    [GROUP_BOARD] = "Looking at the game",
                                                    [GROUP_COMPUTER] = "Computers",
                                                    [GROUP_GAMES] = "Other games, and files",
                                                    [GROUP_SETUP] = "Setting up a position",
                                                    [GROUP_PUZZLES] = "Puzzles",
                                                    [GROUP_NETWORK] = "Over the network",
                                                    [GROUP_PROGRAM] = "The program"};
    for (int group = 0; group < GROUP_COUNT; group++) {
        cli->presenter->list_title(&cli->out, groups[group]);
        for (size_t i = 0; i < LINE_COMMAND_COUNT; i++)
            if ((int)table[i].group == group)
                cli->presenter->list_entry(&cli->out, table[i].name, table[i].summary);
    }
    output_blank_line(&cli->out);
    cli_say(cli, "\"help move\" says more about a command, here \"move\".");
    cli_say(cli, "A move needs no command: \"d2 d3\" is enough.");
}

static LineResult help(Cli *cli, const LineArguments *arguments, Error *error) {
    const LineCommand *command = arguments->count > 0 ? find_command(arguments->word[0]) : NULL;
    (void)error;
    if (arguments->count == 0) {
        print_commands(cli);
        return LINE_RESULT_OK;
    }
    if (command == NULL)
        return LINE_RESULT_USAGE;
    if (cli->settings.plain)
        say_help_page(cli, command);
    else
        print_help_page(&cli->out, command);
    return LINE_RESULT_OK;
}

static void complete_help(const Cli *cli, const LineArguments *before,
                          CompletionList *completions) {
    (void)cli;
    for (size_t i = 0; before->count == 0 && i < LINE_COMMAND_COUNT; i++)
        completion_add(completions, table[i].name);
}

static LineResult exit_program(Cli *cli, const LineArguments *arguments, Error *error) {
    (void)arguments, (void)error;
    cli->exits = true;
    return LINE_RESULT_OK;
}

/* ---- words ---- */

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

/* ---- running ---- */

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
    LineResult result = LINE_RESULT_ERROR;
    error.code = ERROR_SYNTAX;
    if (cli->setup == NULL)
        result = line_play_notation(cli, line, &error);
    if (result != LINE_RESULT_ERROR || error.code != ERROR_SYNTAX) {
        report(cli, "move", result, &error);
        return;
    }
    if (cli_reject_squares(line, &error) == LINE_RESULT_ERROR) {
        cli_say_error(cli, &error);
        return;
    }
    int length = shown_length(first);
    Suggestion closest = {first, "", INT_MAX};
    for (size_t i = 0; i < LINE_COMMAND_COUNT; i++)
        text_suggest(&closest, table[i].name);
    if (closest.known[0] != '\0') {
        cli_say(cli, "Command %.*s is not supported, the closest is %s. Consult \"help %s\".",
                length, first, closest.known, closest.known);
        return;
    }
    if (cli->setup != NULL) {
        line_setup_reject(&error);
        cli_say_error(cli, &error);
        return;
    }
    cli_say(cli, "Command %.*s%s is not supported. Consult \"help help\".", length, first,
            first[length] != '\0' ? "..." : "");
}

static void run_command(Cli *cli, const char *line, const LineArguments *words) {
    const LineCommand *command = find_command(words->word[0]);
    Error error = {0};
    if (command == NULL) {
        run_as_move(cli, line, words->word[0]);
        return;
    }
    const char *rest = line + strlen(words->word[0]);
    LineArguments arguments = {.count = words->count - 1, .text = rest + strspn(rest, " ")};
    memcpy(arguments.word, words->word + 1, sizeof arguments.word - sizeof *arguments.word);
    LineResult result = LINE_RESULT_USAGE;
    LineCommandHandler *run = command->run;
    if (cli->setup != NULL && command->group != GROUP_PROGRAM)
        run = line_setup_handler(run);
    if (run == NULL)
        result = cli_result(line_setup_reject(&error));
    else if (arguments.count >= command->arguments_min && arguments.count <= command->arguments_max)
        result = run(cli, &arguments, &error);
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

LineNeed line_commands_need(const char *line, size_t length) {
    char word[WORD_SHOWN + 1];
    while (length > 0 && text_is_space(*line)) {
        line++;
        length--;
    }
    while (length > 0 && text_is_space(line[length - 1]))
        length--;
    if (length == 0)
        return LINE_NEEDS_NOTHING;
    if (text_matches(line, length, "exit"))
        return LINE_EXITS;
    size_t end = 0;
    while (end < length && end < WORD_SHOWN && !text_is_space(line[end])) {
        word[end] = line[end];
        end++;
    }
    word[end] = '\0';
    const LineCommand *command = find_command(word);
    return command == NULL || command->needs_turn ? LINE_NEEDS_TURN : LINE_NEEDS_NOTHING;
}

/* ---- completion ---- */

/* Adds the legal moves, in both notations. */
static void complete_moves(const Session *session, NotationStyle style,
                           CompletionList *completions) {
    const Position *position = session_position(session);
    MoveList list;
    movelist_init(&list);
    movegen_some(position, MOVES_SHOWN_MAX, &list);
    for (size_t i = 0; i < list.count; i++) {
        char text[NOTATION_SIZE], squares[COORDINATE_SIZE];
        notation_write(position, list.moves[i], style, text);
        coordinate_write(list.moves[i], squares);
        completion_add(completions, text);
        completion_add(completions, squares);
    }
    movelist_free(&list);
}

/* Adds what can follow in a line of a usage: its words, or files in the place of FILE. */
static void complete_usage(char *line, const LineArguments *before, CompletionList *completions) {
    LineArguments usage;
    int place = -1;
    bool fits = true; /* what was typed in that place */
    split_words(line, &usage);
    for (int i = 1; i < usage.count; i++) {
        const char *word = usage.word[i];
        bool literal = word[0] >= 'a' && word[0] <= 'z';
        if (strcmp(word, "|") == 0)
            continue;
        if (strcmp(usage.word[i - 1], "|") != 0) {
            if (!fits)
                return;
            fits = false;
            place++;
        }
        if (place < before->count)
            fits = fits || !literal || text_equal_ignore_case(word, before->word[place]);
        else if (literal)
            completion_add(completions, word);
        else if (strcmp(word, "FILE") == 0)
            completions->files = true;
    }
}

void line_commands_complete(const Cli *cli, const char *before, CompletionList *completions) {
    char *copy = memory_strdup(before);
    LineArguments words;
    split_words(copy, &words);
    const LineCommand *command = words.count > 0 ? find_command(words.word[0]) : NULL;
    if (words.count == 0) {
        for (size_t i = 0; i < LINE_COMMAND_COUNT; i++)
            completion_add(completions, table[i].name);
        if (*completions->word != '\0')
            complete_moves(cli->session, cli->out.notation, completions);
    } else if (command != NULL && words.count < LINE_ARGUMENTS_MAX) {
        LineArguments arguments = {.count = words.count - 1, .text = ""};
        memcpy(arguments.word, words.word + 1, (size_t)arguments.count * sizeof *words.word);
        if (command->complete != NULL) {
            command->complete(cli, &arguments, completions);
        } else {
            char *usage = memory_strdup(command->usage), *rest = usage, *line;
            while ((line = strsep(&rest, "\n")) != NULL)
                complete_usage(line, &arguments, completions);
            free(usage);
        }
    }
    free(copy);
}
