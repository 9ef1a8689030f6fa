#include <config.h>

#include "net/verb.h"

#include "net/text.h"

typedef struct VerbRow {
    const char *word;
    const char *synopsis;
    const char *summary;
} VerbRow;

static const VerbRow rows[VERB_COUNT] = {
    [VERB_HELLO] = {"HELLO", "congo/1 [client=<program>]", "name the protocol; optional"},
    [VERB_NEW] = {"NEW",
                  "standard|fen=<FEN> [variant=<name>] [seat=w|b|none] [key=<key>] [name=<name>] "
                  "[private=1] [clock=<seconds>+<increment>]",
                  "create a game"},
    [VERB_JOIN] = {"JOIN", "<id> w|b|any [key=<key>] [name=<name>]",
                   "take a seat, or take it again"},
    [VERB_WATCH] = {"WATCH", "<id> [from=<ply>]", "be told what happens in a game"},
    [VERB_UNWATCH] = {"UNWATCH", "<id>", "be told no longer"},
    [VERB_GET] = {"GET", "<id>", "how a game stands"},
    [VERB_MOVES] = {"MOVES", "<id> [from=<ply>] [limit=<number>]", "the moves of a game"},
    [VERB_LEGAL] = {"LEGAL", "<id> [<square>] [limit=<number>]", "the moves that are legal now"},
    [VERB_BOARD] = {"BOARD", "<id>", "the board as a picture"},
    [VERB_EXPORT] = {"EXPORT", "<id>", "the game as a file"},
    [VERB_MOVE] = {"MOVE", "<id> <ply> <move> [hash=<hash>]", "play a move"},
    [VERB_RESIGN] = {"RESIGN", "<id> <ply>", "resign"},
    [VERB_DRAW] = {"DRAW", "<id> <ply> offer|accept|decline", "offer or answer a draw"},
    [VERB_ABORT] = {"ABORT", "<id> <ply>", "end a game in which a side has not moved yet"},
    [VERB_SAY] = {"SAY", "<id> <text>", "talk to everybody in a game"},
    [VERB_LIST] = {"LIST", "[open|live] [from=<number>] [limit=<number>]",
                   "the games of the server"},
    [VERB_STATS] = {"STATS", "", "figures of the server"},
    [VERB_HELP] = {"HELP", "[<command>]", "this help"},
    [VERB_PING] = {"PING", "[<text>]", "is answered at once"},
    [VERB_QUIT] = {"QUIT", "", "close the connection"},
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

Verb verb_find(const char *word, size_t length) {
    int verb = 0;
    while (verb < VERB_COUNT && !text_is(word, length, rows[verb].word))
        verb++;
    return (Verb)verb;
}
