/* What prepare.py has written about a module. */
#include "prepared.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *read_whole(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    char *bytes = NULL;
    long size = -1;

    if (file != NULL && fseek(file, 0, SEEK_END) == 0 && (size = ftell(file)) >= 0 &&
        fseek(file, 0, SEEK_SET) == 0) {
        bytes = calloc(1, (size_t)size + 1);
    }
    if (bytes != NULL && fread(bytes, 1, (size_t)size, file) != (size_t)size) {
        free(bytes);
        bytes = NULL;
    }
    if (file != NULL) {
        fclose(file);
    }
    if (length != NULL) {
        *length = size < 0 ? 0 : (size_t)size;
    }
    return bytes;
}

int case_has_size(const struct test_case *test_case, uint32_t size)
{
    for (uint32_t i = 0; i < test_case->size_count; i++) {
        if (test_case->sizes[i] == size) {
            return 1;
        }
    }
    return 0;
}

static uint32_t past(uint32_t end, uint32_t index)
{
    return index >= end ? index + 1 : end;
}

static int read_case(struct prepared *prepared, char *words)
{
    struct test_case *added = &prepared->cases[prepared->case_count];
    char *word = strtok(words, " \n");

    if (prepared->case_count >= CASES_MAX || word == NULL || strlen(word) >= sizeof added->name) {
        return 0;
    }
    prepared->case_count++;
    strcpy(added->name, word);
    while ((word = strtok(NULL, " \n")) != NULL && added->size_count < SIZES_MAX) {
        added->sizes[added->size_count++] = (uint32_t)strtoul(word, NULL, 10);
    }
    return added->size_count > 0;
}

static int read_line(struct prepared *prepared, char *line)
{
    struct point point = {0};
    struct case_kernel kernel = {0};

    if (strncmp(line, "case ", 5) == 0) {
        return read_case(prepared, line + 5);
    }
    if (prepared->case_count == 0) {
        return 0;
    }
    if (sscanf(line, "kernel %u %15s", &kernel.index, kernel.kind) == 2) {
        struct test_case *last = &prepared->cases[prepared->case_count - 1];
        if (last->kernel_count >= CASE_KERNELS_MAX) {
            return 0;
        }
        last->kernels[last->kernel_count++] = kernel;
        prepared->kernel_end = past(prepared->kernel_end, kernel.index);
        return 1;
    }
    if (sscanf(line, "point %u %u %u %u", &point.kernel, &point.operation, &point.state, &point.line) == 4 &&
        prepared->point_count < POINTS_MAX) {
        prepared->points[prepared->point_count++] = point;
        prepared->kernel_end = past(prepared->kernel_end, point.kernel);
        prepared->state_end = past(prepared->state_end, point.state);
        return 1;
    }
    return 0;
}

int prepared_read(struct prepared *prepared, const char *path)
{
    FILE *file = fopen(path, "r");
    char line[512];
    int ok = file != NULL;

    memset(prepared, 0, sizeof *prepared);
    while (ok && fgets(line, sizeof line, file) != NULL) {
        ok = read_line(prepared, line);
        if (!ok) {
            printf("%s: cannot follow %s", path, line);
        }
    }
    if (file != NULL) {
        fclose(file);
    } else {
        printf("%s cannot be read\n", path);
    }
    return ok;
}
