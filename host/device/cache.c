#include "host/device/cache.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

/* Whether files can be made in the directory, or in what there is of it; otherwise errno says why not. */
static int is_writable(char *path)
{
    char *slash;

    while (access(path, F_OK) != 0) {
        slash = strrchr(path, '/');
        if (errno != ENOENT || slash == NULL || slash == path) {
            return 0;
        }
        *slash = '\0';
    }
    if (access(path, W_OK | X_OK) != 0) {
        struct stat found;
        errno = stat(path, &found) == 0 && !S_ISDIR(found.st_mode) ? ENOTDIR : EACCES;
        return 0;
    }
    return 1;
}

int coop_cache_is_unusable(const struct coop_device_traits *traits, char *why, size_t capacity)
{
    char path[PATH_MAX];
    char asked[PATH_MAX];

    if (traits->cache_variable == NULL || !cache_path(traits, path, sizeof path)) {
        return 0;
    }
    memcpy(asked, path, sizeof asked);
    if (is_writable(path)) {
        return 0;
    }
    snprintf(
        why, capacity,
        "its cache of compiled kernels, \"%.200s\", cannot be written (%s): set %s to a directory that can",
        asked, strerror(errno), traits->cache_variable);
    return 1;
}
