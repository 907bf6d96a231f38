#include "grid_choice.h"

#include "tools/options/options.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

int grid_executor_read(const char *text, enum coop_executor *executor, struct tool_error *error)
{
    if (text != NULL && strcmp(text, "queues") != 0 && strcmp(text, "runs") != 0) {
        return tool_fail(error, "--executor is queues or runs, not \"%s\"", text);
    }
    *executor = text != NULL && text[0] == 'r' ? COOP_IN_RUNS : COOP_ON_QUEUES;
    return 0;
}

struct coop_run_options grid_executor_run(uint64_t tile)
{
    return (struct coop_run_options){.local_items = (uint32_t)(tile * tile)};
}

const char *const grid_layout_names[] = {"", "aos", "soa", "block"};

int grid_layout_read(const char *text, enum coop_layout *layout, struct tool_error *error)
{
    for (int i = COOP_AOS; i <= COOP_SOA_BLOCK; i++) {
        if (strcmp(text, grid_layout_names[i]) == 0) {
            *layout = (enum coop_layout)i;
            return 0;
        }
    }
    return tool_fail(error, "--layout is aos, soa or block, not \"%s\"", text);
}

int grid_overlap_read(const char *text, enum coop_overlap *overlap, struct tool_error *error)
{
    static const char *const names[] = {"auto", "on", "off"};

    *overlap = COOP_OVERLAP_AUTO;
    for (int i = 0; i < 3 && text != NULL; i++) {
        if (strcmp(text, names[i]) == 0) {
            *overlap = (enum coop_overlap)i;
            return 0;
        }
    }
    return text == NULL ? 0 : tool_fail(error, "--overlap is auto, on or off, not \"%s\"", text);
}

#define COMMANDS 512

uint32_t grid_watch_commands(const struct grid_watch *watch)
{
    return watch->timeline == NULL ? 0 : watch->commands != 0 ? (uint32_t)watch->commands : COMMANDS;
}

static int is_json(const char *path)
{
    size_t length = strlen(path);

    return length >= 5 && strcmp(path + length - 5, ".json") == 0;
}

static void print_times(const struct coop_graph_times *times)
{
    printf("Timeline  the last %" PRIu64 " of %" PRIu64
           " commands, in %.3f ms: kernels %.3f ms, copies %.3f ms, "
           "%.1f %% of the copies beside kernels\n",
           times->commands, times->commands + times->dropped + times->untimed, (double)times->span_ns / 1e6,
           (double)times->kernel_ns / 1e6, (double)times->copy_ns / 1e6, 100 * times->overlap);
}

coop_status grid_watch_write(const struct grid_watch *watch, coop_graph *graph)
{
    struct coop_graph_times times;
    coop_status status = watch->dot != NULL ? coop_graph_write_dot(graph, watch->dot) : COOP_OK;

    if (status != COOP_OK || watch->timeline == NULL) {
        return status;
    }
    status = is_json(watch->timeline) ? coop_graph_write_timeline_json(graph, watch->timeline)
                                      : coop_graph_write_timeline(graph, watch->timeline);
    status = status == COOP_OK ? coop_graph_read_times(graph, &times) : status;
    if (status == COOP_OK && !watch->is_quiet) {
        print_times(&times);
    }
    return status;
}

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
