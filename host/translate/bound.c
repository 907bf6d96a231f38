#include "host/translate/bound.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* After so long nobody goes on with an entry that he has begun to write. */
#define ABANDONED_SECONDS 3600

enum { DIGITS = 16, NAME_BYTES = 64 };

struct file {
    char name[NAME_BYTES];
    struct timespec used;
    uint64_t bytes;
};

struct files {
    struct file *items;
    size_t count;
    size_t capacity;
    uint64_t bytes;
};

/* Whether it is one of the cache's; *is_whole: it is an entry. */
static int is_ours(const char *name, int *is_whole)
{
    size_t length = strlen(name);

    if (strspn(name, "0123456789abcdef") != DIGITS || length >= NAME_BYTES ||
        strncmp(name + DIGITS, COOP_BOUND_ENDING, strlen(COOP_BOUND_ENDING)) != 0) {
        return 0;
    }
    *is_whole = length == DIGITS + strlen(COOP_BOUND_ENDING);
    return *is_whole || name[DIGITS + strlen(COOP_BOUND_ENDING)] == '.';
}

static void add(struct files *files, const char *name, const struct stat *status)
{
    if (files->count == files->capacity) {
        size_t capacity = 2 * files->capacity + 64;
        struct file *larger = realloc(files->items, capacity * sizeof *larger);

        if (larger == NULL) {
            return;
        }
        files->items = larger;
        files->capacity = capacity;
    }
    strcpy(files->items[files->count].name, name);
    files->items[files->count].used = status->st_mtim;
    files->items[files->count].bytes = (uint64_t)status->st_size;
    files->bytes += (uint64_t)status->st_size;
    files->count++;
}

static int compare(const void *left, const void *right)
{
    const struct timespec *a = &((const struct file *)left)->used;
    const struct timespec *b = &((const struct file *)right)->used;

    if (a->tv_sec != b->tv_sec) {
        return a->tv_sec < b->tv_sec ? -1 : 1;
    }
    return (a->tv_nsec > b->tv_nsec) - (a->tv_nsec < b->tv_nsec);
}

static void list(DIR *stream, struct files *files)
{
    const struct dirent *entry;
    struct stat status;
    int is_whole;

    while ((entry = readdir(stream)) != NULL) {
        if (!is_ours(entry->d_name, &is_whole) ||
            fstatat(dirfd(stream), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0 ||
            !S_ISREG(status.st_mode)) {
            continue;
        }
        if (is_whole) {
            add(files, entry->d_name, &status);
        } else if (time(NULL) - status.st_mtim.tv_sec > ABANDONED_SECONDS) {
            (void)unlinkat(dirfd(stream), entry->d_name, 0);
        }
    }
}

void coop_bound_keep(const char *directory, uint64_t bound)
{
    struct files files = {.items = NULL};
    DIR *stream = opendir(directory);

    if (stream == NULL) {
        return;
    }
    list(stream, &files);
    if (files.bytes > bound) {
        qsort(files.items, files.count, sizeof files.items[0], compare);
    }
    for (size_t i = 0; i < files.count && files.bytes > bound; i++) {
        (void)unlinkat(dirfd(stream), files.items[i].name, 0);
        files.bytes -= files.items[i].bytes;
    }
    free(files.items);
    closedir(stream);
}
