#include "grid_watch.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

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
