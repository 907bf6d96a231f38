/* The command of heat: a graph of one kernel on two tensors, which change places after each step. */
#include "heat_graph.h"
#include "heat_reference.h"
#include "tools/grid/grid_executor.h"
#include "tools/grid/grid_file.h"
#include "tools/grid/grid_graph.h"
#include "tools/grid/grid_layout.h"
#include "tools/grid/grid_overlap.h"
#include "tools/options/options.h"
#include "tools/runner/application.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct words {
    struct heat_options options;
    const char *size;
    const char *cut;
    const char *layout;
    const char *executor;
    const char *overlap;
    const char *mode;
    const char *picture;
    const char *output;
    int verify;
    int help;
};

static void print_usage(void)
{
    fputs(
        "Usage: coop-app heat [OPTION …]\n\n"
        "Heat that spreads on a ring in each dimension, in a graph of kernels over devices.\n\n"
        "  --size WxH[xD]        cells of each dimension (default 320x200)\n"
        "  --cut XxY[xZ]         blocks in each dimension, spread over the devices (default 1x1)\n"
        "  --devices LIST        numbers or names, with commas between (default: COOP_DEVICE, else the "
        "first)\n"
        "  --split N             cut the one device into N parts, which are the devices\n"
        "  --domains NAME        separate: devices share nothing; or the number of each one's domain, as\n"
        "                        0,0,1; or automatic, the default: those are one that can share memory\n"
        "  --layout L            aos, soa (default) or block\n"
        "  --executor E          queues (default), or runs: each kernel is a launch into a live run\n"
        "  --overlap O           auto (default), on or off: inner cells beside the copies of borders\n"
        "  --tile T              work-groups of TxT, each with a copy of its cells in local memory: 8 or 16\n"
        "  --steps N             default 100\n"
        "  --mode KXxKY[xKZ]     begin with so many waves, and say how far they are from what is known of "
        "them\n"
        "  --timeout S           give up after S seconds (default 120)\n"
        "  --verify              compare with the sequential way, bit for bit\n"
        "  --output FILE         the values after the last step, as doubles\n"
        "  --picture FILE        the first plane as a picture (PGM)\n" GRID_WATCH_USAGE "\n"
        "Exit status: 0 all is right, 1 a result is wrong or something failed, 2 the command line makes no "
        "sense.\n",
        stdout);
}

static int read_sizes(struct words *words, struct tool_error *error)
{
    struct heat_options *options = &words->options;
    uint64_t cut[3] = {1, 1, 1};
    unsigned count = options_numbers(words->size, 'x', options->cells, 3);

    if (count < 2 || options->cells[0] == 0 || options->cells[1] == 0 ||
        (count == 3 && options->cells[2] == 0)) {
        return tool_fail(error, "--size wants two or three numbers, with an x between, not \"%s\"",
                         words->size);
    }
    options->dimensions = count;
    options->cells[2] = count == 3 ? options->cells[2] : 1;
    if (words->cut != NULL && options_numbers(words->cut, 'x', cut, 3) != count) {
        return tool_fail(error, "--cut wants %u numbers, as --size has, not \"%s\"", count, words->cut);
    }
    options->is_mode = words->mode != NULL;
    if (options->is_mode && options_numbers(words->mode, 'x', options->mode, 3) != count) {
        return tool_fail(error, "--mode wants %u numbers, as --size has, not \"%s\"", count, words->mode);
    }
    for (int i = 0; i < 3; i++) {
        if (cut[i] == 0 || cut[i] > 256) {
            return tool_fail(error, "--cut wants 1 to 256 blocks in each dimension, not \"%s\"", words->cut);
        }
        options->cut[i] = (uint32_t)cut[i];
    }
    if (options->tile != 0 && ((options->tile != 8 && options->tile != 16) || count == 3)) {
        return tool_fail(error, "--tile is 8 or 16, in two dimensions");
    }
    return 0;
}

static int parse(struct words *words, int count, char **arguments, struct tool_error *error)
{
    struct heat_options *options = &words->options;
    const struct option table[] = {{"--size", OPTION_TEXT, &words->size, 0, 0},
                                   {"--cut", OPTION_TEXT, &words->cut, 0, 0},
                                   {"--devices", OPTION_TEXT, &options->devices, 0, 0},
                                   {"--split", OPTION_NUMBER, &options->split, 1, 8},
                                   {"--domains", OPTION_TEXT, &options->domains, 0, 0},
                                   {"--layout", OPTION_TEXT, &words->layout, 0, 0},
                                   {"--executor", OPTION_TEXT, &words->executor, 0, 0},
                                   {"--overlap", OPTION_TEXT, &words->overlap, 0, 0},
                                   {"--tile", OPTION_NUMBER, &options->tile, 1, 16},
                                   {"--steps", OPTION_NUMBER, &options->steps, 0, 1000000},
                                   {"--mode", OPTION_TEXT, &words->mode, 0, 0},
                                   {"--timeout", OPTION_SECONDS, &options->timeout_s, 0, 0},
                                   GRID_WATCH_OPTIONS(&options->watch),
                                   {"--verify", OPTION_FLAG, &words->verify, 0, 0},
                                   {"--output", OPTION_TEXT, &words->output, 0, 0},
                                   {"--picture", OPTION_TEXT, &words->picture, 0, 0},
                                   {"--help", OPTION_FLAG, &words->help, 0, 0},
                                   {NULL, OPTION_FLAG, NULL, 0, 0}};

    options->steps = 100;
    options->timeout_s = 120;
    options->domains = "automatic";
    words->size = "320x200";
    words->layout = "soa";
    if (options_parse(table, count, arguments, 2, error) != 0) {
        return -1;
    }
    return words->help || (grid_layout_read(words->layout, &options->layout, error) == 0 &&
                           grid_executor_read(words->executor, &options->executor, error) == 0 &&
                           grid_overlap_read(words->overlap, &options->overlap, error) == 0 &&
                           read_sizes(words, error) == 0)
               ? 0
               : -1;
}

/* ---- files ---- */

struct picture {
    const double *values; /* from 0 to 1, or of a mode from -1 */
    int is_mode;
};

static double grey(const void *context, uint64_t cell)
{
    const struct picture *picture = context;
    double value = picture->values[cell];

    return picture->is_mode ? 0.5 + 0.5 * value : value;
}

static int write_files(const struct words *words, const double *values, uint64_t count,
                       struct tool_error *error)
{
    const struct picture picture = {values, words->options.is_mode};
    const uint64_t *cells = words->options.cells;

    return grid_file_write(words->output, values, sizeof *values, count, error) != 0
               ? -1
               : grid_file_picture(words->picture, cells[0], cells[1], grey, &picture, error);
}

/* ---- the result ---- */

/* 1: the bits are those of the sequential way, 0: others, -1: it could not be computed. */
static int verify(const struct words *words, const double *values, uint64_t count, struct tool_error *error)
{
    const struct heat_options *options = &words->options;
    double *wanted = malloc((size_t)count * sizeof *wanted);
    int is_same = -1;

    if (wanted != NULL) {
        heat_begin(options, wanted);
    }
    if (wanted == NULL ||
        heat_reference(options->dimensions, options->cells, options->steps, HEAT_PART, wanted) != 0) {
        tool_fail(error, "the host has no memory left for the sequential way");
    } else {
        is_same = memcmp(wanted, values, (size_t)count * sizeof *wanted) == 0;
    }
    free(wanted);
    return is_same;
}

static int heat_command(const struct application *application, int count, char **arguments)
{
    struct words words = {.size = NULL};
    struct tool_error error;
    uint64_t cells;
    double *values;
    double ms;
    int is_same = 1;

    (void)application;
    if (parse(&words, count, arguments, &error) != 0) {
        fprintf(stderr, "coop-app heat: %s; see coop-app heat --help\n", error.text);
        return 2;
    }
    if (words.help) {
        print_usage();
        return 0;
    }
    cells = words.options.cells[0] * words.options.cells[1] * words.options.cells[2];
    values = malloc((size_t)cells * sizeof *values);
    if (values == NULL) {
        fprintf(stderr, "coop-app heat: the host has no memory left for %" PRIu64 " cells\n", cells);
        return 1;
    }
    heat_begin(&words.options, values);
    if (heat_run(&words.options, values, &ms, &error) != 0 ||
        write_files(&words, values, cells, &error) != 0 ||
        (words.verify && (is_same = verify(&words, values, cells, &error)) < 0)) {
        fprintf(stderr, "coop-app heat: %s\n", error.text);
        free(values);
        return 1;
    }
    printf("Cells     %" PRIu64 " in %u x %u x %u blocks\nSteps     %" PRIu64 "\n", cells,
           words.options.cut[0], words.options.cut[1], words.options.cut[2], words.options.steps);
    grid_graph_print(ms, cells, words.options.steps);
    if (words.options.is_mode) {
        printf("Mode      %.3g from what it is\n", heat_mode_error(&words.options, values));
    }
    if (words.verify) {
        printf("%s\n",
               is_same ? "Verified  the sequential way's bits" : "WRONG     not the sequential way's bits");
    }
    free(values);
    return !is_same;
}

const struct application application_heat = {.name = "heat",
                                             .summary = "heat that spreads, over several devices",
                                             .command = heat_command,
                                             .source = "Toro 1999",
                                             .primitives = "none",
                                             .input = "a size"};
