/*
 * congo-rules(6) agrees with the rules. The test draws each diagram from the comments before it,
 * which the page's first lines describe, and makes the moves that the page names.
 */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rules/fen.h"
#include "rules/movegen.h"
#include "rules/notation.h"
#include "rules/record.h"

enum { LINE_SIZE = 512, WORDS_MAX = 96, SIDE_BY_SIDE = 2, GRID_LINES = BOARD_RANKS + 1 };

/* The words of a comment. Borrows the line. */
typedef struct Words {
    char *word[WORDS_MAX];
    size_t count;
} Words;

typedef struct Diagram {
    Position position;
    Bitboard targets;
    Bitboard captures;
} Diagram;

/* The page that is being read, and the numbers of what was checked. */
typedef struct Page {
    FILE *file;
    int line;
    Diagram diagram[SIDE_BY_SIDE]; /* named by the comments before the next display */
    size_t diagram_count;
    int displays, moves, notations, losses, jumps, games;
} Page;

static void read_position(const Words *words, size_t at, Position *position) {
    assert_true(words->count > at + 1);
    const Variant *variant = variant_find(words->word[at]);
    assert_non_null(variant);
    Error error = {0};
    if (!fen_parse(words->word[at + 1], variant, position, &error))
        fail_msg("%s: %s", words->word[at + 1], error.text);
}

static Move read_coordinates(const Position *position, const char *text) {
    Move move = MOVE_NONE;
    Error error = {0};
    if (!coordinate_parse(position, text, &move, &error))
        fail_msg("%s: %s", text, error.text);
    return move;
}

/* diagram: VARIANT FEN [SQUARE] */
static void check_diagram(Page *page, const Words *words) {
    assert_true(page->diagram_count < SIDE_BY_SIDE);
    Diagram *diagram = &page->diagram[page->diagram_count++];
    *diagram = (Diagram){0};
    read_position(words, 0, &diagram->position);
    if (words->count < 3)
        return;
    Square from = square_parse(words->word[2]);
    assert_int_not_equal(from, SQUARE_NONE);
    MoveList list;
    movelist_init(&list);
    movegen_all(&diagram->position, &list);
    Bitboard landed = 0;
    for (size_t i = 0; i < list.count; i++) {
        if (move_from(list.moves[i]) != from)
            continue;
        Square landings[MOVE_JUMPS_MAX];
        int count = move_landings(list.moves[i], landings);
        for (int k = 0; k < count; k++)
            landed |= square_bit(landings[k]);
        diagram->captures |= position_captured(&diagram->position, list.moves[i]);
    }
    movelist_free(&list);
    diagram->targets = landed & ~position_occupied(&diagram->position);
    assert_true(landed);
}

/* move: VARIANT FEN MOVE FEN */
static void check_move(Page *page, const Words *words) {
    Position position;
    read_position(words, 0, &position);
    assert_int_equal(words->count, 4);
    position_make(&position, read_coordinates(&position, words->word[2]));
    char text[FEN_SIZE];
    fen_write(&position, text);
    assert_string_equal(text, words->word[3]);
    page->moves++;
}

/* notation: VARIANT FEN MOVE TEXT */
static void check_notation(Page *page, const Words *words) {
    Position position;
    read_position(words, 0, &position);
    assert_int_equal(words->count, 4);
    char text[NOTATION_SIZE];
    notation_write(&position, read_coordinates(&position, words->word[2]), notation_congo, text);
    assert_string_equal(text, words->word[3]);
    page->notations++;
}

/* lost: VARIANT FEN */
static void check_lost(Page *page, const Words *words) {
    Position position;
    read_position(words, 0, &position);
    Position passed = position;
    position_make_null(&passed);
    assert_false(position_can_capture_lion(&passed));
    MoveList list;
    movelist_init(&list);
    movegen_all(&position, &list);
    assert_true(list.count > 0);
    for (size_t i = 0; i < list.count; i++) {
        Position after = position;
        position_make(&after, list.moves[i]);
        assert_true(position_can_capture_lion(&after));
    }
    movelist_free(&list);
    page->losses++;
}

/* jump: VARIANT FEN MOVE... */
static void check_jump(Page *page, const Words *words) {
    Position position;
    read_position(words, 0, &position);
    assert_true(position_in_capture(&position));
    assert_int_equal(movegen_count(&position), words->count - 2);
    for (size_t i = 2; i < words->count; i++)
        read_coordinates(&position, words->word[i]);
    page->jumps++;
}

/* game: VARIANT MOVE... RESULT */
static void check_game(Page *page, const Words *words) {
    assert_true(words->count > 2);
    const Variant *variant = variant_find(words->word[0]);
    assert_non_null(variant);
    Position start;
    position_start(&start, variant);
    Record *record = record_create(&start);
    for (size_t i = 1; i + 1 < words->count; i++) {
        Move move = MOVE_NONE;
        unsigned deviations = 0;
        Error error = {0};
        if (!record_parse_move(record, words->word[i], &move, &deviations, &error) ||
            !record_play(record, move, -1, -1, &error))
            fail_msg("move %zu, %s: %s", i, words->word[i], error.text);
        assert_int_equal(deviations, DEVIATION_NONE);
    }
    assert_string_equal(result_text(record_outcome(record).result), words->word[words->count - 1]);
    record_free(record);
    page->games++;
}

static const struct {
    const char *name;
    void (*check)(Page *page, const Words *words);
} kinds[] = {
    {".\\\" diagram:", check_diagram},   {".\\\" move:", check_move},
    {".\\\" notation:", check_notation}, {".\\\" lost:", check_lost},
    {".\\\" jump:", check_jump},         {".\\\" game:", check_game},
};

/* Writes an empty square as the page's source does. */
static const char *ground_text(const Diagram *diagram, Square square) {
    if (!bitboard_has(RIVER_MASK, square))
        return ".";
    return bitboard_has(variant_deep(diagram->position.variant), square) ? "\\(ti" : "\\(ha";
}

static void append_square(char line[LINE_SIZE], const Diagram *diagram, Square square) {
    const Position *position = &diagram->position;
    PieceType kind = position_piece_at(position, square);
    char letter[2] = "";
    const char *text = bitboard_has(diagram->targets, square) ? "o" : ground_text(diagram, square);
    if (kind != PIECE_NONE) {
        letter[0] = piece_type_letter(kind, position->variant->pawns);
        if (position_color_at(position, square) == BLACK)
            letter[0] = (char)(letter[0] - 'A' + 'a');
        text = letter;
    }
    bool taken = bitboard_has(diagram->captures, square);
    size_t length = strlen(line);
    snprintf(line + length, LINE_SIZE - length, taken ? "[%s]" : " %s ", text);
}

/* Line 0 is rank 7, line 7 names the files. A wall stands between files b and c and e and f on
 * land. */
static void append_grid_line(char line[LINE_SIZE], const Diagram *diagram, int number) {
    if (number == BOARD_RANKS) {
        strcat(line, "   a   b   c   d   e   f   g");
        return;
    }
    int rank = BOARD_RANKS - number;
    sprintf(line + strlen(line), "%d ", rank);
    for (int file = 0; file < BOARD_FILES; file++) {
        append_square(line, diagram, square_at(file, rank));
        if (file < BOARD_FILES - 1)
            strcat(line, rank != 4 && (file == 1 || file == 4) ? "|" : " ");
    }
}

static void trim(char *line) {
    size_t length = strlen(line);
    while (length > 0 && strchr(" \n", line[length - 1]))
        line[--length] = '\0';
}

static void check_display(Page *page) {
    assert_true(page->diagram_count > 0);
    for (int number = 0; number < GRID_LINES; number++) {
        char expected[LINE_SIZE] = "", found[LINE_SIZE];
        for (size_t i = 0; i < page->diagram_count; i++) {
            if (i > 0)
                strcat(expected, number == BOARD_RANKS ? "      " : "     ");
            append_grid_line(expected, &page->diagram[i], number);
        }
        trim(expected);
        assert_non_null(fgets(found, sizeof found, page->file));
        page->line++;
        trim(found);
        assert_string_equal(found, expected);
    }
    page->diagram_count = 0;
    page->displays++;
}

static void check_line(Page *page, char *line) {
    if (strncmp(line, ".Bd -literal", 12) == 0)
        check_display(page);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        size_t length = strlen(kinds[i].name);
        if (strncmp(line, kinds[i].name, length) != 0)
            continue;
        Words words = {.count = 0};
        for (char *word = strtok(line + length, " \n"); word; word = strtok(NULL, " \n")) {
            assert_true(words.count < WORDS_MAX);
            words.word[words.count++] = word;
        }
        print_message("line %d: %s\n", page->line, kinds[i].name);
        kinds[i].check(page, &words);
        return;
    }
}

static void the_page_agrees_with_the_rules(void **state) {
    (void)state;
    const char *source = getenv("CONGO_SOURCE");
    char path[4096];
    snprintf(path, sizeof path, "%s/man/congo-rules.6", source ? source : ".");
    Page page = {.file = fopen(path, "r")};
    assert_non_null(page.file);
    char line[LINE_SIZE];
    while (fgets(line, sizeof line, page.file)) {
        page.line++;
        check_line(&page, line);
    }
    fclose(page.file);
    assert_int_equal(page.diagram_count, 0);
    assert_true(page.displays > 15);
    assert_true(page.moves > 0 && page.notations > 0 && page.losses > 0 && page.jumps > 0);
    assert_true(page.games > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_page_agrees_with_the_rules)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
