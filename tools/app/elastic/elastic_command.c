/* The options of coop-app elastic. */
#include "elastic_command.h"

#include "elastic_plain.h"
#include "elastic_report.h"
#include "elastic_run.h"
#include "tools/options/options.h"
#include "tools/runner/app.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TRACE_EVENTS (1u << 20)

static const struct part_form *const forms[] = {&part_decode, &part_wide, &part_bfs, &part_multigrid};
#define FORMS (sizeof forms / sizeof *forms)

static const char *const phases_names[] = {"narrow", "even", "wide"};

static void print_usage(void)
{
    unsigned i;

    fputs("Usage: coop-app elastic [OPTION …]\n\n"
          "Runs up to four cooperative kernels beside each other, and beside frames, each again and again. "
          "All\n"
          "have phases in which they have work for the whole device, and phases in which they have little, "
          "and\n"
          "say so; each one's first and last result is compared with a sequential one.\n\n",
          stdout);
    for (i = 0; i < FORMS; i++) {
        printf("  %-13s  %s\n", forms[i]->name, forms[i]->about);
    }
    fputs(
        "\n"
        "  --kernels LIST        some of these, with a comma between (default decode,wide)\n"
        "  --phases HOW          launches are mostly narrow, even (default) or mostly wide\n"
        "  --size HOW            small (default), or large, for GPUs\n"
        "  --split LIST          work-groups for each kernel, which it keeps from the others, and behind "
        "them, "
        "with\n"
        "                        --frames, those of a frame (default: coop shares them out)\n"
        "  --plain               ordinary kernels that block, a process each: the driver shares the device "
        "out\n"
        "  --groups N            worker work-groups (default 4, or the number of processors if that is "
        "more)\n"
        "  --local L             work-items of a work-group (default 64)\n"
        "  --min-seconds S       how long kernels are launched (default 1)\n"
        "  --seed S              of all that is chosen at random (default 1)\n"
        "  --device D            number, platform:device as 1:0, or part of a name (default: COOP_DEVICE, "
        "else the first)\n"
        "  --timeout S           give up on a launch after S seconds (default 120)\n"
        "  --frames KIND         none (default), light, medium, heavy, 60hz, 144hz, or P,E in ms\n"
        "  --frame-groups K      work-groups of a frame: one, quarter, half (default), most, a number, or "
        "automatic\n"
        "  --trace FILE          who ran where and when, for ui.perfetto.dev or chrome://tracing\n"
        "  --trace-events N      room for N events (default 1048576)\n"
        "  --json                one JSON object instead of text, with the times of all launches and frames\n"
        "  --csv                 the same as lines name,value\n\n" OPTIONS_EXIT_STATUS,
        stdout);
}

static void set_defaults(struct elastic_options *options)
{
    struct app_options app;

    app_options_default(&app);
    *options = (struct elastic_options){.kernels = "decode,wide",
                                        .phases = "even",
                                        .size = "small",
                                        .frames = app.frames,
                                        .groups = app.groups,
                                        .local_items = app.local_items,
                                        .seed = app.seed,
                                        .seconds = 1,
                                        .timeout_s = app.timeout_s};
}

static int parse_words(struct elastic_options *options, int count, char **arguments, struct tool_error *error)
{
    const struct option table[] = {
        {"--device", OPTION_TEXT, &options->device, 0, 0},
        {"--kernels", OPTION_TEXT, &options->kernels, 0, 0},
        {"--phases", OPTION_TEXT, &options->phases, 0, 0},
        {"--size", OPTION_TEXT, &options->size, 0, 0},
        {"--split", OPTION_TEXT, &options->split, 0, 0},
        {"--frames", OPTION_TEXT, &options->frames, 0, 0},
        {"--frame-groups", OPTION_TEXT, &options->frame_groups, 0, 0},
        {"--trace", OPTION_TEXT, &options->trace, 0, 0},
        {"--trace-events", OPTION_NUMBER, &options->trace_events, 1, APP_TRACE_EVENTS_MAX},
        {"--groups", OPTION_NUMBER, &options->groups, 1, APP_GROUPS_MAX},
        {"--local", OPTION_NUMBER, &options->local_items, 1, APP_LOCAL_ITEMS_MAX},
        {"--seed", OPTION_NUMBER, &options->seed, 0, UINT64_MAX},
        {"--min-seconds", OPTION_SECONDS, &options->seconds, 0, 0},
        {"--timeout", OPTION_SECONDS, &options->timeout_s, 0, 0},
        {"--plain", OPTION_FLAG, &options->is_plain, 0, 0},
        {"--json", OPTION_FLAG, &options->json, 0, 0},
        {"--csv", OPTION_FLAG, &options->csv, 0, 0},
        {"--help", OPTION_FLAG, &options->help, 0, 0},
        {NULL, OPTION_FLAG, NULL, 0, 0}};

    return options_parse(table, count, arguments, 2, error);
}

static int choose_kernels(struct elastic *elastic, const struct part_form **chosen, struct tool_error *error)
{
    const char *text = elastic->options.kernels;

    for (elastic->count = 0; *text != '\0';) {
        size_t length = strcspn(text, ",");
        unsigned i = 0, j;

        while (i < FORMS &&
               (strlen(forms[i]->name) != length || strncmp(forms[i]->name, text, length) != 0)) {
            i++;
        }
        for (j = 0; j < elastic->count && i < FORMS; j++) {
            if (chosen[j] == forms[i]) {
                return tool_fail(error, "--kernels names %s twice", forms[i]->name);
            }
        }
        if (i == FORMS) {
            return tool_fail(error, "--kernels wants some of decode, wide, bfs, multigrid, not \"%.*s\"",
                             (int)length, text);
        }
        chosen[elastic->count++] = forms[i];
        text += length + (text[length] == ',');
    }
    return elastic->count > 0 ? 0 : tool_fail(error, "--kernels names none");
}

static int choose_split(struct elastic *elastic, struct tool_error *error)
{
    const struct elastic_options *options = &elastic->options;
    const unsigned wanted = elastic->count + (unsigned)elastic->has_jobs;
    uint64_t numbers[ELASTIC_PARTS_MAX + 1];
    uint64_t sum = 0;
    unsigned i;

    for (i = 0; i < elastic->count; i++) {
        elastic->limits[i] = (uint32_t)options->groups;
    }
    if (options->split == NULL) {
        return 0;
    }
    if (options->is_plain) {
        return tool_fail(error, "--split says nothing to --plain: there the driver shares the device out");
    }
    if (elastic->has_jobs && options->frame_groups != NULL) {
        return tool_fail(error, "--split names the work-groups of a frame; leave --frame-groups out");
    }
    if (options_numbers(options->split, ',', numbers, wanted) != wanted) {
        return tool_fail(error, "--split wants %u numbers, of each kernel%s, not \"%s\"", wanted,
                         elastic->has_jobs ? " and of a frame" : "", options->split);
    }
    for (i = 0; i < wanted; i++) {
        sum += numbers[i];
        if (numbers[i] < 1 || sum > options->groups) {
            return tool_fail(error, "--split \"%s\" wants at least 1 each, and %" PRIu64 " together at most",
                             options->split, options->groups);
        }
    }
    for (i = 0; i < elastic->count; i++) {
        elastic->limits[i] = (uint32_t)numbers[i];
    }
    if (elastic->has_jobs) {
        elastic->job_groups = (uint32_t)numbers[elastic->count];
        elastic->job_is_automatic = 0;
    }
    return 0;
}

static int choose_jobs(struct elastic *elastic, struct tool_error *error)
{
    const struct elastic_options *options = &elastic->options;
    const char *amount = options->frame_groups != NULL ? options->frame_groups : "half";

    elastic->has_jobs = periodic_profile_parse(options->frames, &elastic->profile) == 0;
    if (!elastic->has_jobs && strcmp(options->frames, "none") != 0) {
        return tool_fail(error, "--frames wants none, " PERIODIC_PROFILE_NAMES ", not \"%s\"",
                         options->frames);
    }
    elastic->job_is_automatic = periodic_groups_are_automatic(amount);
    elastic->job_groups =
        periodic_groups_parse(elastic->job_is_automatic ? "most" : amount, (uint32_t)options->groups);
    if (elastic->job_groups == 0) {
        return tool_fail(error,
                         "--frame-groups wants one, quarter, half, most, automatic or a number from 1 to "
                         "%" PRIu64 ", not \"%s\"",
                         options->groups, amount);
    }
    if (options->frame_groups != NULL && !elastic->has_jobs) {
        return tool_fail(error, "--frame-groups wants --frames beside it");
    }
    return options->frame_groups != NULL && options->is_plain
               ? tool_fail(error, "--plain leaves the frames to the driver: no --frame-groups")
               : 0;
}

static int choose_sizes(const struct elastic_options *options, struct part_sizes *sizes,
                        struct tool_error *error)
{
    unsigned phases = 0;

    while (phases <= PART_WIDE && strcmp(options->phases, phases_names[phases]) != 0) {
        phases++;
    }
    if (phases > PART_WIDE) {
        return tool_fail(error, "--phases wants narrow, even or wide, not \"%s\"", options->phases);
    }
    if (strcmp(options->size, "small") != 0 && strcmp(options->size, "large") != 0) {
        return tool_fail(error, "--size wants small or large, not \"%s\"", options->size);
    }
    *sizes = (struct part_sizes){.phases = (enum part_phases)phases,
                                 .is_large = strcmp(options->size, "large") == 0,
                                 .seed = options->seed};
    return 0;
}

/* What the command line says. */
static int understand(struct elastic *elastic, const struct part_form **chosen, struct part_sizes *sizes,
                      struct tool_error *error)
{
    struct elastic_options *options = &elastic->options;

    if (options->json && options->csv) {
        return tool_fail(error, "--json and --csv are two forms of the same; take one");
    }
    if (options->trace != NULL && options->is_plain) {
        return tool_fail(error, "--plain has no --trace");
    }
    if (options->trace_events > 0 && options->trace == NULL) {
        return tool_fail(error, "--trace-events wants --trace beside it");
    }
    options->trace_events = options->trace_events > 0 ? options->trace_events : TRACE_EVENTS;
    elastic->timeout_ns = (uint64_t)(options->timeout_s * 1e9);
    return choose_kernels(elastic, chosen, error) != 0 || choose_jobs(elastic, error) != 0 ||
                   choose_split(elastic, error) != 0 || choose_sizes(options, sizes, error) != 0
               ? -1
               : 0;
}

static int run(struct elastic *elastic, const struct part_form **chosen, const struct part_sizes *sizes,
               struct tool_error *error)
{
    unsigned i;

    for (i = 0; i < elastic->count; i++) {
        if (part_make(&elastic->parts[i], chosen[i], sizes, error) != 0) {
            return -1;
        }
    }
    return elastic->options.is_plain ? elastic_run_plain(elastic, error) : elastic_run(elastic, error);
}

static void clear(struct elastic *elastic)
{
    unsigned i;

    for (i = 0; i < ELASTIC_PARTS_MAX; i++) {
        part_clear(&elastic->parts[i]);
        free(elastic->notes[i].items);
    }
    periodic_results_clear(&elastic->jobs);
}

int elastic_command(int count, char **arguments)
{
    static struct elastic elastic;
    const struct part_form *chosen[ELASTIC_PARTS_MAX];
    struct part_sizes sizes;
    struct tool_error error;
    int code = APP_WRONG;

    set_defaults(&elastic.options);
    if (parse_words(&elastic.options, count, arguments, &error) != 0 ||
        (!elastic.options.help && understand(&elastic, chosen, &sizes, &error) != 0)) {
        fprintf(stderr, "coop-app elastic: %s; see coop-app elastic --help\n", error.text);
        return APP_USAGE;
    }
    if (elastic.options.help) {
        print_usage();
        return APP_RIGHT;
    }
    if (run(&elastic, chosen, &sizes, &error) != 0) {
        fprintf(stderr, "coop-app elastic: %s\n", error.text);
    } else {
        if (elastic.options.json || elastic.options.csv) {
            elastic_report_json(&elastic);
        } else {
            elastic_report_text(&elastic);
        }
        code = elastic_wrong(&elastic) == 0 ? APP_RIGHT : APP_WRONG;
    }
    clear(&elastic);
    return code;
}
