#include "host/base/replace.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define ATTEMPTS 100
#define SUFFIX_BYTES 32
#define LINKS_MAX 40

/* What the link `path` names, as a path of its own; the caller frees it. NULL with EINVAL: it is no link. */
static char *read_link(const char *path)
{
    char text[4096];
    ssize_t length = readlink(path, text, sizeof text);
    const char *slash = strrchr(path, '/');
    size_t folder = 0;
    char *next;

    if (length < 0 || (size_t)length == sizeof text) {
        errno = length < 0 ? errno : ENAMETOOLONG;
        return NULL;
    }
    if (slash != NULL && text[0] != '/') {
        folder = (size_t)(slash - path) + 1;
    }
    next = malloc(folder + (size_t)length + 1);
    if (next != NULL) {
        memcpy(next, path, folder);
        memcpy(next + folder, text, (size_t)length);
        next[folder + (size_t)length] = '\0';
    }
    return next;
}

char *coop_replace_find_missing(const char *path)
{
    char *target = strdup(path);

    for (int i = 0; target != NULL && i < LINKS_MAX; i++) {
        char *next = read_link(target);
        int code = errno;

        if (next == NULL && (code == EINVAL || code == ENOENT)) {
            return target; /* a folder that is missing is found later */
        }
        free(target);
        target = next;
        errno = code;
    }
    if (target != NULL) {
        free(target);
        errno = ELOOP;
    }
    return NULL;
}

/* A new file, which follows no link, beside the target. */
static int open_temporary(struct coop_replace *replace)
{
    size_t length = strlen(replace->target);
    struct timespec now = {0, 0};
    int descriptor = -1;

    replace->temporary = malloc(length + SUFFIX_BYTES);
    if (replace->temporary == NULL) {
        return -1;
    }
    memcpy(replace->temporary, replace->target, length);
    for (int i = 0; i < ATTEMPTS && descriptor < 0 && (i == 0 || errno == EEXIST); i++) {
        clock_gettime(CLOCK_MONOTONIC, &now);
        snprintf(replace->temporary + length, SUFFIX_BYTES, ".%lx-%lx", (unsigned long)getpid(),
                 (unsigned long)now.tv_nsec);
        descriptor = open(replace->temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    }
    if (descriptor < 0) {
        int code = errno;
        free(replace->temporary);
        replace->temporary = NULL;
        errno = code;
    }
    return descriptor;
}

static void drop_temporary(struct coop_replace *replace)
{
    unlink(replace->temporary);
    free(replace->temporary);
    replace->temporary = NULL;
}

/* Gives the new file mode and owner of the one that it is to replace; false where it cannot have them. */
static int resembles(int descriptor, const struct stat *replaced)
{
    struct stat status;

    if (fstat(descriptor, &status) != 0) {
        return 0;
    }
    if ((status.st_uid != replaced->st_uid || status.st_gid != replaced->st_gid) &&
        fchown(descriptor, replaced->st_uid, replaced->st_gid) != 0) {
        return 0;
    }
    return fchmod(descriptor, replaced->st_mode & 0777) == 0;
}

static FILE *stream_of(int descriptor, const char *mode)
{
    FILE *file = descriptor >= 0 ? fdopen(descriptor, mode) : NULL;

    if (file == NULL && descriptor >= 0) {
        close(descriptor);
    }
    return file;
}

/* For a plain file that is there. One that another name leads to, too, or whose owner a new one could not
 * have, or whose folder takes no new file, stays the file that it is, and gets the new text at the end. */
static FILE *open_beside(struct coop_replace *replace, const struct stat *replaced)
{
    int descriptor = -1;

    if (faccessat(AT_FDCWD, replace->target, W_OK, AT_EACCESS) != 0) {
        return NULL;
    }
    if (replaced->st_nlink == 1) {
        descriptor = open_temporary(replace);
        if (descriptor < 0 && errno != EACCES && errno != EPERM && errno != EROFS) {
            return NULL;
        }
    }
    if (descriptor >= 0 && resembles(descriptor, replaced)) {
        return stream_of(descriptor, "wb");
    }
    if (descriptor >= 0) {
        close(descriptor);
        drop_temporary(replace);
    }
    return tmpfile();
}

/* For what is no plain file, and for what has no path of its own: a file that is open, but has no name. */
static FILE *open_as_it_is(struct coop_replace *replace)
{
    replace->is_target = 1;
    return stream_of(open(replace->target, O_WRONLY | O_TRUNC | O_CLOEXEC), "wb");
}

static void clear(struct coop_replace *replace)
{
    free(replace->target);
    free(replace->temporary);
    memset(replace, 0, sizeof *replace);
}

int coop_replace_open(struct coop_replace *replace, const char *path)
{
    struct stat status;
    int is_there = stat(path, &status) == 0;
    int has_path = 1;
    int code;

    memset(replace, 0, sizeof *replace);
    replace->target = is_there ? realpath(path, NULL) : coop_replace_find_missing(path);
    if (replace->target == NULL && is_there) {
        replace->target = strdup(path);
        has_path = 0;
    }
    if (replace->target == NULL) {
        return errno != 0 ? errno : ENOMEM;
    }
    if (!is_there) {
        replace->file = stream_of(open_temporary(replace), "wb");
    } else if (S_ISREG(status.st_mode) && has_path) {
        replace->file = open_beside(replace, &status);
    } else {
        replace->file = open_as_it_is(replace);
    }
    if (replace->file != NULL) {
        return 0;
    }
    code = errno != 0 ? errno : EIO;
    if (replace->temporary != NULL) {
        drop_temporary(replace);
    }
    clear(replace);
    return code;
}

/* Writes all of `from` over the target: 0, or the error number. */
static int write_over(const struct coop_replace *replace, FILE *from)
{
    char bytes[65536];
    size_t count = 1;
    FILE *to = stream_of(open(replace->target, O_WRONLY | O_TRUNC | O_CLOEXEC), "wb");
    int code = to == NULL ? errno : 0;

    errno = 0;
    rewind(from);
    while (code == 0 && count > 0) {
        count = fread(bytes, 1, sizeof bytes, from);
        if (ferror(from) || fwrite(bytes, 1, count, to) != count) {
            code = errno != 0 ? errno : EIO;
        }
    }
    if (to != NULL && fclose(to) != 0 && code == 0) {
        code = errno;
    }
    return code;
}

/* Gives the file, which is closed, the target's name. What is mounted there itself takes no other file in
 * its place: EBUSY, and EXDEV on some file systems. */
static int rename_or_write_over(const struct coop_replace *replace)
{
    FILE *file;
    int code = rename(replace->temporary, replace->target) == 0 ? 0 : errno;

    if (code != EBUSY && code != EXDEV) {
        return code;
    }
    file = stream_of(open(replace->temporary, O_RDONLY | O_CLOEXEC), "rb");
    if (file == NULL) {
        return errno;
    }
    code = write_over(replace, file);
    fclose(file);
    unlink(replace->temporary);
    return code;
}

int coop_replace_close(struct coop_replace *replace, int is_complete)
{
    int is_staged = replace->temporary == NULL && !replace->is_target;
    int code = 0;

    errno = 0;
    if (fflush(replace->file) != 0 || ferror(replace->file) != 0) {
        code = errno != 0 ? errno : EIO;
    } else if (is_complete && is_staged) {
        code = write_over(replace, replace->file);
    }
    if (fclose(replace->file) != 0 && code == 0) {
        code = errno != 0 ? errno : EIO;
    }
    if (replace->temporary != NULL && is_complete && code == 0) {
        code = rename_or_write_over(replace);
    }
    if (replace->temporary != NULL && (!is_complete || code != 0)) {
        unlink(replace->temporary);
    }
    clear(replace);
    return code;
}
