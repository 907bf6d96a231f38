#include "host/translate/bytes.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Room for so many bytes more, and a byte 0. */
static int make_room(struct coop_bytes *bytes, size_t count)
{
    size_t capacity = 2 * bytes->capacity > 4096 ? 2 * bytes->capacity : 4096;
    char *larger;

    if (bytes->has_failed || count >= SIZE_MAX / 4 - bytes->used) {
        bytes->has_failed = 1;
        return 0;
    }
    if (bytes->used + count < bytes->capacity) {
        return 1;
    }
    if (capacity <= bytes->used + count) {
        capacity = bytes->used + count + 1;
    }
    larger = realloc(bytes->data, capacity);
    if (larger == NULL) {
        bytes->has_failed = 1;
        return 0;
    }
    bytes->data = larger;
    bytes->capacity = capacity;
    return 1;
}

void coop_bytes_add(struct coop_bytes *bytes, const void *data, size_t count)
{
    if (make_room(bytes, count)) {
        if (count != 0) {
            memcpy(bytes->data + bytes->used, data, count);
        }
        bytes->used += count;
        bytes->data[bytes->used] = '\0';
    }
}

void coop_bytes_add_string(struct coop_bytes *bytes, const char *string)
{
    coop_bytes_add(bytes, string, strlen(string) + 1);
}

void coop_bytes_add_number(struct coop_bytes *bytes, uint64_t number)
{
    coop_bytes_add(bytes, &number, sizeof number);
}

void coop_bytes_clear(struct coop_bytes *bytes)
{
    free(bytes->data);
    memset(bytes, 0, sizeof *bytes);
}

char *coop_bytes_take(struct coop_bytes *bytes)
{
    char *data;

    coop_bytes_add(bytes, "", 0);
    data = bytes->has_failed ? NULL : bytes->data;
    if (data != NULL) {
        bytes->data = NULL;
    }
    coop_bytes_clear(bytes);
    return data;
}

int coop_bytes_add_file(struct coop_bytes *bytes, int descriptor)
{
    off_t at = 0;
    ssize_t count;

    do {
        if (!make_room(bytes, 65536)) {
            return ENOMEM;
        }
        count = pread(descriptor, bytes->data + bytes->used, 65536, at);
        if (count > 0) {
            bytes->used += (size_t)count;
            at += count;
        }
    } while (count > 0 || (count < 0 && errno == EINTR));
    bytes->data[bytes->used] = '\0';
    return count < 0 ? errno : 0;
}

int coop_bytes_add_path(struct coop_bytes *bytes, const char *path)
{
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    int code;

    if (descriptor < 0) {
        return errno;
    }
    code = coop_bytes_add_file(bytes, descriptor);
    close(descriptor);
    return code;
}

uint64_t coop_bytes_sum(const void *data, size_t count)
{
    const unsigned char *bytes = data;
    uint64_t sum = UINT64_C(0xcbf29ce484222325);

    for (size_t i = 0; i < count; i++) {
        sum = (sum ^ bytes[i]) * UINT64_C(0x100000001b3);
    }
    return sum;
}

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
