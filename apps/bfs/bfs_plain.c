#include "bfs.h"

#include "tools/baseline/plain.h"
#include "tools/measure/clock.h"

#include <stdio.h>
#include <string.h>

int bfs_run_plain(const struct bfs_options *options, const struct graph *graph, const int32_t *reference,
                  int32_t *levels, struct bfs_results *results, struct tool_error *error)
{
    const struct plain_options plain_options = {.device = options->app.device,
                                                .groups = (uint32_t)options->app.groups,
                                                .local_items = (uint32_t)options->app.local_items,
                                                .hub_arcs = (uint32_t)options->hub_arcs,
                                                .timeout_ns = (uint64_t)(options->app.timeout_s * 1e9)};
    struct plain *plain;
    struct plain_times times;
    uint64_t end;
    uint64_t count = 0;
    int status = plain_create(&plain_options, graph, &plain, error);

    if (status != 0) {
        return -1;
    }
    snprintf(results->app.device_name, sizeof results->app.device_name, "%s", plain_device_name(plain));
    results->app.worker_groups = plain_options.groups;
    end = clock_now_ns() + (uint64_t)(options->app.min_seconds * 1e9);
    while (status == 0 && (count < options->app.repeat || clock_now_ns() < end)) {
        status = plain_search(plain, (uint32_t)options->source, &times, error);
        if (status == 0) {
            samples_add(&results->app.run_ms, (double)times.kernel_ns / 1e6);
            status = plain_levels(plain, levels, error);
        }
        if (status == 0 && reference != NULL) {
            results->app.wrong += memcmp(levels, reference, graph->vertex_count * sizeof *levels) != 0;
        }
        count++;
    }
    /* A kernel that never ends would keep the release of its memory waiting. */
    if (status == 0) {
        plain_destroy(plain);
    }
    return status;
}
