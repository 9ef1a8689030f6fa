#include <config.h>

#include "export/rules_section.h"

#include <string.h>

#include "base/text.h"
#include "export/markup.h"
#include "rules/fen.h"
#include "rules/movegen.h"
#include "rules/notation.h"

static const char ground_id[] = "ground";

/* Appends "In the variant NAME " and its description, unless another variant has the same one. */
static void note(const Variant *variant, const char *rule, Buffer *sentences) {
    if (sentences->bytes && strstr(sentences->bytes, rule))
        return;
    buffer_add_string(sentences, " In the variant ");
    markup_add_text(sentences, variant->name);
    buffer_add_string(sentences, rule);
}

static void note_islands(const Variant *variant, RulesTopics *topics) {
    Buffer rule = {0};
    if (!variant->islands)
        return;
    buffer_add_string(&rule, " nothing drowns on ");
    describe_square_list(variant->islands, "and", &rule);
    buffer_add_string(&rule, ", which are islands.");
    note(variant, rule.bytes, &topics->islands);
    buffer_free(&rule);
}

static void note_draws(const Variant *variant, RulesTopics *topics) {
    Buffer rule = {0};
    const char *joint = " a game is drawn when ";
    if (variant->repetition == REPETITION_ILLEGAL)
        buffer_add_string(&rule, " no move may bring back an earlier position of the game, and");
    if (variant->repetition == REPETITION_DRAW) {
        buffer_add_format(&rule,
                          "%sthe same position, with the same side to move, comes up for the "
                          "third time",
                          joint);
        joint = "; when ";
    }
    if (variant->quiet_plies > 0) {
        buffer_add_format(&rule,
                          "%sin %d turns, those of both sides counted, nothing is taken, nothing "
                          "drowns and no pawn moves",
                          joint, variant->quiet_plies);
        joint = "; when ";
    }
    if (variant->bare_lions != BARE_LIONS_PLAY) {
        bool unless = variant->bare_lions == BARE_LIONS_DRAW_UNLESS_CAPTURE;
        buffer_add_format(&rule, "%sonly the two lions are left%s", joint,
                          unless ? " and the side to move cannot take the other one" : "");
        joint = "; when ";
    }
    buffer_add_string(&rule, *joint == ';' ? "." : " no game is drawn by itself.");
    note(variant, rule.bytes, &topics->draws);
    buffer_free(&rule);
}

void rules_section_note(const Variant *variant, RulesTopics *topics) {
    if (!topics->variant.name[0])
        topics->variant = *variant;
    topics->families[variant->pawns] = true;
    note_islands(variant, topics);
    note_draws(variant, topics);
}

void rules_section_free(RulesTopics *topics) {
    buffer_free(&topics->islands);
    buffer_free(&topics->draws);
    *topics = (RulesTopics){0};
}

static const Variant *variant_of(PawnFamily family) {
    return variant_find(family == PAWNS_MEGA ? "megapawn" : "congo");
}

SymbolSet rules_section_symbols(const RulesTopics *topics) {
    SymbolSet symbols;
    Position position;
    position_start(&position, &topics->variant);
    symbols = board_svg_symbols(&position);
    for (int family = PAWNS_CONGO; family <= PAWNS_MEGA; family++) {
        if (family != PAWNS_CONGO && !topics->families[family])
            continue;
        position_start(&position, variant_of((PawnFamily)family));
        placement_put(&position, WHITE, SUPERPAWN, square_parse("d4"));
        symbols |= board_svg_symbols(&position);
    }
    return symbols;
}

void rules_section_add_ground(Buffer *svg) {
    buffer_add_format(svg, "<g id=\"%s\">\n", ground_id);
    board_svg_add_ground(variant_default(), svg);
    buffer_add_string(svg, "</g>\n");
}

/* ---- the pieces ---- */

/* A diagram: where White's piece stands, and other pieces as "lion of Black" in FEN letters with
 * their squares, "ld6 pc2". */
typedef struct PieceDiagram {
    const char *square;
    const char *others; /* NULL: none */
    const char *line;   /* of a capture, as squares "b1d3f5"; NULL: none */
    const char *label;  /* of the picture */
} PieceDiagram;

enum { DIAGRAMS_MAX = 2 };

typedef struct PieceCard {
    PieceType type;
    PawnFamily family;
    const char *words; /* markup */
    PieceDiagram diagrams[DIAGRAMS_MAX];
} PieceCard;

/* The pawns of both families are at the end. */
static const PieceCard cards[] = {
    {LION,
     PAWNS_CONGO,
     "One step in any direction, but never out of its castle. If the line between the two lions is "
     "open, straight up the board or diagonally across the river (c3, d4, e5 and e3, d4, c5), the "
     "side to move may take the other lion along it and wins.",
     {{"d2", "ld6", "d2d6", "A lion on d2 and the other lion on the open line"},
      {"c3", "le5", "c3e5", "A lion on c3 and the other lion on the open diagonal"}}},
    {ZEBRA,
     PAWNS_CONGO,
     "Moves like the knight of chess: two squares straight and one to the side, over anything.",
     {{"d5", NULL, NULL, "A zebra on d5"}}},
    {ELEPHANT,
     PAWNS_CONGO,
     "One or two squares straight, not diagonally. It leaps over anything in between.",
     {{"c3", NULL, NULL, "An elephant on c3"}}},
    {GIRAFFE,
     PAWNS_CONGO,
     "Exactly two squares in any direction, straight or diagonally, over anything in between. It "
     "may also step one square, but takes nothing that way.",
     {{"c3", NULL, NULL, "A giraffe on c3"}}},
    {CROCODILE,
     PAWNS_CONGO,
     "One step in any direction. On land it also slides straight towards the river and into it, "
     "like a rook; in the river it slides along the river. It never drowns.",
     {{"b1", NULL, NULL, "A crocodile on land, on b1"},
      {"b4", NULL, NULL, "A crocodile in the river, on b4"}}},
    {MONKEY,
     PAWNS_CONGO,
     "One step in any direction, which takes nothing. It takes a neighbour in any of the eight "
     "directions by jumping over it to the square just behind, which must be empty, as in "
     "draughts. "
     "From there it may jump on, in any direction, and take more in the same turn; it may stop "
     "after any jump. It never jumps over a piece of its own side. It may land in the river, where "
     "only the squares on which it begins and ends the turn count.",
     {{"b1", "pc2 pe4", "b1d3f5", "A monkey on b1 jumps to d3 and to f5 and takes two pawns"}}},
    {PAWN,
     PAWNS_CONGO,
     "One step forward, straight or diagonally, to move or to take. Beyond the river, but not in "
     "it, it may also go one or two squares straight back, but neither takes nor jumps that way. "
     "On "
     "the last row it becomes a superpawn.",
     {{"c2", NULL, NULL, "A pawn on c2"}, {"d6", NULL, NULL, "A pawn beyond the river, on d6"}}},
    {SUPERPAWN,
     PAWNS_CONGO,
     "A pawn that may also step sideways, to move or to take, and from any square go one or two "
     "squares back, straight or diagonally, but neither takes nor jumps that way.",
     {{"d4", NULL, NULL, "A superpawn on d4"}}},
    {PAWN,
     PAWNS_MEGA,
     "One step forward, straight or diagonally, to move or to take; beyond the river, but not in "
     "it, "
     "also one step sideways. It never goes back. On the last row it becomes a megapawn.",
     {{"c2", NULL, NULL, "A pawn on c2"}, {"d6", NULL, NULL, "A pawn beyond the river, on d6"}}},
    {SUPERPAWN,
     PAWNS_MEGA,
     "It moves or leaps to any square that is at most two squares away, and takes there.",
     {{"d4", NULL, NULL, "A megapawn on d4"}}},
};

enum { CARD_COUNT = sizeof cards / sizeof cards[0] };

/* Nothing moves without the lions. They stand where they are in no diagram's way. */
static const char *const hidden_lions[COLOR_COUNT] = {"d1", "d7"};

static void place_pieces(const PieceCard *card, const PieceDiagram *diagram, Position *position) {
    *position = (Position){.variant = variant_of(card->family),
                           .side = WHITE,
                           .jump_start = SQUARE_NONE,
                           .jump_at = SQUARE_NONE};
    placement_put(position, WHITE, card->type, square_parse(diagram->square));
    for (const char *at = diagram->others; at; at = *at == ' ' ? at + 1 : NULL) {
        char square[SQUARE_TEXT_SIZE] = {at[1], at[2], '\0'};
        placement_put(position, BLACK, piece_type_from_letter(*at, card->family),
                      square_parse(square));
        at += 3;
    }
}

/* Finds the squares to which the piece may go, and those of them on which it may take. */
static void find_steps(const Position *shown, Square from, BoardDiagram *diagram) {
    Position position = *shown;
    Bitboard steps, captures;
    for (int color = 0; color < COLOR_COUNT; color++)
        if (!position_pieces(&position, (Color)color, LION))
            placement_put(&position, (Color)color, LION, square_parse(hidden_lions[color]));
    movegen_steps(&position, from, &steps, &captures);
    for (Bitboard set = steps; set;) {
        Square to = bitboard_pop(&set);
        bool takes = bitboard_has(movegen_attackers(&position, to, WHITE), from);
        /* A monkey takes what it jumps over, not what stands where it goes. */
        if (bitboard_has(captures, to) || (takes && position_piece_at(&position, from) != MONKEY))
            diagram->takes |= square_bit(to);
        else
            diagram->goes |= square_bit(to);
    }
    if (diagram->line)
        diagram->takes |= square_bit(square_parse(strrchr(diagram->line, '\0') - 2));
}

static void add_card(const PieceCard *card, Buffer *html) {
    const char *name = piece_type_name(card->type, card->family);
    buffer_add_format(html, "<li><h4>%c%s <span class=\"letter\">%c</span></h4>\n<div%s>",
                      text_upper(name[0]), name + 1, piece_type_letter(card->type, card->family),
                      card->diagrams[1].square ? " class=\"two\"" : "");
    for (int i = 0; i < DIAGRAMS_MAX && card->diagrams[i].square; i++) {
        const PieceDiagram *diagram = &card->diagrams[i];
        Position position;
        BoardDiagram picture = {.position = &position,
                                .ground = ground_id,
                                .title = diagram->label,
                                .line = diagram->line};
        place_pieces(card, diagram, &position);
        find_steps(&position, square_parse(diagram->square), &picture);
        board_svg_add_diagram(&picture, html);
    }
    buffer_add_format(html, "</div>\n<p>%s</p></li>\n", card->words);
}

static void add_pieces(const RulesTopics *topics, Buffer *html) {
    buffer_add_string(
        html,
        "<h3>The six animals and the pawns</h3>\n<p>Each piece is named by the first letter "
        "of its animal. A full dot is a square to which the piece may go, and take what "
        "stands there, or, as a monkey, what it jumps over; on a ring it takes nothing. The "
        "dots at the board, when you tap a piece, mean the same.</p>\n<ul class=\"cards\">\n");
    for (int i = 0; i < CARD_COUNT; i++)
        if (cards[i].type < PAWN || topics->families[cards[i].family])
            add_card(&cards[i], html);
    buffer_add_string(html, "</ul>\n");
}

/* ---- the board ---- */

static void add_board(const RulesTopics *topics, Buffer *html) {
    Position position;
    position_start(&position, &topics->variant);
    BoardPicture picture = {.position = &position, .title = "Where a game of Congo begins"};
    buffer_add_string(
        html, "<p>Congo is a game like chess on seven by seven squares. White begins, from "
              "below, and the sides move in turn; nobody may pass. All pieces but one take as in "
              "chess, by moving onto the enemy piece. <strong>Whoever takes the other lion "
              "wins.</strong> There is no check and no "
              "mate: nobody has to save a lion that is attacked, and the next move may simply take "
              "it. A side that has no legal move loses.</p>\n"
              "<div class=\"ground\">\n<figure>\n");
    board_svg_add(&picture, "how-board", html);
    buffer_add_string(
        html,
        "<figcaption>Where a game begins: the river is row 4, with waves; the castles are the "
        "framed squares at both ends.</figcaption>\n</figure>\n<div>\n"
        "<h3>The river</h3>\n<p>Any piece may enter the river, the row in the middle, but it must "
        "leave it with the next move: <strong>a piece that is in the river when its side begins a "
        "turn, and still is there when that turn ends, drowns</strong> and is gone. To go from "
        "one square of the river to another does not save it, even if it takes something there. So "
        "only one piece can be saved each turn. The crocodile never drowns.");
    if (topics->islands.length > 0)
        buffer_add_string(html, topics->islands.bytes);
    buffer_add_string(
        html, "</p>\n<h3>The castles</h3>\n<p>A castle is three by three squares: c1 to e3 is "
              "White's, c5 to e7 is Black's. A lion never leaves its castle, except to take the "
              "other lion. All other pieces come and go.</p>\n"
              "<h3>Draws and other ends</h3>\n<p>");
    buffer_add_string(html, topics->draws.bytes);
    buffer_add_string(
        html, " The players may also agree on a draw; a player may resign; and where clocks "
              "run, a player whose time is over loses.</p>\n</div>\n</div>\n");
}

/* ---- the notation ---- */

typedef struct LegendLine {
    const char *moves, *meaning; /* markup */
} LegendLine;

enum { LEGEND_MAX = 8 };

/* In UTF-8, as the moves of the page. */
static const struct {
    const char *intro; /* markup */
    LegendLine lines[LEGEND_MAX];
    const char *promotion; /* a move before "=S"; NULL: superpawns are not marked */
} legends[NOTATION_COUNT] = {
    [NOTATION_CONGO] =
        {"In sentences and at the board, squares are small letters, e3, and "
         "pieces capitals, Z. <strong>In a move the square is written in capitals too and "
         "stands last:</strong> in E-E3 the first E is the elephant, the second is the column. "
         "A hyphen goes, a colon takes.",
         {{"Z-F3", "The zebra goes to f3."},
          {"Z:F3", "The zebra takes what stands on f3."},
          {"D3", "A pawn goes to d3: without a letter of a piece, it is a pawn that moves."},
          {"P:B4", "A pawn takes on b4."},
          {"E-CD4, P-BA3", "The elephant from column c goes to d4, the pawn from column b to a3: "
                           "another one could go there too."},
          {"M:D3:F5", "A chain: the monkey jumps to d3 and on to f5, and takes both pieces that it "
                      "jumps over."},
          {"C-F3,:D4", "The crocodile goes to f3, and the mover's own piece on d4 drowns."},
          {"L:D6#", "The lion takes the other lion on d6 and wins."}},
         NULL},
    [NOTATION_PLAIN] =
        {"A move is the square that a piece leaves and the square to which it goes. A hyphen goes, "
         "a × takes.",
         {{"g1-f3", "The piece on g1 goes to f3."},
          {"f1×e3", "The piece on f1 takes what stands on e3."},
          {"b1×d3×f5", "A chain: the monkey on b1 jumps to d3 and on to f5, and takes both pieces "
                       "that it jumps over."},
          {"g3-f3~d4", "The piece on g3 goes to f3, and the mover's own piece on d4 drowns."},
          {"e5×d6#", "The piece on e5 takes the lion on d6 and wins."}},
         "d6-d7"},
    [NOTATION_LETTERS] =
        {"A move is the letter of the piece, the square that it leaves and the square to which it "
         "goes. A hyphen goes, a × takes.",
         {{"Zg1-f3", "The zebra on g1 goes to f3."},
          {"Zf1×e3", "The zebra on f1 takes what stands on e3."},
          {"Pd2-d3", "The pawn on d2 goes to d3."},
          {"Mb1×d3×f5", "A chain: the monkey on b1 jumps to d3 and on to f5, and takes both pieces "
                        "that it jumps over."},
          {"Cg3-f3~d4", "The crocodile on g3 goes to f3, and the mover's own piece on d4 drowns."},
          {"Ze4×d6#", "The zebra on e4 takes the lion on d6 and wins."}},
         "Pd6-d7"},
};

/* Of every notation. */
static const LegendLine common_legend[] = {
    {"1. 1...", "White's first move, and Black's."},
    {"! ?! ? ??", "A good or the only move, an inaccuracy, a mistake, a blunder."},
    {"g1f3, b1d3f5", "Moves in coordinates, as programs write them: from square to square. A chain "
                     "names every square on which the monkey lands."},
};

static void add_legend_line(const LegendLine *line, Buffer *html) {
    buffer_add_format(html, "<dt>%s</dt><dd>%s</dd>\n", line->moves, line->meaning);
}

static void add_promotions(const RulesTopics *topics, const char *move, Buffer *html) {
    for (int family = PAWNS_CONGO; family <= PAWNS_MEGA; family++)
        if (topics->families[family])
            buffer_add_format(html,
                              "<dt>%s=%c</dt><dd>The pawn on d6 goes to d7 and is a %s from now "
                              "on.</dd>\n",
                              move, piece_type_letter(SUPERPAWN, (PawnFamily)family),
                              piece_type_name(SUPERPAWN, (PawnFamily)family));
}

static void add_legend(const RulesTopics *topics, Notation notation, Buffer *html) {
    buffer_add_format(html,
                      "<h3 id=\"notation\">How moves are written</h3>\n<p>Columns are a to g from "
                      "the left and rows 1 to 7 "
                      "from White's side. %s</p>\n<dl class=\"legend\">\n",
                      legends[notation].intro);
    for (int i = 0; i < LEGEND_MAX && legends[notation].lines[i].moves; i++)
        add_legend_line(&legends[notation].lines[i], html);
    if (legends[notation].promotion)
        add_promotions(topics, legends[notation].promotion, html);
    for (size_t i = 0; i < sizeof common_legend / sizeof common_legend[0]; i++)
        add_legend_line(&common_legend[i], html);
    buffer_add_string(html, "</dl>\n");
}

void rules_section_add(const RulesTopics *topics, Notation notation, Buffer *html) {
    buffer_add_string(html, "<section class=\"rules\" id=\"how\">\n<h2>How Congo works</h2>\n");
    add_board(topics, html);
    add_pieces(topics, html);
    add_legend(topics, notation, html);
    buffer_add_string(html, "<p><a href=\"#top\">Back to the board</a></p>\n</section>\n");
}
