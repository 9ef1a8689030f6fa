#include <config.h>

#include "term/emulator.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/monotonic.h"
#include "base/process.h"

const char emulator_query[] = "\033[>q", emulator_reply_start[] = "\033P>|";

enum { REPLY_MS = 500, TMUX_MS = 500 };

/* ---- known emulators ---- */

static bool starts_with(const char *text, const char *start) {
    return text != NULL && strncmp(text, start, strlen(start)) == 0;
}

int emulator_cell_height(const char *name) {
    static const struct {
        const char *name;
        int major, minor; /* the first release that draws octants, if any is known */
    } known[] = {{"kitty", 0, 40},       {"foot", 1, 20},
                 {"ghostty", 1, 2},      {"WezTerm", INT_MAX, 0},
                 {"VTE", INT_MAX, 0},    {"Konsole", INT_MAX, 0},
                 {"iTerm2", INT_MAX, 0}, {"Windows Terminal", INT_MAX, 0}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (starts_with(name, known[i].name)) {
            int major = -1, minor = -1;
            sscanf(name + strlen(known[i].name), "%*[ (]%4d.%4d", &major, &minor);
            bool draws =
                major > known[i].major || (major == known[i].major && minor >= known[i].minor);
            return draws ? EMULATOR_OCTANTS : EMULATOR_SEXTANTS;
        }
    return EMULATOR_QUADRANTS;
}

/* Programs inherit the environment, so what stands between them and the terminal decides first. */
int emulator_cell_height_here(void) {
    static const struct {
        const char *variable, *start;
    } hints[] = {
        {"TERM", "xterm-kitty"},     {"TERM", "foot"},
        {"TERM", "xterm-ghostty"},   {"TERM", "wezterm"},
        {"KITTY_WINDOW_ID", ""},     {"WEZTERM_PANE", ""},
        {"KONSOLE_VERSION", ""},     {"VTE_VERSION", ""},
        {"WT_SESSION", ""},          {"TERM_PROGRAM", "iTerm"},
        {"TERM_PROGRAM", "WezTerm"}, {"TERM_PROGRAM", "ghostty"},
    };
    const char *term = getenv("TERM");
    if (starts_with(term, "screen") || starts_with(term, "tmux") || getenv("STY") != NULL)
        return 0;
    for (size_t i = 0; i < sizeof hints / sizeof hints[0]; i++)
        if (starts_with(getenv(hints[i].variable), hints[i].start))
            return EMULATOR_SEXTANTS;
    return 0;
}

bool emulator_ask_tmux(EmulatorInTmux *emulator) {
    static const char command[] =
        "exec tmux display-message -p '#{client_termfeatures} #{client_termtype}' 2>/dev/null";
    const char *tmux = getenv("STY") == NULL ? getenv("TMUX") : NULL, *line, *name;
    Process process = {0};
    Error error;
    *emulator = (EmulatorInTmux){.cell_height = EMULATOR_QUADRANTS};
    if (tmux == NULL || *tmux == '\0')
        return false;
    if (!process_start(&process, command, &error))
        return true;
    if (process_read(&process, monotonic_us() + TMUX_MS * INT64_C(1000), &line) == PROCESS_LINE &&
        (name = strchr(line, ' ')) != NULL) {
        emulator->cell_height = emulator_cell_height(name + 1);
        emulator->lacks_rgb = name > line && strstr(line, "RGB") == NULL;
    }
    process_end(&process, 0, NULL);
    return true;
}

/* ---- the reply ---- */

void emulator_reply_begin(EmulatorReply *reply) {
    *reply = (EmulatorReply){.begun = true};
}

void emulator_reply_pause(EmulatorReply *reply, int64_t now_ms) {
    if (reply->begun && reply->paused_ms == 0)
        reply->paused_ms = now_ms;
}

ReplyDecoding emulator_reply_decode(EmulatorReply *reply, int byte, int64_t now_ms) {
    enum { ESCAPE = 27, BELL = 7 };
    bool late = reply->paused_ms != 0 && now_ms - reply->paused_ms > REPLY_MS;
    bool ends = byte == BELL || (reply->escaped && byte == '\\');
    if (late || ends || (reply->escaped && byte != '\\') ||
        (byte != ESCAPE && (byte < ' ' || byte > '~'))) {
        reply->begun = false;
        return ends && !late ? REPLY_ENDED : REPLY_BROKEN;
    }
    reply->escaped = byte == ESCAPE;
    if (!reply->escaped && reply->length < EMULATOR_NAME_SIZE - 1)
        reply->name[reply->length++] = (char)byte;
    return REPLY_MORE;
}
