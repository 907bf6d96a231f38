#include "bfs_phases.h"

/* Places among the phases' parameters (bfs_phases.cl). */
enum { LEVEL_IN = 3, LEVEL_OUT = 4, LEVEL_LEVEL = 7, PIECES_OUT = 2, PIECES_LEVEL = 4 };

void bfs_phases_declare(struct bfs_phases *phases, struct kernel_plan *plan, const struct graph *graph,
                        uint32_t hub_arcs)
{
    uint32_t bound = hub_arcs > 0 ? hub_arcs : BFS_HUB_ARCS;

    phases->vertex_count = graph->vertex_count;
    phases->piece_count = graph_pieces(graph, bound);
    phases->level = kernel_plan_phase(plan, "bfs_level");
    kernel_plan_pass(plan, BFS_ROWS);
    kernel_plan_pass(plan, BFS_ARCS);
    kernel_plan_pass(plan, BFS_LEVELS);
    kernel_plan_pass(plan, BFS_FRONTIER);
    kernel_plan_pass(plan, BFS_NEXT_FRONTIER);
    kernel_plan_pass(plan, BFS_SEARCH);
    kernel_plan_pass_word(plan, bound);
    kernel_plan_pass_word(plan, 0);
    kernel_plan_pass(plan, BFS_LAST_ROUND);

    phases->pieces = kernel_plan_phase(plan, "bfs_pieces");
    kernel_plan_pass(plan, BFS_ARCS);
    kernel_plan_pass(plan, BFS_LEVELS);
    kernel_plan_pass(plan, BFS_NEXT_FRONTIER);
    kernel_plan_pass(plan, BFS_SEARCH);
    kernel_plan_pass_word(plan, 0);
}

static void launch_round(void *self, struct kernel_phases *launches, uint32_t round)
{
    const struct bfs_phases *phases = self;
    uint32_t level = round - 1;
    unsigned in = level % 2 == 0 ? BFS_FRONTIER : BFS_NEXT_FRONTIER;
    unsigned out = level % 2 == 0 ? BFS_NEXT_FRONTIER : BFS_FRONTIER;

    kernel_phases_set_buffer(launches, phases->level, LEVEL_IN, in);
    kernel_phases_set_buffer(launches, phases->level, LEVEL_OUT, out);
    kernel_phases_set_word(launches, phases->level, LEVEL_LEVEL, level);
    kernel_phases_launch(launches, phases->level, phases->vertex_count);
    if (phases->piece_count > 0) {
        kernel_phases_set_buffer(launches, phases->pieces, PIECES_OUT, out);
        kernel_phases_set_word(launches, phases->pieces, PIECES_LEVEL, level);
        kernel_phases_launch(launches, phases->pieces, phases->piece_count);
    }
}

int bfs_phases_launch(const struct bfs_phases *phases, struct kernel_phases *launches,
                      struct tool_error *error)
{
    struct bfs_phases own = *phases;

    return kernel_phases_repeat(launches, launch_round, &own, BFS_LAST_ROUND, 0, NULL, error);
}
