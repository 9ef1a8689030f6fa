#include <config.h>

#include "rules/comment.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

typedef struct CommentScanner {
    const char *at;
    const char *end;
} CommentScanner;

static bool is_break(char c) {
    return c == '\n' || c == '\r';
}

static bool is_layout(char c) {
    return c == ' ' || c == '\t' || is_break(c);
}

static void skip_layout(CommentScanner *raw) {
    while (raw->at < raw->end && is_layout(*raw->at))
        raw->at++;
}

/* ---- escapes ---- */

static int hex_digit(char c) {
    static const char digits[] = "0123456789abcdef";
    const char *at = c ? strchr(digits, c >= 'A' && c <= 'F' ? c | 0x20 : c) : NULL;
    return at ? (int)(at - digits) : -1;
}

/* Reads the escape at a backslash. *byte is what it stands for; NUL: nothing, since it joins two
 * lines. Returns its length, or 0 if the backslash begins no escape and stands for itself. */
static size_t read_escape(const char *at, const char *end, char *byte) {
    size_t left = (size_t)(end - at);
    char next = '\0';
    if (left > 1)
        next = at[1];
    *byte = '\0';
    if (is_break(next))
        return next == '\r' && left > 2 && at[2] == '\n' ? 3 : 2;
    if (next == 'n' || next == '\\') {
        *byte = '\\';
        if (next == 'n')
            *byte = '\n';
        return 2;
    }
    if (next != 'x' || left < 4 || hex_digit(at[2]) < 0 || hex_digit(at[3]) < 0)
        return 0;
    *byte = (char)(16 * hex_digit(at[2]) + hex_digit(at[3]));
    return *byte == '\0' ? 0 : 4;
}

/* Writes an escape that stands for any byte but NUL. */
static void write_escape(char byte, Buffer *raw) {
    if (byte == '\\')
        buffer_add_string(raw, "\\\\");
    else if (byte == '\n')
        buffer_add_string(raw, "\\n");
    else
        buffer_add_format(raw, "\\x%02x", (unsigned)(unsigned char)byte);
}

size_t comment_unit_length(const char *raw) {
    if (raw[0] == '\\')
        return raw[1] == 'x' ? 4 : 2;
    size_t unit = 1;
    while (((unsigned char)raw[unit] & 0xc0) == 0x80)
        unit++;
    return unit;
}

/* ---- times ---- */

/* Appends digits to a number as one place in the given base. Returns false if there are none or the
 * number is too large. */
static bool read_digits(CommentScanner *raw, int64_t base, int64_t *number) {
    int64_t digits = 0;
    const char *first = raw->at;
    for (; raw->at < raw->end && *raw->at >= '0' && *raw->at <= '9'; raw->at++) {
        if (digits > INT64_MAX / 10 - 1)
            return false;
        digits = digits * 10 + (*raw->at - '0');
    }
    if (raw->at == first || *number > (INT64_MAX - digits) / base)
        return false;
    *number = *number * base + digits;
    return true;
}

/* Reads "1:02:03.456": seconds, with minutes and hours if there are any. */
static bool read_time(CommentScanner *raw, int64_t *time_ms) {
    int64_t time = 0;
    for (int field = 0; field == 0 || (field < 3 && raw->at < raw->end && *raw->at == ':');
         field++) {
        raw->at += field > 0;
        if (!read_digits(raw, 60, &time))
            return false;
    }
    int64_t fraction = 0;
    if (raw->at < raw->end && *raw->at == '.') {
        raw->at++;
        for (int64_t unit = 100; raw->at < raw->end && *raw->at >= '0' && *raw->at <= '9';
             unit /= 10)
            fraction += unit * (*raw->at++ - '0');
    }
    if (time > (INT64_MAX - fraction) / 1000)
        return false;
    *time_ms = time * 1000 + fraction;
    return true;
}

static void write_time(int64_t time_ms, Buffer *raw) {
    int64_t seconds = time_ms / 1000;
    buffer_add_format(raw, "%" PRId64 ":%02d:%02d", seconds / 3600, (int)(seconds / 60 % 60),
                      (int)(seconds % 60));
    int fraction = (int)(time_ms % 1000), digits = 3;
    if (fraction == 0)
        return;
    for (; fraction % 10 == 0; fraction /= 10)
        digits--;
    buffer_add_format(raw, ".%0*d", digits, fraction);
}

/* ---- scores ---- */

/* Reads '+' or '-'. Returns the factor it stands for. */
static int read_sign(CommentScanner *raw) {
    bool negative = raw->at < raw->end && *raw->at == '-';
    raw->at += negative || (raw->at < raw->end && *raw->at == '+');
    return negative ? -1 : 1;
}

/* Reads a whole number from `least` to `most`. */
static bool read_number(CommentScanner *raw, int64_t least, int64_t most, int64_t *number) {
    *number = 0;
    return read_digits(raw, 1, number) && *number >= least && *number <= most;
}

/* Reads "12.34" as hundredths, rounded. */
static bool read_hundredths(CommentScanner *raw, int64_t *hundredths) {
    if (!read_number(raw, 0, RECORD_HUNDREDTHS_MAX, hundredths))
        return false;
    *hundredths *= 100;
    if (raw->at < raw->end && *raw->at == '.') {
        const char *first = ++raw->at;
        for (; raw->at < raw->end && *raw->at >= '0' && *raw->at <= '9'; raw->at++) {
            static const int units[] = {10, 1};
            int digit = *raw->at - '0';
            if (raw->at - first < 2)
                *hundredths += digit * units[raw->at - first];
            else
                *hundredths += raw->at - first == 2 && digit >= 5;
        }
        if (raw->at == first)
            return false;
    }
    return *hundredths <= RECORD_HUNDREDTHS_MAX;
}

/* Reads "-0.34", "#-4" (a win of Black in 4 moves), or either with the plies searched, "0.34,12".
 */
static bool read_score(CommentScanner *raw, RecordScore *score) {
    int64_t number, depth = 0;
    bool win = raw->at < raw->end && *raw->at == '#';
    raw->at += win;
    int sign = read_sign(raw);
    if (!(win ? read_number(raw, 1, RECORD_PLIES_MAX, &number) : read_hundredths(raw, &number)))
        return false;
    if (raw->at < raw->end && *raw->at == ',') {
        raw->at++;
        if (!read_number(raw, 0, RECORD_DEPTH_MAX, &depth))
            return false;
    }
    *score =
        (RecordScore){true, (int)depth, win ? sign * (int)number : 0, win ? 0 : sign * (int)number};
    return true;
}

static void write_score(const RecordScore *score, Buffer *raw) {
    int hundredths = score->hundredths, size = hundredths < 0 ? -hundredths : hundredths;
    if (score->win_moves != 0)
        buffer_add_format(raw, "#%d", score->win_moves);
    else
        buffer_add_format(raw, "%s%d.%02d", hundredths < 0 ? "-" : "", size / 100, size % 100);
    if (score->depth > 0)
        buffer_add_format(raw, ",%d", score->depth);
}

/* ---- commands ---- */

enum { COMMAND_NAME_MAX = 6 };

typedef enum CommandKind { COMMAND_SCORE, COMMAND_USED, COMMAND_CLOCK, COMMAND_KINDS } CommandKind;

static const char *const command_names[COMMAND_KINDS] = {"[%eval", "[%emt", "[%clk"};

/* Returns which command's name is next, or COMMAND_KINDS. */
static CommandKind find_command(const char *bytes, size_t length) {
    for (CommandKind kind = 0; kind < COMMAND_KINDS; kind++) {
        size_t name = strlen(command_names[kind]);
        if (length >= name && memcmp(bytes, command_names[kind], name) == 0)
            return kind;
    }
    return COMMAND_KINDS;
}

/* Reads a command and the blanks after it. Returns false and leaves *raw unchanged if there is
 * none.
 */
static bool read_command(CommentScanner *raw, bool timed, CommentCommands *commands) {
    CommandKind kind = find_command(raw->at, (size_t)(raw->end - raw->at));
    if (kind == COMMAND_KINDS || (kind != COMMAND_SCORE && !timed))
        return false;
    CommentScanner rest = {raw->at + strlen(command_names[kind]), raw->end};
    CommentCommands read = *commands;
    if (rest.at == rest.end || !is_layout(*rest.at))
        return false;
    skip_layout(&rest);
    bool good = kind == COMMAND_SCORE
                    ? read_score(&rest, &read.score)
                    : read_time(&rest, kind == COMMAND_USED ? &read.used : &read.clock);
    if (!good || rest.at == rest.end || *rest.at != ']')
        return false;
    rest.at++;
    skip_layout(&rest);
    raw->at = rest.at;
    *commands = read;
    return true;
}

/* ---- comments ---- */

/* Reads the blanks between two words. If there is a line break among them, they are one blank. */
static CommentScanner read_gap(CommentScanner *raw) {
    static const char one_blank[] = " ";
    CommentScanner gap = {raw->at, raw->at};
    skip_layout(raw);
    gap.end = raw->at;
    for (const char *at = gap.at; at < gap.end; at++)
        if (is_break(*at))
            return (CommentScanner){one_blank, one_blank + 1};
    return gap;
}

static void begin_line(Buffer *text) {
    if (text->length > 0)
        buffer_add(text, "\n", 1);
}

void comment_read(const char *bytes, size_t length, bool timed, Buffer *text,
                  CommentCommands *commands) {
    CommentScanner raw = {bytes, bytes + length}, gap = {bytes, bytes};
    bool begun = false;
    while (raw.at < raw.end) {
        if (is_layout(*raw.at)) {
            gap = read_gap(&raw);
            continue;
        }
        if (*raw.at == '[' && read_command(&raw, timed, commands))
            continue;
        if (!begun)
            begin_line(text);
        else
            buffer_add(text, gap.at, (size_t)(gap.end - gap.at));
        begun = true;
        gap.at = gap.end;
        char byte = *raw.at;
        size_t used = byte == '\\' ? read_escape(raw.at, raw.end, &byte) : 1;
        if (used == 0)
            byte = '\\';
        if (byte != '\0' || used == 1)
            buffer_add(text, &byte, 1);
        raw.at += used > 0 ? used : 1;
    }
}

void comment_read_line(const char *bytes, size_t length, Buffer *text) {
    CommentScanner raw = {bytes, bytes + length};
    skip_layout(&raw);
    if (raw.at == raw.end)
        return;
    while (is_layout(raw.end[-1]))
        raw.end--;
    begin_line(text);
    buffer_add(text, raw.at, (size_t)(raw.end - raw.at));
}

/* Returns whether a character must be escaped: it would end the comment, begin an escape or a
 * command, or be trimmed. */
static bool needs_escape(const char *text, const char *at) {
    return strchr("}\\\n", *at) ||
           (*at == '[' && find_command(at, strnlen(at, COMMAND_NAME_MAX)) != COMMAND_KINDS) ||
           ((*at == ' ' || *at == '\t') && (at == text || at[1] == '\0'));
}

/* Opens the comment or separates two parts of it. */
static void begin_piece(Buffer *raw, size_t start) {
    buffer_add_string(raw, raw->length == start ? "{" : " ");
}

/* Begins a command and returns whether there is one. */
static bool begin_command(CommandKind kind, bool known, Buffer *raw, size_t start) {
    if (!known)
        return false;
    begin_piece(raw, start);
    buffer_add_format(raw, "%s ", command_names[kind]);
    return true;
}

static void write_commands(const CommentCommands *commands, Buffer *raw, size_t start) {
    if (begin_command(COMMAND_SCORE, commands->score.known, raw, start)) {
        write_score(&commands->score, raw);
        buffer_add_string(raw, "]");
    }
    if (begin_command(COMMAND_USED, commands->used >= 0, raw, start)) {
        write_time(commands->used, raw);
        buffer_add_string(raw, "]");
    }
    if (begin_command(COMMAND_CLOCK, commands->clock >= 0, raw, start)) {
        write_time(commands->clock, raw);
        buffer_add_string(raw, "]");
    }
}

void comment_write(const char *text, const CommentCommands *commands, Buffer *raw) {
    size_t start = raw->length;
    write_commands(commands, raw, start);
    if (text) {
        begin_piece(raw, start);
        for (const char *at = text; *at; at++) {
            if (needs_escape(text, at))
                write_escape(*at, raw);
            else
                buffer_add(raw, at, 1);
        }
    }
    if (raw->length > start)
        buffer_add_string(raw, "}");
}

/* ---- variations ---- */

typedef struct VariationScanner {
    const char *text;
    size_t at;
    size_t length;
    Buffer *tidy;  /* NULL: only the length is wanted */
    bool separate; /* the next element follows a blank */
    VariationFault *fault;
} VariationScanner;

static bool fault_at(const VariationScanner *scanner, size_t offset, const char *sentence) {
    if (scanner->fault)
        *scanner->fault = (VariationFault){offset, sentence};
    return false;
}

/* Appends an element, or its first part. */
static void add_element(VariationScanner *scanner, const char *bytes, size_t length) {
    if (!scanner->tidy)
        return;
    if (scanner->separate)
        buffer_add(scanner->tidy, " ", 1);
    buffer_add(scanner->tidy, bytes, length);
    scanner->separate = true;
}

/* Copies a comment without the line breaks that a backslash joins. A backslash that begins no
 * escape becomes one, as does a brace in a comment without escapes. */
static void join_lines(const char *bytes, size_t length, bool escapes, Buffer *joined) {
    const char *end = bytes + length;
    for (size_t used; bytes < end; bytes += used) {
        char byte = *bytes;
        used = escapes && byte == '\\' ? read_escape(bytes, end, &byte) : 0;
        if (used > 0) {
            if (byte != '\0')
                buffer_add(joined, bytes, used);
            continue;
        }
        used = 1;
        if (*bytes == '\\' || *bytes == '}')
            write_escape(*bytes, joined);
        else
            buffer_add(joined, is_break(*bytes) ? "\n" : bytes, 1);
    }
}

/* Appends a comment in one line, with the blanks that comment_read() keeps. */
static void add_joined(VariationScanner *scanner, const char *text) {
    const char *gap = NULL;
    bool broken = false, begun = false;
    for (; *text; text++) {
        if (text_is_space(*text)) {
            gap = gap ? gap : text;
            broken |= is_break(*text);
            continue;
        }
        if (!begun)
            add_element(scanner, "{", 1);
        else if (gap && broken)
            buffer_add(scanner->tidy, " ", 1);
        else if (gap)
            buffer_add(scanner->tidy, gap, (size_t)(text - gap));
        begun = true;
        broken = false;
        gap = NULL;
        buffer_add(scanner->tidy, text, 1);
    }
    if (begun)
        buffer_add(scanner->tidy, "}", 1);
}

static void add_comment(VariationScanner *scanner, const char *bytes, size_t length, bool escapes) {
    if (!scanner->tidy)
        return;
    Buffer joined = {0};
    join_lines(bytes, length, escapes, &joined);
    char *clean = text_sanitize(joined.bytes, joined.length, true);
    add_joined(scanner, clean);
    buffer_free(&joined);
    free(clean);
}

/* Reads "{...}". */
static bool read_comment(VariationScanner *scanner) {
    const char *text = scanner->text + scanner->at + 1;
    const char *end = memchr(text, '}', scanner->length - scanner->at - 1);
    if (!end)
        return fault_at(scanner, scanner->at, "the comment that begins here has no end, '}'");
    size_t length = (size_t)(end - text);
    const char *nul = memchr(text, '\0', length);
    if (nul)
        return fault_at(scanner, (size_t)(nul - scanner->text), "a NUL byte; expected text");
    add_comment(scanner, text, length, true);
    scanner->at += length + 2;
    return true;
}

static size_t rest_of_line(const VariationScanner *scanner) {
    size_t end = scanner->at;
    while (end < scanner->length && !is_break(scanner->text[end]))
        end++;
    return end - scanner->at;
}

/* Reads "; ..." up to the end of the line. */
static bool read_line_comment(VariationScanner *scanner) {
    size_t length = rest_of_line(scanner);
    const char *nul = memchr(scanner->text + scanner->at, '\0', length);
    if (nul)
        return fault_at(scanner, (size_t)(nul - scanner->text), "a NUL byte; expected text");
    add_comment(scanner, scanner->text + scanner->at + 1, length - 1, false);
    scanner->at += length;
    return true;
}

static bool ends_word(char c) {
    return text_is_space(c) || (c != '\0' && strchr("(){};[]", c));
}

/* Reads a move, a number or a glyph. */
static bool read_word(VariationScanner *scanner) {
    static const char wrong[] = "in a variation: expected a move, a comment or ')'";
    const char *word = scanner->text + scanner->at;
    size_t left = scanner->length - scanner->at, length = 0;
    while (length < left && !ends_word(word[length])) {
        unsigned code;
        size_t unit = text_decode_utf8(word + length, left - length, &code);
        if (unit == 0 || text_is_control(code))
            return fault_at(scanner, scanner->at + length, wrong);
        length += unit;
    }
    if (length == 0 || length > VARIATION_WORD_MAX || *word == '%')
        return fault_at(scanner, scanner->at, wrong);
    add_element(scanner, word, length);
    scanner->at += length;
    return true;
}

static bool begins_line(const VariationScanner *scanner) {
    return scanner->at > 0 && is_break(scanner->text[scanner->at - 1]);
}

/* Reads the next element inside. */
static bool read_element(VariationScanner *scanner, size_t *depth) {
    switch (scanner->text[scanner->at]) {
    case '(':
        ++*depth;
        add_element(scanner, "(", 1);
        scanner->separate = false;
        scanner->at++;
        return true;
    case ')':
        --*depth;
        scanner->separate = false;
        add_element(scanner, ")", 1);
        scanner->at++;
        return true;
    case '{':
        return read_comment(scanner);
    case ';':
        return read_line_comment(scanner);
    default:
        return read_word(scanner);
    }
}

/* Skips blanks, and lines that begin with '%'. */
static void skip_blanks(VariationScanner *scanner) {
    for (; scanner->at < scanner->length; scanner->at++) {
        char c = scanner->text[scanner->at];
        if (c == '%' && begins_line(scanner))
            scanner->at += rest_of_line(scanner);
        else if (!text_is_space(c))
            return;
        if (scanner->at == scanner->length)
            return;
    }
}

size_t variation_read(const char *text, size_t length, Buffer *tidy, VariationFault *fault) {
    VariationScanner scanner = {.text = text,
                                .length = length,
                                .tidy = tidy,
                                .separate = tidy && tidy->length > 0,
                                .fault = fault};
    size_t depth = 0;
    assert(length > 0 && *text == '(');
    do {
        if (!read_element(&scanner, &depth))
            return 0;
        if (depth > 0)
            skip_blanks(&scanner);
        /* Tags at the beginning of a line are those of the next game. */
        if (depth > 0 &&
            (scanner.at == length || (text[scanner.at] == '[' && begins_line(&scanner))))
            return fault_at(&scanner, 0, "the variation that begins here has no end, ')'");
    } while (depth > 0);
    return scanner.at;
}

char *variation_tidy(const char *text) {
    Buffer tidy = {0};
    for (;;) {
        while (text_is_space(*text))
            text++;
        size_t length = *text == '(' ? variation_read(text, strlen(text), &tidy, NULL) : 0;
        if (length == 0)
            break;
        text += length;
    }
    if (*text == '\0' && tidy.length > 0)
        return buffer_take(&tidy);
    buffer_free(&tidy);
    return NULL;
}

/* ---- the moves of variations ---- */

enum { LINES_MAX = 16 }; /* variations inside each other; deeper ones stay as they are */

/* A variation that is being played. */
typedef struct PlayedLine {
    Position position;
    Position before; /* the last move, which a variation inside replaces */
    bool readable;   /* all words so far */
    bool begun;
} PlayedLine;

/* Tidy variations that are being written again. */
typedef struct Translation {
    VariationMoveWriter *write;
    const void *context;
    PlayedLine lines[LINES_MAX];
    size_t depth;
    Buffer *text;
} Translation;

/* Plays a move and adds it. Returns false if it is not legal. */
static bool translate_move(Translation *to, PlayedLine *line, const char *move) {
    char written[NOTATION_SIZE];
    Move played;
    if (!notation_parse(&line->position, move, &played, NULL, NULL))
        return false;
    size_t length = to->write(to->context, &line->position, played, move, written);
    if (length > 0)
        buffer_add(to->text, written, length);
    else
        buffer_add_string(to->text, move);
    line->before = line->position;
    line->begun = true;
    position_make(&line->position, played);
    return true;
}

/* Adds a word: a number, a glyph, or a move with or without a number before it and marks behind. */
static void translate_word(Translation *to, PlayedLine *line, const char *word, size_t length) {
    char move[VARIATION_WORD_MAX + 1];
    MoveNumber number = notation_number(word, length);
    size_t begin = number.dots > 0 ? number.length : 0, end = length;
    while (end > begin && strchr("!?", word[end - 1]))
        end--;
    buffer_add(to->text, word, begin);
    if (begin < end && number.digits < length && *word != '$') {
        snprintf(move, sizeof move, "%.*s", (int)(end - begin), word + begin);
        line->readable = translate_move(to, line, move);
        begin = line->readable ? end : begin;
    }
    buffer_add(to->text, word + begin, length - begin);
}

/* Begins a variation instead of the last move of the one around it, or of the game's move. */
static void begin_variation(Translation *to, const Position *before) {
    if (to->depth < LINES_MAX) {
        const PlayedLine *around = to->depth > 0 ? &to->lines[to->depth - 1] : NULL;
        PlayedLine *line = &to->lines[to->depth];
        line->begun = false;
        line->readable = !around || (around->readable && around->begun);
        line->position = around && line->readable ? around->before : *before;
    }
    to->depth++;
}

/* Returns the length of the parenthesis, blank, comment or word that a tidy text begins with. */
static size_t element_length(const char *tidy) {
    size_t length = *tidy == '{' ? strcspn(tidy, "}") + 1 : strcspn(tidy, " (){");
    return length > 0 ? length : 1;
}

void variation_translate(const char *tidy, const Position *before, VariationMoveWriter *write,
                         const void *context, Buffer *text) {
    Translation to = {.write = write, .context = context, .text = text};
    for (size_t length; *tidy; tidy += length) {
        PlayedLine *line = to.depth > 0 && to.depth <= LINES_MAX ? &to.lines[to.depth - 1] : NULL;
        length = element_length(tidy);
        if (*tidy == '(')
            begin_variation(&to, before);
        to.depth -= *tidy == ')';
        if (line && line->readable && !strchr(" (){", *tidy))
            translate_word(&to, line, tidy, length);
        else
            buffer_add(text, tidy, length);
    }
}

static size_t write_in_style(const void *context, const Position *position, Move move,
                             const char *word, char text[NOTATION_SIZE]) {
    const NotationStyle *style = context;
    (void)word;
    return notation_write(position, move, *style, text);
}

void variation_in_style(const char *tidy, const Position *before, NotationStyle style,
                        Buffer *text) {
    variation_translate(tidy, before, write_in_style, &style, text);
}

/* ---- for a reader ---- */

/* Reads a comment without its escapes and commands into *plain. Returns its length. */
static size_t read_plain(const char *tidy, Buffer *plain) {
    const char *at = tidy + 1;
    for (size_t used; *at != '}'; at += used) {
        size_t command = strncmp(at, "[%", 2) == 0 ? strcspn(at, "]}") : 0;
        char byte = *at;
        used = 1;
        if (command > 0 && at[command] == ']') {
            used = command + 1;
            used += at[used] == ' ';
            continue;
        }
        if (byte == '\\')
            used = read_escape(at, at + strlen(at), &byte);
        buffer_add(plain, &byte, 1);
    }
    return (size_t)(at + 1 - tidy);
}

/* Appends a comment in braces, after a blank if there is one, or nothing if it has no text. Returns
 * its length in the tidy text. */
static size_t write_plain(const char *tidy, bool *blank, Buffer *text) {
    Buffer plain = {0};
    size_t length = read_plain(tidy, &plain);
    char *clean = text_sanitize(plain.bytes, plain.length, false);
    if (*clean) {
        buffer_add_string(text, *blank ? " {" : "{");
        buffer_add_string(text, clean);
        buffer_add_string(text, "}");
        *blank = false;
    }
    free(clean);
    buffer_free(&plain);
    return length;
}

void variation_write_plain(const char *tidy, const Position *before, NotationStyle style,
                           Buffer *text) {
    size_t depth = 0;
    bool blank = false; /* before the next element */
    Buffer styled = {0};
    variation_in_style(tidy, before, style, &styled);
    for (const char *at = styled.bytes; at != NULL && *at != '\0';) {
        size_t length = 1;
        if (*at == '{') {
            length = write_plain(at, &blank, text);
        } else if (*at == ' ') {
            blank = true;
        } else if (*at == '(' && depth++ == 0) {
            buffer_add_string(text, blank ? "\nInstead:" : "Instead:");
            blank = true;
        } else if (*at != ')' || --depth > 0) {
            buffer_add_string(text, blank && *at != ')' ? " " : "");
            buffer_add(text, at, 1);
            blank = false;
        }
        at += length;
    }
    buffer_free(&styled);
}
