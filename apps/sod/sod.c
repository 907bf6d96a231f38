/* The command of sod: a tube of gas whose wall in the middle is taken away. */
#include "sod_graph.h"
#include "tools/grid/grid_executor.h"
#include "tools/grid/grid_file.h"
#include "tools/grid/grid_graph.h"
#include "tools/grid/grid_layout.h"
#include "tools/options/options.h"
#include "tools/runner/application.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PICTURE_ROWS 32

struct words {
    struct sod_options options;
    const char *layout;
    const char *executor;
    const char *output;
    const char *picture;
    int verify;
    int help;
    struct sod_cell *cells; /* after the last step */
};

static void print_usage(void)
{
    fputs("Usage: coop-app sod [OPTION …]\n\n"
          "Sod's tube: the Euler equations in one dimension, in a graph of kernels over devices.\n\n"
          "  --cells N             default 400\n"
          "  --cut N               blocks, spread over the devices (default 1)\n"
          "  --devices LIST        numbers or names, with commas between (default: COOP_DEVICE, else the "
          "first)\n"
          "  --split N             cut the one device into N parts, which are the devices\n"
          "  --domains NAME        separate: devices share nothing; or the number of each one's domain, as\n"
          "                        0,0,1; or automatic, the default: those are one that can share memory\n"
          "  --layout L            aos, soa (default) or block\n"
          "  --executor E          queues (default), or runs: each kernel is a launch into a live run\n"
          "  --timeout S           give up when a step takes longer (default 120)\n"
          "  --verify              compare with the sequential way, bit for bit\n"
          "  --output FILE         density, momentum and energy of each cell, as doubles\n"
          "  --picture FILE        the density along the tube as a picture (PGM)\n" GRID_WATCH_USAGE "\n"
          "Exit status: 0 all is right, 1 a result is wrong or something failed, 2 the command line makes no "
          "sense.\n",
          stdout);
}

static int parse(struct words *words, int count, char **arguments, struct tool_error *error)
{
    struct sod_options *options = &words->options;
    const struct option table[] = {{"--cells", OPTION_NUMBER, &options->count, 1, 100000000},
                                   {"--cut", OPTION_NUMBER, &options->cut, 1, 256},
                                   {"--devices", OPTION_TEXT, &options->devices, 0, 0},
                                   {"--split", OPTION_NUMBER, &options->split, 1, 8},
                                   {"--domains", OPTION_TEXT, &options->domains, 0, 0},
                                   {"--layout", OPTION_TEXT, &words->layout, 0, 0},
                                   {"--executor", OPTION_TEXT, &words->executor, 0, 0},
                                   {"--timeout", OPTION_SECONDS, &options->timeout_s, 0, 0},
                                   GRID_WATCH_OPTIONS(&options->watch),
                                   {"--verify", OPTION_FLAG, &words->verify, 0, 0},
                                   {"--output", OPTION_TEXT, &words->output, 0, 0},
                                   {"--picture", OPTION_TEXT, &words->picture, 0, 0},
                                   {"--help", OPTION_FLAG, &words->help, 0, 0},
                                   {NULL, OPTION_FLAG, NULL, 0, 0}};

    options->count = 400;
    options->cut = 1;
    options->timeout_s = 120;
    options->domains = "automatic";
    words->layout = "soa";
    return options_parse(table, count, arguments, 2, error) != 0 ||
                   grid_executor_read(words->executor, &options->executor, error) != 0
               ? -1
               : grid_layout_read(words->layout, &options->layout, error);
}

static double grey(const void *context, uint64_t cell)
{
    const struct words *words = context;

    return words->cells[cell % words->options.count].values[0]; /* the density is from 0.125 to 1 */
}

static int write_files(const struct words *words, struct tool_error *error)
{
    uint64_t count = words->options.count;

    return grid_file_write(words->output, words->cells, sizeof *words->cells, count, error) != 0
               ? -1
               : grid_file_picture(words->picture, count, PICTURE_ROWS, grey, words, error);
}

static void report(const struct words *words, uint64_t steps, double ms)
{
    uint64_t count = words->options.count;
    double mass = 0.0;

    for (uint64_t i = 0; i < count; i++) {
        mass += words->cells[i].values[0] / (double)count;
    }
    printf("Cells     %" PRIu64 " in %" PRIu64 " blocks\nSteps     %" PRIu64 "\nMass      %.12f\n"
           "Error     %.5f from the exact density, in the mean\n",
           count, words->options.cut, steps, mass, sod_error(count, words->cells));
    grid_graph_print(ms, count, steps);
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
    printf("%s\n",
           is_same ? "Verified  the sequential way's bits" : "WRONG     not the sequential way's bits");
    return is_same;
}

static int sod_command(const struct application *application, int count, char **arguments)
{
    struct words words = {.layout = NULL};
    struct tool_error error;
    uint64_t steps = 0;
    double ms = 0;
    int code;

    (void)application;
    if (parse(&words, count, arguments, &error) != 0) {
        fprintf(stderr, "coop-app sod: %s; see coop-app sod --help\n", error.text);
        return 2;
    }
    if (words.help) {
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
        report(&words, steps, ms);
        code = words.verify && !verify(&words);
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
