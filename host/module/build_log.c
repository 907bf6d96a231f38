#include "host/module/build_log.h"

#include <ctype.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MARK "<kernel>:"

struct place {
    char file[256]; /* "": no directive yet */
    unsigned long line;
};

/* The text as one string, to be freed. */
static char *join(const char *const *parts, const size_t *lengths, int count)
{
    size_t total = 0;
    char *text;

    for (int i = 0; i < count; i++) {
        total += lengths[i];
    }
    text = malloc(total + 1);
    if (text != NULL) {
        total = 0;
        for (int i = 0; i < count; i++) {
            memcpy(text + total, parts[i], lengths[i]);
            total += lengths[i];
        }
        text[total] = '\0';
    }
    return text;
}

/* #line 12 "file": what the next line is. */
static int read_directive(const char *line, struct place *place)
{
    struct place read;

    while (*line == ' ' || *line == '\t') {
        line++;
    }
    if (*line != '#' || sscanf(line, "# line %lu \"%255[^\"\n]\"", &read.line, read.file) != 2) {
        return 0;
    }
    *place = read;
    return 1;
}

static struct place find(const char *text, unsigned long wanted)
{
    struct place place = {"", 0};

    for (unsigned long i = 1; i < wanted; i++) {
        const char *end = strchr(text, '\n');
        if (!read_directive(text, &place)) {
            place.line++;
        }
        if (end == NULL) {
            break;
        }
        text = end + 1;
    }
    return place;
}

char *coop_build_log_place(const char *log, const char *const *parts, const size_t *lengths, int count)
{
    enum { PLACE_BYTES = 300 };
    char *text = join(parts, lengths, count);
    size_t marks = 0;
    char *result;
    size_t used = 0;

    for (const char *at = log; (at = strstr(at, MARK)) != NULL; at++) {
        marks++;
    }
    result = malloc(strlen(log) + marks * PLACE_BYTES + 1);
    while (text != NULL && result != NULL && *log != '\0') {
        const char *number = log + strlen(MARK);
        if (strncmp(log, MARK, strlen(MARK)) == 0 && isdigit((unsigned char)*number)) {
            char *end;
            struct place place = find(text, strtoul(number, &end, 10));
            if (place.file[0] != '\0') {
                used += (size_t)snprintf(result + used, PLACE_BYTES, "%s:%lu", place.file, place.line);
                log = end;
                continue;
            }
        }
        result[used++] = *log++;
    }
    if (text != NULL && result != NULL) {
        result[used] = '\0';
    } else {
        free(result);
        result = NULL;
    }
    free(text);
    return result;
}

int coop_build_log_local_memory(const char *log, unsigned long long *taken, unsigned long long *most)
{
    const char *at = strstr(log, "uses too much shared data (");
    unsigned long long read[2];

    if (at == NULL ||
        sscanf(at, "uses too much shared data (%llx bytes, %llx max)", &read[0], &read[1]) != 2) {
        return 0;
    }
    *taken = read[0];
    *most = read[1];
    return 1;
}

#define DOING "dumping the megakernel's text"
#define NAME_BYTES 256 /* most that file systems allow: of a kernel's name, two numbers and the suffix */

static atomic_uint dumps; /* of this process */

/* A module that coopc did not write may call its kernel anything. */
static void keep_in_directory(char *name)
{
    for (; *name != '\0'; name++) {
        if (!isalnum((unsigned char)*name) && *name != '-') {
            *name = '_';
        }
    }
}

coop_status coop_dump_init(struct coop_dump *dump, struct coop_error_record *errors, const char *directory,
                           const char *kernel)
{
    size_t directory_length;

    *dump = (struct coop_dump){.asked_by = "dump_dir"};
    if (directory == NULL) {
        directory = getenv("COOP_DUMP_DIR");
        dump->asked_by = "COOP_DUMP_DIR";
    }
    if (directory == NULL || directory[0] == '\0') {
        return COOP_OK;
    }
    directory_length = strlen(directory);
    dump->path = malloc(directory_length + NAME_BYTES);
    if (dump->path == NULL) {
        return coop_error_out_of_memory(errors, DOING);
    }
    snprintf(dump->path, directory_length + NAME_BYTES, "%s/%.128s-%ld-%u", directory,
             kernel[0] != '\0' ? kernel : "module", (long)getpid(),
             atomic_fetch_add_explicit(&dumps, 1, memory_order_relaxed) + 1); /* each number once */
    keep_in_directory(dump->path + directory_length + 1);
    dump->stem_length = strlen(dump->path);
    return COOP_OK;
}

/* The error number; 0 when all is written. */
static int write_file(const char *path, const char *const *parts, const size_t *lengths, int count)
{
    FILE *file = fopen(path, "wb");
    int error = file == NULL ? errno : 0;

    for (int i = 0; error == 0 && i < count; i++) {
        if (fwrite(parts[i], 1, lengths[i], file) != lengths[i]) {
            error = errno;
        }
    }
    if (file != NULL && fclose(file) != 0 && error == 0) {
        error = errno;
    }
    return error;
}

coop_status coop_dump_write(struct coop_dump *dump, struct coop_error_record *errors, const char *suffix,
                            const char *const *parts, const size_t *lengths, int count)
{
    int error;

    if (dump->path == NULL) {
        return COOP_OK;
    }
    strcpy(dump->path + dump->stem_length, suffix);
    error = write_file(dump->path, parts, lengths, count);
    if (error != 0) {
        return coop_error_set(errors, COOP_IO_FAILED, DOING,
                              "%s cannot be written: %s; %s names the directory, which has to be there",
                              dump->path, strerror(error), dump->asked_by);
    }
    return COOP_OK;
}

void coop_dump_clear(struct coop_dump *dump)
{
    free(dump->path);
    dump->path = NULL;
}
