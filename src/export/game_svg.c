#include <config.h>

#include "export/game_svg.h"

#include <stdint.h>
#include <string.h>

#include "base/number.h"
#include "export/game_text.h"
#include "export/markup.h"

/* Times in milliseconds. */
enum {
    STEP_MS = 450,    /* of a piece from square to square; a monkey's capture has several */
    REST_MS = 950,    /* after each move */
    START_MS = 1800,  /* before the first move */
    RESULT_MS = 5000, /* at the end */
    FADE_MS = 250,    /* of a captured piece */
    DROWN_MS = 700
};

/* The picture, in units of board_svg.h: the board, and three lines of text below. */
enum {
    TEXT_HEIGHT = 110,
    HEIGHT = BOARD_SVG_SIZE + TEXT_HEIGHT,
    TEXT_WIDTH = 700,
    TEXT_LEFT = -10
};

/* A piece from where it appears until it vanishes. A pawn that promotes vanishes, and the piece
 * that it becomes appears. */
typedef struct PieceTrack {
    char letter;
    Color color;
    Square square; /* the last one so far */
    bool gone;
    bool animated;
    Buffer frames; /* of its animation */
} PieceTrack;

/* Each piece at the start, and what each of them can become. */
enum { TRACKS_MAX = 2 * SQUARE_COUNT };

typedef struct GameFilm {
    const Record *record;
    size_t plies;
    bool flipped;
    NotationStyle notation;
    int64_t length_ms;
    PieceTrack tracks[TRACKS_MAX];
    int track_count;
    PieceTrack *at[SQUARE_SPAN]; /* by square; NULL: empty */
    unsigned jumps_seen;         /* a bit for each number of landings that a move has */
    Buffer marks, words;
} GameFilm;

/* ---- times ---- */

static int move_steps(const GameFilm *film, size_t ply) {
    Square landings[MOVE_JUMPS_MAX];
    return max_int(move_landings(film->record->plies[ply - 1].move, landings), 1);
}

static int move_ms(int steps) {
    return steps * STEP_MS + REST_MS;
}

/* Appends a time as a share of the film: "12.345%". */
static void add_share(const GameFilm *film, int64_t time, Buffer *css) {
    const int64_t whole = 100000;
    int64_t share = (time * whole + film->length_ms / 2) / film->length_ms;
    buffer_add_format(css, "%d.%03d%%", (int)(share / 1000), (int)(share % 1000));
}

/* ---- the pieces ---- */

static void add_frame(const GameFilm *film, PieceTrack *track, int64_t time, bool visible) {
    int x, y;
    board_svg_place(track->square, film->flipped, &x, &y);
    add_share(film, time, &track->frames);
    buffer_add_format(&track->frames, "{transform:translate(%dpx,%dpx);opacity:%d}", x, y, visible);
}

static PieceTrack *add_track(GameFilm *film, const Position *position, Square square) {
    PieceTrack *track = &film->tracks[film->track_count++];
    *track = (PieceTrack){
        .letter = piece_type_letter(position_piece_at(position, square), position->variant->pawns),
        .color = position_color_at(position, square),
        .square = square};
    film->at[square] = track;
    return track;
}

static void begin_animation(const GameFilm *film, PieceTrack *track) {
    if (!track->animated)
        add_frame(film, track, 0, true);
    track->animated = true;
}

static void vanish(GameFilm *film, Square square, int64_t time, int fade_ms) {
    PieceTrack *track = film->at[square];
    if (!track)
        return;
    begin_animation(film, track);
    add_frame(film, track, time, true);
    add_frame(film, track, time + fade_ms, false);
    track->gone = true;
    film->at[square] = NULL;
}

/* Moves a piece over its landings. What it captures vanishes when it lands. */
static void add_steps(GameFilm *film, const Position *before, Move move, int64_t time) {
    Square landings[MOVE_JUMPS_MAX];
    PieceTrack *track = film->at[move_from(move)];
    int count = move_is_stop(move) ? 0 : move_landings(move, landings);
    Bitboard captured = position_captured(before, move);
    for (int i = 0; i < count; i++) {
        Square victim =
            move_jumps(move) > 0 ? square_between(track->square, landings[i]) : landings[i];
        int64_t landed = time + (i + 1) * STEP_MS;
        begin_animation(film, track);
        if (bitboard_has(captured, victim))
            vanish(film, victim, landed - FADE_MS / 2, FADE_MS);
        add_frame(film, track, landed - STEP_MS, true);
        film->at[track->square] = NULL;
        track->square = landings[i];
        add_frame(film, track, landed, true);
    }
    film->at[track->square] = track;
}

static void add_promotion(GameFilm *film, const Position *after, Square square, int64_t time) {
    PieceTrack *pawn = film->at[square];
    if (!pawn || !bitboard_has(position_occupied(after), square) ||
        piece_type_letter(position_piece_at(after, square), after->variant->pawns) == pawn->letter)
        return;
    vanish(film, square, time, FADE_MS);
    PieceTrack *promoted = add_track(film, after, square);
    add_frame(film, promoted, 0, false);
    add_frame(film, promoted, time, false);
    add_frame(film, promoted, time + FADE_MS, true);
    promoted->animated = true;
}

static void add_move(GameFilm *film, size_t ply, int64_t time) {
    const Position *before = record_position_at(film->record, ply - 1);
    Move move = film->record->plies[ply - 1].move;
    int64_t landed = time + move_steps(film, ply) * STEP_MS;
    add_steps(film, before, move, time);
    for (Bitboard drowned = position_drowned(before, move); drowned;)
        vanish(film, bitboard_pop(&drowned), landed, DROWN_MS);
    add_promotion(film, record_position_at(film->record, ply), move_to(move), landed);
}

/* ---- what is shown for the time of a move ---- */

/* Begins a group that is shown from `time` on, as long as its class says. */
static void begin_group(const char *name, int number, int64_t time, Buffer *svg) {
    buffer_add_format(svg, "<g class=\"f %s%d\" style=\"animation-delay:%dms\">", name, number,
                      (int)time);
}

enum { TITLE_Y = 768, LINE_Y = 801, LINE_HEIGHT = 28, LETTERS_MAX = 62 };

/* Appends a line of text, which is squeezed if it is long. */
static void add_line(const char *line, const char *name, int y, Buffer *svg) {
    buffer_add_format(svg, "<text class=\"%s\" x=\"%d\" y=\"%d\"", name, TEXT_LEFT, y);
    if (strlen(line) > LETTERS_MAX)
        buffer_add_format(svg, " textLength=\"%d\" lengthAdjust=\"spacingAndGlyphs\"", TEXT_WIDTH);
    buffer_add_string(svg, ">");
    markup_add_text(svg, line);
    buffer_add_string(svg, "</text>");
}

/* Returns the length of the first line of a text: all of it, or up to a blank. */
static size_t first_line_length(const char *text) {
    size_t length = strlen(text), at = LETTERS_MAX;
    if (length <= LETTERS_MAX)
        return length;
    while (at > 0 && text[at] != ' ')
        at--;
    return at > 0 ? at : length;
}

/* Appends a title and a text of one line or two, ends their group, and frees both. */
static void add_texts(Buffer *title, Buffer *text, Buffer *svg) {
    buffer_add_string(title, "");
    buffer_add_string(text, "");
    size_t first = first_line_length(text->bytes);
    bool two_lines = first < text->length;
    text->bytes[first] = '\0';
    add_line(title->bytes, "title", TITLE_Y, svg);
    add_line(text->bytes, "line", LINE_Y, svg);
    if (two_lines)
        add_line(text->bytes + first + 1, "line", LINE_Y + LINE_HEIGHT, svg);
    buffer_add_string(svg, "</g>\n");
    buffer_free(title);
    buffer_free(text);
}

static void add_start_words(GameFilm *film) {
    Buffer title = {0}, line = {0};
    game_text_players(film->record, &title);
    game_text_event(film->record, &line);
    begin_group("s", 0, 0, &film->words);
    add_texts(&title, &line, &film->words);
}

static void add_move_words(GameFilm *film, size_t ply, int64_t time) {
    Buffer title = {0}, line = {0};
    game_text_number(film->record, ply, &title);
    buffer_add_string(&title, " ");
    game_text_move(film->record, ply, film->notation, &title);
    game_text_describe(film->record, ply, &line);
    begin_group("s", move_steps(film, ply), time, &film->words);
    add_texts(&title, &line, &film->words);
}

/* Appends the words of the end, which are shown as long as nothing is animated, too. */
static void add_end_words(GameFilm *film) {
    const Record *record = film->record;
    Buffer title = {0}, line = {0};
    game_text_players(record, &title);
    if (film->plies == record->count)
        game_text_outcome(record, &line);
    else
        game_text_place(record, film->plies, film->notation, &line);
    buffer_add_string(&film->words, "<g class=\"end\">");
    add_texts(&title, &line, &film->words);
}

/* Appends the squares of a move; those of the last one stay. */
static void add_mark(GameFilm *film, size_t ply, int64_t time) {
    if (ply == film->plies)
        buffer_add_string(&film->marks, "<g class=\"mark\">");
    else
        begin_group("s", move_steps(film, ply), time, &film->marks);
    board_svg_add_last(board_svg_way(film->record->plies[ply - 1].move), &film->marks);
    buffer_add_string(&film->marks, "</g>\n");
}

/* ---- the film ---- */

/* Appends the times when the last move and the words of the end are seen. */
static void add_end_rules(const GameFilm *film, int64_t last_move, int64_t end, Buffer *css) {
    const struct {
        const char *name;
        int64_t from;
    } parts[] = {{"mark", last_move}, {"end", end}};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        buffer_add_format(css, "@keyframes %s{0%%{visibility:hidden}", parts[i].name);
        add_share(film, parts[i].from, css);
        buffer_add_format(css, "{visibility:visible}}.%s{animation:%s %dms step-end infinite}\n",
                          parts[i].name, parts[i].name, (int)film->length_ms);
    }
}

/* Appends how long the start, and the moves with one landing, two and so on, are seen. */
static void add_stay_rules(const GameFilm *film, Buffer *css) {
    for (int steps = 0; steps <= MOVE_JUMPS_MAX; steps++) {
        if (!(film->jumps_seen >> steps & 1))
            continue;
        buffer_add_format(css, "@keyframes s%d{0%%{visibility:visible}", steps);
        add_share(film, steps == 0 ? START_MS : move_ms(steps), css);
        buffer_add_format(css, "{visibility:hidden}}.s%d{animation:s%d %dms step-end infinite}\n",
                          steps, steps, (int)film->length_ms);
    }
}

static void add_pieces(const GameFilm *film, Buffer *svg) {
    for (int i = 0; i < film->track_count; i++) {
        const PieceTrack *track = &film->tracks[i];
        int x, y;
        board_svg_place(track->square, film->flipped, &x, &y);
        buffer_add_format(svg, "<g class=\"p%d\" style=\"transform:translate(%dpx,%dpx)%s\">", i, x,
                          y, track->gone ? ";opacity:0" : "");
        board_svg_add_piece(track->letter, track->color, 0, 0, svg);
        buffer_add_string(svg, "</g>\n");
    }
}

/* Plays the game. Returns the time of the end, and sets that of the last move. */
static int64_t play(GameFilm *film, int64_t *last_move) {
    const Position *start = record_position_at(film->record, 0);
    int64_t time = START_MS;
    film->jumps_seen = 1;
    *last_move = 0;
    for (Bitboard set = position_occupied(start); set;)
        add_track(film, start, bitboard_pop(&set));
    add_start_words(film);
    for (size_t ply = 1; ply <= film->plies; ply++) {
        int steps = move_steps(film, ply);
        film->jumps_seen |= 1U << steps;
        add_move(film, ply, time);
        add_mark(film, ply, time);
        add_move_words(film, ply, time);
        *last_move = time;
        time += move_ms(steps);
    }
    add_end_words(film);
    for (int i = 0; i < film->track_count; i++)
        if (film->tracks[i].animated)
            add_frame(film, &film->tracks[i], film->length_ms, !film->tracks[i].gone);
    return time;
}

/* ---- the file ---- */

static void add_head(const GameFilm *film, Buffer *svg) {
    const Record *record = film->record;
    buffer_add_format(svg,
                      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"board\" role=\"img\" "
                      "viewBox=\"%d %d %d %d\" width=\"%d\" height=\"%d\" "
                      "aria-labelledby=\"game-title game-words\">\n<title id=\"game-title\">",
                      BOARD_SVG_LEFT, BOARD_SVG_TOP, BOARD_SVG_SIZE, HEIGHT, BOARD_SVG_SIZE,
                      HEIGHT);
    Buffer text = {0};
    game_text_players(record, &text);
    markup_add_text(svg, text.bytes);
    buffer_clear(&text);
    for (size_t ply = 1; ply <= film->plies; ply++) {
        if (ply == 1 || position_side(record_position_at(record, ply - 1)) == WHITE) {
            game_text_number(record, ply, &text);
            buffer_add_string(&text, " ");
        }
        game_text_move(record, ply, film->notation, &text);
        buffer_add_string(&text, " ");
    }
    if (film->plies == record->count)
        game_text_outcome(record, &text);
    buffer_add_string(svg, "</title>\n<desc id=\"game-words\">");
    markup_add_text(svg, text.length > 0 ? text.bytes : "");
    buffer_add_string(svg, "</desc>\n");
    buffer_free(&text);
}

static void add_style(const GameFilm *film, int64_t last_move, int64_t end, ExportTheme theme,
                      Buffer *svg) {
    buffer_add_string(svg, "<style>");
    stylesheet_add_board(theme, svg);
    stylesheet_add_page(theme, svg);
    buffer_add_string(svg, "\n.f{visibility:hidden}text{font-family:sans-serif}"
                           ".title{font-size:27px;font-weight:bold;fill:var(--text)}"
                           ".line{font-size:22px;fill:var(--text)}\n"
                           "@media(prefers-reduced-motion:no-preference){\n");
    add_stay_rules(film, svg);
    add_end_rules(film, last_move, end, svg);
    for (int i = 0; i < film->track_count; i++) {
        const PieceTrack *track = &film->tracks[i];
        if (!track->animated)
            continue;
        buffer_add_format(svg, "@keyframes p%d{", i);
        buffer_add(svg, track->frames.bytes, track->frames.length);
        buffer_add_format(svg, "}.p%d{animation:p%d %dms infinite}\n", i, i, (int)film->length_ms);
    }
    buffer_add_string(svg, "}</style>\n");
}

void game_svg_write(const Record *record, size_t plies, bool flipped, NotationStyle style,
                    ExportTheme theme, Buffer *svg) {
    GameFilm film = {.record = record, .plies = plies, .flipped = flipped, .notation = style};
    Buffer pieces = {0};
    int64_t last_move;
    film.length_ms = START_MS + RESULT_MS;
    for (size_t ply = 1; ply <= plies; ply++)
        film.length_ms += move_ms(move_steps(&film, ply));
    int64_t end = play(&film, &last_move);
    add_head(&film, svg);
    add_style(&film, last_move, end, theme, svg);
    SymbolSet symbols = 0;
    for (size_t ply = 0; ply <= plies; ply++)
        symbols |= board_svg_symbols(record_position_at(record, ply));
    buffer_add_string(svg, "<defs>\n");
    board_svg_add_symbols(symbols, svg);
    buffer_add_string(svg, "</defs>\n");
    buffer_add_format(svg,
                      "<rect class=\"frame\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" "
                      "rx=\"12\"/>\n",
                      BOARD_SVG_LEFT, BOARD_SVG_TOP, BOARD_SVG_SIZE, HEIGHT);
    add_pieces(&film, &pieces);
    board_svg_add_layers(&record->variant, flipped, film.marks.bytes, pieces.bytes, svg);
    buffer_add(svg, film.words.bytes, film.words.length);
    buffer_add_string(svg, "</svg>\n");
    for (int i = 0; i < film.track_count; i++)
        buffer_free(&film.tracks[i].frames);
    buffer_free(&pieces);
    buffer_free(&film.marks);
    buffer_free(&film.words);
}
