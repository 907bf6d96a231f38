/* The command of bubble: a shock meets a bubble of light gas. */
#include "bubble_graph.h"
#include "tools/grid/grid_file.h"
#include "tools/grid/grid_graph.h"
#include "tools/grid/grid_layout.h"
#include "tools/grid/grid_overlap.h"
#include "tools/options/options.h"
#include "tools/runner/application.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct words {
    struct bubble_options options;
    const char *size;
    const char *cut;
    const char *layout;
    const char *overlap;
    const char *output;
    const char *picture;
    int verify;
    int help;
};

static void print_usage(void)
{
    fputs("Usage: coop-app bubble [OPTION …]\n\n"
          "A shock that meets a bubble of light gas: the Euler equations in two dimensions, in a graph of "
          "kernels "
          "over\ndevices, which find the length of each step themselves.\n\n"
          "  --size WxH            cells of the domain, which is 1.6 by 1 (default 320x200)\n"
          "  --cut XxY             blocks in each dimension, spread over the devices (default 1x1)\n"
          "  --devices LIST        numbers or names, with commas between (default: COOP_DEVICE, else the "
          "first)\n"
          "  --split N             cut the one device into N parts, which are the devices\n"
          "  --domains NAME        separate: devices share nothing; or the number of each one's domain, as\n"
          "                        0,0,1; or automatic, the default: those are one that can share memory\n"
          "  --layout L            aos, soa (default) or block\n"
          "  --overlap O           auto (default), on or off: inner cells beside the copies of borders\n"
          "  --time S              until this time of the gas (default 0.2)\n"
          "  --steps N             so many steps instead\n"
          "  --timeout S           give up after S seconds (default 120)\n"
          "  --verify              compare with the sequential way, bit for bit, and say how it balances\n"
          "  --output FILE         density, momentum and energy of each cell, as doubles\n"
          "  --picture FILE        the density as a picture (PGM), the brighter, the denser\n",
          stdout);
    fputs(
        GRID_WATCH_USAGE
        "\nExit status: 0 all is right, 1 a result is wrong or something failed, 2 the command line makes no "
        "sense.\n",
        stdout);
}

static int read_sizes(struct words *words, struct tool_error *error)
{
    struct bubble_options *options = &words->options;
    uint64_t cut[2] = {1, 1};

    if (options_numbers(words->size, 'x', options->cells, 2) != 2 || options->cells[0] == 0 ||
        options->cells[1] == 0 || options->cells[0] > 100000 || options->cells[1] > 100000) {
        return tool_fail(error, "--size wants two numbers up to 100000, with an x between, not \"%s\"",
                         words->size);
    }
    if (words->cut != NULL && (options_numbers(words->cut, 'x', cut, 2) != 2 || cut[0] == 0 || cut[1] == 0 ||
                               cut[0] > 256 || cut[1] > 256)) {
        return tool_fail(error, "--cut wants two numbers from 1 to 256, with an x between, not \"%s\"",
                         words->cut);
    }
    options->cut[0] = (uint32_t)cut[0];
    options->cut[1] = (uint32_t)cut[1];
    return 0;
}

static int parse(struct words *words, int count, char **arguments, struct tool_error *error)
{
    struct bubble_options *options = &words->options;
    const struct option table[] = {{"--size", OPTION_TEXT, &words->size, 0, 0},
                                   {"--cut", OPTION_TEXT, &words->cut, 0, 0},
                                   {"--devices", OPTION_TEXT, &options->devices, 0, 0},
                                   {"--split", OPTION_NUMBER, &options->split, 1, 8},
                                   {"--domains", OPTION_TEXT, &options->domains, 0, 0},
                                   {"--layout", OPTION_TEXT, &words->layout, 0, 0},
                                   {"--overlap", OPTION_TEXT, &words->overlap, 0, 0},
                                   {"--time", OPTION_SECONDS, &options->time, 0, 0},
                                   {"--steps", OPTION_NUMBER, &options->steps, 1, 1000000},
                                   {"--timeout", OPTION_SECONDS, &options->timeout_s, 0, 0},
                                   GRID_WATCH_OPTIONS(&options->watch),
                                   {"--verify", OPTION_FLAG, &words->verify, 0, 0},
                                   {"--output", OPTION_TEXT, &words->output, 0, 0},
                                   {"--picture", OPTION_TEXT, &words->picture, 0, 0},
                                   {"--help", OPTION_FLAG, &words->help, 0, 0},
                                   {NULL, OPTION_FLAG, NULL, 0, 0}};

    options->time = 0.2;
    options->timeout_s = 120;
    options->domains = "automatic";
    words->size = "320x200";
    words->layout = "soa";
    if (options_parse(table, count, arguments, 2, error) != 0) {
        return -1;
    }
    return words->help || (grid_layout_read(words->layout, &options->layout, error) == 0 &&
                           grid_overlap_read(words->overlap, &options->overlap, error) == 0 &&
                           read_sizes(words, error) == 0)
               ? 0
               : -1;
}

/* ---- files ---- */

/* From 0 to 6 times the density of the gas at rest; the root shows the bubble. */
static double grey(const void *context, uint64_t cell)
{
    const struct bubble_grid *grid = context;

    return fmin(sqrt(fmax(grid->values[cell].values[0], 0.0) / 6.0), 1.0);
}

static int write_files(const struct words *words, const struct bubble_grid *grid, struct tool_error *error)
{
    const uint64_t *cells = grid->cells;

    return grid_file_write(words->output, grid->values, sizeof *grid->values, cells[0] * cells[1], error) != 0
               ? -1
               : grid_file_picture(words->picture, cells[0], cells[1], grey, grid, error);
}

/* ---- the result ---- */

/* 1: the bits are those of the sequential way, 0: others, -1: it could not be computed. */
static int verify(const struct words *words, const struct bubble_grid *grid,
                  const struct bubble_course *course, struct tool_error *error)
{
    const struct bubble_options *options = &words->options;
    size_t bytes = (size_t)(grid->cells[0] * grid->cells[1]) * sizeof *grid->values;
    struct bubble_grid wanted = {{grid->cells[0], grid->cells[1]}, malloc(bytes)};
    struct bubble_course right;
    int is_same;

    if (wanted.values != NULL) {
        bubble_begin(&wanted);
    }
    if (wanted.values == NULL ||
        bubble_reference(&wanted, options->steps > 0 ? 1e300 : options->time,
                         options->steps > 0 ? options->steps : UINT64_MAX, &right) != 0) {
        free(wanted.values);
        return tool_fail(error, "the host has no memory left for the sequential way");
    }
    is_same = memcmp(wanted.values, grid->values, bytes) == 0 && right.steps == course->steps &&
              memcmp(&right.time, &course->time, sizeof right.time) == 0;
    printf("Balance   %.2g from what has crossed the borders\n%s\n", right.balance,
           is_same ? "Verified  the sequential way's bits" : "WRONG     not the sequential way's bits");
    free(wanted.values);
    return is_same;
}

/* The exit status. */
static int run(const struct words *words, const struct bubble_grid *grid, struct tool_error *error)
{
    struct bubble_course course = {.time = 0.0};
    int is_same = 1;

    bubble_begin(grid);
    if (bubble_run(&words->options, grid->values, &course, error) != 0 ||
        write_files(words, grid, error) != 0) {
        return -1;
    }
    printf("Cells     %" PRIu64 " in %u x %u blocks\nSteps     %" PRIu64 "\nTime      %.6f\n",
           grid->cells[0] * grid->cells[1], words->options.cut[0], words->options.cut[1], course.steps,
           course.time);
    grid_graph_print(course.ms, grid->cells[0] * grid->cells[1], course.steps);
    if (bubble_shock(grid) > 0.0) {
        printf("Shock     %.5f in the lowest row\n", bubble_shock(grid));
    } else {
        printf("Shock     none any more in the lowest row\n");
    }
    printf("Mirror    %s\n", bubble_is_mirrored(grid) ? "the halves are" : "WRONG: they differ");
    if (words->verify) {
        is_same = verify(words, grid, &course, error);
    }
    return is_same < 0 ? -1 : !is_same || !bubble_is_mirrored(grid);
}

static int bubble_command(const struct application *application, int count, char **arguments)
{
    struct words words = {.layout = NULL};
    struct tool_error error;
    struct bubble_grid grid;
    int code;

    (void)application;
    if (parse(&words, count, arguments, &error) != 0) {
        fprintf(stderr, "coop-app bubble: %s; see coop-app bubble --help\n", error.text);
        return 2;
    }
    if (words.help) {
        print_usage();
        return 0;
    }
    grid = (struct bubble_grid){{words.options.cells[0], words.options.cells[1]}, NULL};
    grid.values = malloc((size_t)(grid.cells[0] * grid.cells[1]) * sizeof *grid.values);
    code =
        grid.values != NULL ? run(&words, &grid, &error) : tool_fail(&error, "the host has no memory left");
    if (code < 0) {
        fprintf(stderr, "coop-app bubble: %s\n", error.text);
    }
    free(grid.values);
    return code != 0;
}

const struct application application_bubble = {.name = "bubble",
                                               .summary = "a shock that meets a bubble, over several devices",
                                               .command = bubble_command,
                                               .source = "Toro 1999",
                                               .primitives = "none",
                                               .input = "a size"};
