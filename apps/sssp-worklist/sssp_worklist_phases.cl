/* The rounds of sssp_worklist.cl as ordinary kernels: the near vertices, the hubs' pieces, the far list,
 * and a kernel of one work-item that makes the next round. Rounds and the threshold are on the device, so
 * that the host need not look at each: a round without vertices changes nothing. */

/* What the rounds hand on; the host sets phase, low and splits to 0 and the threshold to delta. */
struct progress {
    uint last; /* the last round, from 1 on, that had something to do */
    uint splits;
    uint low;
    uint threshold;
};

#define TASK_PARAMETERS                                                                                \
    global const uint *rows, global const int *arcs, global const uint *weights,                       \
        global atomic_uint *distances, global atomic_uint *is_near, global atomic_uint *is_far,        \
        global uint *near_0, global uint *near_1, global uint *far_0, global uint *far_1,              \
        global struct piece *pieces, global struct counts *counts, uint hub_arcs, uint delta,          \
        global struct progress *progress, uint round

/* A round has a far list to split if it has no near vertices. */
static struct stage stage_of(global struct counts *counts, global const struct progress *progress, uint phase,
                             uint round, uint delta)
{
    struct stage stage = {NEAR, round, progress->splits, progress->low, progress->threshold, 0};
    struct stage begun = begin_round(counts, stage, delta);

    if (phase == PIECES) {
        begun.phase = PIECES;
        begun.count = count_get(&counts->pieces[round % 3]);
    } else if (begun.phase != phase) {
        begun.count = 0;
    }
    return begun;
}

static void run(struct stage stage, TASK_PARAMETERS)
{
    struct task task = {rows, arcs, weights, distances, is_near, is_far,
                        round % 2 ? near_1 : near_0, round % 2 ? near_0 : near_1,
                        stage.splits % 2 ? far_1 : far_0, far_list_of(stage) % 2 ? far_1 : far_0,
                        pieces, counts, hub_arcs};
    struct share share = {(uint)get_global_id(0), stage.count, (uint)get_global_size(0), 0};

    work(task, stage, share);
}

#define TASK                                                                                           \
    rows, arcs, weights, distances, is_near, is_far, near_0, near_1, far_0, far_1, pieces, counts,     \
        hub_arcs, delta, progress, round

kernel void sssp_worklist_near(TASK_PARAMETERS)
{
    run(stage_of(counts, progress, NEAR, round, delta), TASK);
}

kernel void sssp_worklist_pieces(TASK_PARAMETERS)
{
    run(stage_of(counts, progress, PIECES, round, delta), TASK);
}

kernel void sssp_worklist_split(TASK_PARAMETERS)
{
    run(stage_of(counts, progress, SPLIT, round, delta), TASK);
}

kernel void sssp_worklist_next(TASK_PARAMETERS)
{
    struct stage stage = {NEAR, round, progress->splits, progress->low, progress->threshold, 0};

    if (get_global_id(0) == 0) {
        stage = begin_round(counts, stage, delta);
        prepare_counts(counts, stage);
        if (stage.phase != DONE) {
            progress->last = round + 1;
            progress->splits = stage.splits + (stage.phase == SPLIT);
            progress->low = stage.low;
            progress->threshold = stage.threshold;
        }
    }
}
