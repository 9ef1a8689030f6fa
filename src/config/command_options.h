/* Options and operands of the commands. settings.c has a row for each member. */
#ifndef CONFIG_COMMAND_OPTIONS_H
#define CONFIG_COMMAND_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "config/option_range.h"
#include "rules/notation.h"
#include "rules/variant.h"

/* Exit statuses of commands. */
enum {
    COMMAND_OK = 0,
    COMMAND_FAILED = 1, /* congo: invalid game or position; congo-engine: any failure at run time */
    COMMAND_ERROR = 2   /* invalid arguments; congo: also a failure at run time */
};

/* Runs a command with its options. Returns the exit status. Sets the error if the caller must
 * report it. */
typedef int CommandRunner(const void *options, Error *error);

/* Positional arguments, borrowed. */
typedef struct Operands {
    const char *const *items;
    size_t count;
} Operands;

/* ---- congo ---- */

typedef struct FileCheckOptions {
    Operands files;
    bool strict;
    bool quiet;
} FileCheckOptions;

/* Formats to which games are converted. */
typedef enum ConvertFormat {
    CONVERT_CONGO, /* a file of games, in Congo notation or coordinates */
    CONVERT_COORDINATES,
    CONVERT_PGN,  /* for programs that read games of chess */
    CONVERT_SVG,  /* a picture of a position */
    CONVERT_HTML, /* a page to go through the games */
    CONVERT_TEXT, /* a score sheet */
    CONVERT_JSON
} ConvertFormat;

enum { CONVERT_AFTER_LAST = -1 };

typedef struct FileConvertOptions {
    Operands files;
    ConvertFormat format;
    int number;    /* of the game to convert, from 1; 0: all games */
    int after;     /* plies before the position of a picture, or CONVERT_AFTER_LAST */
    bool animated; /* a picture of the whole game */
    int theme;     /* 0: as the reader's system is set; else a ThemeId + 1 */
    bool flip;
    Notation notation;  /* of what people read */
    const char *output; /* NULL or "-": standard output */
    bool force;
    bool strict;
    bool foreign;
    const char *variant; /* name or file */
    const char *game;    /* a FEN; NULL: the variant's start position */
} FileConvertOptions;

typedef enum FindFormat { FIND_LIST, FIND_CONGO } FindFormat;

/* In the order of the words of --result: any result, or a Result. */
typedef enum FindResult { FIND_ANY, FIND_WHITE, FIND_BLACK, FIND_DRAW, FIND_OPEN } FindResult;

typedef struct FileFindOptions {
    Operands files; /* none: the kept games */
    FindFormat format;
    const char *player; /* a part of the name of either player; NULL: any */
    const char *white, *black;
    OptionRange date;
    FindResult result;
    const char *variant; /* name or file; NULL: any */
    OptionRange length;  /* in plies */
    const char *fen;     /* a position of the game; NULL: any */
    const char *output;  /* NULL or "-": standard output */
    bool force;
} FileFindOptions;

typedef struct FileMergeOptions {
    Operands files;
    const char *output; /* NULL or "-": standard output */
    bool force;
    bool strict;
} FileMergeOptions;

typedef struct FileReviewOptions {
    Operands files;
    int64_t movetime_ms; /* for a position; 0: the usual time */
    int64_t nodes;       /* for a position; 0: no limit */
    int threads;         /* 0: one for each processor */
    bool again;
    Notation notation;  /* of what people read */
    const char *output; /* NULL or "-": standard output */
    bool force;
    bool strict;
    const char *endings; /* for ending_folders_find */
} FileReviewOptions;

typedef enum FenFormat { FEN_TEXT, FEN_SVG } FenFormat;

typedef struct FileTreeOptions {
    Operands files;    /* none: the kept games */
    const char *start; /* a FEN; NULL: the variant's start position */
    const char *moves; /* played from there; NULL: none */
    int depth;
    Notation notation;
    const char *variant; /* name or file */
} FileTreeOptions;

enum { FILE_TREE_DEPTH_MAX = 20 };

typedef enum PictureGlyphs { PICTURE_DRAWN, PICTURE_LETTERS } PictureGlyphs;

typedef struct FenOptions {
    Operands words; /* of the FEN */
    FenFormat format;
    int theme; /* as in FileConvertOptions */
    bool flip;
    bool empty;           /* a picture of the board, without a FEN */
    int paper;            /* a BoardPaper */
    PictureGlyphs glyphs; /* of a picture */
    const char *variant;  /* name or file */
    const char *endings;  /* for ending_folders_find */
    bool moves;           /* list those of a solved ending */
    Notation notation;    /* of the moves of a report */
} FenOptions;

/* ---- congo-engine ---- */

typedef struct EngineOptions {
    const char *variant; /* name or file; NULL: that of the protocol */
    const char *endings; /* for ending_folders_find */
} EngineOptions;

typedef struct EndingsBuildOptions {
    int men;             /* at most, the lions included */
    const char *variant; /* name or file */
    const char *output;  /* NULL: the user's cache folder */
    int threads;         /* 0: one for each processor */
    bool quiet;
} EndingsBuildOptions;

typedef struct EndingsStatsOptions {
    int men;
    const char *variant; /* name or file */
    const char *endings; /* for ending_folders_find */
    int threads;         /* 0: one for each processor */
} EndingsStatsOptions;

typedef struct EndingsVerifyOptions {
    int men;
    int64_t sample;      /* random positions; 0: all positions */
    uint64_t seed;       /* of the sample */
    const char *variant; /* name or file */
    const char *endings; /* for ending_folders_find */
    int threads;         /* 0: one for each processor */
    bool quiet;
} EndingsVerifyOptions;

enum { PERFT_DEPTH_MAX = 50 };

typedef struct PerftOptions {
    int depth;
    int threads;
    bool divide;
    const char *fen;     /* NULL: the variant's start position */
    const char *variant; /* name or file */
} PerftOptions;

typedef struct BenchOptions {
    int depth;
    int threads; /* more than 1: also measures the speedup over one thread */
    int hash_mb;
    bool timed;          /* also measures the depth that one thread reaches in a second */
    const char *variant; /* name or file; NULL: the fixed positions */
} BenchOptions;

enum {
    MATCH_ENGINES = 2,
    MATCH_OPTIONS_MAX = 32,  /* of an engine */
    MATCH_VARIANTS_MAX = 16, /* of one match */
    MATCH_CONCURRENCY_MAX = 256
};

/* A variant that is played, and the file that it was read from. */
typedef struct MatchVariant {
    Variant rules;
    const char *path; /* borrowed; NULL: built in */
} MatchVariant;

/* The limits of an engine's search. 0 means no limit; at least one is set. */
typedef struct MatchLimits {
    int depth;
    int64_t nodes;
    int64_t movetime_ms;
    int64_t base_ms; /* the clock at the start of a game; 0: no clock */
    int64_t increment_ms;
} MatchLimits;

/* One of the two engines. Borrows its strings from the command line. */
typedef struct MatchEngineConfig {
    const char *command;                    /* for sh -c */
    char name[64];                          /* in reports and saved games */
    const char *options[MATCH_OPTIONS_MAX]; /* "Name=value" */
    int option_count;
    MatchLimits limits;
} MatchEngineConfig;

/* Ends games by the engines' own scores, in hundredths of a pawn. A count of 0 turns it off. */
typedef struct MatchAdjudication {
    int resign_score, resign_count;
    int draw_score, draw_count;
    int draw_from; /* the first move that counts */
} MatchAdjudication;

/* The order of the openings of a file. */
typedef enum OpeningOrder { OPENINGS_SEQUENTIAL, OPENINGS_RANDOM } OpeningOrder;

typedef struct SprtOptions {
    bool wanted;
    double elo0, elo1, alpha, beta;
} SprtOptions;

typedef struct MatchSetup {
    MatchEngineConfig engines[MATCH_ENGINES];
    MatchVariant variants[MATCH_VARIANTS_MAX]; /* in rotation, a pair of games each */
    int variant_count;
    int games;
    int pairs; /* of games */
    int concurrency;
    uint64_t seed;
    const char *openings_path; /* positions or games; NULL: random openings */
    OpeningOrder opening_order;
    int opening_plies;     /* random ones, or of a game of the file */
    int64_t opening_nodes; /* of the search that evaluates a random opening */
    int opening_score;     /* highest score of a random opening for either side */
    int plies_max;         /* a longer game is a draw */
    int64_t margin_ms;     /* tolerance before a clock counts as expired */
    int64_t patience_ms;   /* wait for an answer, beyond the limit of a move */
    MatchAdjudication adjudication;
    SprtOptions sprt;
    const char *save_path; /* NULL: games are not saved */
} MatchSetup;

/* ---- congod ---- */

typedef struct CongodOptions {
    const char *config; /* NULL: the default file; "none": no file */
    bool check;
    const char *backup;  /* NULL: no backup */
    const char *restore; /* NULL: nothing is restored */
    bool copy;           /* copies all games */
    const char *admin;   /* a request to the running server; NULL: none */
    Operands operands;   /* of a copy: the two databases; of a request: its arguments */
    bool force;          /* starts, restores or copies in spite of damage */
    bool until_eof;      /* ends when standard input does */
} CongodOptions;

#endif
