/* Reads the games of a text, in the form that gamefile.h describes. */
#ifndef RULES_GAMES_GAMEREADER_H
#define RULES_GAMES_GAMEREADER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/compiler.h"
#include "base/error.h"
#include "rules/record.h"

typedef struct GamePlace {
    size_t offset; /* in the text, from 0 */
    size_t line;   /* from 1 */
    size_t column; /* from 1, in bytes */
} GamePlace;

/* A remark on a game. */
typedef enum GameRemark {
    REMARK_SLIP, /* a deviation from the notation, and what it was read as */
    REMARK_ERROR,
    REMARK_NOTE /* a line of a foreign text that is skipped; without a sentence */
} GameRemark;

/* Receives the remarks in the order of the text. The sentence begins "name:line:column: ". */
typedef void GameRemarkHandler(void *context, GameRemark remark, GamePlace place,
                               const char *sentence);

/*
 * A reader over a text, which it borrows. The caller may set `foreign`, `start`, `on_remark` and
 * `remark_context` after gamereader_init.
 */
typedef struct GameReader {
    const char *name; /* borrowed */
    const char *text;
    size_t length;
    bool foreign;                 /* from another program; see gamefile.h */
    const Position *start;        /* of games with neither a Variant nor a FEN tag; borrowed; NULL:
                                     the start of congo */
    GameRemarkHandler *on_remark; /* NULL: none */
    void *remark_context;
    GamePlace at;      /* the next byte to read */
    GamePlace failed;  /* where the last game that failed was left; line 0: none failed */
    bool failed_whole; /* ... after its end */
    size_t game;       /* number of the last game read, from 1 */
    size_t deviations; /* slips in the last game: what a strict reader rejects */
    bool cut_off;      /* the last game had no result after its moves */
    /* Private. */
    size_t half_moves; /* words read as moves, and Black's first place if he began */
    size_t moves_line; /* a line of a foreign text that is no note */
    size_t budget;     /* moves that may still be tried to settle ambiguous ones */
} GameReader;

void gamereader_init(GameReader *reader, const char *name, const char *text, size_t length);

/* Returns whether anything is left but blanks, '%' lines and, in a foreign text, notes. */
bool gamereader_more(GameReader *reader);

/*
 * Reads the next game into a record at its last ply, owned by the caller. If `strict` is set, slips
 * are errors: deviations from the notation, wrong move numbers, and a result that is missing,
 * contradicts the moves or the tags, or has no reason. Reading continues after a slip, so that
 * all are reported; *error is the first error. Returns NULL if there was one, after which only
 * gamereader_recover may be called.
 *
 * An ambiguous word resolves to the candidate with the longest legal continuation. Two with equal
 * continuations are an error.
 */
Record *gamereader_next(GameReader *reader, bool strict, Error *error);

/* The data that a list of games shows. */
typedef struct GameSummary {
    char *white, *black, *variant; /* owned; "?" if there is none, congo for the variant */
    size_t plies;
    Result result;
} GameSummary;

/*
 * Skips the next game without playing its moves, and sets *summary, which may be NULL. Returns
 * false if the end of the game cannot be found, after which only gamereader_recover may be called.
 * Not for foreign texts.
 */
bool gamereader_skip(GameReader *reader, GameSummary *summary);

void gamereader_free_summary(GameSummary *summary);

/* Goes to the game after one that failed: behind its end, or else to the likely tags of the next, a
 * '[' that begins a line after an empty line. Returns false if there is none. */
bool gamereader_recover(GameReader *reader);

/* ---- scanning the text, for gametags.c, which reads the tags ---- */

/* Returns the next byte, or NUL at the end. */
char gamescan_peek(const GameReader *reader);

void gamescan_advance(GameReader *reader, size_t bytes);

/* Skips blanks, lines that begin with '%' and, in a foreign text, notes and boards. */
void gamescan_skip_blanks(GameReader *reader);

bool gamescan_is_break(char c);

/* The faults of a game, as far as it was read. */
typedef struct GameFaults {
    GameReader *reader;
    bool strict; /* slips are errors */
    bool wrong;  /* there was an error */
    Error *first;
} GameFaults;

/* Reports an error, before reading continues or at its end. Always returns false. */
bool gamescan_fail(GameFaults *faults, GamePlace place, ErrorCode code, const char *format, ...)
    PRINTF_LIKE(4, 5);

#endif
