#include <config.h>

#include "faulty_vfs.h"

#include <assert.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sqlite3.h>

#include "base/memory.h"

enum { FILES_MAX = 16, PATH_SIZE = 1024, SECTOR = 512 };

/* A change of a file since its last sync: bytes at an offset, or a new size if `bytes` is NULL. */
typedef struct FileChange {
    unsigned char *bytes; /* owned */
    size_t offset, length;
} FileChange;

typedef struct Image {
    unsigned char *bytes; /* owned */
    size_t size;
    bool exists;
} Image;

/* A file's name, its synced contents, and the later changes, which may be lost. Until the folder is
 * synced, the name may still refer to the earlier file, or to none. */
typedef struct FileName {
    char path[PATH_SIZE];
    Image now, before;
    bool synced;         /* only `now` can be restored */
    FileChange *changes; /* owned */
    size_t count, capacity;
} FileName;

/* An open file of SQLite; the real one follows it in memory. */
typedef struct OpenFile {
    sqlite3_file file;
    FileName *name;
    sqlite3_file *real;
} OpenFile;

static sqlite3_vfs *real_vfs;
static FaultPlan plan;
static unsigned calls;
static bool has_failed;
static FileName names[FILES_MAX];
static size_t name_count;

/* ---- faults ---- */

/* Counts a call that the fault concerns. Returns whether it fails. */
static bool fails(bool is_write) {
    if ((plan.fault == FAULT_FULL || plan.fault == FAULT_SHORT) && !is_write)
        return false;
    calls++;
    bool lasting = plan.lasting || plan.fault == FAULT_CUT;
    bool now = plan.fault != FAULT_NONE && (calls == plan.call || (lasting && calls > plan.call));
    has_failed |= now;
    return now;
}

/* ---- images ---- */

static void image_resize(Image *image, size_t size) {
    if (size > image->size) {
        image->bytes = memory_resize(image->bytes, size, 1);
        memset(image->bytes + image->size, 0, size - image->size);
    }
    image->size = size;
}

static void image_put(Image *image, const FileChange *change, size_t from, size_t to) {
    if (change->offset + to > image->size)
        image_resize(image, change->offset + to);
    memcpy(image->bytes + change->offset + from, change->bytes + from, to - from);
}

static void image_free(Image *image) {
    free(image->bytes);
    *image = (Image){0};
}

static void image_read(Image *image, const char *path) {
    FILE *file = fopen(path, "rb");
    image->exists = file != NULL;
    if (!file)
        return;
    fseek(file, 0, SEEK_END);
    image_resize(image, (size_t)ftell(file));
    rewind(file);
    size_t got = image->size > 0 ? fread(image->bytes, 1, image->size, file) : 0;
    assert(got == image->size);
    (void)got;
    fclose(file);
}

static void image_write(const Image *image, const char *path) {
    unlink(path); /* emptying a file is slow on some disks */
    if (!image->exists)
        return;
    FILE *file = fopen(path, "wb");
    assert(file);
    if (image->size > 0)
        fwrite(image->bytes, 1, image->size, file);
    fclose(file);
}

static void discard_name_changes(FileName *name) {
    for (size_t i = 0; i < name->count; i++)
        free(name->changes[i].bytes);
    name->count = 0;
}

static FileName *find_name(const char *path) {
    for (size_t i = 0; i < name_count; i++)
        if (strcmp(names[i].path, path) == 0)
            return &names[i];
    assert(name_count < FILES_MAX);
    FileName *name = &names[name_count++];
    snprintf(name->path, sizeof name->path, "%s", path);
    image_read(&name->now, path);
    name->synced = true;
    return name;
}

static void add_name_change(FileName *name, const void *bytes, size_t offset, size_t length) {
    if (name->count == name->capacity) {
        name->capacity = name->capacity ? name->capacity * 2 : 16;
        name->changes = memory_resize(name->changes, name->capacity, sizeof *name->changes);
    }
    FileChange change = {NULL, offset, length};
    if (bytes) {
        change.bytes = memory_resize(NULL, length, 1);
        memcpy(change.bytes, bytes, length);
    }
    name->changes[name->count++] = change;
}

static void apply_name_changes(FileName *name) {
    for (size_t i = 0; i < name->count; i++) {
        const FileChange *change = &name->changes[i];
        if (change->bytes)
            image_put(&name->now, change, 0, change->length);
        else
            image_resize(&name->now, change->length);
    }
    discard_name_changes(name);
}

/* Records that the name now refers to a new file, or to none. */
static void replace_file(FileName *name, bool exists) {
    discard_name_changes(name);
    if (name->synced) {
        image_free(&name->before);
        name->before = name->now;
        name->now = (Image){0};
    }
    image_free(&name->now);
    name->now.exists = exists;
    name->synced = false;
}

static void sync_all_names(void) {
    for (size_t i = 0; i < name_count; i++) {
        image_free(&names[i].before);
        names[i].synced = true;
    }
}

/* ---- an open file ---- */

static int file_close(sqlite3_file *file) {
    OpenFile *open_file = (OpenFile *)file;
    return open_file->real->pMethods->xClose(open_file->real);
}

static int file_read(sqlite3_file *file, void *bytes, int length, sqlite3_int64 offset) {
    OpenFile *open_file = (OpenFile *)file;
    if (fails(false))
        return SQLITE_IOERR_READ;
    return open_file->real->pMethods->xRead(open_file->real, bytes, length, offset);
}

static int file_write(sqlite3_file *file, const void *bytes, int length, sqlite3_int64 offset) {
    OpenFile *open_file = (OpenFile *)file;
    bool failing = fails(true);
    if (failing && plan.fault == FAULT_SHORT)
        length /= 2;
    if (!failing || plan.fault == FAULT_SHORT) {
        add_name_change(open_file->name, bytes, (size_t)offset, (size_t)length);
        int code = open_file->real->pMethods->xWrite(open_file->real, bytes, length, offset);
        if (code != SQLITE_OK || !failing)
            return code;
    }
    return plan.fault == FAULT_IO || plan.fault == FAULT_CUT ? SQLITE_IOERR_WRITE : SQLITE_FULL;
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size) {
    OpenFile *open_file = (OpenFile *)file;
    if (fails(false))
        return SQLITE_IOERR_TRUNCATE;
    add_name_change(open_file->name, NULL, 0, (size_t)size);
    return open_file->real->pMethods->xTruncate(open_file->real, size);
}

static int file_sync(sqlite3_file *file, int flags) {
    (void)flags;
    if (fails(false))
        return SQLITE_IOERR_FSYNC;
    FileName *name = ((OpenFile *)file)->name;
    if (plan.no_syncs)
        return SQLITE_OK;
    apply_name_changes(name);
    /* SQLite syncs the folder when it first syncs a file. */
    if (!name->synced)
        sync_all_names();
    return SQLITE_OK;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
    OpenFile *open_file = (OpenFile *)file;
    if (fails(false))
        return SQLITE_IOERR_FSTAT;
    return open_file->real->pMethods->xFileSize(open_file->real, size);
}

static int file_lock(sqlite3_file *file, int level) {
    OpenFile *open_file = (OpenFile *)file;
    if (fails(false))
        return SQLITE_IOERR_LOCK;
    return open_file->real->pMethods->xLock(open_file->real, level);
}

static int file_unlock(sqlite3_file *file, int level) {
    OpenFile *open_file = (OpenFile *)file;
    return open_file->real->pMethods->xUnlock(open_file->real, level);
}

static int file_is_reserved(sqlite3_file *file, int *reserved) {
    OpenFile *open_file = (OpenFile *)file;
    if (fails(false))
        return SQLITE_IOERR_CHECKRESERVEDLOCK;
    return open_file->real->pMethods->xCheckReservedLock(open_file->real, reserved);
}

static int file_control(sqlite3_file *file, int operation, void *argument) {
    OpenFile *open_file = (OpenFile *)file;
    return open_file->real->pMethods->xFileControl(open_file->real, operation, argument);
}

static int file_sector_size(sqlite3_file *file) {
    OpenFile *open_file = (OpenFile *)file;
    return open_file->real->pMethods->xSectorSize(open_file->real);
}

static int file_characteristics(sqlite3_file *file) {
    OpenFile *open_file = (OpenFile *)file;
    return open_file->real->pMethods->xDeviceCharacteristics(open_file->real);
}

static const sqlite3_io_methods file_methods = {
    .iVersion = 1,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_unlock,
    .xCheckReservedLock = file_is_reserved,
    .xFileControl = file_control,
    .xSectorSize = file_sector_size,
    .xDeviceCharacteristics = file_characteristics,
};

/* ---- the file system ---- */

static int vfs_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags,
                    int *out_flags) {
    (void)vfs;
    OpenFile *open_file = (OpenFile *)file;
    file->pMethods = NULL;
    if (fails(false))
        return SQLITE_CANTOPEN;
    open_file->real = (sqlite3_file *)(open_file + 1);
    open_file->name = find_name(path ? path : "");
    int code = real_vfs->xOpen(real_vfs, path, open_file->real, flags, out_flags);
    if (code != SQLITE_OK)
        return code;
    file->pMethods = &file_methods;
    if (!open_file->name->now.exists)
        replace_file(open_file->name, true);
    return SQLITE_OK;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *path, int sync) {
    (void)vfs;
    if (fails(false))
        return SQLITE_IOERR_DELETE;
    find_name(path);
    int code = real_vfs->xDelete(real_vfs, path, 0);
    if (code != SQLITE_OK)
        return code;
    replace_file(find_name(path), false);
    if (sync && !plan.no_syncs)
        sync_all_names();
    return SQLITE_OK;
}

static int vfs_access(sqlite3_vfs *vfs, const char *path, int flags, int *result) {
    (void)vfs;
    if (fails(false))
        return SQLITE_IOERR_ACCESS;
    return real_vfs->xAccess(real_vfs, path, flags, result);
}

void faulty_install(void) {
    static sqlite3_vfs vfs;
    sqlite3_initialize();
    real_vfs = sqlite3_vfs_find(NULL);
    vfs = *real_vfs;
    vfs.zName = "faulty";
    vfs.szOsFile = (int)sizeof(OpenFile) + real_vfs->szOsFile;
    vfs.xOpen = vfs_open;
    vfs.xDelete = vfs_delete;
    vfs.xAccess = vfs_access;
    sqlite3_vfs_register(&vfs, 1);
}

int __wrap_fsync(int file);
int __real_fsync(int file);

/* The store itself syncs folders only. */
int __wrap_fsync(int file) {
    struct stat status;
    if (fstat(file, &status) != 0 || !S_ISDIR(status.st_mode))
        return __real_fsync(file);
    if (fails(false)) {
        errno = EIO;
        return -1;
    }
    if (!plan.no_syncs)
        sync_all_names();
    return 0;
}

int __wrap_rename(const char *from, const char *to);
int __real_rename(const char *from, const char *to);

/* The contents of renamed files count as synced. */
int __wrap_rename(const char *from, const char *to) {
    if (!fails(false))
        return __real_rename(from, to);
    errno = EIO;
    return -1;
}

/* ---- the interface ---- */

void faulty_begin(FaultPlan new_plan) {
    for (size_t i = 0; i < name_count; i++) {
        discard_name_changes(&names[i]);
        free(names[i].changes);
        image_free(&names[i].now);
        image_free(&names[i].before);
        names[i] = (FileName){0};
    }
    name_count = 0;
    plan = new_plan;
    calls = 0;
    has_failed = false;
}

bool faulty_has_failed(void) {
    return has_failed;
}

void faulty_heal(void) {
    plan.fault = FAULT_NONE;
}

static unsigned chance(unsigned *seed, unsigned below) {
    *seed = *seed * 1664525U + 1013904223U;
    return (*seed >> 8) % below;
}

/* Each sector that was not synced survives at random. */
static void crash_name_changes(FileName *name, unsigned *seed) {
    unsigned surviving = chance(seed, 5); /* of 4 */
    for (size_t i = 0; i < name->count; i++) {
        const FileChange *change = &name->changes[i];
        if (!change->bytes && chance(seed, 4) < surviving)
            image_resize(&name->now, change->length);
        for (size_t from = 0; change->bytes && from < change->length; from += SECTOR) {
            size_t to = from + SECTOR < change->length ? from + SECTOR : change->length;
            if (chance(seed, 4) < surviving)
                image_put(&name->now, change, from, to);
        }
    }
}

static void crash_file(FileName *name, unsigned *seed) {
    bool is_now = name->synced || chance(seed, 2) == 0;
    if (is_now && name->now.exists)
        crash_name_changes(name, seed);
    image_write(is_now ? &name->now : &name->before, name->path);
}

void faulty_crash(unsigned seed) {
    seed = seed * 2654435761U + 1;
    for (size_t i = 0; i < name_count; i++)
        crash_file(&names[i], &seed);
    faulty_begin((FaultPlan){.fault = FAULT_NONE});
}
