#include <config.h>

#include "cli/editor.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <readline/history.h>
#include <readline/readline.h>

#include "base/memory.h"
#include "base/text.h"

enum { HISTORY_LINES = 1000, HISTORY_MODE = 0600 };

static EditorListener listener;
static char *prompt;       /* NULL: none is set */
static bool hidden;        /* the prompt and the line being typed are off the screen */
static char *history_path; /* NULL: the history is not saved */

/* ---- the history ---- */

void editor_open_history(const char *path) {
    /* The file is created before readline does it, so that only the user can read it. */
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, HISTORY_MODE);
    if (file < 0)
        return;
    close(file);
    history_path = memory_strdup(path);
    read_history(path);
    if (history_length > HISTORY_LINES)
        history_truncate_file(path, HISTORY_LINES);
    stifle_history(HISTORY_LINES);
}

static void history_append(const char *line) {
    const HIST_ENTRY *last = history_get(history_base + history_length - 1);
    if (line[strspn(line, " \t")] == '\0' || (last != NULL && strcmp(last->line, line) == 0))
        return;
    add_history(line);
    if (history_path != NULL)
        append_history(1, history_path);
}

/* ---- completion ---- */

void completion_add(CompletionList *completions, const char *text) {
    if (!text_equal_ignore_case_n(text, completions->word, strlen(completions->word)))
        return;
    completions->list =
        memory_resize(completions->list, completions->count + 1, sizeof *completions->list);
    completions->list[completions->count++] = memory_strdup(text);
}

static CompletionList completions;

static char *next_completion(const char *word, int state) {
    static size_t next;
    (void)word;
    if (state == 0)
        next = 0;
    return next < completions.count ? strdup(completions.list[next++]) : NULL;
}

static char **complete(const char *word, int start, int end) {
    char *before = memory_strdup(rl_line_buffer);
    (void)end;
    before[start] = '\0';
    completions = (CompletionList){.word = word};
    listener.on_complete(listener.context, before, &completions);
    free(before);
    rl_attempted_completion_over = !completions.files;
    rl_filename_completion_desired = 0;
    char **matches = completions.count > 0 ? rl_completion_matches(word, next_completion) : NULL;
    for (size_t i = 0; i < completions.count; i++)
        free(completions.list[i]);
    free(completions.list);
    return matches;
}

/* ---- showing and hiding ---- */

static void forget_prompt(void) {
    free(prompt);
    prompt = NULL;
    hidden = false;
}

static void on_line(char *line) {
    rl_callback_handler_remove();
    forget_prompt();
    if (line != NULL)
        history_append(line);
    else
        rl_crlf();
    fflush(rl_outstream);
    listener.on_line(listener.context, line);
}

void editor_show(const char *text) {
    bool same = prompt != NULL && strcmp(prompt, text) == 0;
    if (same && !hidden)
        return;
    if (prompt == NULL) {
        prompt = memory_strdup(text);
        rl_callback_handler_install(prompt, on_line);
        return;
    }
    if (!hidden)
        editor_hide();
    hidden = false;
    if (!same) {
        free(prompt);
        prompt = memory_strdup(text);
        rl_set_prompt(prompt);
    }
    rl_on_new_line();
    rl_redisplay();
    fflush(rl_outstream);
}

bool editor_can_erase(void) {
    return rl_get_termcap("ce") != NULL;
}

void editor_hide(void) {
    if (prompt == NULL || hidden)
        return;
    bool visible = *prompt != '\0' || rl_end > 0;
    if (visible && editor_can_erase())
        rl_clear_visible_line();
    else if (visible)
        rl_crlf();
    fflush(rl_outstream);
    hidden = true;
}

void editor_discard_line(void) {
    if (prompt == NULL)
        return;
    rl_point = rl_end; /* the cursor leaves the line at its end */
    rl_redisplay();
    rl_crlf();
    rl_replace_line("", 1);
    rl_callback_handler_remove();
    forget_prompt();
}

/* ---- opening and closing ---- */

void editor_open(const EditorListener *new_listener, bool bell) {
    listener = *new_listener;
    rl_readline_name = "congo";
    rl_catch_signals = 0;
    rl_catch_sigwinch = 0;
    rl_change_environment = 0;
    rl_attempted_completion_function = complete;
    rl_basic_word_break_characters = " \t";
    rl_initialize(); /* reads the user's inputrc */
    if (!bell)
        rl_variable_bind("bell-style", "none");
    using_history();
}

void editor_close(void) {
    if (prompt != NULL)
        rl_callback_handler_remove();
    forget_prompt();
    free(history_path);
    history_path = NULL;
}

void editor_read(void) {
    if (prompt != NULL)
        rl_callback_read_char();
}

void editor_resize(void) {
    rl_resize_terminal();
}

void editor_suspend(bool suspend) {
    if (prompt == NULL)
        return;
    if (suspend) {
        rl_crlf();
        fflush(rl_outstream);
        rl_deprep_terminal();
        return;
    }
    rl_prep_terminal(1);
    rl_on_new_line();
    if (!hidden)
        rl_redisplay();
    fflush(rl_outstream);
}
