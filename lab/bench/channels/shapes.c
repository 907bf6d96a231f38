#include "shapes.h"

#include "lab/bench/base/sides.h"
#include "shapes_device.h"

#include <stdio.h>
#include <string.h>

/* One thing is varied at a time. */
static const struct shapes_point points[] = {{16, 1, 256},  {8, 1, 256},  {32, 1, 256}, {64, 1, 256},
                                             {128, 1, 256}, {16, 2, 256}, {16, 8, 256}, {16, 16, 256},
                                             {16, 1, 16},   {16, 1, 64},  {16, 1, 1024}};

enum { POINTS = sizeof points / sizeof *points };

static const char *const side_names[SHAPES_SIDES] = {"channel", "arrays"};

struct result {
    struct side_times times[SHAPES_SIDES]; /* ns of an item; ratios: its CPU time divided by the channel's */
    double fill[SHAPES_SIDES];
    uint64_t items;
};

struct race {
    const struct bench_options *options;
    struct result results[POINTS];
    uint32_t wrong;
};

/* The first turn warms up. */
static int turn_of(struct race *race, struct shapes_device *device, struct result *result, uint64_t turn,
                   struct tool_error *error)
{
    struct shapes_run runs[SHAPES_SIDES];

    for (unsigned i = 0; i < SHAPES_SIDES; i++) {
        unsigned side = (unsigned)((i + turn) % SHAPES_SIDES);
        if (shapes_device_run(device, (enum shapes_side)side, &runs[side], error) != 0) {
            return -1;
        }
        race->wrong += (uint32_t)runs[side].is_wrong;
        result->fill[side] = runs[side].fill;
    }
    for (unsigned side = 0; side < SHAPES_SIDES && turn > 0; side++) {
        side_add(&result->times[side], runs[side].wall_ns, runs[side].cpu_ns,
                 runs[side].cpu_ns / runs[SHAPES_CHANNEL].cpu_ns);
    }
    return 0;
}

static int measure_point(struct race *race, unsigned point, struct tool_error *error)
{
    struct result *result = &race->results[point];
    struct shapes_device device;
    struct tool_error close_error;
    int status = shapes_device_open(&device, race->options, &points[point], error);

    result->items = device.items;
    for (uint64_t turn = 0; turn <= race->options->pairs && status == 0; turn++) {
        status = turn_of(race, &device, result, turn, error);
    }
    if (shapes_device_close(&device, &close_error) != 0 && status == 0) {
        *error = close_error;
        status = -1;
    }
    return status;
}

static void put_rows(struct table *table, const void *from)
{
    struct race *race = (struct race *)(uintptr_t)from; /* a quantile sorts */

    for (unsigned i = 0; i < POINTS * SHAPES_SIDES; i++) {
        const struct shapes_point *point = &points[i / SHAPES_SIDES];
        struct result *result = &race->results[i / SHAPES_SIDES];
        unsigned side = i % SHAPES_SIDES;

        table_begin_row(table);
        table_cell(table, "%s", side_names[side]);
        table_cell(table, "%u", point->bytes);
        table_cell(table, "%u", point->targets);
        table_cell(table, "%u", side == SHAPES_CHANNEL ? point->block_items : SHAPES_WAVE);
        table_cell(table, "%llu", (unsigned long long)race->options->local_items);
        table_cell(table, "%llu", (unsigned long long)result->items);
        side_put(table, &result->times[side], 2);
        table_cell(table, "%.4f", result->fill[side]);
        table_end_row(table);
    }
}

static void print(struct race *race)
{
    static const struct table_column columns[] = {
        {"side", 1, 0},  {"bytes", 0, 0},   {"targets", 0, 0}, {"block", 0, 0}, {"local", 0, 0},
        {"items", 0, 0}, {"wall_ns", 0, 0}, {"cpu_ns", 0, 0},  {"ratio", 0, 0}, {"p10", 0, 0},
        {"p90", 0, 0},   {"fill", 0, 0},    {NULL, 0, 0}};

    table_write(race->options->report, "shapes", columns, put_rows, race);
}

int shapes_measure(const struct bench_options *options, struct tool_error *error)
{
    static struct race race; /* too large for a stack */
    int status = 0;

    memset(&race, 0, sizeof race);
    race.options = options;
    for (unsigned i = 0; i < POINTS && status == 0; i++) {
        status = measure_point(&race, i, error);
    }
    if (status == 0) {
        print(&race);
    }
    if (status == 0 && race.wrong > 0) {
        fprintf(stderr, "coop-bench channels: %u launches of shapes ran another number of items\n",
                race.wrong);
        status = 1;
    }
    for (unsigned i = 0; i < POINTS; i++) {
        for (unsigned side = 0; side < SHAPES_SIDES; side++) {
            side_clear(&race.results[i].times[side]);
        }
    }
    return status;
}
