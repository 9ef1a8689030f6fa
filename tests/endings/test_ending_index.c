/* Classes of endings, their names and the numbers of their positions. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "endings/ending_table.h"
#include "rules/fen.h"

static void check_class(const char *text, const char *name, bool exchanged) {
    const Variant *congo = variant_default();
    char written[ENDING_CLASS_NAME_SIZE];
    EndingClass class;
    Error error = {0};
    assert_true(ending_class_parse(text, congo, &class, &error));
    assert_int_equal(ending_class_canonicalize(&class, congo->pawns), exchanged);
    assert_string_equal(ending_class_name(&class, congo->pawns, written), name);
}

static void names(void **state) {
    (void)state;
    check_class("L_l", "L_l", false);
    check_class("Lz_lp", "Lp_lz", true);
    check_class("lzp_LZ", "Lpz_lz", false);
    check_class("L_lzz", "Lzz_l", true);
    check_class("Lsec_l", "Lces_l", false);
}

static void check_no_class(const char *variant, const char *text, const char *sentence) {
    EndingClass class;
    Error error = {0};
    assert_false(ending_class_parse(text, variant_find(variant), &class, &error));
    assert_string_equal(error.text, sentence);
}

static void wrong_names(void **state) {
    (void)state;
    check_no_class(
        "congo", "zz_l",
        "expected a class of endings such as Lz_lp, found \"zz_l\": White's pieces begin "
        "with the lion");
    check_no_class(
        "congo", "Lz_p",
        "expected a class of endings such as Lz_lp, found \"Lz_p\": Black's pieces begin "
        "with the lion");
    check_no_class("congo", "Lz",
                   "expected a class of endings such as Lz_lp, found \"Lz\" without \"_\"");
    check_no_class("congo", "Lq_l",
                   "\"Lq_l\": \"q\" is not the letter of a piece other than a lion");
    check_no_class("congo", "Lt_l",
                   "\"Lt_l\": \"t\" is not the letter of a piece other than a lion");
    check_no_class("megapawn-draw", "Ls_l",
                   "\"Ls_l\": \"s\" is not the letter of a piece other than a lion");
    check_no_class("congo", "Lzzz_lz",
                   "\"Lzzz_lz\": an ending has at most 5 pieces, the lions included");
    check_no_class("congo", "Lz_l_l", "\"Lz_l_l\": a class has one \"_\"");
}

/* Promotions lead to an earlier class; all classes are canonical and different. */
static void lists(void **state) {
    (void)state;
    static const size_t counts[] = {[2] = 1, [3] = 7, [4] = 56, [5] = 280};
    static EndingClass list[ENDING_CLASSES_MAX];
    const Variant *congo = variant_default();
    for (int men = ENDING_MEN_MIN; men <= ENDING_MEN_MAX; men++) {
        size_t count = ending_class_list(congo, men, list);
        int pawns = 0;
        assert_int_equal(count, counts[men]);
        for (size_t i = 0; i < count; i++) {
            EndingClass class = list[i];
            assert_int_equal(ending_class_men(&class), men);
            assert_false(ending_class_canonicalize(&class, congo->pawns));
            int own =
                ending_class_count(&class, WHITE, PAWN) + ending_class_count(&class, BLACK, PAWN);
            assert_true(own >= pawns);
            pawns = own;
            for (size_t j = 0; j < i; j++)
                assert_false(ending_class_same(&list[j], &class));
        }
    }
}

static Bitboard mirrored(Bitboard set) {
    Bitboard image = 0;
    for (; set; set &= set - 1) {
        Square square = bitboard_first(set);
        image |= square_bit(square_at(6 - square_file(square), square_rank(square)));
    }
    return image;
}

static Bitboard exchanged(Bitboard set) {
    Bitboard image = 0;
    for (; set; set &= set - 1) {
        Square square = bitboard_first(set);
        image |= square_bit(square_at(square_file(square), 8 - square_rank(square)));
    }
    return image;
}

static Position image_of(const Position *position, Bitboard (*image)(Bitboard), bool colors) {
    Position other = *position;
    for (int type = 0; type < PIECE_TYPE_COUNT; type++)
        other.by_type[type] = image(position->by_type[type]);
    other.by_color[WHITE] = image(position->by_color[colors ? BLACK : WHITE]);
    other.by_color[BLACK] = image(position->by_color[colors ? WHITE : BLACK]);
    return other;
}

/* Every number that belongs to a position is that position's, its mirror image's, and that of the
 * position with exchanged colours. */
static void check_numbers(const Variant *variant, const char *name, uint32_t step) {
    EndingClass class;
    EndingIndex index;
    EndingRules rules;
    Error error = {0};
    uint64_t random = 1;
    assert_true(ending_class_parse(name, variant, &class, &error));
    ending_rules_of(variant, &rules);
    ending_index_init(&index, &class, &rules);
    for (uint32_t number = 0; number < index.size;
         number += 1 + (uint32_t)random_below(&random, step)) {
        Position position;
        int placements = ending_index_position(&index, number, WHITE, variant, &position);
        if (placements == 0)
            continue;
        EndingClass own = ending_class_of(&position);
        assert_true(ending_class_same(&own, &class));
        assert_true(position_is_sound(&position));
        assert_int_equal(ending_index_of(&index, &position), number);
        Position image = image_of(&position, exchanged, true);
        assert_int_equal(ending_index_of_exchanged(&index, &image), number);
        image = image_of(&position, mirrored, false);
        if (placements == 2)
            assert_int_equal(ending_index_of(&index, &image), number);
    }
}

static void numbers(void **state) {
    (void)state;
    const Variant *congo = variant_default();
    Variant lopsided = *congo;
    lopsided.islands = square_bit(A4);
    check_numbers(congo, "L_l", 1);
    check_numbers(congo, "Lz_l", 1);
    check_numbers(congo, "Lpp_l", 5);
    check_numbers(congo, "Lp_lz", 7);
    check_numbers(congo, "Lsss_l", 100);
    check_numbers(congo, "Lgg_lg", 300);
    check_numbers(congo, "Lce_lm", 700);
    check_numbers(&lopsided, "Lz_l", 1);
    check_numbers(&lopsided, "Lee_lp", 500);
}

/* The numbers of all placements of a class, with their mirror images, are those that the rules
 * allow. */
static void placements(void **state) {
    (void)state;
    static const struct {
        const char *name;
        uint64_t count;
    } classes[] = {{"L_l", 81}, {"Lz_l", 3807}, {"Lp_l", 3267}, {"Lp_lp", 129042}};
    for (size_t i = 0; i < sizeof classes / sizeof classes[0]; i++) {
        const Variant *congo = variant_default();
        EndingClass class;
        EndingIndex index;
        EndingRules rules;
        Error error = {0};
        uint64_t count = 0;
        assert_true(ending_class_parse(classes[i].name, congo, &class, &error));
        ending_rules_of(congo, &rules);
        ending_index_init(&index, &class, &rules);
        for (uint32_t number = 0; number < index.size; number++) {
            Position position;
            count += (uint64_t)ending_index_position(&index, number, BLACK, congo, &position);
        }
        assert_int_equal(count, classes[i].count);
    }
}

static void rules(void **state) {
    (void)state;
    static const struct {
        const char *variant, *name;
    } named[] = {
        {"congo", "pawns-bare-lions-draw-unless-capture"},
        {"wits", "pawns-bare-lions-draw"},
        {"islands", "pawns-a4b4f4g4-bare-lions-draw-unless-capture"},
        {"crowded", "pawns-a4b4f4g4-bare-lions-draw-unless-capture"},
        {"megapawn-draw", "megapawns-a4b4f4g4-bare-lions-draw-unless-capture"},
    };
    char name[ENDING_RULES_NAME_SIZE];
    EndingRules of;
    for (size_t i = 0; i < sizeof named / sizeof named[0]; i++) {
        assert_true(ending_rules_of(variant_find(named[i].variant), &of));
        assert_string_equal(ending_rules_name(&of, name), named[i].name);
    }
    assert_false(ending_rules_of(variant_find("megapawn"), &of));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names),   cmocka_unit_test(wrong_names), cmocka_unit_test(lists),
        cmocka_unit_test(numbers), cmocka_unit_test(placements),  cmocka_unit_test(rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
