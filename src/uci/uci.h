/* The engine's protocols on standard input and output: the Universal Chess Interface, or the match
 * protocol of student tournaments. See congo-engine(6). */
#ifndef UCI_UCI_H
#define UCI_UCI_H

#include <stdbool.h>

#include "base/buffer.h"
#include "base/error.h"
#include "config/command_options.h"
#include "endings/endings.h"
#include "engine/engine.h"
#include "rules/record.h"
#include "rules/variant.h"

/* ---- input ---- */

enum { UCI_LINE_MAX = 4 << 20 }; /* bytes; room for the longest game that is recorded */

typedef enum UciInputStatus {
    UCI_INPUT_LINE,
    UCI_INPUT_TOO_LONG, /* a line of more than UCI_LINE_MAX bytes was skipped */
    UCI_INPUT_BINARY,   /* a line with a zero byte was skipped */
    UCI_INPUT_END
} UciInputStatus;

/* Starts as {.file = ..., .lines.limit = UCI_LINE_MAX}. */
typedef struct UciInput {
    int file;
    LineBuffer lines;
    char *text;            /* of the last line; valid until the next call */
    UciInputStatus status; /* of the last line */
    bool begun;            /* a line was read */
    bool unread;           /* the next call returns the last line again */
} UciInput;

/* Reads a line into input->text, without its end. A read error counts as the end. */
UciInputStatus uci_input_read_line(UciInput *input);

/* ---- endings ---- */

/* The solved endings that a client's searches use: those of the variant in play. Starts as {0}. */
typedef struct UciEndings {
    char *setting;      /* owned; for ending_folders_find */
    Endings *endings;   /* owned; NULL: none */
    Variant variant;    /* they were opened for */
    bool stale;         /* the setting has changed since */
    bool fault_printed; /* of the open endings */
} UciEndings;

void uci_endings_free(UciEndings *endings);

/* Changes the setting. Fails without a change if it is not a folder. */
bool uci_endings_set(UciEndings *endings, const char *setting, Error *error);

/* Opens the endings of a variant, if they are not open, and hands them to an engine that does not
 * search. Returns false with a sentence if tables are left out because they are damaged. */
bool uci_endings_open(UciEndings *endings, Engine *engine, const Variant *variant, Error *error);

/* ---- positions ---- */

/* Reads a FEN up to the end of the line or the word "moves", and moves *rest past that word. */
bool uci_position_read_fen(const Variant *variant, char **rest, Position *position, bool *has_moves,
                           Error *error);

/* Plays moves in coordinate form. Leaves the game unchanged if one is not legal. */
bool uci_position_play_moves(Record *game, char *moves, Error *error);

/* ---- the loop ---- */

/* Serves a client of either protocol. Without a variant it plays that of the protocol. Returns
 * COMMAND_FAILED with an error if the variant or the endings cannot be read, or the engine cannot
 * be created. */
int uci_serve(const EngineOptions *options, Error *error);

/* Serves a client of UCI until it quits or closes its output. The variant is the one to begin with,
 * or NULL for the default; `endings` is for ending_folders_find. Returns as uci_serve. */
int uci_run(UciInput *input, const Variant *variant, const char *endings, Error *error);

#endif
