/* The command of heat: a graph of one kernel on two tensors, which change places after each step. */
#include "heat_graph.h"
#include "heat_reference.h"
#include "tools/grid/grid.h"
#include "tools/grid/grid_file.h"
#include "tools/options/options.h"
#include "tools/runner/application.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct words {
    struct heat_options options;
    const char *size;
    const char *mode;
};

static void print_usage(void)
{
    fputs("Usage: coop-app heat [OPTION …]\n\n"
          "Heat that spreads on a ring in each dimension, in a graph of kernels over devices.\n\n"
          "  --size WxH[xD]        cells of each dimension (default 320x200)\n"
          "  --cut XxY[xZ]         blocks in each dimension, spread over the devices (default 1x1)\n"
          "  --steps N             default 100\n"
          "  --mode KXxKY[xKZ]     begin with so many waves, and say how far they are from what is known of "
          "them\n"
          "  --output FILE         the values after the last step, as doubles\n"
          "  --picture FILE        the first plane as a picture (PGM)\n",
          stdout);
    fputs(GRID_CHOICE_TILE_USAGE GRID_CHOICE_USAGE "\n" OPTIONS_EXIT_STATUS, stdout);
}

static int read_sizes(struct words *words, struct tool_error *error)
{
    struct heat_options *options = &words->options;
    unsigned count = options_numbers(words->size, 'x', options->cells, 3);

    if (count < 2 || options->cells[0] == 0 || options->cells[1] == 0 ||
        (count == 3 && options->cells[2] == 0)) {
        return tool_fail(error, "--size wants two or three numbers, with an x between, not \"%s\"",
                         words->size);
    }
    options->dimensions = count;
    options->cells[2] = count == 3 ? options->cells[2] : 1;
    options->is_mode = words->mode != NULL;
    if (options->is_mode && options_numbers(words->mode, 'x', options->mode, 3) != count) {
        return tool_fail(error, "--mode wants %u numbers, as --size has, not \"%s\"", count, words->mode);
    }
    if (options->choice.tile != 0 && count == 3) {
        return tool_fail(error, "--tile is 8 or 16, in two dimensions");
    }
    return grid_choice_cut(&options->choice, count, options->cut, error);
}

static int parse(struct words *words, int count, char **arguments, struct tool_error *error)
{
    struct heat_options *options = &words->options;
    struct grid_choice *choice = &options->choice;
    const struct option table[] = {{"--size", OPTION_TEXT, &words->size, 0, 0},
                                   {"--steps", OPTION_NUMBER, &options->steps, 0, 1000000},
                                   {"--mode", OPTION_TEXT, &words->mode, 0, 0},
                                   GRID_CHOICE_TILE(choice),
                                   GRID_CHOICE_OPTIONS(choice),
                                   {NULL, OPTION_FLAG, NULL, 0, 0}};

    grid_choice_begin(choice);
    options->steps = 100;
    words->size = "320x200";
    if (options_parse(table, count, arguments, 2, error) != 0) {
        return -1;
    }
    return choice->help || (grid_choice_read(choice, error) == 0 && read_sizes(words, error) == 0) ? 0 : -1;
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

    return grid_file_write(words->options.choice.output, values, sizeof *values, count, error) != 0
               ? -1
               : grid_file_picture(words->options.choice.picture, cells[0], cells[1], grey, &picture, error);
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

/* is_same: as verify. */
static void report(const struct words *words, const double *values, double ms, int is_same)
{
    const struct heat_options *options = &words->options;
    struct grid_course course = {.dimensions = options->dimensions, .steps = options->steps, .ms = ms};
    uint64_t cells = options->cells[0] * options->cells[1] * options->cells[2];
    struct json json;

    memcpy(course.cells, options->cells, sizeof course.cells);
    memcpy(course.cut, options->cut, sizeof course.cut);
    if (grid_choice_report(&options->choice, "heat", &course, &json)) {
        if (options->is_mode) {
            json_number(&json, "mode_error", heat_mode_error(options, values));
        }
        if (options->choice.verify) {
            json_truth(&json, "same_bits", is_same);
        }
        json_end(&json, '}');
        return;
    }
    printf("Cells     %" PRIu64 " in %u x %u x %u blocks\nSteps     %" PRIu64 "\n", cells, options->cut[0],
           options->cut[1], options->cut[2], options->steps);
    grid_graph_print(ms, cells, options->steps);
    if (options->is_mode) {
        printf("Mode      %.3g from what it is\n", heat_mode_error(options, values));
    }
    if (options->choice.verify) {
        grid_graph_print_verified(is_same);
    }
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
    if (words.options.choice.help) {
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
        (words.options.choice.verify && (is_same = verify(&words, values, cells, &error)) < 0)) {
        fprintf(stderr, "coop-app heat: %s\n", error.text);
        free(values);
        return 1;
    }
    report(&words, values, ms, is_same);
    free(values);
    return !is_same;
}

const struct application application_heat = {.name = "heat",
                                             .summary = "heat that spreads, over several devices",
                                             .command = heat_command,
                                             .source = "Toro 1999",
                                             .primitives = "none",
                                             .input = "a size"};
