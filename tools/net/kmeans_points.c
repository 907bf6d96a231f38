#include "tools/net/kmeans_points.h"

#include "tools/net/text_input.h"
#include "tools/random/random.h"
#include <stdlib.h>
#include <string.h>

#define POINTS_MAX ((uint32_t)1 << 30)

/* Half of how far a point is from its place, at most. */
#define SPREAD 4096u

static int fail_memory(struct kmeans_points *points, struct tool_error *error)
{
    kmeans_points_clear(points);
    return tool_fail(error, "memory is exhausted; take fewer points");
}

int kmeans_points_make(uint32_t count, uint32_t dimensions, uint32_t clusters, uint64_t seed,
                       struct kmeans_points *points, struct tool_error *error)
{
    uint32_t *places = malloc((size_t)clusters * dimensions * sizeof *places);

    *points = (struct kmeans_points){count, dimensions,
                                     malloc(((size_t)count * dimensions + 1) * sizeof *points->items)};
    if (places == NULL || points->items == NULL) {
        free(places);
        return fail_memory(points, error);
    }
    for (uint32_t i = 0; i < clusters * dimensions; i++) {
        places[i] = random_below(&seed, KMEANS_COORDINATE_MAX + 1 - 4 * SPREAD);
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t *place = places + (size_t)random_below(&seed, clusters) * dimensions;
        for (uint32_t d = 0; d < dimensions; d++) {
            uint32_t from = random_below(&seed, 2 * SPREAD) + random_below(&seed, 2 * SPREAD);
            points->items[(size_t)i * dimensions + d] = (uint16_t)(place[d] + from);
        }
    }
    free(places);
    return 0;
}

/* Makes room for one more point. */
static int grow(struct kmeans_points *points, uint32_t *room)
{
    uint16_t *items;

    if (points->count < *room) {
        return 0;
    }
    *room = *room > 0 ? 2 * *room : 1024;
    items = realloc(points->items, (size_t)*room * points->dimensions * sizeof *items);
    if (items == NULL) {
        return -1;
    }
    points->items = items;
    return 0;
}

/* The numbers up to the line's end; -1 where there is something else. */
static int read_line(struct input *input, uint16_t *numbers, uint32_t *count, struct tool_error *error)
{
    uint64_t number;

    *count = 0;
    for (int byte = input_skip_blanks(input); byte != '\n' && byte != INPUT_END;
         byte = input_skip_blanks(input)) {
        if (byte == ',' && *count > 0) {
            input_take(input);
            input_skip_blanks(input);
        }
        if (*count == KMEANS_DIMENSIONS_MAX) {
            return text_input_fail(input, "no more than 64 coordinates", error);
        }
        if (input_take_number(input, &number) != INPUT_NUMBER) {
            return text_input_fail(input, "a whole number from 0 to 65535", error);
        }
        if (number > KMEANS_COORDINATE_MAX) {
            return tool_fail(error, "%s:%llu: wanted a whole number from 0 to 65535, found %llu", input->path,
                             (unsigned long long)input->line, (unsigned long long)number);
        }
        numbers[(*count)++] = (uint16_t)number;
    }
    return 0;
}

static int read_points(struct input *input, void *to, struct tool_error *error)
{
    struct kmeans_points *points = to;
    uint16_t numbers[KMEANS_DIMENSIONS_MAX];
    uint32_t room = 0;
    uint32_t count;

    for (int byte = input_skip_blanks(input); byte != INPUT_END; byte = input_skip_blanks(input)) {
        uint64_t line = input->line;
        if (byte == '#' || byte == '\n') {
            input_skip_line(input);
            continue;
        }
        if (read_line(input, numbers, &count, error) != 0) {
            return -1;
        }
        points->dimensions = points->count == 0 ? count : points->dimensions;
        if (count != points->dimensions) {
            return tool_fail(error, "%s:%llu: wanted %u coordinates, as on the lines before, found %u",
                             input->path, (unsigned long long)line, points->dimensions, count);
        }
        if (points->count == POINTS_MAX || grow(points, &room) != 0) {
            return tool_fail(error, "%s has more points than fit into memory", input->path);
        }
        memcpy(points->items + (size_t)points->count * count, numbers, count * sizeof *numbers);
        points->count++;
    }
    return 0;
}

int kmeans_points_read(const char *path, struct kmeans_points *points, struct tool_error *error)
{
    int status;

    memset(points, 0, sizeof *points);
    status = text_input_read(path, read_points, points, error);
    if (status == 0 && points->count == 0) {
        status = tool_fail(error, "%s holds no points", path);
    }
    if (status != 0) {
        kmeans_points_clear(points);
    }
    return status;
}

void kmeans_points_clear(struct kmeans_points *points)
{
    free(points->items);
    memset(points, 0, sizeof *points);
}
