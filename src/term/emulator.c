#include <config.h>

#include "term/emulator.h"

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
    static const char *const drawing_sextants[] = {
        "kitty", "foot", "WezTerm", "ghostty", "VTE", "Konsole", "iTerm2", "Windows Terminal"};
    for (size_t i = 0; i < sizeof drawing_sextants / sizeof drawing_sextants[0]; i++)
        if (starts_with(name, drawing_sextants[i]))
            return EMULATOR_SEXTANTS;
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

/* Asks tmux for the value of a format; "" if there is no answer. Returns false outside tmux. */
static bool ask_tmux(const char *format, char *answer, size_t size) {
    const char *tmux = getenv("STY") == NULL ? getenv("TMUX") : NULL, *line;
    char command[96];
    Process process = {0};
    Error error;
    answer[0] = '\0';
    if (tmux == NULL || *tmux == '\0')
        return false;
    snprintf(command, sizeof command, "exec tmux display-message -p '#{%s}' 2>/dev/null", format);
    if (!process_start(&process, command, &error))
        return true;
    if (process_read(&process, monotonic_us() + TMUX_MS * INT64_C(1000), &line) == PROCESS_LINE)
        snprintf(answer, size, "%s", line);
    process_end(&process, 0, NULL);
    return true;
}

bool emulator_ask_tmux(char name[EMULATOR_NAME_SIZE]) {
    return ask_tmux("client_termtype", name, EMULATOR_NAME_SIZE);
}

bool emulator_tmux_lacks_rgb(void) {
    char features[512];
    return ask_tmux("client_termfeatures", features, sizeof features) && features[0] != '\0' &&
           strstr(features, "RGB") == NULL;
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
