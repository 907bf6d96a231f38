/* The command of sod: a tube of gas whose wall in the middle is taken away. */
#include "sod_graph.h"
#include "tools/grid/grid.h"
#include "tools/grid/grid_file.h"
#include "tools/options/options.h"
#include "tools/runner/application.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PICTURE_ROWS 32

struct words {
    struct sod_options options;
    struct sod_cell *cells; /* after the last step */
};

static void print_usage(void)
{
    fputs("Usage: coop-app sod [OPTION …]\n\n"
          "Sod's tube: the Euler equations in one dimension, in a graph of kernels over devices.\n\n"
          "  --cells N             default 400\n"
          "  --cut N               blocks, spread over the devices (default 1)\n"
          "  --output FILE         density, momentum and energy of each cell, as doubles\n"
          "  --picture FILE        the density along the tube as a picture (PGM)\n",
          stdout);
    fputs(GRID_CHOICE_USAGE "                        The timeout is that of a step.\n"
                            "\n" OPTIONS_EXIT_STATUS,
          stdout);
}

static int parse(struct words *words, int count, char **arguments, struct tool_error *error)
{
    struct sod_options *options = &words->options;
    struct grid_choice *choice = &options->choice;
    const struct option table[] = {{"--cells", OPTION_NUMBER, &options->count, 1, 100000000},
                                   GRID_CHOICE_OPTIONS(choice),
                                   {NULL, OPTION_FLAG, NULL, 0, 0}};

    grid_choice_begin(choice);
    options->count = 400;
    if (options_parse(table, count, arguments, 2, error) != 0) {
        return -1;
    }
    return choice->help || (grid_choice_read(choice, error) == 0 &&
                            grid_choice_cut(choice, 1, options->cut, error) == 0)
               ? 0
               : -1;
}

static double grey(const void *context, uint64_t cell)
{
    const struct words *words = context;

    return words->cells[cell % words->options.count].values[0]; /* the density is from 0.125 to 1 */
}

static int write_files(const struct words *words, struct tool_error *error)
{
    uint64_t count = words->options.count;

    return grid_file_write(words->options.choice.output, words->cells, sizeof *words->cells, count, error) !=
                   0
               ? -1
               : grid_file_picture(words->options.choice.picture, count, PICTURE_ROWS, grey, words, error);
}

/* Whether the cells are those of the sequential way. */
static int verify(const struct words *words)
{
    uint64_t count = words->options.count;
    struct sod_cell *wanted = malloc((size_t)count * sizeof *wanted);
    int is_same = 0;

    if (wanted != NULL) {
        sod_begin(count, wanted);
        is_same = sod_reference(count, wanted) > 0 &&
                  memcmp(wanted, words->cells, (size_t)count * sizeof *wanted) == 0;
    }
    free(wanted);
    return is_same;
}

/* is_same: as verify says. */
static void report(const struct words *words, uint64_t steps, double ms, int is_same)
{
    const struct grid_choice *choice = &words->options.choice;
    uint64_t count = words->options.count;
    const struct grid_course course = {1, {count}, {words->options.cut[0]}, steps, ms};
    double mass = 0.0;
    struct json json;

    for (uint64_t i = 0; i < count; i++) {
        mass += words->cells[i].values[0] / (double)count;
    }
    if (grid_choice_report(choice, "sod", &course, &json)) {
        json_number(&json, "mass", mass);
        json_number(&json, "error", sod_error(count, words->cells));
        if (choice->verify) {
            json_truth(&json, "same_bits", is_same);
        }
        json_end(&json, '}');
        return;
    }
    printf("Cells     %" PRIu64 " in %u blocks\nSteps     %" PRIu64 "\nMass      %.12f\n"
           "Error     %.5f from the exact density, in the mean\n",
           count, words->options.cut[0], steps, mass, sod_error(count, words->cells));
    grid_graph_print(ms, count, steps);
    if (choice->verify) {
        grid_graph_print_verified(is_same);
    }
}

static int sod_command(const struct application *application, int count, char **arguments)
{
    struct words words = {.cells = NULL};
    struct tool_error error;
    uint64_t steps = 0;
    double ms = 0;
    int code;

    (void)application;
    if (parse(&words, count, arguments, &error) != 0) {
        fprintf(stderr, "coop-app sod: %s; see coop-app sod --help\n", error.text);
        return 2;
    }
    if (words.options.choice.help) {
        print_usage();
        return 0;
    }
    words.cells = malloc((size_t)words.options.count * sizeof *words.cells);
    if (words.cells == NULL) {
        fprintf(stderr, "coop-app sod: the host has no memory left for %" PRIu64 " cells\n",
                words.options.count);
        return 1;
    }
    sod_begin(words.options.count, words.cells);
    code = sod_run(&words.options, words.cells, &steps, &ms, &error) != 0 || write_files(&words, &error) != 0;
    if (code != 0) {
        fprintf(stderr, "coop-app sod: %s\n", error.text);
    } else {
        code = words.options.choice.verify && !verify(&words);
        report(&words, steps, ms, !code);
    }
    free(words.cells);
    return code;
}

const struct application application_sod = {.name = "sod",
                                            .summary = "Sod's tube of gas, over several devices",
                                            .command = sod_command,
                                            .source = "Toro 1999",
                                            .primitives = "none",
                                            .input = "a number"};
