/* The command of countdown: a map and a reduction, again while the sum is not zero. */
#include "countdown_coop_soa_0_nodes.h"
#include "countdown_elements.h"
#include "countdown_texts.h"
#include "tools/grid/grid_choice.h"
#include "tools/grid/grid_file.h"
#include "tools/grid/grid_graph.h"
#include "tools/options/options.h"
#include "tools/runner/application.h"

#include <coop/coop.h>
#include <coop/graph.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct countdown {
    struct grid_choice choice;
    uint64_t count; /* of cells */
    uint64_t start; /* in each of them */
    uint64_t every; /* rounds from question to question */
    uint32_t cut[3];
    coop_devices *devices;
    coop_tensor *cells;
    coop_scalar *left;
    coop_graph *begin;
    coop_graph *rounds;
};

static void print_usage(void)
{
    fputs(
        "Usage: coop-app countdown [OPTION …]\n\n"
        "A map and a reduction with a condition: one is taken from each cell, and the sum made, again while "
        "it\nis not zero.\n\n"
        "  --cells N             default 1000000\n"
        "  --start N             what is in each cell at first (default 4)\n"
        "  --every N             ask for the sum after so many rounds; --start is a multiple (default 1)\n"
        "  --cut N               blocks, spread over the devices (default 1)\n"
        "  --output FILE         the cells in the end, as 32-bit integers\n"
        "  --picture FILE        the same as a picture of one row (PGM): black\n",
        stdout);
    fputs(GRID_CHOICE_USAGE "\n" OPTIONS_EXIT_STATUS, stdout);
}

static int parse(struct countdown *countdown, int count, char **arguments, struct tool_error *error)
{
    struct grid_choice *choice = &countdown->choice;
    const struct option table[] = {{"--cells", OPTION_NUMBER, &countdown->count, 1, 1000000000},
                                   {"--start", OPTION_NUMBER, &countdown->start, 1, 1000000},
                                   {"--every", OPTION_NUMBER, &countdown->every, 1, 1000000},
                                   GRID_CHOICE_OPTIONS(choice),
                                   {NULL, OPTION_FLAG, NULL, 0, 0}};

    grid_choice_begin(choice);
    countdown->count = 1000000;
    countdown->start = 4;
    countdown->every = 1;
    if (options_parse(table, count, arguments, 2, error) != 0) {
        return -1;
    }
    if (countdown->start % countdown->every != 0) {
        return tool_fail(error, "--start wants a multiple of --every, or the sum is never seen as zero");
    }
    return choice->help || (grid_choice_read(choice, error) == 0 &&
                            grid_choice_cut(choice, 1, countdown->cut, error) == 0)
               ? 0
               : -1;
}

/* ---- on devices ---- */

static coop_status open_memory(struct countdown *countdown)
{
    const struct coop_devices_options devices =
        grid_choice_devices(&countdown->choice, 8 * countdown->count + ((uint64_t)64 << 20));
    const struct coop_tensor_options tensor = {.element = &coop_element_pebbles,
                                               .layout = countdown->choice.layout,
                                               .cells = {countdown->count},
                                               .partitions = {countdown->cut[0]}};
    const struct coop_scalar_options scalar = {.type = COOP_LONG, .name = "left"};
    coop_status status = coop_devices_open(&devices, &countdown->devices);

    status = status == COOP_OK ? coop_tensor_create(countdown->devices, &tensor, &countdown->cells) : status;
    return status == COOP_OK ? coop_scalar_create(countdown->devices, &scalar, &countdown->left) : status;
}

static coop_status is_not_zero(void *data, const void *value, int *again)
{
    int64_t left;

    (void)data;
    memcpy(&left, value, sizeof left);
    *again = left != 0;
    return COOP_OK;
}

static coop_status make_graphs(struct countdown *countdown)
{
    const struct grid_choice *choice = &countdown->choice;
    const struct coop_graph_options graph =
        grid_choice_graph(choice, countdown_texts[choice->executor][choice->layout - 1][0], NULL);
    const struct pebbles pebbles = {(int)countdown->start};
    const struct coop_graph_condition condition = {
        .scalar = countdown->left, .predicate = is_not_zero, .every = countdown->every};
    coop_status status = coop_graph_create(countdown->devices, &graph, &countdown->begin);

    status =
        status == COOP_OK ? coop_graph_fill(countdown->begin, "set", countdown->cells, &pebbles) : status;
    status = status == COOP_OK ? coop_graph_start(countdown->begin) : status;
    status = status == COOP_OK ? coop_graph_wait(countdown->begin, UINT64_C(60000000000)) : status;
    coop_graph_destroy(countdown->begin); /* in runs a device has one at a time */
    countdown->begin = NULL;
    status = status == COOP_OK ? coop_graph_create(countdown->devices, &graph, &countdown->rounds) : status;
    if (status == COOP_OK) {
        status = take_then_split(countdown->rounds,
                                 &(struct take_node){.cells = coop_updates(countdown->cells)}, NULL, NULL);
    }
    status = status == COOP_OK ? coop_graph_then_reduce(countdown->rounds, "sum", countdown->cells, "count",
                                                        COOP_SUM, countdown->left)
                               : status;
    return status == COOP_OK ? coop_graph_conditional(countdown->rounds, &condition) : status;
}

static int run(struct countdown *countdown, struct pebbles *cells, struct grid_course *course,
               struct tool_error *error)
{
    const struct grid_choice *choice = &countdown->choice;
    coop_status status = open_memory(countdown);

    status = status == COOP_OK ? make_graphs(countdown) : status;
    status = status == COOP_OK ? grid_graph_run(countdown->rounds, choice->timeout_s, &course->ms) : status;
    status = status == COOP_OK ? grid_watch_write(&choice->watch, countdown->rounds) : status;
    status = status == COOP_OK ? coop_tensor_read(countdown->cells, NULL, cells) : status;
    if (status == COOP_OK) { /* else it would be the last error that there is no graph */
        course->steps = coop_graph_rounds(countdown->rounds);
    }
    return grid_choice_check(status, error);
}

static void clear(struct countdown *countdown)
{
    coop_graph_destroy(countdown->begin);
    coop_graph_destroy(countdown->rounds);
    coop_scalar_destroy(countdown->left);
    coop_tensor_destroy(countdown->cells);
    coop_devices_close(countdown->devices);
}

/* ---- the result ---- */

/* The sequential way: its rounds, or 0 without memory. *is_same: it ends with the same cells. */
static uint64_t count_down(const struct countdown *countdown, const struct pebbles *seen, int *is_same)
{
    struct pebbles *cells = malloc((size_t)countdown->count * sizeof *cells);
    uint64_t rounds = 0;
    int64_t left = 1;

    if (cells == NULL) {
        return 0;
    }
    for (uint64_t i = 0; i < countdown->count; i++) {
        cells[i].count = (int)countdown->start;
    }
    while (left != 0) {
        left = 0;
        for (uint64_t i = 0; i < countdown->count; i++) {
            left += --cells[i].count;
        }
        rounds++;
    }
    *is_same = memcmp(cells, seen, (size_t)countdown->count * sizeof *cells) == 0;
    free(cells);
    return rounds;
}

static double black(const void *context, uint64_t cell)
{
    const struct pebbles *cells = context;

    return cells[cell].count == 0 ? 0.0 : 1.0;
}

static void report(const struct countdown *countdown, const struct grid_course *course, int is_same)
{
    struct json json;

    if (grid_choice_report(&countdown->choice, "countdown", course, &json)) {
        if (countdown->choice.verify) {
            json_truth(&json, "same_bits", is_same);
        }
        json_end(&json, '}');
        return;
    }
    printf("Cells     %" PRIu64 " in %u blocks\nRounds    %" PRIu64 "\n", countdown->count, countdown->cut[0],
           course->steps);
    grid_graph_print(course->ms, countdown->count, course->steps);
    if (countdown->choice.verify) {
        grid_graph_print_verified(is_same);
    }
}

/* The exit status, or -1. */
static int count_and_report(struct countdown *countdown, struct pebbles *cells, struct tool_error *error)
{
    struct grid_course course = {.dimensions = 1, .cells = {countdown->count}, .cut = {countdown->cut[0]}};
    int is_same = 1;

    if (run(countdown, cells, &course, error) != 0 ||
        grid_file_write(countdown->choice.output, cells, sizeof *cells, countdown->count, error) != 0 ||
        grid_file_picture(countdown->choice.picture, countdown->count, 1, black, cells, error) != 0) {
        return -1;
    }
    if (countdown->choice.verify) {
        uint64_t rounds = count_down(countdown, cells, &is_same);

        if (rounds == 0) {
            return tool_fail(error, "the host has no memory left for the sequential way");
        }
        is_same = is_same && rounds == course.steps;
    }
    report(countdown, &course, is_same);
    return !is_same;
}

static int countdown_command(const struct application *application, int count, char **arguments)
{
    struct countdown countdown = {.count = 0};
    struct tool_error error;
    struct pebbles *cells;
    int code;

    (void)application;
    if (parse(&countdown, count, arguments, &error) != 0) {
        fprintf(stderr, "coop-app countdown: %s; see coop-app countdown --help\n", error.text);
        return 2;
    }
    if (countdown.choice.help) {
        print_usage();
        return 0;
    }
    cells = malloc((size_t)countdown.count * sizeof *cells);
    code = cells != NULL
               ? count_and_report(&countdown, cells, &error)
               : tool_fail(&error, "the host has no memory left for %" PRIu64 " cells", countdown.count);
    if (code < 0) {
        fprintf(stderr, "coop-app countdown: %s\n", error.text);
    }
    clear(&countdown);
    free(cells);
    return code != 0;
}

const struct application application_countdown = {.name = "countdown",
                                                  .summary =
                                                      "a map and a reduction, again while a condition holds",
                                                  .command = countdown_command,
                                                  .source = "Ripple",
                                                  .primitives = "none",
                                                  .input = "a number"};
