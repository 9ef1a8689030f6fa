#include <config.h>

#include "net/verb.h"

#include "base/text.h"
#include "net/line_format.h"

typedef struct VerbRow {
    const char *word;
    const char *synopsis;
    const char *summary;
    LineFormat format;
    const char *success_word; /* NULL: the same word */
    LineFormat success;
} VerbRow;

static const VerbRow rows[VERB_COUNT] = {
    [VERB_HELLO] = {.word = "HELLO",
                    .synopsis = "congo/1 [client=<program>]",
                    .summary = "state the protocol version (optional)",
                    .format = {1, {FIELD_PROTOCOL}, {FIELD_CLIENT}},
                    .success = {1,
                                {FIELD_PROTOCOL},
                                {FIELD_MAXLINE, FIELD_VARIANTS, FIELD_FEATURES}}},
    [VERB_NEW] =
        {.word = "NEW",
         .synopsis =
             "standard|fen=<FEN> [variant=<name>] [seat=w|b|none] [key=<key>] [name=<name>] "
             "[private=1] [invite=<key>] [clock=<seconds>+<increment>] [permove=1] "
             "[claim=<minutes>]",
         .summary = "create a game",
         .format = {0,
                    {FIELD_STANDARD},
                    {FIELD_FEN, FIELD_VARIANT, FIELD_SEAT, FIELD_KEY, FIELD_PRIVATE, FIELD_INVITE,
                     FIELD_CLOCK, FIELD_PER_MOVE, FIELD_CLAIM, FIELD_NAME}},
         .success = {1, {FIELD_ID}, {FIELD_SEAT, FIELD_KEY, FIELD_PLY, FIELD_FEN, FIELD_DUP}}},
    [VERB_JOIN] = {.word = "JOIN",
                   .synopsis = "<id> w|b|any [key=<key>] [invite=<key>] [name=<name>]",
                   .summary = "take a seat, or return to it",
                   .format = {2, {FIELD_ID, FIELD_SEAT_ARG}, {FIELD_KEY, FIELD_INVITE, FIELD_NAME}},
                   .success = {1,
                               {FIELD_ID},
                               {FIELD_SEAT, FIELD_KEY, FIELD_PLY, FIELD_FEN, FIELD_HASH}}},
    [VERB_WATCH] = {.word = "WATCH",
                    .synopsis = "<id> [from=<ply>] [name=<name>]",
                    .summary = "follow a game",
                    .format = {1, {FIELD_ID}, {FIELD_FROM, FIELD_NAME}},
                    .success = {1, {FIELD_ID}, {FIELD_PLY}}},
    [VERB_UNWATCH] = {.word = "UNWATCH",
                      .synopsis = "<id>",
                      .summary = "stop following a game",
                      .format = {1, {FIELD_ID}, {0}},
                      .success = {1, {FIELD_ID}, {0}}},
    [VERB_GET] = {.word = "GET",
                  .synopsis = "<id>",
                  .summary = "show the state of a game",
                  .format = {1, {FIELD_ID}, {0}},
                  .success = {1, {FIELD_ID}, {0}}},
    [VERB_MOVES] = {.word = "MOVES",
                    .synopsis = "<id> [from=<ply>] [limit=<number>]",
                    .summary = "list the moves of a game",
                    .format = {1, {FIELD_ID}, {FIELD_FROM, FIELD_LIMIT}},
                    .success = {1, {FIELD_ID}, {FIELD_NEXT}}},
    [VERB_LEGAL] = {.word = "LEGAL",
                    .synopsis = "<id> [<square>] [limit=<number>]",
                    .summary = "list the legal moves",
                    .format = {1, {FIELD_ID, FIELD_SQUARE}, {FIELD_LIMIT}},
                    .success = {1, {FIELD_ID}, {FIELD_AMOUNT, FIELD_MORE}}},
    [VERB_BOARD] = {.word = "BOARD",
                    .synopsis = "<id>",
                    .summary = "draw the board",
                    .format = {1, {FIELD_ID}, {0}},
                    .success = {0, {FIELD_ID}, {0}}},
    [VERB_EXPORT] = {.word = "EXPORT",
                     .synopsis = "<id>",
                     .summary = "write the game as a file",
                     .format = {1, {FIELD_ID}, {0}},
                     .success = {0, {FIELD_ID}, {0}}},
    [VERB_MOVE] = {.word = "MOVE",
                   .synopsis = "<id> <ply> <move> [hash=<hash>]",
                   .summary = "play a move",
                   .format = {3, {FIELD_ID, FIELD_PLY_ARG, FIELD_MOVE}, {FIELD_HASH}},
                   .success = {2,
                               {FIELD_ID, FIELD_PLY_ARG},
                               {FIELD_NEXT, FIELD_FEN, FIELD_HASH, FIELD_WMS, FIELD_BMS,
                                FIELD_RESULT, FIELD_REASON, FIELD_DUP}}},
    [VERB_RESIGN] = {.word = "RESIGN",
                     .synopsis = "<id> <ply>",
                     .summary = "resign",
                     .format = {2, {FIELD_ID, FIELD_PLY_ARG}, {0}},
                     .success = {2,
                                 {FIELD_ID, FIELD_PLY_ARG},
                                 {FIELD_RESULT, FIELD_REASON, FIELD_DUP}}},
    [VERB_DRAW] = {.word = "DRAW",
                   .synopsis = "<id> <ply> offer|accept|decline",
                   .summary = "offer or answer a draw",
                   .format = {3, {FIELD_ID, FIELD_PLY_ARG, FIELD_ACTION}, {0}},
                   .success = {3,
                               {FIELD_ID, FIELD_PLY_ARG, FIELD_ACTION},
                               {FIELD_RESULT, FIELD_REASON, FIELD_DUP}}},
    [VERB_ABORT] = {.word = "ABORT",
                    .synopsis = "<id> <ply>",
                    .summary = "end a game in which a side has not moved yet",
                    .format = {2, {FIELD_ID, FIELD_PLY_ARG}, {0}},
                    .success = {2,
                                {FIELD_ID, FIELD_PLY_ARG},
                                {FIELD_RESULT, FIELD_REASON, FIELD_DUP}}},
    [VERB_CLAIM] = {.word = "CLAIM",
                    .synopsis = "<id> <ply>",
                    .summary = "win against a player who has been away too long",
                    .format = {2, {FIELD_ID, FIELD_PLY_ARG}, {0}},
                    .success = {2,
                                {FIELD_ID, FIELD_PLY_ARG},
                                {FIELD_RESULT, FIELD_REASON, FIELD_DUP}}},
    [VERB_REMATCH] = {.word = "REMATCH",
                      .synopsis = "<id> offer|accept|decline",
                      .summary = "offer or answer another game with colors swapped",
                      .format = {2, {FIELD_ID, FIELD_ACTION}, {0}},
                      .success = {2,
                                  {FIELD_ID, FIELD_ACTION},
                                  {FIELD_GAME, FIELD_SEAT, FIELD_DUP}}},
    [VERB_SAY] = {.word = "SAY",
                  .synopsis = "<id> <text>",
                  .summary = "talk to everyone in a game",
                  .format = {2, {FIELD_ID, FIELD_TEXT}, {0}},
                  .success = {0, {FIELD_ID}, {0}}},
    [VERB_MUTE] = {.word = "MUTE",
                   .synopsis = "<id> [w|b|-]",
                   .summary = "hear no more of a player, of spectators (-), or of anybody",
                   .format = {1, {FIELD_ID, FIELD_SIDE_ARG}, {0}},
                   .success = {1, {FIELD_ID, FIELD_SIDE_ARG}, {0}}},
    [VERB_UNMUTE] = {.word = "UNMUTE",
                     .synopsis = "<id> [w|b|-]",
                     .summary = "hear them again",
                     .format = {1, {FIELD_ID, FIELD_SIDE_ARG}, {0}},
                     .success = {1, {FIELD_ID, FIELD_SIDE_ARG}, {0}}},
    [VERB_LIST] = {.word = "LIST",
                   .synopsis = "[open|live] [from=<number>] [limit=<number>]",
                   .summary = "list the games on the server",
                   .format = {0, {FIELD_CHOICE}, {FIELD_FROM, FIELD_LIMIT}},
                   .success = {0, {0}, {FIELD_NEXT}}},
    [VERB_SUBSCRIBE] = {.word = "SUBSCRIBE",
                        .synopsis = "[open|live]",
                        .summary = "list the games and be told of changes",
                        .format = {0, {FIELD_CHOICE}, {0}},
                        .success = {0, {FIELD_CHOICE}, {0}}},
    [VERB_UNSUBSCRIBE] = {.word = "UNSUBSCRIBE",
                          .synopsis = "",
                          .summary = "be told no more of changes of the list",
                          .format = {0, {0}, {0}},
                          .success = {0, {0}, {0}}},
    [VERB_STATS] = {.word = "STATS",
                    .synopsis = "",
                    .summary = "show the server's statistics",
                    .format = {0, {0}, {0}},
                    .success = {0, {0}, {0}}},
    [VERB_HELP] = {.word = "HELP",
                   .synopsis = "[<command>]",
                   .summary = "this help",
                   .format = {0, {FIELD_TOPIC}, {0}},
                   .success = {0, {0}, {0}}},
    [VERB_PING] = {.word = "PING",
                   .synopsis = "[<text>]",
                   .summary = "check the connection",
                   .format = {0, {FIELD_ECHO}, {0}},
                   .success_word = "PONG",
                   .success = {0, {FIELD_ECHO}, {0}}},
    [VERB_QUIT] = {.word = "QUIT",
                   .synopsis = "",
                   .summary = "close the connection",
                   .format = {0, {0}, {0}},
                   .success_word = "BYE",
                   .success = {0, {0}, {0}}},
};

const char *verb_word(Verb verb) {
    return rows[verb].word;
}

const char *verb_synopsis(Verb verb) {
    return rows[verb].synopsis;
}

const char *verb_summary(Verb verb) {
    return rows[verb].summary;
}

const LineFormat *verb_format(Verb verb) {
    return &rows[verb].format;
}

const char *verb_success_word(Verb verb) {
    return rows[verb].success_word ? rows[verb].success_word : rows[verb].word;
}

const LineFormat *verb_success_format(Verb verb) {
    return &rows[verb].success;
}

static Verb find_by_word(const char *(*word_of)(Verb verb), const char *word, size_t length) {
    int verb = 0;
    while (verb < VERB_COUNT && !text_matches(word, length, word_of((Verb)verb)))
        verb++;
    return (Verb)verb;
}

Verb verb_find(const char *word, size_t length) {
    return find_by_word(verb_word, word, length);
}

Verb verb_find_success(const char *word, size_t length) {
    return find_by_word(verb_success_word, word, length);
}
