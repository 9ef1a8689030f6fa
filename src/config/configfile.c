#include <config.h>

#include "config/configfile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "config/scan.h"
#include "rules/memory.h"

/* Reads until the end or until the buffer is full; -1 with errno on failure. */
static ssize_t read_all(int descriptor, char *buffer, size_t size) {
    size_t used = 0;
    while (used < size) {
        ssize_t count = read(descriptor, buffer + used, size - used);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return -1;
        if (count == 0)
            break;
        used += (size_t)count;
    }
    return (ssize_t)used;
}

/* Opened without blocking, so that a pipe nobody writes to is refused and not waited for. */
static int open_regular(const char *path, const char *shown, Error *error) {
    int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (descriptor < 0) {
        error_set(error, ERROR_IO, "%s: cannot be read: %s", shown, strerror(errno));
        return -1;
    }
    struct stat status;
    if (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
        error_set(error, ERROR_IO, "%s: expected a file, found %s", shown,
                  S_ISDIR(status.st_mode) ? "a folder" : "something else");
        close(descriptor);
        return -1;
    }
    return descriptor;
}

static int line_of(const char *text, const char *place) {
    int line = 1;
    for (; text < place; text++)
        line += *text == '\n';
    return line;
}

/* The file's text, which the caller frees, or NULL. */
static char *read_text(const char *path, const char *shown, Error *error) {
    int descriptor = open_regular(path, shown, error);
    if (descriptor < 0)
        return NULL;
    char *text = memory_allocate(CONFIGFILE_SIZE_MAX + 2);
    ssize_t length = read_all(descriptor, text, CONFIGFILE_SIZE_MAX + 1);
    int reason = errno;
    close(descriptor);
    const char *zero = length > 0 ? memchr(text, '\0', (size_t)length) : NULL;
    if (length < 0)
        error_set(error, ERROR_IO, "%s: cannot be read: %s", shown, strerror(reason));
    else if (length > CONFIGFILE_SIZE_MAX)
        error_set(error, ERROR_IO, "%s: expected at most %d bytes, found more", shown,
                  CONFIGFILE_SIZE_MAX);
    else if (zero)
        error_set(error, ERROR_SYNTAX, "%s:%d: expected text, found a zero byte", shown,
                  line_of(text, zero));
    else
        return text;
    free(text);
    return NULL;
}

/* The setting whose value was being read when the parser stopped: the last one of the tree. */
static const config_setting_t *last_setting(const config_setting_t *root) {
    const config_setting_t *setting = root;
    for (;;) {
        int count = config_setting_is_aggregate(setting) ? config_setting_length(setting) : 0;
        if (count == 0)
            return setting;
        setting = config_setting_get_elem(setting, (unsigned)count - 1);
    }
}

/* libconfig's own words, and the setting before the place. */
static bool complain_syntax(const ConfigFile *file, Error *error) {
    char after[CONFIGFILE_NAME_SIZE];
    configfile_path(last_setting(config_root_setting(&file->tree)), after);
    const char *words = config_error_text(&file->tree);
    return error_set(error, ERROR_SYNTAX, "%s:%d: %s%s%s, expected settings like name = value;",
                     file->shown, config_error_line(&file->tree), words ? words : "syntax error",
                     after[0] ? " after " : "", after);
}

bool configfile_open(ConfigFile *file, const char *path, Error *error) {
    static const char byte_order_mark[] = "\xEF\xBB\xBF";
    wording_show_path(path, file->shown);
    char *text = read_text(path, file->shown, error);
    if (!text)
        return false;
    bool marked = strncmp(text, byte_order_mark, strlen(byte_order_mark)) == 0;
    char *prepared =
        scan_prepare(text + (marked ? strlen(byte_order_mark) : 0), file->shown, error);
    free(text);
    if (!prepared)
        return false;
    config_init(&file->tree);
    bool good = config_read_string(&file->tree, prepared) == CONFIG_TRUE;
    free(prepared);
    if (good)
        return true;
    complain_syntax(file, error);
    configfile_close(file);
    return false;
}

void configfile_close(ConfigFile *file) {
    config_destroy(&file->tree);
}

void configfile_path(const config_setting_t *setting, char path[CONFIGFILE_NAME_SIZE]) {
    path[0] = '\0';
    for (; setting; setting = config_setting_parent(setting)) {
        const char *name = config_setting_name(setting);
        if (!name)
            continue;
        char rest[CONFIGFILE_NAME_SIZE];
        memcpy(rest, path, sizeof rest);
        snprintf(path, CONFIGFILE_NAME_SIZE, "%.40s%s%.80s", name, rest[0] ? "." : "", rest);
    }
}

bool configfile_blame(const ConfigFile *file, const config_setting_t *setting, Error *error) {
    char path[CONFIGFILE_NAME_SIZE];
    configfile_path(setting, path);
    if (path[0])
        error_prefix(error, "%s: ", path);
    return error_prefix(error, "%s:%u: ", file->shown, config_setting_source_line(setting));
}

static void show_value(const config_setting_t *setting, char shown[SHOWN_SIZE]) {
    static const struct {
        int type;
        const char *words;
    } kinds[] = {
        {CONFIG_TYPE_GROUP, "a group { ... }"},
        {CONFIG_TYPE_ARRAY, "an array [ ... ]"},
        {CONFIG_TYPE_LIST, "a list ( ... )"},
    };
    int type = config_setting_type(setting);
    if (configfile_is_number(setting))
        snprintf(shown, SHOWN_SIZE, "%lld", config_setting_get_int64(setting));
    else if (type == CONFIG_TYPE_FLOAT)
        wording_copy(shown, SHOWN_SIZE, "a fraction");
    else if (type == CONFIG_TYPE_BOOL)
        wording_copy(shown, SHOWN_SIZE, config_setting_get_bool(setting) ? "true" : "false");
    else if (type == CONFIG_TYPE_STRING)
        wording_show_quoted(config_setting_get_string(setting), shown);
    else
        for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
            if (kinds[i].type == type)
                wording_copy(shown, SHOWN_SIZE, kinds[i].words);
}

bool configfile_expected(const ConfigFile *file, const config_setting_t *setting, const char *form,
                         Error *error) {
    char shown[SHOWN_SIZE];
    show_value(setting, shown);
    error_set(error, ERROR_SYNTAX, "expected %s, found %s", form, shown);
    return configfile_blame(file, setting, error);
}

bool configfile_is_number(const config_setting_t *setting) {
    int type = config_setting_type(setting);
    return type == CONFIG_TYPE_INT || type == CONFIG_TYPE_INT64;
}

bool configfile_text(const ConfigFile *file, const config_setting_t *setting, const char *form,
                     char *text, size_t size, Error *error) {
    const char *value = config_setting_get_string(setting);
    if (config_setting_type(setting) != CONFIG_TYPE_STRING || !wording_is_printable(value) ||
        !wording_copy(text, size, value))
        return configfile_expected(file, setting, form, error);
    return true;
}
