#include "app.h"

#include "tools/options/options.h"
#include "tools/report/table.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Periodic jobs need time: a short launch ends before the first one. */
#define MIN_SECONDS_WITH_FRAMES 1.0

#define TRACE_EVENTS (1u << 18)

static const char usage_run[] =
    "  --groups N            worker work-groups (default 4, or the number of processors if that is more)\n"
    "  --local L             work-items of a work-group (default %u)\n"
    "  --repeat N            run at least N times (default 1)\n"
    "  --min-seconds S       run again until S seconds have passed (default 1 with frames, else 0)\n"
    "%s"
    "  --seed S              of all that is chosen at random (default 1)\n"
    "  --device D            number, platform:device as 1:0, or part of a name (default: COOP_DEVICE, "
    "else the first)\n"
    "  --timeout S           give up on a launch after S seconds (default 120)\n"
    "  --stall-after S       give up on a run in which a launch makes no step for S seconds (default: "
    "never)\n"
    "\n";

static const char usage_verify[] =
    "  --verify              compare every run with a sequential one by another method\n";

static const char usage_results[] =
    "Frames: a regular kernel, launched every P ms, that takes E ms when it has all work-groups\n"
    "  --frames KIND         none (default), light (P 70, E 3), medium (40, 3), heavy (40, 10), 60hz (16.7, "
    "5),\n"
    "                        144hz (6.9, 2), or P,E in ms\n"
    "  --frame-groups K      work-groups of a frame: one, quarter, half (default), most, a number, or "
    "automatic:\n"
    "                        the fewest that meet the period, learnt from the frames before\n"
    "  --resizing HOW        a resizing barrier ends all work-groups that are wanted at once (query, the "
    "default),\n"
    "                        or one (single: an experiment)\n"
    "  --policy NAME         how the scheduler serves frames: first-come (default), period-aware (it "
    "gathers\n"
    "                        work-groups before a frame is due), keep-gathered (from half a period before), "
    "or\n"
    "                        start-with-fewer (with what is free, from three quarters on)\n"
    "  --frames-by WAY       a frame is launched into the run (run, the default), or is an ordinary kernel "
    "on a "
    "queue of\n"
    "                        OpenCL's, for which work-groups of the run leave the device (lease)\n"
    "\n"
    "Results\n"
    "  --trace FILE          who ran where and when, for ui.perfetto.dev or chrome://tracing\n"
    "  --timeline FILE.svg   the same as a picture\n"
    "  --trace-events N      room for N events in either (default 262144); what does not fit is left out\n"
    "  --raw                 add each run and each frame to --json or --csv\n"
    "  --json                one JSON object instead of text\n"
    "  --csv                 the same as lines name,value\n"
    "\n" OPTIONS_EXIT_STATUS;

void app_print_usage(unsigned local_items, int has_verify)
{
    printf(usage_run, local_items, has_verify ? usage_verify : "");
    fputs(usage_results, stdout);
}

static uint64_t default_groups(void)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);

    return processors > 4 && processors <= APP_GROUPS_MAX ? (uint64_t)processors : 4;
}

void app_options_default(struct app_options *options)
{
    memset(options, 0, sizeof *options);
    options->frames = "none";
    options->groups = default_groups();
    options->local_items = 64;
    options->repeat = 1;
    options->seed = 1;
    options->timeout_s = 120;
}

static int check_frames(const struct app_options *options, struct tool_error *error)
{
    if (strcmp(options->frames, "none") != 0 && !app_has_periodic(options)) {
        return tool_fail(error, "--frames wants none, " PERIODIC_PROFILE_NAMES ", not \"%s\"",
                         options->frames);
    }
    if (options->frame_groups != NULL &&
        periodic_groups_parse(options->frame_groups, (uint32_t)options->groups) == 0 &&
        !periodic_groups_are_automatic(options->frame_groups)) {
        return tool_fail(
            error,
            "--frame-groups wants one, quarter, half, most, automatic or a number from 1 to %llu, not \"%s\"",
            (unsigned long long)options->groups, options->frame_groups);
    }
    if (options->resizing != NULL && strcmp(options->resizing, "query") != 0 &&
        strcmp(options->resizing, "single") != 0) {
        return tool_fail(error, "--resizing wants query or single, not \"%s\"", options->resizing);
    }
    if (options->frames_by != NULL && strcmp(options->frames_by, "run") != 0 &&
        strcmp(options->frames_by, "lease") != 0) {
        return tool_fail(error, "--frames-by wants run or lease, not \"%s\"", options->frames_by);
    }
    if (options->policy != NULL && periodic_policy_parse(options->policy, 1, 1, 0, NULL) != 0) {
        return tool_fail(error, "--policy wants " PERIODIC_POLICY_NAMES ", not \"%s\"", options->policy);
    }
    if (!app_has_periodic(options) && app_has_frame_options(options)) {
        return tool_fail(error,
                         "--frame-groups, --resizing, --policy and --frames-by want --frames beside them");
    }
    return 0;
}

/* What is not given, and is wanted. */
static void complete(struct app_options *options)
{
    options->frame_groups = options->frame_groups != NULL ? options->frame_groups : "half";
    options->frames_by = options->frames_by != NULL ? options->frames_by : "run";
    options->resizing = options->resizing != NULL ? options->resizing : "query";
    options->policy = options->policy != NULL ? options->policy : "first-come";
    options->trace_events = options->trace_events > 0 ? options->trace_events : TRACE_EVENTS;
    if (options->min_seconds <= 0 && app_has_periodic(options)) {
        options->min_seconds = MIN_SECONDS_WITH_FRAMES;
    }
}

int app_options_check(struct app_options *options, struct tool_error *error)
{
    enum report_form form;

    if (report_form_of(options->csv, options->json, &form, error) != 0 || check_frames(options, error) != 0) {
        return -1;
    }
    if (options->raw && form == REPORT_TEXT) {
        return tool_fail(error, "--raw wants --json or --csv beside it");
    }
    if (options->trace_events > 0 && !app_has_trace(options)) {
        return tool_fail(error, "--trace-events wants --trace or --timeline beside it");
    }
    complete(options);
    return 0;
}
