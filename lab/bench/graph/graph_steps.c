/* Steps of grids by graphs, beside the same without the library and loops of OpenMP; and by two devices,
 * beside one. */
#include "graph_grids.h"
#include "graph_parts.h"
#include "graph_process.h"
#include "graph_race.h"
#include "tools/baseline/plain_device.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define PLAIN_LOCAL 64u

/* A list of devices as plain_device_choose and graphs take it. */
struct places {
    char names[BY_HAND_DEVICES_MAX][64];
    cl_device_id ids[BY_HAND_DEVICES_MAX];
    unsigned first; /* its index */
    unsigned count;
};

/* As many of PoCL's threads as the runs of all devices would take, which opening them asks for. */
static uint32_t groups_of(const char *text)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    uint32_t groups = processors > 0 ? (uint32_t)processors : 4;

    for (; text != NULL && *text != '\0'; text++) {
        groups += *text == ',';
    }
    return groups;
}

static int read_places(const char *text, struct places *places, struct tool_error *error)
{
    uint32_t groups = groups_of(text);

    memset(places, 0, sizeof *places);
    do {
        size_t length = text != NULL ? strcspn(text, ",") : 0;
        struct plain_device device;

        if (places->count == BY_HAND_DEVICES_MAX || length >= sizeof *places->names) {
            return tool_fail(error, "--device wants at most %u devices, not \"%s\"", BY_HAND_DEVICES_MAX,
                             text);
        }
        if (text != NULL) {
            snprintf(places->names[places->count], sizeof *places->names, "%.*s", (int)length, text);
            text = text[length] == ',' ? text + length + 1 : NULL;
        }
        if (plain_device_choose(places->names[places->count], groups, PLAIN_LOCAL, &device, error) != 0) {
            return -1;
        }
        places->first = places->count == 0 ? device.index : places->first;
        places->ids[places->count++] = device.id;
    } while (text != NULL);
    return 0;
}

/* The sides that there are behind the first two. 0, or -1 with a message. */
static int add_rivals(const struct places *places, struct grids_side *side, struct process_side *starpu,
                      struct race_side *sides, unsigned *count, struct tool_error *error)
{
    const struct grids_case *of = side->of;
    int is_missing = 1;

    if (!of->is_euler && process_side_takes("StarPU", places->first, places->count)) {
        is_missing = process_side_start_heat(starpu, of->cells, side->blocks, of->steps, error);
    }

    if (grids_have_openmp()) {
        sides[(*count)++] = (struct race_side){.name = "OpenMP", .state = side, .turn = grids_by_openmp};
    }
    if (is_missing == 0) {
        sides[(*count)++] = (struct race_side){.name = "StarPU", .state = starpu, .turn = process_side_turn};
    }
    return is_missing < 0 ? -1 : 0;
}

static int race_steps(struct table *table, const struct bench_options *options, const struct places *places,
                      int is_euler, unsigned blocks, struct tool_error *error)
{
    const struct by_hand_grid grid = {
        .devices = places->ids, .device_count = places->count, .blocks = blocks};
    struct grids_case of;
    struct grids_side side = {.of = &of, .devices = options->device, .grid = &grid, .blocks = blocks};
    struct process_side starpu = {.timeout_ns = bench_timeout_ns(options)};
    struct race_side sides[4] = {{.name = "graph", .state = &side, .turn = grids_by_graph},
                                 {.name = "by hand", .state = &side, .turn = grids_by_hand}};
    unsigned count = 2;
    char what[32];
    int status = grids_make(&of, options, is_euler, blocks, error);

    snprintf(what, sizeof what, "%s, %u block%s", is_euler ? "euler" : "heat", blocks, blocks > 1 ? "s" : "");
    if (status == 0) {
        status = add_rivals(places, &side, &starpu, sides, &count, error);
    }
    if (status == 0) {
        status = race_run(table, what, sides, count, options->pairs, error);
    }
    process_side_stop(&starpu);
    grids_clear(&of);
    return status;
}

int graph_steps(const struct bench_options *options, struct tool_error *error)
{
    struct places places;
    struct table table = {.report = NULL};
    int is_wrong = 0;
    int status = read_places(options->device, &places, error);

    if (status == 0) {
        race_table_begin(&table, options->report, "steps");
    }
    for (unsigned i = 0; i < 4 && status >= 0; i++) {
        unsigned blocks = (i & 1 ? 2 : 1) * places.count;

        status = race_steps(&table, options, &places, i >= 2, blocks, error);
        is_wrong |= status;
    }
    table_end(&table);
    return status < 0 ? -1 : is_wrong;
}

/* ---- two devices ---- */

static int race_devices(struct table *table, const struct bench_options *options, const char *two,
                        const char *one, int is_euler, struct tool_error *error)
{
    struct grids_case of;
    struct grids_side both = {.of = &of, .devices = two, .blocks = 2};
    struct grids_side first = {.of = &of, .devices = one, .blocks = 1};
    struct grids_side first_cut = {.of = &of, .devices = one, .blocks = 2};
    struct race_side sides[] = {{.name = "two devices", .state = &both, .turn = grids_by_graph},
                                {.name = "one", .state = &first, .turn = grids_by_graph},
                                {.name = "one, 2 blocks", .state = &first_cut, .turn = grids_by_graph}};
    int status = grids_make(&of, options, is_euler, 2, error);

    if (status == 0) {
        status = race_run(table, is_euler ? "euler" : "heat", sides, 3, options->pairs, error);
    }
    grids_clear(&of);
    return status;
}

int graph_devices(const struct bench_options *options, struct tool_error *error)
{
    struct places places;
    struct table table = {.report = NULL};
    char two[2 * sizeof *places.names];
    int is_wrong = 0;
    int status = read_places(options->device, &places, error);

    if (status != 0) {
        return status;
    }
    if (places.count < 2) {
        return options->only == NULL
                   ? 0
                   : tool_fail(error, "two devices want two names: --device 0,1; with PoCL beside "
                                      "POCL_DEVICES=\"pthread pthread\"");
    }
    snprintf(two, sizeof two, "%s,%s", places.names[0], places.names[1]);
    race_table_begin(&table, options->report, "devices");
    for (int is_euler = 0; is_euler < 2 && status >= 0; is_euler++) {
        status = race_devices(&table, options, two, places.names[0], is_euler, error);
        is_wrong |= status;
    }
    table_end(&table);
    return status < 0 ? -1 : is_wrong;
}
