/* The search as a job of coop-app. */
#include "bfs.h"
#include "bfs_device.h"
#include "tool_kernels_text.h"

#include <string.h>

struct cooperative {
    struct bfs_device bfs;
    const struct graph *graph;
    const int32_t *reference;
    int32_t *levels;
    uint32_t source;
    uint32_t hub_arcs;
};

static int init(void *self, const struct session *session, struct tool_error *error)
{
    struct cooperative *search = self;

    return bfs_device_init(&search->bfs, session, search->graph, search->hub_arcs, error);
}

static int reset(void *self, struct tool_error *error)
{
    struct cooperative *search = self;

    return bfs_device_reset(&search->bfs, search->source, error);
}

static int launch(void *self, const struct coop_launch_options *options, coop_launch **launch,
                  struct tool_error *error)
{
    struct cooperative *search = self;

    return bfs_device_launch(&search->bfs, options, launch, error);
}

static int check(void *self, int *is_wrong, struct tool_error *error)
{
    struct cooperative *search = self;

    if (bfs_device_levels(&search->bfs, search->levels, error) != 0) {
        return -1;
    }
    *is_wrong = memcmp(search->levels, search->reference,
                       (size_t)search->graph->vertex_count * sizeof *search->levels) != 0;
    return 0;
}

static int finish(void *self, struct tool_error *error)
{
    struct cooperative *search = self;

    return bfs_device_levels(&search->bfs, search->levels, error);
}

static void clear(void *self)
{
    struct cooperative *search = self;

    bfs_device_clear(&search->bfs);
}

int bfs_run_cooperative(const struct bfs_options *options, const struct graph *graph,
                        const int32_t *reference, int32_t *levels, struct bfs_results *results,
                        struct tool_error *error)
{
    struct cooperative search = {.graph = graph,
                                 .reference = reference,
                                 .levels = levels,
                                 .source = (uint32_t)options->source,
                                 .hub_arcs = (uint32_t)options->hub_arcs};
    const struct app_job job = {.self = &search,
                                .noun = BFS_NOUN,
                                .module_text = tool_kernels_module_text,
                                .module_bytes = tool_kernels_module_bytes,
                                .memory_bytes = bfs_device_bytes(graph, search.hub_arcs),
                                .init = init,
                                .reset = reset,
                                .launch = launch,
                                .check = check,
                                .finish = finish,
                                .clear = clear};

    return app_run(&options->app, &job, &results->app, error);
}
