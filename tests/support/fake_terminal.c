#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "fake_terminal.h"

#include <fcntl.h>
#include <limits.h>
#include <locale.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "term/cells.h"
#include "term/terminal.h"

/* Written after a flush, and to stop the reader. The reader may never see the end of the file,
 * because libgpm leaves a terminal open. */
static const char end_mark = '\001', stop_mark = '\002';

static struct {
    int master;
    int saved[2]; /* standard input and output */
    pthread_t reader;
    pthread_mutex_t lock;
    pthread_cond_t marked;
    size_t bytes; /* since the last mark */
    int marks;
} fake = {.master = -1, .lock = PTHREAD_MUTEX_INITIALIZER, .marked = PTHREAD_COND_INITIALIZER};

static size_t bytes_at_mark;

static void *read_master(void *unused) {
    (void)unused;
    char buffer[4096];
    ssize_t count;
    while ((count = read(fake.master, buffer, sizeof buffer)) > 0) {
        if (memchr(buffer, stop_mark, (size_t)count) != NULL)
            break;
        pthread_mutex_lock(&fake.lock);
        for (ssize_t i = 0; i < count; i++) {
            if (buffer[i] != end_mark) {
                fake.bytes++;
                continue;
            }
            bytes_at_mark = fake.bytes;
            fake.bytes = 0;
            fake.marks++;
            pthread_cond_signal(&fake.marked);
        }
        pthread_mutex_unlock(&fake.lock);
    }
    return NULL;
}

static void open_pseudo_terminal(int lines, int columns) {
    struct winsize size = {.ws_row = (unsigned short)lines, .ws_col = (unsigned short)columns};
    fake.master = posix_openpt(O_RDWR | O_NOCTTY);
    assert_true(fake.master >= 0);
    assert_int_equal(grantpt(fake.master), 0);
    assert_int_equal(unlockpt(fake.master), 0);
    int slave = open(ptsname(fake.master), O_RDWR | O_NOCTTY);
    assert_true(slave >= 0);
    assert_int_equal(ioctl(slave, TIOCSWINSZ, &size), 0);
    fflush(stdout);
    for (int i = 0; i < 2; i++) {
        fake.saved[i] = dup(i);
        dup2(slave, i);
    }
    close(slave);
}

void fake_terminal_open(const char *term, const char *locale, int lines, int columns,
                        ColorDepth colors) {
    bool leaks_with_mouse = strcmp(term, "linux") == 0; /* memory and an open file, by libgpm */
    TerminalOptions options = {.colors = colors, .mouse = !leaks_with_mouse};
    Error error = {.text = ""};
    setenv("TERM", term, 1);
    setenv("LC_ALL", locale, 1);
    unsetenv("NO_COLOR");
    unsetenv("COLORTERM");
    unsetenv("LINES");
    unsetenv("COLUMNS");
    open_pseudo_terminal(lines, columns);
    fake.bytes = 0;
    fake.marks = 0;
    assert_int_equal(pthread_create(&fake.reader, NULL, read_master, NULL), 0);
    if (!terminal_open(&options, &error)) {
        fake_terminal_close();
        fail_msg("%s", error.text);
    }
}

void fake_terminal_close(void) {
    if (fake.master < 0)
        return;
    terminal_close();
    assert_int_equal(write(STDOUT_FILENO, &stop_mark, 1), 1);
    for (int i = 0; i < 2; i++) {
        dup2(fake.saved[i], i);
        close(fake.saved[i]);
    }
    pthread_join(fake.reader, NULL);
    close(fake.master);
    fake.master = -1;
}

size_t fake_terminal_flush(void) {
    pthread_mutex_lock(&fake.lock);
    int marks = fake.marks;
    pthread_mutex_unlock(&fake.lock);
    terminal_flush();
    assert_int_equal(write(STDOUT_FILENO, &end_mark, 1), 1);
    pthread_mutex_lock(&fake.lock);
    while (fake.marks == marks)
        pthread_cond_wait(&fake.marked, &fake.lock);
    size_t bytes = bytes_at_mark;
    pthread_mutex_unlock(&fake.lock);
    return bytes;
}

const char *fake_terminal_line(int y) {
    static char *line;
    free(line);
    line = screen_text_line(y);
    return line;
}
