/* The command of eikonal: when a front that goes out from points comes to each other point. */
#include "eikonal_repeat.h"
#include "eikonal_result.h"
#include "tools/grid/grid.h"
#include "tools/grid/grid_choice.h"
#include "tools/options/options.h"
#include "tools/runner/application.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct words {
    struct eikonal_options options;
    struct eikonal_form form;
    struct eikonal_repeat repeat;
    struct option_texts sources;
    const char *size;
    const char *cut;
    const char *layout;
    const char *executor;
    const char *method;
    const char *output;
    const char *picture;
    int verify;
    int help;
};

static void print_usage(void)
{
    fputs(
        "Usage: coop-app eikonal [OPTION …]\n\n"
        "When a front that goes out from points comes to each other point, at speeds that differ: the "
        "eikonal\nequation by the fast iterative method, in a graph of kernels over devices.\n\n"
        "  --size WxH            points of the grid, from 0 to 1 along the longer side (default 201x201)\n"
        "  --source XxY          a point where the front begins, counted from 0; up to 16 times (default: "
        "the middle)\n"
        "  --speeds SEED         speeds from 0.5 to 2 at random (default: 1 everywhere)\n"
        "  --obstacles N         so many rectangles, at random, that the front does not pass\n"
        "  --band N              go on until the front is N points away at speed 1\n"
        "  --cut XxY             blocks in each dimension, spread over the devices (default 1x1)\n"
        "  --devices LIST        numbers or names, with commas between (default: COOP_DEVICE, else the "
        "first)\n"
        "  --split N             cut the one device into N parts, which are the devices\n"
        "  --domains NAME        separate: devices share nothing; or the number of each one's domain, as\n"
        "                        0,0,1; or automatic, the default: those are one that can share memory\n"
        "  --layout L            aos, soa (default) or block\n"
        "  --executor E          queues (default), or runs: each kernel is a launch into a live run\n"
        "  --method M            sweeps (default): a launch for each, over all points; squares: a launch "
        "for\n"
        "                        half of the squares of points, those that are active, of one block, on "
        "queues;\n"
        "                        cooperative: the same as one cooperative kernel for each block, in runs\n"
        "  --groups N            worker work-groups of a run on each device (default: by its processors)\n"
        "  --repeat N            so often from the sources on; all must give the same bits (default 1)\n"
        "  --frames KIND         " PERIODIC_PROFILE_NAMES ": products every P ms beside the\n"
        "                        cooperative kernel, on the first device, that take E ms of all its "
        "work-groups\n"
        "  --frame-groups K      work-groups of a frame: one, quarter, half (default), most or a number\n"
        "  --tile T              work-groups of TxT, 8 or 16, with a copy of their points in local memory\n"
        "  --timeout S           give up after S seconds (default 120)\n" GRID_WATCH_USAGE
        "  --verify              compare with fast sweeping and fast marching, to 1e-12\n"
        "  --output FILE         the time of each point, as doubles; infinite where the front does not come\n"
        "  --picture FILE        the times as a picture (PGM), with lines between equal "
        "ones\n\n" OPTIONS_EXIT_STATUS,
        stdout);
}

static int read_sources(struct words *words, struct tool_error *error)
{
    struct eikonal_form *form = &words->form;

    for (form->source_count = 0; form->source_count < words->sources.count; form->source_count++) {
        const char *text = words->sources.items[form->source_count];
        uint64_t *source = form->sources[form->source_count];

        if (options_numbers(text, 'x', source, 2) != 2 || source[0] >= form->points[0] ||
            source[1] >= form->points[1]) {
            return tool_fail(error,
                             "--source wants a point of the %" PRIu64 "x%" PRIu64
                             " that there are, as 0x0, not \"%s\"",
                             form->points[0], form->points[1], text);
        }
    }
    return 0;
}

static int read_sizes(struct words *words, struct tool_error *error)
{
    struct eikonal_options *options = &words->options;
    uint64_t *points = words->form.points;
    uint64_t cut[2] = {1, 1};

    if (options_numbers(words->size, 'x', points, 2) != 2 || points[0] == 0 || points[1] == 0 ||
        points[0] > 100000 || points[1] > 100000) {
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
    if (options->tile != 0 && options->tile != 8 && options->tile != 16) {
        return tool_fail(error, "--tile wants 8 or 16");
    }
    return read_sources(words, error);
}

static int read_method(const char *text, struct eikonal_options *options, struct tool_error *error)
{
    static const char *const names[] = {"sweeps", "squares", "cooperative"};
    int is_known = text == NULL;

    options->method = EIKONAL_SWEEPS;
    for (int i = EIKONAL_SWEEPS; i <= EIKONAL_COOPERATIVE && !is_known; i++) {
        if (strcmp(text, names[i]) == 0) {
            options->method = (enum eikonal_method)i;
            is_known = 1;
        }
    }
    if (!is_known) {
        return tool_fail(error, "--method is sweeps, squares or cooperative, not \"%s\"", text);
    }
    if (options->method == EIKONAL_COOPERATIVE && options->executor != COOP_IN_RUNS) {
        return tool_fail(error, "--method cooperative is a kernel of runs; say --executor runs, too");
    }
    if (options->method == EIKONAL_SQUARES && options->executor != COOP_ON_QUEUES) {
        return tool_fail(error, "--method squares is for queues; leave --executor away, or say cooperative");
    }
    return options->groups > 0 && options->executor != COOP_IN_RUNS
               ? tool_fail(error, "--groups are those of runs; say --executor runs, too")
               : 0;
}

static int parse(struct words *words, int count, char **arguments, struct tool_error *error)
{
    struct eikonal_options *options = &words->options;
    const struct option table[] = {{"--size", OPTION_TEXT, &words->size, 0, 0},
                                   {"--source", OPTION_TEXTS, &words->sources, 0, 0},
                                   {"--speeds", OPTION_NUMBER, &words->form.seed, 1, UINT32_MAX},
                                   {"--obstacles", OPTION_NUMBER, &words->form.obstacles, 0, 10000},
                                   {"--band", OPTION_NUMBER, &words->form.band, 1, 1000000},
                                   {"--cut", OPTION_TEXT, &words->cut, 0, 0},
                                   {"--devices", OPTION_TEXT, &options->devices, 0, 0},
                                   {"--split", OPTION_NUMBER, &options->split, 1, 8},
                                   {"--domains", OPTION_TEXT, &options->domains, 0, 0},
                                   {"--layout", OPTION_TEXT, &words->layout, 0, 0},
                                   {"--executor", OPTION_TEXT, &words->executor, 0, 0},
                                   {"--method", OPTION_TEXT, &words->method, 0, 0},
                                   {"--groups", OPTION_NUMBER, &options->groups, 1, 2045},
                                   {"--repeat", OPTION_NUMBER, &words->repeat.times, 1, 1000000},
                                   {"--frames", OPTION_TEXT, &words->repeat.frames, 0, 0},
                                   {"--frame-groups", OPTION_TEXT, &words->repeat.frame_groups, 0, 0},
                                   {"--tile", OPTION_NUMBER, &options->tile, 8, 16},
                                   {"--timeout", OPTION_SECONDS, &options->timeout_s, 0, 0},
                                   GRID_WATCH_OPTIONS(&options->watch),
                                   {"--verify", OPTION_FLAG, &words->verify, 0, 0},
                                   {"--output", OPTION_TEXT, &words->output, 0, 0},
                                   {"--picture", OPTION_TEXT, &words->picture, 0, 0},
                                   {"--help", OPTION_FLAG, &words->help, 0, 0},
                                   {NULL, OPTION_FLAG, NULL, 0, 0}};

    options->timeout_s = 120;
    options->domains = "automatic";
    words->repeat.times = 1;
    words->repeat.frame_groups = "half";
    words->size = "201x201";
    words->layout = "soa";
    if (options_parse(table, count, arguments, 2, error) != 0) {
        return -1;
    }
    return words->help || (grid_layout_read(words->layout, &options->layout, error) == 0 &&
                           grid_executor_read(words->executor, &options->executor, error) == 0 &&
                           read_method(words->method, options, error) == 0 && read_sizes(words, error) == 0)
               ? 0
               : -1;
}

/* ---- the result ---- */

static void report(const struct words *words, const struct eikonal_field *field,
                   struct eikonal_outcome *outcome)
{
    uint64_t count = field->points[0] * field->points[1];
    int is_kernel = words->options.method == EIKONAL_COOPERATIVE;
    uint64_t reached = 0;

    for (uint64_t i = 0; i < count; i++) {
        reached += field->times[i] < INFINITY;
    }
    printf("Points    %" PRIu64 " in %u x %u blocks\nReached   %" PRIu64 "\n%s    %" PRIu64 "\n", count,
           words->options.cut[0], words->options.cut[1], reached, is_kernel ? "Rounds" : "Sweeps",
           outcome->rounds);
    if (is_kernel) {
        printf("Took      %.3f ms\n", samples_median(&outcome->ms));
    } else {
        grid_graph_print(samples_median(&outcome->ms), count, outcome->rounds);
    }
    if (words->repeat.times > 1) {
        printf("Times     %zu: 10 %% %.3f ms, 90 %% %.3f ms; %" PRIu64 " had other bits than the first\n",
               outcome->ms.count, samples_quantile(&outcome->ms, 0.1), samples_quantile(&outcome->ms, 0.9),
               outcome->different);
    }
    if (words->repeat.frames != NULL) {
        printf("Frames    %u every %.3f ms, %u late, %u with fewer work-groups, %u wrong\n",
               outcome->frames.count, outcome->frames.achieved_period_ms, outcome->frames.missed,
               outcome->frames.short_handed, outcome->frames.wrong);
    }
    if (words->form.seed == 0 && words->form.obstacles == 0) {
        printf("Error     %.5f from the distance, at most\n", eikonal_error(&words->form, field));
    }
}

/* The exit status, or -1. */
static int run(const struct words *words, struct eikonal_field *field, struct tool_error *error)
{
    struct eikonal_outcome outcome;
    int code = eikonal_repeat(&words->options, &words->repeat, field, &outcome, error);
    int is_same = outcome.different == 0 && outcome.frames.wrong == 0;

    if (code == 0) {
        report(words, field, &outcome);
        code = eikonal_write(field, words->output, words->picture, error);
    }
    eikonal_outcome_clear(&outcome);
    if (code == 0 && words->verify) {
        int is_right = eikonal_verify(&words->form, field, error);

        code = is_right < 0 ? -1 : 0;
        is_same &= is_right;
    }
    return code != 0 ? -1 : !is_same;
}

static int eikonal_command(const struct application *application, int count, char **arguments)
{
    struct words words = {.layout = NULL};
    struct eikonal_field field = {{0, 0}, 0, 0, NULL, NULL};
    struct tool_error error;
    int code;

    (void)application;
    if (parse(&words, count, arguments, &error) != 0) {
        fprintf(stderr, "coop-app eikonal: %s; see coop-app eikonal --help\n", error.text);
        return 2;
    }
    if (words.help) {
        print_usage();
        return 0;
    }
    code = eikonal_field_init(&words.form, &field) == 0
               ? run(&words, &field, &error)
               : tool_fail(&error, "the host has no memory left for %" PRIu64 " points",
                           words.form.points[0] * words.form.points[1]);
    if (code < 0) {
        fprintf(stderr, "coop-app eikonal: %s\n", error.text);
    }
    eikonal_field_clear(&field);
    return code != 0;
}

const struct application application_eikonal = {
    .name = "eikonal",
    .summary = "when a front comes to each point, over several devices",
    .command = eikonal_command,
    .source = "Jeong and Whitaker 2008",
    .primitives = "resizing_global_barrier, offer_kill, request_fork",
    .input = "a size"};
