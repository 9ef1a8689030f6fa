#include <config.h>

#include "cli/commands/fen_command.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/number.h"
#include "base/text.h"
#include "cli/description.h"
#include "cli/output.h"
#include "config/ending_folders.h"
#include "config/variantfile.h"
#include "endings/endings.h"
#include "export/board_svg.h"
#include "play/ending_verdict.h"
#include "rules/notation.h"
#include "rules/fen.h"
#include "rules/movegen.h"

/* ---- positions that cannot arise in a game ---- */

typedef struct PositionCheck {
    const Position *position;
    Position start; /* of the variant's games */
    Color color;    /* whose pieces are checked */
    Buffer *text;
} PositionCheck;

/* Appends a sentence if no game can lead to the color's pieces. */
typedef void ImplausibilityFinder(PositionCheck *check);

static int count(const Position *position, Color color, PieceType type) {
    return popcount64(position_pieces(position, color, type));
}

/* After its own turn a side has at most one piece in deep river: the one that has just entered. A
 * monkey in the middle of a capture counts where it started. */
static void find_several_in_river(PositionCheck *check) {
    const Position *position = check->position;
    Color color = check->color;
    Bitboard pieces = description_in_river(position, color);
    int before = popcount64(pieces);
    if (description_in_river(&check->start, color))
        return;
    if (position_in_capture(position) && position_side(position) == color) {
        Bitboard began = square_bit((Square)position->jump_start) & variant_deep(position->variant);
        before += (began != 0) - bitboard_has(pieces, (Square)position->jump_at);
    }
    if (before <= 1)
        return;
    buffer_add_format(check->text,
                      "%s has %d pieces in the river after its own turn, but only one "
                      "can have moved there in that turn: ",
                      color_name(color), before);
    describe_piece_list(position, pieces, check->text);
    buffer_add_string(check->text, ".");
}

static void find_too_many(PositionCheck *check) {
    for (PieceType type = LION; type < PIECE_NONE; type++) {
        int now = count(check->position, check->color, type);
        int first = count(&check->start, check->color, type);
        if (type == PAWN || type == SUPERPAWN || now <= first)
            continue;
        const char *name = piece_type_name(type, check->position->variant->pawns);
        buffer_add_string(check->text, check->text->length > 0 ? " " : "");
        buffer_add_format(check->text, "%s has %d %s%s, and began with %d.",
                          color_name(check->color), now, name, text_plural((uint64_t)now), first);
    }
}

static void find_too_many_pawns(PositionCheck *check) {
    const Position *position = check->position;
    Color color = check->color;
    int pawns = count(position, color, PAWN), supers = count(position, color, SUPERPAWN);
    int first = count(&check->start, color, PAWN);
    int all_first = first + count(&check->start, color, SUPERPAWN);
    if (pawns > first)
        buffer_add_format(check->text, "%s has %d pawn%s, and began with %d.", color_name(color),
                          pawns, text_plural((uint64_t)pawns), first);
    else if (pawns + supers > all_first)
        buffer_add_format(check->text, "%s has %d pawns and %ss, and began with %d.",
                          color_name(color), pawns + supers,
                          piece_type_name(SUPERPAWN, position->variant->pawns), all_first);
}

/* Returns the rank as the color counts it, from its own side. */
static int relative_rank(Square square, Color color) {
    return color == WHITE ? square_rank(square) : BOARD_RANKS + 1 - square_rank(square);
}

/* The rank to which pawns that can retreat (PAWNS_CONGO) come back from beyond the river. */
enum { RETREAT_RANK = 3 };

static void find_pawns_behind(PositionCheck *check) {
    const Position *position = check->position;
    Color color = check->color;
    int least = BOARD_RANKS;
    for (Bitboard set = position_pieces(&check->start, color, PAWN); set;)
        least = min_int(least, relative_rank(bitboard_pop(&set), color));
    if (position->variant->pawns == PAWNS_CONGO)
        least = min_int(least, RETREAT_RANK);
    Bitboard behind = 0;
    for (Bitboard set = position_pieces(position, color, PAWN); set;) {
        Square square = bitboard_pop(&set);
        if (relative_rank(square, color) < least)
            behind |= square_bit(square);
    }
    if (!behind)
        return;
    buffer_add_format(check->text, "%s's ", color_name(color));
    describe_piece_list(position, behind, check->text);
    buffer_add_string(check->text, popcount64(behind) == 1
                                       ? " stands where no pawn of its colour can get."
                                       : " stand where no pawn of their colour can get.");
}

/* Returns the fewest jumps between two squares, or back to the same square. */
static int jumps_between(Square from, Square to) {
    enum { ROUND_TRIP_JUMPS = 3 };
    int files = abs(square_file(from) - square_file(to)) / 2;
    int ranks = abs(square_rank(from) - square_rank(to)) / 2;
    int most = max_int(files, ranks);
    return most > 0 ? most : ROUND_TRIP_JUMPS;
}

static void find_missing_captures(PositionCheck *check) {
    const Position *position = check->position;
    Color enemy = color_other(check->color);
    if (!position_in_capture(position) || position_side(position) != check->color)
        return;
    int jumps = jumps_between((Square)position->jump_start, (Square)position->jump_at);
    int missing = popcount64(check->start.by_color[enemy]) - popcount64(position->by_color[enemy]);
    if (missing >= jumps)
        return;
    buffer_add_format(check->text, "%s's monkey must have captured ", color_name(check->color));
    buffer_add_format(check->text, "%d so far, but %s has lost ", jumps, color_name(enemy));
    buffer_add_format(check->text, missing > 0 ? "only %d." : "none.", missing);
}

static ImplausibilityFinder *const finders[] = {find_several_in_river, find_too_many,
                                                find_too_many_pawns, find_pawns_behind,
                                                find_missing_captures};

int implausible_list(const Position *position, const char *prefix, Buffer *text) {
    int found = 0;
    for (size_t i = 0; i < COLOR_COUNT * sizeof finders / sizeof finders[0]; i++) {
        Buffer sentence = {0};
        PositionCheck check = {.position = position, .color = (Color)(i % 2), .text = &sentence};
        position_start(&check.start, position->variant);
        finders[i / 2](&check);
        if (sentence.length > 0) {
            buffer_add_string(text, prefix);
            buffer_add(text, sentence.bytes, sentence.length);
            buffer_add_string(text, "\n");
            found++;
        }
        buffer_free(&sentence);
    }
    return found;
}

enum { WINS_SHOWN = 8, COLUMNS = 76 };

/* ---- the report ---- */

static void add_pieces(const Position *position, Color color, Buffer *text) {
    buffer_add_string(text, color == WHITE ? "white:    " : "black:    ");
    describe_pieces(position, position->by_color[color], text);
    buffer_add_string(text, "\n");
}

static void add_turn(const Position *position, Outcome outcome, Buffer *text) {
    uint64_t moves = movegen_count(position);
    if (outcome.result != RESULT_OPEN)
        buffer_add_format(text, "result:   %s %s\n", result_text(outcome.result),
                          outcome_sentence(outcome));
    else
        buffer_add_format(text, "to move:  %s, %" PRIu64 " legal move%s\n",
                          color_name(position_side(position)), moves, text_plural(moves));
}

static bool add_wins(const Position *position, NotationStyle style, Buffer *text) {
    Bitboard lion = position_pieces(position, color_other(position_side(position)), LION);
    size_t wins = 0;
    MoveList list;
    if (!position_can_capture_lion(position))
        return false;
    buffer_add_format(text, "%s can take the lion at once: ", color_name(position_side(position)));
    movelist_init(&list);
    movegen_captures(position, &list);
    for (size_t i = 0; i < list.count; i++) {
        char move[NOTATION_SIZE];
        if (!(position_captured(position, list.moves[i]) & lion) || ++wins > WINS_SHOWN)
            continue;
        notation_write(position, list.moves[i], style, move);
        buffer_add_format(text, wins > 1 ? ", %s" : "%s", move);
    }
    movelist_free(&list);
    if (wins > WINS_SHOWN)
        buffer_add_format(text, " and %zu more", wins - WINS_SHOWN);
    buffer_add_string(text, ".");
    return true;
}

static bool add_drowning(const Position *position, Color color, Bitboard pieces, Buffer *text) {
    if (pieces)
        description_drowning(position, color, text);
    return pieces;
}

static bool add_own_drowning(const Position *position, Buffer *text) {
    return add_drowning(position, position_side(position), position_endangered(position), text);
}

static bool add_other_drowning(const Position *position, Buffer *text) {
    Color other = color_other(position_side(position));
    return add_drowning(position, other, description_in_river(position, other), text);
}

static bool add_islands(const Position *position, Buffer *text) {
    Bitboard pieces = position_occupied(position) & position->variant->islands;
    if (!pieces)
        return false;
    describe_square_list(pieces, "and", text);
    buffer_add_string(text, popcount64(pieces) == 1 ? " is an island, where nothing drowns."
                                                    : " are islands, where nothing drowns.");
    return true;
}

static bool add_bare_lions(const Position *position, Buffer *text) {
    bool bare = position_occupied(position) == position->by_type[LION];
    if (bare)
        buffer_add_string(text, "Only the lions are left.");
    return bare;
}

static bool add_only_move(const Position *position, NotationStyle style, Buffer *text) {
    MoveList list;
    movelist_init(&list);
    bool only = movegen_some(position, 1, &list) && list.count == 1;
    if (only) {
        char move[NOTATION_SIZE];
        notation_write(position, list.moves[0], style, move);
        buffer_add_format(text, "The only legal move is %s.", move);
    }
    movelist_free(&list);
    return only;
}

static bool add_start(const Position *position, Buffer *text) {
    Position start;
    position_start(&start, position->variant);
    bool same = position_same(position, &start);
    if (same)
        buffer_add_format(text, "This is the start of a game of %s.", position->variant->name);
    return same;
}

/* Each appends a remark about a position of an unfinished game, or returns false. */
static const struct {
    bool (*add)(const Position *position, Buffer *text);
    bool (*add_moves)(const Position *position, NotationStyle style, Buffer *text);
} remarks[] = {{.add = add_start},
               {.add = description_open_capture},
               {.add_moves = add_wins},
               {.add = description_lion_attacked},
               {.add = description_facing_lions},
               {.add = add_own_drowning},
               {.add = add_other_drowning},
               {.add = add_islands},
               {.add = add_bare_lions},
               {.add_moves = add_only_move}};

static void add_remarks(const Position *position, NotationStyle style, Buffer *text) {
    for (size_t i = 0; i < sizeof remarks / sizeof remarks[0]; i++) {
        Buffer sentence = {0};
        if (remarks[i].add != NULL ? remarks[i].add(position, &sentence)
                                   : remarks[i].add_moves(position, style, &sentence)) {
            buffer_add_string(text, "special:  ");
            buffer_add(text, sentence.bytes, sentence.length);
            buffer_add_string(text, "\n");
        }
        buffer_free(&sentence);
    }
}

/* ---- the solved endings ---- */

/* Without the list of moves, only damaged tables are reported. */
static void add_ending_absence(const FenOptions *command, const Endings *endings,
                               const Error *damage, const Position *position, Buffer *text) {
    Error reason;
    char sentence[ERROR_SENTENCE_SIZE];
    ending_absence_explain(endings, damage, position, &reason);
    bool damaged = reason.code != ERROR_STATE && reason.code != ERROR_UNSUPPORTED;
    if (command->moves || damaged)
        buffer_add_format(text, "ending:   %s\n", error_sentence(&reason, sentence));
}

/* Adds what the tables say of a position of an unfinished game. */
static bool add_ending(const FenOptions *command, const Position *position, Buffer *text,
                       Error *error) {
    EndingFolders folders;
    EndingChoices list;
    Error damage = {0};
    char sentence[ENDING_SENTENCE_SIZE];
    if (!ending_folders_find(command->endings, &folders, error))
        return error_prefix(error, "--endings: ");
    Endings *endings = folders.count > 0
                           ? endings_open(folders.list, folders.count, position->variant, &damage)
                           : NULL;
    if (ending_choices_list(endings, position, 1, &list)) {
        buffer_add_format(text, "ending:   %s\n",
                          ending_verdict_sentence(&list.choices[0].verdict, sentence));
        for (size_t i = 0; command->moves && i < list.count; i++) {
            buffer_add_string(text, "move:     ");
            description_ending_choice(position, i + 1, &list.choices[i],
                                      output_style(command->notation), text);
            buffer_add_string(text, "\n");
        }
        ending_choices_free(&list);
    } else {
        add_ending_absence(command, endings, &damage, position, text);
    }
    endings_close(endings);
    return true;
}

/* ---- the whole report ---- */

static bool add_report(const FenOptions *command, const Position *position, Buffer *text,
                       Error *error) {
    char fen[FEN_SIZE];
    Outcome outcome = position_outcome(position);
    fen_write(position, fen);
    diagram_board(position, text);
    buffer_add_format(text, "\nvariant:  %s\nFEN:      %s\nkey:      %016" PRIx64 "\n",
                      position->variant->name, fen, position->key);
    add_turn(position, outcome, text);
    add_pieces(position, WHITE, text);
    add_pieces(position, BLACK, text);
    if (outcome.result == RESULT_OPEN) {
        add_remarks(position, output_style(command->notation), text);
        if (!add_ending(command, position, text, error))
            return false;
    }
    implausible_list(position, "odd:      ", text);
    return true;
}

static void add_picture(const FenOptions *command, const Position *position, Buffer *text) {
    BoardPicture picture = {.position = position,
                            .title = command->empty ? "A board for Congo" : "A position of Congo",
                            .flipped = command->flip,
                            .letters = command->glyphs == PICTURE_LETTERS,
                            .empty = command->empty,
                            .paper = (BoardPaper)command->paper};
    board_svg_write(&picture, (ExportTheme)command->theme, text);
}

static bool check_options(const FenOptions *command, Error *error) {
    bool picture = command->format == FEN_SVG;
    const struct {
        bool given;
        const char *name;
    } options[] = {{command->empty, "empty"},
                   {command->glyphs != PICTURE_DRAWN, "glyphs"},
                   {command->paper != PAPER_NONE, "paper"},
                   {command->flip, "flip"},
                   {command->theme != EXPORT_THEME_AUTO, "theme"}};
    if (picture && (command->moves || command->notation != NOTATION_CONGO))
        return error_set(error, ERROR_RANGE, "--%s cannot be combined with --to=svg",
                         command->moves ? "moves" : "notation");
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++)
        if (options[i].given && !picture)
            return error_set(error, ERROR_RANGE, "--%s is only for --to=svg", options[i].name);
    if (command->empty && command->words.count > 0)
        return error_set(error, ERROR_RANGE, "--empty cannot be combined with a position");
    if (!command->empty && command->words.count == 0)
        return error_set(error, ERROR_SYNTAX,
                         "expected a position as Congo FEN, or - for standard input");
    return true;
}

/* ---- the arguments ---- */

/* Joins the operands: a FEN with blanks need not be quoted. */
static bool read_fen(const Operands *words, Buffer *fen, Error *error) {
    if (words->count == 1 && strcmp(words->items[0], "-") == 0) {
        size_t length;
        char *text = file_read_stream(STDIN_FILENO, "standard input", &length, error);
        if (text)
            buffer_add(fen, text, strcspn(text, "\r\n"));
        free(text);
        return text != NULL;
    }
    for (size_t i = 0; i < words->count; i++) {
        buffer_add_string(fen, i > 0 ? " " : "");
        buffer_add_string(fen, words->items[i]);
    }
    return true;
}

/* Prints the FEN with a caret under the error. */
static void print_caret(const char *fen, const char *wrong) {
    size_t length = strlen(fen);
    fputs("  ", stderr);
    for (size_t i = 0; i < length && i < COLUMNS; i++)
        fputc(fen[i] >= ' ' && fen[i] <= '~' ? fen[i] : '?', stderr);
    fputs("\n", stderr);
    if (wrong && wrong < fen + COLUMNS)
        fprintf(stderr, "  %*s\n", (int)(wrong - fen) + 1, "^");
}

/* Returns the name of a variant in which the FEN is valid, or NULL. */
static const char *find_other_variant(const char *fen) {
    const Variant *variant;
    Position position;
    for (size_t i = 0; (variant = variant_builtin(i)); i++)
        if (fen_parse(fen, variant, &position, NULL))
            return variant->name;
    return NULL;
}

static int reject_fen(const char *fen, const char *wrong, const Error *error) {
    const char *other_variant = find_other_variant(fen);
    fprintf(stderr, "congo fen: %s\n", error->text);
    if (*fen)
        print_caret(fen, wrong);
    if (other_variant)
        fprintf(stderr, "  It is valid with --variant=%s.\n", other_variant);
    return COMMAND_FAILED;
}

/* Sets up the position, or the start of the variant for an empty board. Returns the status. */
static int read_position(const FenOptions *command, const Variant *variant, Position *position,
                         Error *error) {
    const char *wrong;
    Buffer fen = {0};
    Error why = {0};
    if (command->empty) {
        position_start(position, variant);
        return COMMAND_OK;
    }
    int status = read_fen(&command->words, &fen, error) ? COMMAND_OK : COMMAND_ERROR;
    if (status == COMMAND_OK && !fen.bytes)
        buffer_add_string(&fen, "");
    if (status == COMMAND_OK && !fen_parse_at(fen.bytes, variant, position, &wrong, &why))
        status = reject_fen(fen.bytes, wrong, &why);
    buffer_free(&fen);
    return status;
}

int fen_command(const void *options, Error *error) {
    const FenOptions *command = options;
    Variant variant;
    Position position;
    Buffer text = {0};
    if (!check_options(command, error))
        return COMMAND_ERROR;
    if (!variantfile_load(command->variant, &variant, error)) {
        error_prefix(error, "--variant: ");
        return COMMAND_ERROR;
    }
    int status = read_position(command, &variant, &position, error);
    if (status == COMMAND_OK && command->format == FEN_SVG)
        add_picture(command, &position, &text);
    else if (status == COMMAND_OK && !add_report(command, &position, &text, error))
        status = COMMAND_ERROR;
    if (status == COMMAND_OK && !output_write(&text, error))
        status = COMMAND_ERROR;
    buffer_free(&text);
    return status;
}
