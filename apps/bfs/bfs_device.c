#include "bfs_device.h"

#include "bfs_kernels.h"

#include <string.h>

/* Buffers begin at multiples of that. */
#define BUFFER_ALIGNMENT UINT64_C(128)
#define BUFFER_COUNT 6

static uint64_t levels_bytes(uint32_t vertex_count)
{
    return (uint64_t)vertex_count * sizeof(int32_t);
}

static uint64_t search_bytes(const struct graph *graph, uint32_t hub_arcs)
{
    return bfs_search_bytes(graph, hub_arcs > 0 ? hub_arcs : BFS_HUB_ARCS);
}

uint64_t bfs_device_bytes(const struct graph *graph, uint32_t hub_arcs)
{
    uint64_t rows = ((uint64_t)graph->vertex_count + 1) * sizeof *graph->rows;
    uint64_t arcs = (uint64_t)graph->arc_count * sizeof *graph->arcs;

    return rows + arcs + search_bytes(graph, hub_arcs) + 3 * levels_bytes(graph->vertex_count) +
           BUFFER_COUNT * BUFFER_ALIGNMENT;
}

static int create(struct bfs_device *bfs, uint64_t bytes, coop_buffer **buffer, struct tool_error *error)
{
    return session_check(bfs->session,
                         coop_buffer_create(bfs->session->context, bytes > 0 ? bytes : 1, buffer), error);
}

static int put(struct bfs_device *bfs, coop_buffer *buffer, uint64_t offset, const void *from, uint64_t bytes,
               struct tool_error *error)
{
    return bytes == 0 ? 0
                      : session_check(bfs->session, coop_buffer_write(buffer, offset, from, bytes), error);
}

int bfs_device_init(struct bfs_device *bfs, const struct session *session, const struct graph *graph,
                    uint32_t hub_arcs, struct tool_error *error)
{
    uint64_t rows_bytes = ((uint64_t)graph->vertex_count + 1) * sizeof *graph->rows;
    uint64_t arcs_bytes = (uint64_t)graph->arc_count * sizeof *graph->arcs;
    uint64_t frontier_bytes = levels_bytes(graph->vertex_count);

    memset(bfs, 0, sizeof *bfs);
    bfs->session = session;
    bfs->vertex_count = graph->vertex_count;
    bfs->hub_arcs = hub_arcs > 0 ? hub_arcs : BFS_HUB_ARCS;
    if (create(bfs, rows_bytes, &bfs->rows, error) != 0 || create(bfs, arcs_bytes, &bfs->arcs, error) != 0 ||
        create(bfs, levels_bytes(graph->vertex_count), &bfs->levels, error) != 0 ||
        create(bfs, frontier_bytes, &bfs->frontiers[0], error) != 0 ||
        create(bfs, frontier_bytes, &bfs->frontiers[1], error) != 0 ||
        create(bfs, search_bytes(graph, hub_arcs), &bfs->search, error) != 0 ||
        put(bfs, bfs->rows, 0, graph->rows, rows_bytes, error) != 0) {
        return -1;
    }
    return put(bfs, bfs->arcs, 0, graph->arcs, arcs_bytes, error);
}

int bfs_device_reset(struct bfs_device *bfs, uint32_t source, struct tool_error *error)
{
    const uint32_t zero = 0;
    const uint32_t one = 1;

    if (session_check(bfs->session, coop_buffer_fill(bfs->levels, 0, 0xff, levels_bytes(bfs->vertex_count)),
                      error) != 0 ||
        session_check(bfs->session, coop_buffer_fill(bfs->search, 0, 0, BFS_SEARCH_HEAD_BYTES), error) != 0 ||
        put(bfs, bfs->levels, (uint64_t)source * sizeof zero, &zero, sizeof zero, error) != 0 ||
        put(bfs, bfs->frontiers[0], 0, &source, sizeof source, error) != 0) {
        return -1;
    }
    return put(bfs, bfs->search, 0, &one, sizeof one, error);
}

int bfs_device_launch(struct bfs_device *bfs, const struct coop_launch_options *options, coop_launch **launch,
                      struct tool_error *error)
{
    const struct bfs_args args = {.rows = coop_buffer_address(bfs->rows),
                                  .arcs = coop_buffer_address(bfs->arcs),
                                  .levels = coop_buffer_address(bfs->levels),
                                  .first = coop_buffer_address(bfs->frontiers[0]),
                                  .second = coop_buffer_address(bfs->frontiers[1]),
                                  .search = coop_buffer_address(bfs->search),
                                  .hub_arcs = bfs->hub_arcs};

    return session_check(bfs->session, bfs_launch(bfs->session->run, &args, options, launch), error);
}

int bfs_device_levels(struct bfs_device *bfs, int32_t *levels, struct tool_error *error)
{
    return session_check(bfs->session,
                         coop_buffer_read(bfs->levels, 0, levels, levels_bytes(bfs->vertex_count)), error);
}

void bfs_device_clear(struct bfs_device *bfs)
{
    coop_buffer_destroy(bfs->rows);
    coop_buffer_destroy(bfs->arcs);
    coop_buffer_destroy(bfs->levels);
    coop_buffer_destroy(bfs->frontiers[0]);
    coop_buffer_destroy(bfs->frontiers[1]);
    coop_buffer_destroy(bfs->search);
    memset(bfs, 0, sizeof *bfs);
}
