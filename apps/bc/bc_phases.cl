/* Betweenness as ordinary kernels: the passes of bc.cl, a kernel for each of its phases. A level's vertices
 * are those from starts[level] to starts[level + 1]; its hubs' pass, going forward, makes the next level's
 * end. A level that is empty changes nothing, so the host may launch some too many. */

#define TASK_PARAMETERS                                                                                \
    global const uint *rows, global const int *arcs, global const uint *in_rows,                       \
        global const int *in_arcs, global atomic_int *levels, global struct paths *paths,              \
        global double *dependencies, global double *sums, global float *result, global uint *order,    \
        global uint *starts, global struct counts *counts, global struct piece *pieces
#define TASK                                                                                           \
    {rows, arcs, in_rows, in_arcs, levels, paths, dependencies, sums, result, order, starts, counts, pieces}

/* The level of a phase. Its counts are those of its number, in both directions. */
static struct stage stage_of(struct task task, uint phase, uint level)
{
    struct stage stage = {phase, level, 0, level, task.starts[level], task.starts[level + 1], 0};

    stage.pieces = count_get(&task.counts->pieces[level % 3]);
    return stage;
}

/* By one work-item, when the level's vertices and pieces are done: the counts that the next level will use,
 * in either direction. */
static void clear_others(global struct counts *counts, uint level)
{
    count_clear(&counts->found[(level + 2) % 3]);
    count_clear(&counts->pieces[(level + 1) % 3]);
    count_clear(&counts->pieces[(level + 2) % 3]);
    count_clear(&counts->wide[(level + 1) % 3]);
    count_clear(&counts->wide[(level + 2) % 3]);
}

static void run(struct task task, struct stage stage)
{
    uint count = stage.phase == FORWARD || stage.phase == BACKWARD ? stage.end - stage.begin : stage.pieces;
    struct share share = {(uint)get_global_id(0), count, (uint)get_global_size(0), 0};

    work(task, stage, 0, share);
}

kernel void bc_clear(TASK_PARAMETERS, uint vertex_count, uint source, global uint *last_level)
{
    struct task task = TASK;
    struct stage stage = {CLEAR, 0, 0, 0, 0, 0, 0};
    struct share share = {(uint)get_global_id(0), vertex_count, (uint)get_global_size(0), 0};
    uint i;

    work(task, stage, source, share);
    if (get_global_id(0) == 0) {
        *last_level = 0;
        for (i = 0; i < 3; i++) {
            count_clear(&task.counts->found[i]);
            count_clear(&task.counts->pieces[i]);
            count_clear(&task.counts->wide[i]);
        }
    }
}

kernel void bc_forward(TASK_PARAMETERS, uint level, global uint *last_level)
{
    struct task task = TASK;

    run(task, stage_of(task, FORWARD, level));
}

kernel void bc_forward_pieces(TASK_PARAMETERS, uint level, global uint *last_level)
{
    struct task task = TASK;

    run(task, stage_of(task, FORWARD_PIECES, level));
}

kernel void bc_forward_blocks(TASK_PARAMETERS, uint level, global uint *last_level)
{
    struct task task = TASK;

    run(task, stage_of(task, FORWARD_BLOCKS, level));
}

kernel void bc_forward_hubs(TASK_PARAMETERS, uint level, global uint *last_level)
{
    struct task task = TASK;
    struct stage stage = stage_of(task, FORWARD_HUBS, level);

    run(task, stage);
    if (get_global_id(0) == 0) {
        clear_others(counts, level);
        starts[level + 2] = stage.end + count_get(&counts->found[(level + 1) % 3]);
        if (stage.end > stage.begin) {
            *last_level = level + 1;
        }
    }
}

kernel void bc_backward(TASK_PARAMETERS, uint level, global uint *last_level)
{
    struct task task = TASK;

    run(task, stage_of(task, BACKWARD, level));
}

kernel void bc_backward_pieces(TASK_PARAMETERS, uint level, global uint *last_level)
{
    struct task task = TASK;

    run(task, stage_of(task, BACKWARD_PIECES, level));
}

kernel void bc_backward_blocks(TASK_PARAMETERS, uint level, global uint *last_level)
{
    struct task task = TASK;

    run(task, stage_of(task, BACKWARD_BLOCKS, level));
}

kernel void bc_backward_hubs(TASK_PARAMETERS, uint level, global uint *last_level)
{
    struct task task = TASK;

    run(task, stage_of(task, BACKWARD_HUBS, level));
    if (get_global_id(0) == 0) {
        clear_others(counts, level);
    }
}
