#include "grid_choice.h"

#include "tools/options/options.h"

#include <string.h>

void grid_choice_begin(struct grid_choice *choice)
{
    memset(choice, 0, sizeof *choice);
    choice->domains = "automatic";
    choice->timeout_s = 120;
    choice->layout_name = "soa";
}

int grid_choice_read(struct grid_choice *choice, struct tool_error *error)
{
    if (choice->json && choice->csv) {
        return tool_fail(error, "--json and --csv are two forms; choose one");
    }
    if (choice->tile != 0 && choice->tile != 8 && choice->tile != 16) {
        return tool_fail(error, "--tile is 8 or 16");
    }
    choice->watch.is_quiet = choice->json || choice->csv;
    return grid_layout_read(choice->layout_name, &choice->layout, error) != 0 ||
                   grid_executor_read(choice->executor_name, &choice->executor, error) != 0
               ? -1
               : grid_overlap_read(choice->overlap_name, &choice->overlap, error);
}

int grid_choice_cut(const struct grid_choice *choice, unsigned dimensions, uint32_t cut[3],
                    struct tool_error *error)
{
    uint64_t numbers[3] = {1, 1, 1};

    if (choice->cut != NULL && options_numbers(choice->cut, 'x', numbers, 3) != dimensions) {
        return tool_fail(error, "--cut wants %u number%s%s, not \"%s\"", dimensions,
                         dimensions > 1 ? "s" : "", dimensions > 1 ? ", with an x between" : "", choice->cut);
    }
    for (unsigned i = 0; i < 3; i++) {
        if (numbers[i] == 0 || numbers[i] > 256) {
            return tool_fail(error, "--cut wants 1 to 256 blocks in each dimension, not \"%s\"", choice->cut);
        }
        cut[i] = (uint32_t)numbers[i];
    }
    return 0;
}

struct coop_devices_options grid_choice_devices(const struct grid_choice *choice, uint64_t memory_bytes)
{
    return (struct coop_devices_options){.devices = choice->devices,
                                         .domains = choice->domains,
                                         .split = (uint32_t)choice->split,
                                         .memory_bytes = memory_bytes};
}

struct coop_graph_options grid_choice_graph(const struct grid_choice *choice, const char *text,
                                            const struct coop_run_options *run)
{
    return (struct coop_graph_options){.text = text,
                                       .executor = choice->executor,
                                       .run = run,
                                       .overlap = choice->overlap,
                                       .timeline_commands = grid_watch_commands(&choice->watch)};
}

int grid_choice_check(coop_status status, struct tool_error *error)
{
    const struct coop_error *last = coop_last_error();

    return status == COOP_OK ? 0
                             : tool_fail(error, "%s: %s%s%s", last->doing, last->message,
                                         last->details[0] != '\0' ? "\n" : "", last->details);
}

int grid_choice_report(const struct grid_choice *choice, const char *application,
                       const struct grid_course *course, struct json *json)
{
    static const char *const overlaps[] = {"auto", "on", "off"};
    double cells = 1;

    if (!choice->json && !choice->csv) {
        return 0;
    }
    *json = json_to(stdout, choice->csv);
    json_begin(json, NULL, '{');
    json_text(json, "application", application);
    json_text(json, "devices", choice->devices != NULL ? choice->devices : "");
    json_count(json, "split", choice->split);
    json_text(json, "domains", choice->domains);
    json_text(json, "layout", grid_layout_names[choice->layout]);
    json_text(json, "executor", choice->executor == COOP_IN_RUNS ? "runs" : "queues");
    json_text(json, "overlap", overlaps[choice->overlap]);
    json_count(json, "tile", choice->tile);
    json_begin(json, "cells", '[');
    for (unsigned i = 0; i < course->dimensions; i++) {
        json_count(json, NULL, course->cells[i]);
        cells *= (double)course->cells[i];
    }
    json_end(json, ']');
    json_begin(json, "blocks", '[');
    for (unsigned i = 0; i < course->dimensions; i++) {
        json_count(json, NULL, course->cut[i]);
    }
    json_end(json, ']');
    json_count(json, "steps", course->steps);
    json_number(json, "ms", course->ms);
    json_number(json, "us_per_step", 1e3 * course->ms / (double)course->steps);
    json_number(json, "million_cells_per_second", 1e-3 * cells * (double)course->steps / course->ms);
    return 1;
}
