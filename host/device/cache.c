#include "host/device/cache.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* A megakernel's text has 600 KB, and a driver that runs out of room between that and its object file may end
 * the process (PoCL 3.1: "LLVM ERROR: IO failure on output stream"). */
#define BUILD_BYTES (2u << 20)

/* A variable's value; NULL when it is not set, or empty. */
static const char *filled(const char *value)
{
    return value != NULL && value[0] != '\0' ? value : NULL;
}

/* The driver's variable is not set, and there is no home: the cache would be one for all users. */
static int has_no_place(const struct coop_device_traits *traits)
{
    return traits->cache_variable != NULL && filled(getenv(traits->cache_variable)) == NULL &&
           filled(getenv("XDG_CACHE_HOME")) == NULL && filled(getenv("HOME")) == NULL;
}

/* Writes the path of the directory that is private; false where it does not fit. */
static int private_path(char *path, size_t capacity)
{
    const char *place = filled(getenv("TMPDIR"));
    int length = snprintf(path, capacity, "%s/coop-cache-%lu", place != NULL ? place : "/tmp",
                          (unsigned long)geteuid());

    return length > 0 && (size_t)length < capacity;
}

/* Nobody but this user and root can write to the directory, replace it or rename it. */
static int is_private(const char *path)
{
    char place[PATH_MAX];
    struct stat own;
    struct stat above;

    if (lstat(path, &own) != 0 || !S_ISDIR(own.st_mode) || own.st_uid != geteuid() ||
        (own.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
        return 0;
    }
    snprintf(place, sizeof place, "%.*s", (int)(strrchr(path, '/') - path), path);
    if (stat(place[0] != '\0' ? place : "/", &above) != 0 ||
        (above.st_uid != 0 && above.st_uid != geteuid())) {
        return 0;
    }
    return (above.st_mode & (S_IWGRP | S_IWOTH)) == 0 || (above.st_mode & S_ISVTX) != 0;
}

void coop_cache_make_private(const struct coop_device_traits *traits)
{
    char path[PATH_MAX];

    if (has_no_place(traits) && private_path(path, sizeof path)) {
        mkdir(path, S_IRWXU); /* it may be there; is_private looks at what is */
        if (is_private(path)) {
            setenv(traits->cache_variable, path, 1);
        }
    }
}

int coop_cache_is_exposed(const struct coop_device_traits *traits, char *why, size_t capacity)
{
    char path[PATH_MAX];

    if (!has_no_place(traits)) {
        return 0;
    }
    snprintf(
        why, capacity,
        "it would run compiled kernels out of a directory that every user can write to, since HOME is not "
        "set, and %.200s is not a directory of this user's alone; set %s or HOME",
        private_path(path, sizeof path) ? path : "a directory below TMPDIR", traits->cache_variable);
    return 1;
}

/* The cache's directory as the driver finds it; false where it does not fit. */
static int cache_path(const struct coop_device_traits *traits, char *path, size_t capacity)
{
    const char *own = getenv(traits->cache_variable);
    const char *cache = filled(getenv("XDG_CACHE_HOME"));
    const char *home = filled(getenv("HOME"));
    int length = own != NULL ? snprintf(path, capacity, "%s", own)
                 : cache != NULL
                     ? snprintf(path, capacity, "%s/%s", cache, traits->cache_name)
                     : snprintf(path, capacity, "%s/.cache/%s", home != NULL ? home : "", traits->cache_name);

    return length >= 0 && (size_t)length < capacity;
}

/* Makes the directory and those above it, as the driver would. They stay: another process may be about to use
 * them. Otherwise errno says why not. */
static int make_directories(char *path)
{
    for (size_t end = 1; end <= strlen(path); end++) {
        const char rest = path[end];
        struct stat found;
        int is_there;
        int code;

        if (rest != '/' && rest != '\0') {
            continue;
        }
        path[end] = '\0';
        code = mkdir(path, S_IRWXU) == 0 ? 0 : errno;
        is_there = stat(path, &found) == 0;
        path[end] = rest;
        if (!is_there || !S_ISDIR(found.st_mode)) {
            errno = is_there ? ENOTDIR : code;
            return 0;
        }
    }
    return 1;
}

/* Whether a file that is as large as a build may want can be made in the directory; otherwise errno says why
 * not. Larger ones than the limit are not tried: SIGXFSZ would end the process. */
static int takes_file(const char *path)
{
    char file[PATH_MAX + 16];
    struct rlimit limit;
    int code;
    int descriptor;

    if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur < BUILD_BYTES) {
        errno = EFBIG;
        return 0;
    }
    snprintf(file, sizeof file, "%s/coop-XXXXXX", path);
    descriptor = mkostemp(file, O_CLOEXEC);
    if (descriptor < 0) {
        return 0;
    }
    code = posix_fallocate(descriptor, 0, BUILD_BYTES); /* which a file system need not know */
    close(descriptor);
    unlink(file);
    errno = code;
    return code != ENOSPC && code != EDQUOT && code != EFBIG && code != EIO;
}

int coop_cache_is_unusable(const struct coop_device_traits *traits, char *why, size_t capacity)
{
    const char *name = traits->cache_variable;
    char path[PATH_MAX];
    int code;

    if (name == NULL || !cache_path(traits, path, sizeof path)) {
        return 0;
    }
    if (make_directories(path) && takes_file(path)) {
        return 0;
    }
    code = errno;
    if (code == EFBIG) {
        snprintf(why, capacity,
                 "its cache of compiled kernels, \"%.200s\", gets files of %u KB, which this process may not "
                 "write: raise its limit (ulimit -f)",
                 path, BUILD_BYTES >> 10);
    } else if (code == ENOSPC || code == EDQUOT) {
        snprintf(
            why, capacity,
            "its cache of compiled kernels, \"%.200s\", has no %u KB left for a build (%s): make room, or "
            "set %s to a directory that has",
            path, BUILD_BYTES >> 10, strerror(code), name);
    } else {
        snprintf(why, capacity,
                 "its cache of compiled kernels, \"%.200s\", cannot be written (%s): set %s to a directory "
                 "that can",
                 path, strerror(code), name);
    }
    return 1;
}
