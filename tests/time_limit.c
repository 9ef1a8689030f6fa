/* Runs a test, and ends it when it takes too long:
 *
 *     time_limit SECONDS TEST ARGUMENT...
 *
 * The exit status is the test's. A test that still runs after SECONDS is told to end, killed soon
 * after, and failed, with a sentence. SIGINT, SIGTERM and SIGHUP end the test in the same way. On
 * Linux, whatever the test has started ends with it, however the test ends. The test has a session
 * of its own: it cannot stop this process, and has no terminal that could stop it. */
#include <config.h>

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

enum { GRACE_S = 3, STATUS_TOO_LONG = 124, STATUS_BROKEN = 99, PROCESSES_MAX = 4096 };

static const int endings[] = {SIGINT, SIGTERM, SIGHUP};
enum { ENDINGS = sizeof endings / sizeof endings[0] };

/* The signals of this program are blocked but for the time that it waits, whatever the caller
 * blocks. */
static volatile sig_atomic_t alarmed, ended_by;
static sigset_t callers, waiting;

static pid_t test;
static int test_status;
static bool test_ended, all_ended;

static void on_signal(int number) {
    if (number == SIGALRM)
        alarmed = 1;
    else if (number != SIGCHLD)
        ended_by = number;
}

static void catch_signal(int number) {
    struct sigaction action = {.sa_handler = on_signal};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
    sigdelset(&waiting, number);
}

/* One that is started with nohup ignores SIGHUP, and so shall the test. */
static bool is_ignored(int number) {
    struct sigaction action;
    return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

static void catch_signals(void) {
    sigset_t blocked;
    sigfillset(&blocked);
    sigprocmask(SIG_BLOCK, &blocked, &callers);
    waiting = callers;
    catch_signal(SIGALRM);
    catch_signal(SIGCHLD);
    for (int i = 0; i < ENDINGS; i++)
        if (!is_ignored(endings[i]))
            catch_signal(endings[i]);
}

/* Orphans among the test's descendants become children of this process, not of init. */
static void adopt_orphans(void) {
#ifdef __linux__
    prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
}

/* ---- the descendants ---- */

typedef struct Process {
    pid_t id, parent;
    bool descends;
    char name[32];
} Process;

static Process processes[PROCESSES_MAX];
static int process_count;

/* Reads "ID (NAME) STATE PARENT ..."; the name can contain anything. */
static bool read_process(const char *id, Process *process) {
    char path[32], text[256] = "";
    *process = (Process){.id = (pid_t)strtol(id, NULL, 10)};
    snprintf(path, sizeof path, "/proc/%ld/stat", (long)process->id);
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    size_t length = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[length] = '\0';
    char *name = strchr(text, '('), *end = strrchr(text, ')'), state;
    long parent;
    if (!name || !end || sscanf(end, ") %c %ld", &state, &parent) != 2 || state == 'Z')
        return false;
    process->parent = (pid_t)parent;
    snprintf(process->name, sizeof process->name, "%.*s", (int)(end - name - 1), name + 1);
    return true;
}

static bool is_descendant(pid_t id) {
    if (id == getpid())
        return true;
    for (int i = 0; i < process_count; i++)
        if (processes[i].id == id)
            return processes[i].descends;
    return false;
}

/* Finds the test and all that it started; without /proc, the test. */
static void find_descendants(void) {
    process_count = 0;
    DIR *folder = opendir("/proc");
    if (folder)
        for (struct dirent *entry; (entry = readdir(folder)) && process_count < PROCESSES_MAX;)
            if (isdigit((unsigned char)entry->d_name[0]))
                process_count += read_process(entry->d_name, &processes[process_count]);
    if (folder)
        closedir(folder);
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < process_count; i++)
            if (!processes[i].descends && is_descendant(processes[i].parent))
                processes[i].descends = changed = true;
    }
    if (process_count == 0 && !test_ended)
        processes[process_count++] = (Process){.id = test, .descends = true, .name = "the test"};
}

static void signal_descendants(int number) {
    find_descendants();
    for (int i = 0; i < process_count; i++)
        if (processes[i].descends)
            kill(processes[i].id, number);
}

static void print_descendants(void) {
    const char *separator = "";
    find_descendants();
    for (int i = 0; i < process_count; i++)
        if (processes[i].descends) {
            fprintf(stderr, "%s%s", separator, processes[i].name);
            separator = ", ";
        }
}

/* ---- waiting ---- */

static void reap(void) {
    int status;
    pid_t id;
    while ((id = waitpid(-1, &status, WNOHANG)) > 0)
        if (id == test) {
            test_ended = true;
            test_status = status;
        }
    all_ended = id < 0 && errno == ECHILD;
}

/* Waits for a condition, at most so long, and returns whether it holds. */
static bool wait_for(const bool *condition, unsigned seconds) {
    alarmed = 0;
    alarm(seconds);
    for (reap(); !*condition && !alarmed && !ended_by; reap())
        sigsuspend(&waiting);
    alarm(0);
    return *condition;
}

/* Ends what still runs; one that is told to stops its servers and removes its files. */
static void end_all(void) {
    ended_by = 0;
    signal_descendants(SIGTERM);
    signal_descendants(SIGCONT);
    if (wait_for(&all_ended, GRACE_S))
        return;
    /* One that is being killed can start another. */
    for (int i = 0; i < GRACE_S && !all_ended; i++) {
        signal_descendants(SIGKILL);
        wait_for(&all_ended, 1);
    }
}

static _Noreturn void fail(const char *what) {
    fprintf(stderr, "time_limit: %s: %s\n", what, strerror(errno));
    exit(STATUS_BROKEN);
}

int main(int count, char **arguments) {
    char *end = NULL;
    long seconds = count > 2 ? strtol(arguments[1], &end, 10) : 0;
    if (seconds <= 0 || seconds > INT_MAX || *end) {
        fputs("usage: time_limit SECONDS TEST ARGUMENT...\n", stderr);
        return STATUS_BROKEN;
    }
    catch_signals();
    adopt_orphans();
    test = fork();
    if (test < 0)
        fail("fork");
    if (test == 0) {
        setsid();
        sigprocmask(SIG_SETMASK, &callers, NULL);
        execvp(arguments[2], arguments + 2);
        fail(arguments[2]);
    }
    if (wait_for(&test_ended, (unsigned)seconds)) {
        /* Processes that are ending may still do so. */
        if (!wait_for(&all_ended, GRACE_S))
            end_all();
        return WIFEXITED(test_status) ? WEXITSTATUS(test_status) : 128 + WTERMSIG(test_status);
    }
    int number = ended_by;
    if (number == 0) {
        fprintf(stderr,
                "%s hangs: it is still running after %ld seconds, and is killed. Its processes: ",
                arguments[2], seconds);
        print_descendants();
        fputs("\n", stderr);
    }
    end_all();
    if (number == 0)
        return STATUS_TOO_LONG;
    signal(number, SIG_DFL);
    raise(number);
    sigprocmask(SIG_SETMASK, &waiting, NULL);
    return STATUS_BROKEN;
}
