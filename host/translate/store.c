#include "host/translate/store.h"

#include "host/base/replace.h"
#include "host/translate/bytes.h"
#include "host/translate/compiler.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FORM UINT64_C(0x31656c75646f6d63) /* "cmodule1" */
#define SUMMED (2 * sizeof(uint64_t))
#define HEADER (SUMMED + COOP_ENTRY_PARTS * sizeof(uint64_t))

static uint64_t number_at(const struct coop_bytes *bytes, size_t at)
{
    uint64_t number;

    memcpy(&number, bytes->data + at, sizeof number);
    return number;
}

void coop_entry_write(struct coop_bytes *bytes, const struct coop_entry_span parts[COOP_ENTRY_PARTS])
{
    uint64_t sum;

    coop_bytes_add_number(bytes, FORM);
    coop_bytes_add_number(bytes, 0);
    for (int i = 0; i < COOP_ENTRY_PARTS; i++) {
        coop_bytes_add_number(bytes, parts[i].count);
    }
    for (int i = 0; i < COOP_ENTRY_PARTS; i++) {
        coop_bytes_add(bytes, parts[i].data, parts[i].count);
    }
    if (!bytes->has_failed) {
        sum = coop_bytes_sum(bytes->data + SUMMED, bytes->used - SUMMED);
        memcpy(bytes->data + sizeof(uint64_t), &sum, sizeof sum);
    }
}

int coop_entry_read(const struct coop_bytes *bytes, struct coop_entry_span parts[COOP_ENTRY_PARTS])
{
    size_t at = HEADER;

    if (bytes->used < HEADER || number_at(bytes, 0) != FORM ||
        number_at(bytes, sizeof(uint64_t)) != coop_bytes_sum(bytes->data + SUMMED, bytes->used - SUMMED)) {
        return 0;
    }
    for (size_t i = 0; i < COOP_ENTRY_PARTS; i++) {
        uint64_t count = number_at(bytes, SUMMED + i * sizeof(uint64_t));

        if (count > bytes->used - at) {
            return 0;
        }
        parts[i].data = bytes->data + at;
        parts[i].count = count;
        at += count;
    }
    return at == bytes->used;
}

/* A variable's value; NULL when it is not set, or empty. */
static const char *filled(const char *name)
{
    const char *value = getenv(name);

    return value != NULL && value[0] != '\0' ? value : NULL;
}

/* Writes the directory's path; 0 where there is to be none, or it does not fit. */
static int find_directory(const char *wanted, char *path)
{
    const char *place = wanted != NULL ? wanted : filled("COOP_CACHE_DIR");
    const char *below = "";
    int length;

    if (place == NULL) {
        place = filled("XDG_CACHE_HOME");
        below = "/coop";
        if (place != NULL && place[0] != '/') { /* as the specification of the variable says */
            place = NULL;
        }
    }
    if (place == NULL) {
        place = filled("HOME");
        below = "/.cache/coop";
    }
    length = place != NULL && place[0] != '\0' ? snprintf(path, PATH_MAX, "%s%s", place, below) : 0;
    return length > 0 && length < PATH_MAX;
}

/* Makes the directory and those above it, for this user alone. */
static void make_directories(char *path)
{
    for (char *at = path + 1; *at != '\0'; at++) {
        if (*at == '/') {
            *at = '\0';
            (void)mkdir(path, S_IRWXU);
            *at = '/';
        }
    }
    (void)mkdir(path, S_IRWXU);
}

/* What is in it becomes a program on the device: nobody else may have put it there. */
static int is_private(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == geteuid() &&
           (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

void coop_store_open(struct coop_store *store, const struct coop_translate_options *options)
{
    store->bound = options->cache_bytes != 0 ? options->cache_bytes : COOP_TRANSLATE_CACHE_BYTES;
    if (!find_directory(options->cache_dir, store->directory)) {
        store->directory[0] = '\0';
        return;
    }
    make_directories(store->directory);
    if (!is_private(store->directory)) {
        store->directory[0] = '\0';
    }
}

static int path_of(const struct coop_store *store, const void *key, size_t count, char *path)
{
    int length;

    if (store->directory[0] == '\0') {
        return 0;
    }
    length = snprintf(path, PATH_MAX, "%s/%016" PRIx64 COOP_BOUND_ENDING, store->directory,
                      coop_bytes_sum(key, count));
    return length > 0 && length < PATH_MAX;
}

int coop_store_find(const struct coop_store *store, const struct coop_bytes *key, struct coop_bytes *bytes,
                    struct coop_entry_span parts[COOP_ENTRY_PARTS])
{
    char path[PATH_MAX];

    if (!path_of(store, key->data, key->used, path) || coop_bytes_add_path(bytes, path) != 0 ||
        !coop_entry_read(bytes, parts) || parts[COOP_ENTRY_KEY].count != key->used ||
        memcmp(parts[COOP_ENTRY_KEY].data, key->data, key->used) != 0 ||
        !coop_files_are_same(parts[COOP_ENTRY_FILES].data, parts[COOP_ENTRY_FILES].count)) {
        return 0;
    }
    (void)utimensat(AT_FDCWD, path, NULL, 0);
    return 1;
}

void coop_store_put(const struct coop_store *store, const struct coop_entry_span parts[COOP_ENTRY_PARTS])
{
    struct coop_bytes bytes = {.data = NULL};
    struct coop_replace replace;
    char path[PATH_MAX];

    coop_entry_write(&bytes, parts);
    if (!bytes.has_failed && bytes.used <= store->bound &&
        path_of(store, parts[COOP_ENTRY_KEY].data, parts[COOP_ENTRY_KEY].count, path) &&
        coop_replace_open(&replace, path) == 0) {
        (void)coop_replace_close(&replace, fwrite(bytes.data, 1, bytes.used, replace.file) == bytes.used);
        coop_bound_keep(store->directory, store->bound);
    }
    coop_bytes_clear(&bytes);
}
