#include "app.h"

#include <string.h>
#include <unistd.h>

/* Frames need time to happen: a short launch ends before the first one. */
#define MIN_SECONDS_WITH_FRAMES 1.0

static uint64_t default_groups(void)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);

    return processors > 4 && processors <= APP_GROUPS_MAX ? (uint64_t)processors : 4;
}

void app_options_default(struct app_options *options)
{
    memset(options, 0, sizeof *options);
    options->frames = "none";
    options->frame_groups = "half";
    options->groups = default_groups();
    options->local_items = 64;
    options->repeat = 1;
    options->seed = 1;
    options->timeout_s = 120;
}

int app_options_check(struct app_options *options, struct tool_error *error)
{
    if (strcmp(options->frames, "none") != 0 && !app_has_frames(options)) {
        return tool_fail(error, "--frames wants none, light, medium or heavy, not \"%s\"", options->frames);
    }
    if (frame_groups_parse(options->frame_groups, (uint32_t)options->groups) == 0) {
        return tool_fail(
            error, "--frame-groups wants one, quarter, half, most or a number from 1 to %llu, not \"%s\"",
            (unsigned long long)options->groups, options->frame_groups);
    }
    if (options->min_seconds <= 0 && app_has_frames(options)) {
        options->min_seconds = MIN_SECONDS_WITH_FRAMES;
    }
    return 0;
}
