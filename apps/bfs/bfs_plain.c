#include "bfs_plain.h"

#include "plain.h"
#include "tools/measure/clock.h"

#include <stdio.h>
#include <string.h>

int bfs_run_plain(struct graph_command *command, struct tool_error *error)
{
    const struct app_options *options = &command->app;
    struct bfs *bfs = command->own;
    const struct plain_options plain_options = {.device = options->device,
                                                .groups = (uint32_t)options->groups,
                                                .local_items = (uint32_t)options->local_items,
                                                .hub_arcs = (uint32_t)bfs->hub_arcs,
                                                .timeout_ns = (uint64_t)(options->timeout_s * 1e9)};
    struct app_results *results = &command->results;
    struct plain *plain;
    struct plain_times times;
    uint64_t end;
    uint64_t count = 0;
    int status = plain_create(&plain_options, &command->graph, &plain, error);

    if (status != 0) {
        return -1;
    }
    snprintf(results->device_name, sizeof results->device_name, "%s", plain_device_name(plain));
    results->worker_groups = plain_options.groups;
    bfs->barrier = plain_barrier_name(plain);
    bfs->barrier_ns = plain_barrier_ns(plain);
    end = clock_now_ns() + (uint64_t)(options->min_seconds * 1e9);
    while (status == 0 && (count < options->repeat || clock_now_ns() < end)) {
        status = plain_search(plain, (uint32_t)bfs->source, &times, error);
        if (status == 0) {
            samples_add(&results->run_ms, (double)times.kernel_ns / 1e6);
            status = plain_levels(plain, (int32_t *)command->words, error);
        }
        if (status == 0 && command->reference != NULL) {
            results->wrong += memcmp(command->words, command->reference,
                                     command->graph.vertex_count * sizeof *command->words) != 0;
        }
        count++;
    }
    /* The release of the memory would wait for a kernel that never ends. */
    if (status == 0) {
        plain_destroy(plain);
    }
    return status;
}
