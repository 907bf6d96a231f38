/* The command of bubble: a shock meets a bubble of light gas. */
#include "bubble_graph.h"
#include "tools/grid/grid.h"
#include "tools/grid/grid_file.h"
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
};

static void print_usage(void)
{
    fputs("Usage: coop-app bubble [OPTION …]\n\n"
          "A shock that meets a bubble of light gas: the Euler equations in two dimensions, in a graph of "
          "kernels "
          "over\ndevices, which find the length of each step themselves.\n\n"
          "  --size WxH            cells of the domain, which is 1.6 by 1 (default 320x200)\n"
          "  --cut XxY             blocks in each dimension, spread over the devices (default 1x1)\n"
          "  --time S              until this time of the gas (default 0.2)\n"
          "  --steps N             so many steps instead\n"
          "  --output FILE         density, momentum and energy of each cell, as doubles\n"
          "  --picture FILE        the density as a picture (PGM), the brighter, the denser\n",
          stdout);
    fputs(GRID_CHOICE_TILE_USAGE GRID_CHOICE_USAGE "                        and say how it balances\n"
                                                   "\n" OPTIONS_EXIT_STATUS,
          stdout);
}

static int read_sizes(struct words *words, struct tool_error *error)
{
    struct bubble_options *options = &words->options;

    if (options_numbers(words->size, 'x', options->cells, 2) != 2 || options->cells[0] == 0 ||
        options->cells[1] == 0 || options->cells[0] > 100000 || options->cells[1] > 100000) {
        return tool_fail(error, "--size wants two numbers up to 100000, with an x between, not \"%s\"",
                         words->size);
    }
    return grid_choice_cut(&options->choice, 2, options->cut, error);
}

static int parse(struct words *words, int count, char **arguments, struct tool_error *error)
{
    struct bubble_options *options = &words->options;
    struct grid_choice *choice = &options->choice;
    const struct option table[] = {{"--size", OPTION_TEXT, &words->size, 0, 0},
                                   {"--time", OPTION_SECONDS, &options->time, 0, 0},
                                   {"--steps", OPTION_NUMBER, &options->steps, 1, 1000000},
                                   GRID_CHOICE_TILE(choice),
                                   GRID_CHOICE_OPTIONS(choice),
                                   {NULL, OPTION_FLAG, NULL, 0, 0}};

    grid_choice_begin(choice);
    options->time = 0.2;
    words->size = "320x200";
    if (options_parse(table, count, arguments, 2, error) != 0) {
        return -1;
    }
    return choice->help || (grid_choice_read(choice, error) == 0 && read_sizes(words, error) == 0) ? 0 : -1;
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

    return grid_file_write(words->options.choice.output, grid->values, sizeof *grid->values,
                           cells[0] * cells[1], error) != 0
               ? -1
               : grid_file_picture(words->options.choice.picture, cells[0], cells[1], grey, grid, error);
}

/* ---- the result ---- */

/* 1: the bits are those of the sequential way, 0: others, -1: it could not be computed. *balance: how far the
 * sequential way's sums are from what has crossed the borders. */
static int verify(const struct words *words, const struct bubble_grid *grid,
                  const struct bubble_course *course, double *balance, struct tool_error *error)
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
    *balance = right.balance;
    free(wanted.values);
    return is_same;
}

static void report_text(const struct words *words, const struct bubble_grid *grid,
                        const struct bubble_course *course, double balance, int is_same)
{
    uint64_t cells = grid->cells[0] * grid->cells[1];

    printf("Cells     %" PRIu64 " in %u x %u blocks\nSteps     %" PRIu64 "\nTime      %.6f\n", cells,
           words->options.cut[0], words->options.cut[1], course->steps, course->time);
    grid_graph_print(course->ms, cells, course->steps);
    if (bubble_shock(grid) > 0.0) {
        printf("Shock     %.5f in the lowest row\n", bubble_shock(grid));
    } else {
        printf("Shock     none any more in the lowest row\n");
    }
    printf("Mirror    %s\n", bubble_is_mirrored(grid)
                                 ? "the upper half is the mirror image of the lower one, as it must be"
                                 : "WRONG: the upper half is not the mirror image of the lower one");
    if (words->options.choice.verify) {
        printf("Balance   %.2g of mass, momentum and energy is missing beside what has crossed the borders: "
               "rounding\n",
               balance);
        grid_graph_print_verified(is_same);
    }
}

static void report(const struct words *words, const struct bubble_grid *grid,
                   const struct bubble_course *course, double balance, int is_same)
{
    const struct bubble_options *options = &words->options;
    const struct grid_course numbers = {
        2, {grid->cells[0], grid->cells[1]}, {options->cut[0], options->cut[1]}, course->steps, course->ms};
    struct json json;

    if (!grid_choice_report(&options->choice, "bubble", &numbers, &json)) {
        report_text(words, grid, course, balance, is_same);
        return;
    }
    json_number(&json, "time", course->time);
    json_number(&json, "shock", bubble_shock(grid) > 0.0 ? bubble_shock(grid) : NAN);
    json_truth(&json, "mirrored", bubble_is_mirrored(grid));
    if (options->choice.verify) {
        json_number(&json, "balance", balance);
        json_truth(&json, "same_bits", is_same);
    }
    json_end(&json, '}');
}

/* The exit status. */
static int run(const struct words *words, const struct bubble_grid *grid, struct tool_error *error)
{
    struct bubble_course course = {.time = 0.0};
    double balance = 0.0;
    int is_same = 1;

    bubble_begin(grid);
    if (bubble_run(&words->options, grid->values, &course, error) != 0 ||
        write_files(words, grid, error) != 0) {
        return -1;
    }
    if (words->options.choice.verify) {
        is_same = verify(words, grid, &course, &balance, error);
    }
    if (is_same < 0) {
        return -1;
    }
    report(words, grid, &course, balance, is_same);
    return !is_same || !bubble_is_mirrored(grid);
}

static int bubble_command(const struct application *application, int count, char **arguments)
{
    struct words words = {.size = NULL};
    struct tool_error error;
    struct bubble_grid grid;
    int code;

    (void)application;
    if (parse(&words, count, arguments, &error) != 0) {
        fprintf(stderr, "coop-app bubble: %s; see coop-app bubble --help\n", error.text);
        return 2;
    }
    if (words.options.choice.help) {
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
