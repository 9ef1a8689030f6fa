#include <config.h>

#include "endings/ending_class.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

/* ---- rules ---- */

bool ending_rules_of(const Variant *variant, EndingRules *rules) {
    *rules = (EndingRules){variant->islands, variant->pawns, variant->bare_lions};
    return variant->repetition != REPETITION_ILLEGAL;
}

bool ending_rules_report(const Variant *variant, Error *error) {
    return error_set(error, ERROR_UNSUPPORTED,
                     "the variant %s has no solved endings: it forbids repetition, so the value of "
                     "a position depends on the moves before it",
                     variant->name);
}

bool ending_rules_same(const EndingRules *a, const EndingRules *b) {
    return a->islands == b->islands && a->pawns == b->pawns && a->bare_lions == b->bare_lions;
}

bool ending_rules_mirror(const EndingRules *rules) {
    for (int file = 0; file < BOARD_FILES; file++) {
        if (bitboard_has(rules->islands, square_at(file, 4)) !=
            bitboard_has(rules->islands, square_mirror(square_at(file, 4))))
            return false;
    }
    return true;
}

const char *ending_rules_name(const EndingRules *rules, char text[ENDING_RULES_NAME_SIZE]) {
    static const char *const bare_lions[] = {
        [BARE_LIONS_PLAY] = "bare-lions-play",
        [BARE_LIONS_DRAW] = "bare-lions-draw",
        [BARE_LIONS_DRAW_UNLESS_CAPTURE] = "bare-lions-draw-unless-capture",
    };
    char islands[2 * BOARD_FILES + 2] = "";
    char *end = islands;
    if (rules->islands)
        *end++ = '-';
    for (Bitboard set = rules->islands; set;) {
        square_write(bitboard_pop(&set), end);
        end += 2;
    }
    snprintf(text, ENDING_RULES_NAME_SIZE, "%s%s-%s",
             rules->pawns == PAWNS_MEGA ? "megapawns" : "pawns", islands,
             bare_lions[rules->bare_lions]);
    return text;
}

enum { TYPES_MAX = PIECE_TYPE_COUNT - 1 }; /* besides the lion */

EndingClass ending_class_of(const Position *position) {
    EndingClass class = {{0, 0}};
    for (int type = LION + 1; type < PIECE_TYPE_COUNT; type++) {
        for (Bitboard set = position->by_type[type]; set; set &= set - 1) {
            Color color = bitboard_has(position->by_color[BLACK], bitboard_first(set));
            class.counts[color] += UINT64_C(1) << (4 * type);
        }
    }
    return class;
}

static int count_color(const EndingClass *class, Color color) {
    int count = 0;
    for (int type = LION + 1; type < PIECE_TYPE_COUNT; type++)
        count += ending_class_count(class, color, (PieceType)type);
    return count;
}

int ending_class_men(const EndingClass *class) {
    return ENDING_MEN_MIN + count_color(class, WHITE) + count_color(class, BLACK);
}

void ending_class_add(EndingClass *class, Color color, PieceType type) {
    class->counts[color] += UINT64_C(1) << (4 * (int)type);
}

/* ---- names ---- */

/* Stores the types besides the lion in the order of their letters. Returns their number. */
static int types_by_letter(PawnFamily family, bool elephante, PieceType types[TYPES_MAX]) {
    int count = 0;
    for (int letter = 'a'; letter <= 'z'; letter++) {
        PieceType type = piece_type_from_letter((char)letter, family);
        if (type != PIECE_NONE && type != LION && (elephante || type != ELEPHANTE))
            types[count++] = type;
    }
    return count;
}

/* Writes the letters of one colour's pieces besides the lion. Returns their number. */
static int write_color(const EndingClass *class, Color color, PawnFamily family, char *text) {
    PieceType types[TYPES_MAX];
    int type_count = types_by_letter(family, true, types);
    int length = 0;
    for (int i = 0; i < type_count; i++) {
        for (int n = ending_class_count(class, color, types[i]); n > 0; n--) {
            if (length < ENDING_PIECES_MAX)
                text[length++] = (char)tolower((unsigned char)piece_type_letter(types[i], family));
        }
    }
    text[length] = '\0';
    return length;
}

const char *ending_class_name(const EndingClass *class, PawnFamily family,
                              char text[ENDING_CLASS_NAME_SIZE]) {
    char *end = text;
    *end++ = 'L';
    end += write_color(class, WHITE, family, end);
    *end++ = '_';
    *end++ = 'l';
    write_color(class, BLACK, family, end);
    return text;
}

bool ending_class_canonicalize(EndingClass *class, PawnFamily family) {
    char white[ENDING_PIECES_MAX + 1], black[ENDING_PIECES_MAX + 1];
    int white_count = write_color(class, WHITE, family, white);
    int black_count = write_color(class, BLACK, family, black);
    if (white_count > black_count || (white_count == black_count && strcmp(white, black) <= 0))
        return false;
    *class = (EndingClass){{class->counts[BLACK], class->counts[WHITE]}};
    return true;
}

/* Reads the pieces of one colour, which begin with the lion. Returns where they end, or NULL with
 * an error. */
static const char *parse_color(const char *at, const char *text, const Variant *variant,
                               Color color, EndingClass *class, Error *error) {
    char shown[QUOTE_SIZE];
    if (tolower((unsigned char)*at) != 'l') {
        error_set(
            error, ERROR_SYNTAX,
            "expected a class of endings such as Lz_lp, found %s: %s's pieces begin with the lion",
            text_quote(text, shown), color_name(color));
        return NULL;
    }
    for (at++; *at && *at != '_'; at++) {
        PieceType type = piece_type_from_letter(*at, variant->pawns);
        if (type == PIECE_NONE || type == LION || !variant_has_piece(variant, type)) {
            error_set(error, ERROR_SYNTAX,
                      "%s: \"%.1s\" is not the letter of a piece other than a lion",
                      text_quote(text, shown), text_is_printable(at) ? at : "?");
            return NULL;
        }
        if (ending_class_men(class) == ENDING_MEN_MAX) {
            error_set(error, ERROR_RANGE, "%s: an ending has at most %d pieces, the lions included",
                      text_quote(text, shown), ENDING_MEN_MAX);
            return NULL;
        }
        ending_class_add(class, color, type);
    }
    return at;
}

bool ending_class_parse(const char *text, const Variant *variant, EndingClass *class,
                        Error *error) {
    char shown[QUOTE_SIZE];
    *class = (EndingClass){{0, 0}};
    const char *at = parse_color(text, text, variant, WHITE, class, error);
    if (at == NULL)
        return false;
    if (*at != '_')
        return error_set(error, ERROR_SYNTAX,
                         "expected a class of endings such as Lz_lp, found %s without \"_\"",
                         text_quote(text, shown));
    at = parse_color(at + 1, text, variant, BLACK, class, error);
    if (at == NULL)
        return false;
    return !*at ||
           error_set(error, ERROR_SYNTAX, "%s: a class has one \"_\"", text_quote(text, shown));
}

/* ---- listing ---- */

typedef struct ClassLister {
    PieceType types[TYPES_MAX];
    int type_count;
    PawnFamily family;
    EndingClass *list;
    size_t count;
} ClassLister;

/* Appends every class that has the pieces of `class` and more: `white` and `black` pieces, of
 * types[from] and later ones for the colour at hand. */
static void list_from(ClassLister *lister, EndingClass class, int white, int black, int from) {
    if (white == 0 && black == 0) {
        EndingClass canonical = class;
        if (!ending_class_canonicalize(&canonical, lister->family))
            lister->list[lister->count++] = class;
        return;
    }
    for (int i = from; i < lister->type_count; i++) {
        EndingClass more = class;
        ending_class_add(&more, white > 0 ? WHITE : BLACK, lister->types[i]);
        int next = white == 1 ? 0 : i; /* Black's pieces begin anew */
        list_from(lister, more, white > 0 ? white - 1 : 0, white > 0 ? black : black - 1, next);
    }
}

size_t ending_class_list(const Variant *variant, int men, EndingClass list[ENDING_CLASSES_MAX]) {
    ClassLister lister = {.family = variant->pawns, .list = list};
    int pieces = men - ENDING_MEN_MIN;
    lister.type_count = types_by_letter(variant->pawns, variant->elephante, lister.types);
    for (int white = pieces; 2 * white >= pieces; white--)
        list_from(&lister, (EndingClass){{0, 0}}, white, pieces - white, 0);
    /* A stable sort by pawns: there are few. */
    EndingClass sorted[ENDING_CLASSES_MAX];
    size_t count = 0;
    for (int pawns = 0; pawns <= pieces; pawns++) {
        for (size_t i = 0; i < lister.count; i++) {
            const EndingClass *class = &list[i];
            if (ending_class_count(class, WHITE, PAWN) + ending_class_count(class, BLACK, PAWN) ==
                pawns)
                sorted[count++] = *class;
        }
    }
    memcpy(list, sorted, count * sizeof *list);
    return count;
}
