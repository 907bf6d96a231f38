#include "host/translate/compiler.h"

#include "host/translate/bytes.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Where `cmake --install` puts coopc, unless it is told another prefix; and from where it puts libraries. */
#ifndef COOP_INSTALLED_COOPC
#define COOP_INSTALLED_COOPC "/usr/bin/coopc"
#define COOP_COOPC_FROM_LIBRARY "../bin/coopc"
#endif

#define REMEDY "install it (Debian: libcoop-dev), or set COOP_COOPC to its path"

static int may_run(const char *path)
{
    struct stat status;

    if (stat(path, &status) != 0) {
        return 0;
    }
    if (!S_ISREG(status.st_mode)) {
        errno = EACCES;
        return 0;
    }
    return access(path, X_OK) == 0;
}

/* Looks for the name in each directory of PATH; an empty one is the working directory, as in a shell. */
static int find_in_path(const char *name, char *path)
{
    const char *at = getenv("PATH");

    while (at != NULL) {
        const char *colon = strchr(at, ':');
        int length = (int)(colon != NULL ? colon - at : (ptrdiff_t)strlen(at));
        int written = snprintf(path, PATH_MAX, "%.*s%s%s", length, at, length != 0 ? "/" : "./", name);

        if (written > 0 && written < PATH_MAX && may_run(path)) {
            return 1;
        }
        at = colon != NULL ? colon + 1 : NULL;
    }
    return 0;
}

/* One that somebody has named is the one, or there is none. */
static int take_named(const char *named, const char *who, char *path, char *why, size_t why_bytes)
{
    if (strchr(named, '/') == NULL) {
        if (find_in_path(named, path)) {
            return 1;
        }
        snprintf(why, why_bytes, "there is no program %s in PATH, which %s names as coopc; " REMEDY, named,
                 who);
        return 0;
    }
    if (strlen(named) < PATH_MAX && may_run(named)) {
        strcpy(path, named);
        return 1;
    }
    snprintf(why, why_bytes, "%s, which %s names as coopc, cannot be run: %s; " REMEDY, named, who,
             strlen(named) < PATH_MAX ? strerror(errno) : strerror(ENAMETOOLONG));
    return 0;
}

/* The file that this code is in, a shared library or a program; NULL where that is not known. */
static char *find_own_file(void)
{
    static const char anchor;
    Dl_info info;

    if (dladdr(&anchor, &info) == 0 || info.dli_fname == NULL) {
        return NULL;
    }
    /* A program's name is the word by which it was called, which need not be a path. */
    return realpath(strchr(info.dli_fname, '/') != NULL ? info.dli_fname : "/proc/self/exe", NULL);
}

/* What was installed may have been moved as a whole; in a build tree the folder of programs is elsewhere. */
static int find_beside(char *path)
{
    static const char *const ways[] = {COOP_COOPC_FROM_LIBRARY, "../bin/coopc"};
    char *own = find_own_file();
    int is_found = 0;

    if (own == NULL) {
        return 0;
    }
    *strrchr(own, '/') = '\0';
    for (size_t i = 0; i < sizeof ways / sizeof *ways && !is_found; i++) {
        char candidate[2 * PATH_MAX];

        snprintf(candidate, sizeof candidate, "%s/%s", own, ways[i]);
        is_found = may_run(candidate) && realpath(candidate, path) != NULL;
    }
    free(own);
    return is_found;
}

static int find(const char *named, char *path, char *why, size_t why_bytes)
{
    const char *variable = getenv("COOP_COOPC");

    if (named != NULL && named[0] != '\0') {
        return take_named(named, "the option coopc", path, why, why_bytes);
    }
    if (variable != NULL && variable[0] != '\0') {
        return take_named(variable, "COOP_COOPC in the environment", path, why, why_bytes);
    }
    if (find_beside(path)) {
        return 1;
    }
    if (may_run(COOP_INSTALLED_COOPC)) {
        strcpy(path, COOP_INSTALLED_COOPC);
        return 1;
    }
    if (find_in_path("coopc", path)) {
        return 1;
    }
    snprintf(
        why, why_bytes,
        "there is no coopc: not in the folder bin beside the library's, not at %s, and not in PATH; " REMEDY,
        COOP_INSTALLED_COOPC);
    return 0;
}

int coop_compiler_find(const char *named, struct coop_compiler *compiler, char *why, size_t why_bytes)
{
    struct coop_bytes program = {.data = NULL};

    if (!find(named, compiler->path, why, why_bytes)) {
        return 0;
    }
    /* One that may be run and not read is told from others by its path alone. */
    if (coop_bytes_add_path(&program, compiler->path) != 0) {
        coop_bytes_clear(&program);
        coop_bytes_add_string(&program, compiler->path);
    }
    compiler->sum = coop_bytes_sum(program.data, program.used);
    coop_bytes_clear(&program);
    return 1;
}

/* The next name of a rule that coopc has written, behind its target; 0 when there is none. */
static int next_name(const char **rule, char *name)
{
    const char *at = *rule;
    size_t length = 0;

    while (*at == ' ' || *at == '\n' || (at[0] == '\\' && at[1] == '\n')) {
        at++;
    }
    while (*at != '\0' && *at != ' ' && *at != '\n' && length < PATH_MAX - 1) {
        if ((at[0] == '\\' && (at[1] == ' ' || at[1] == '#')) || (at[0] == '$' && at[1] == '$')) {
            at++;
        }
        name[length++] = *at++;
    }
    name[length] = '\0';
    *rule = at;
    return length != 0;
}

static int is_before(const struct timespec *time, const struct timespec *other)
{
    return time->tv_sec < other->tv_sec || (time->tv_sec == other->tv_sec && time->tv_nsec < other->tv_nsec);
}

/* What the file has, as a number; 0 when it cannot be read. */
static int sum_of(const char *path, uint64_t *sum, uint64_t *count)
{
    struct coop_bytes bytes = {.data = NULL};
    int is_read = coop_bytes_add_path(&bytes, path) == 0;

    *sum = coop_bytes_sum(bytes.data, bytes.used);
    *count = bytes.used;
    coop_bytes_clear(&bytes);
    return is_read;
}

int coop_files_record(const char *rule, const struct timespec *begun, struct coop_bytes *records)
{
    char name[PATH_MAX];
    struct stat status;
    uint64_t sum;
    uint64_t count;

    rule = strchr(rule, ':');
    if (rule == NULL) {
        return 0;
    }
    rule++;
    while (next_name(&rule, name)) {
        if (!sum_of(name, &sum, &count) || stat(name, &status) != 0 || !is_before(&status.st_mtim, begun) ||
            !is_before(&status.st_ctim, begun)) {
            return 0;
        }
        coop_bytes_add_number(records, sum);
        coop_bytes_add_number(records, count);
        coop_bytes_add_string(records, name);
    }
    return !records->has_failed;
}

int coop_files_are_same(const char *records, size_t count)
{
    size_t at = 0;

    while (at < count) {
        uint64_t wanted[2];
        uint64_t sum;
        uint64_t bytes;
        size_t length;

        if (count - at <= sizeof wanted) {
            return 0;
        }
        memcpy(wanted, records + at, sizeof wanted);
        at += sizeof wanted;
        length = strnlen(records + at, count - at);
        if (length == count - at || !sum_of(records + at, &sum, &bytes) || sum != wanted[0] ||
            bytes != wanted[1]) {
            return 0;
        }
        at += length + 1;
    }
    return 1;
}
