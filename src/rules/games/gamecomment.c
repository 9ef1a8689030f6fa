#include <config.h>

#include "rules/games/gamecomment.h"

#include <inttypes.h>
#include <string.h>

typedef struct CommentScanner {
    const char *at;
    const char *end;
} CommentScanner;

static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

static bool is_break(char c) {
    return c == '\n' || c == '\r';
}

static bool is_layout(char c) {
    return is_blank(c) || is_break(c);
}

static void skip_layout(CommentScanner *raw) {
    while (raw->at < raw->end && is_layout(*raw->at))
        raw->at++;
}

/* --- times --- */

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

/* --- scores --- */

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

/* --- commands --- */

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

static bool read_value(CommentScanner *raw, CommandKind kind, GameCommands *commands) {
    if (kind == COMMAND_SCORE)
        return read_score(raw, &commands->score);
    return read_time(raw, kind == COMMAND_USED ? &commands->used : &commands->clock);
}

/* Reads a command and the blanks after it. Returns false and leaves *raw unchanged if there is
 * none.
 */
static bool read_command(CommentScanner *raw, bool timed, GameCommands *commands) {
    CommandKind kind = find_command(raw->at, (size_t)(raw->end - raw->at));
    if (kind == COMMAND_KINDS || (kind != COMMAND_SCORE && !timed))
        return false;
    CommentScanner rest = {raw->at + strlen(command_names[kind]), raw->end};
    GameCommands read = *commands;
    if (rest.at == rest.end || !is_layout(*rest.at))
        return false;
    skip_layout(&rest);
    if (!read_value(&rest, kind, &read) || rest.at == rest.end || *rest.at != ']')
        return false;
    rest.at++;
    skip_layout(&rest);
    raw->at = rest.at;
    *commands = read;
    return true;
}

/* --- text --- */

static int hex_digit(char c) {
    static const char digits[] = "0123456789abcdef";
    const char *at = c ? strchr(digits, c >= 'A' && c <= 'F' ? c | 0x20 : c) : NULL;
    return at ? (int)(at - digits) : -1;
}

/* Reads an escape. A backslash that begins none stands for itself. */
static void read_escape(CommentScanner *raw, Buffer *text) {
    char next = '\0';
    size_t left = (size_t)(raw->end - ++raw->at);
    if (left > 0)
        next = *raw->at++;
    if (next == 'n') {
        buffer_add(text, "\n", 1);
    } else if (next == '\\') {
        buffer_add(text, "\\", 1);
    } else if (next == 'x' && left > 2 && hex_digit(raw->at[0]) >= 0 &&
               hex_digit(raw->at[1]) >= 0 && memcmp(raw->at, "00", 2) != 0) {
        char byte = (char)(16 * hex_digit(raw->at[0]) + hex_digit(raw->at[1]));
        buffer_add(text, &byte, 1);
        raw->at += 2;
    } else if (is_break(next)) {
        if (next == '\r' && raw->at < raw->end && *raw->at == '\n')
            raw->at++;
    } else {
        buffer_add(text, "\\", 1);
        raw->at -= left > 0;
    }
}

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

void gamecomment_read(const char *bytes, size_t length, bool timed, Buffer *text,
                      GameCommands *commands) {
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
        if (*raw.at == '\\')
            read_escape(&raw, text);
        else
            buffer_add(text, raw.at++, 1);
    }
}

void gamecomment_read_line(const char *bytes, size_t length, Buffer *text) {
    CommentScanner raw = {bytes, bytes + length};
    skip_layout(&raw);
    if (raw.at == raw.end)
        return;
    while (is_layout(raw.end[-1]))
        raw.end--;
    begin_line(text);
    buffer_add(text, raw.at, (size_t)(raw.end - raw.at));
}

static bool begins_command(const char *text) {
    return *text == '[' && find_command(text, strnlen(text, COMMAND_NAME_MAX)) != COMMAND_KINDS;
}

/* Returns whether a character must be escaped: it would end the comment, begin a command, or be
 * trimmed. */
static bool needs_code(const char *text, const char *at) {
    return *at == '}' || begins_command(at) || (is_blank(*at) && (at == text || at[1] == '\0'));
}

static void write_text(const char *text, Buffer *raw) {
    for (const char *at = text; *at; at++) {
        if (*at == '\\')
            buffer_add_string(raw, "\\\\");
        else if (*at == '\n')
            buffer_add_string(raw, "\\n");
        else if (needs_code(text, at))
            buffer_add_format(raw, "\\x%02x", (unsigned)(unsigned char)*at);
        else
            buffer_add(raw, at, 1);
    }
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

static void write_commands(const GameCommands *commands, Buffer *raw, size_t start) {
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

void gamecomment_write(const char *text, const GameCommands *commands, Buffer *raw) {
    size_t start = raw->length;
    write_commands(commands, raw, start);
    if (text) {
        begin_piece(raw, start);
        write_text(text, raw);
    }
    if (raw->length > start)
        buffer_add_string(raw, "}");
}

size_t gamecomment_unit_length(const char *raw) {
    if (raw[0] == '\\')
        return raw[1] == 'x' ? 4 : 2;
    size_t unit = 1;
    while (((unsigned char)raw[unit] & 0xc0) == 0x80)
        unit++;
    return unit;
}
