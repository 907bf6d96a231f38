#include "host/module/build_log.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
