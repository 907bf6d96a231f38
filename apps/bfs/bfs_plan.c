#include "bfs_plan.h"

void bfs_plan_move(struct kernel_plan *plan, uint32_t source)
{
    plan->fill_count = 0;
    kernel_plan_fill(plan, BFS_LEVELS, 0, plan->buffers[BFS_LEVELS].bytes, UINT32_MAX);
    kernel_plan_set(plan, BFS_LEVELS, source, 0);
    kernel_plan_set(plan, BFS_FRONTIER, 0, source);
    kernel_plan_fill(plan, BFS_SEARCH, 0, BFS_SEARCH_HEAD_BYTES, 0);
    kernel_plan_set(plan, BFS_SEARCH, 0, 1);
    kernel_plan_set(plan, BFS_LAST_ROUND, 0, 0);
}

void bfs_plan_make(struct kernel_plan *plan, const struct graph *graph, uint32_t source, uint32_t hub_arcs,
                   uint32_t near_small)
{
    uint64_t words_bytes = (uint64_t)graph->vertex_count * sizeof(uint32_t);
    uint32_t bound = hub_arcs > 0 ? hub_arcs : BFS_HUB_ARCS;

    kernel_plan_upload(plan, graph->rows, words_bytes + sizeof *graph->rows);
    kernel_plan_upload(plan, graph->arcs, (uint64_t)graph->arc_count * sizeof *graph->arcs);
    plan->result = kernel_plan_buffer(plan, words_bytes);
    kernel_plan_buffer(plan, words_bytes);
    kernel_plan_buffer(plan, words_bytes);
    kernel_plan_buffer(plan, bfs_search_bytes(graph, bound));
    kernel_plan_buffer(plan, sizeof(uint32_t));
    bfs_plan_move(plan, source);

    kernel_plan_pass(plan, BFS_ROWS);
    kernel_plan_pass(plan, BFS_ARCS);
    kernel_plan_pass(plan, BFS_LEVELS);
    kernel_plan_pass(plan, BFS_FRONTIER);
    kernel_plan_pass(plan, BFS_NEXT_FRONTIER);
    kernel_plan_pass(plan, BFS_SEARCH);
    kernel_plan_pass_word(plan, bound);
    kernel_plan_pass_word(plan, near_small);
}
