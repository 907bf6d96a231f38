#!/usr/bin/env python3
"""How often n queens fit on a board of n by n: tasks that spawn tasks, which the work-groups steal from each other."""

import sys

import numpy as np

import coop

KERNEL = """
#include "coop/kernel.clh"
#include "coop/workqueue.clh"
#include "coop/shared/task.h"

/* Queens in the first rows: the squares of the next row that they attack, by columns and by both diagonals. */
struct placement { uint row, columns, left, right; };
coop_tasks(placement);

static struct placement put(struct placement from, uint square)
{
    return (struct placement){from.row + 1, from.columns | square, (from.left | square) << 1, (from.right | square) >> 1};
}

/* The solutions below a placement, row by row. */
static uint count(struct placement from, uint n)
{
    struct placement path[17];
    uint free[17];
    uint solutions = 0;
    int depth = 0;

    path[0] = from;
    free[0] = ~(from.columns | from.left | from.right) & ((1u << n) - 1u);
    while (depth >= 0) {
        uint square = free[depth] & (0u - free[depth]);

        if (square == 0) {
            depth--;
            continue;
        }
        free[depth] ^= square;
        if (path[depth].row + 1 == n) {
            solutions++;
            continue;
        }
        path[depth + 1] = put(path[depth], square);
        depth++;
        free[depth] = ~(path[depth].columns | path[depth].left | path[depth].right) & ((1u << n) - 1u);
    }
    return solutions;
}

/* A task for each square of the next row; from the row `cutoff` on the task counts by itself. */
static void placement(const local struct placement *task, local struct coop_work *work, uint n, uint cutoff,
                      global atomic_uint *solutions)
{
    struct placement from = *task;

    if (get_local_id(0) != 0)
        return;
    if (from.row >= cutoff) {
        atomic_fetch_add_explicit(solutions, count(from, n), memory_order_relaxed, memory_scope_device);
        return;
    }
    for (uint free = ~(from.columns | from.left | from.right) & ((1u << n) - 1u); free != 0; free &= free - 1)
        coop_push_placement(work, put(from, free & (0u - free)));
}

coop_kernel void queens(global struct coop_workqueue *queue, uint n, uint cutoff, global atomic_uint *solutions)
{
    local struct coop_work work;

    coop_work_begin(&work, queue);
    for (;;) {
        offer_kill();
        request_fork();
        coop_work_next(&work);
        if (coop_work_is_done(&work))
            break;
        coop_work_run((placement), &work, n, cutoff, solutions);
    }
}
"""
PLACEMENT = np.dtype([("row", "u4"), ("columns", "u4"), ("left", "u4"), ("right", "u4")])
TAG = 1  # the first name of coop_tasks
SOLUTIONS = {4: 2, 5: 10, 6: 4, 7: 40, 8: 92, 9: 352, 10: 724, 11: 2680, 12: 14200}


def solutions(run, n, cutoff=3):
    """The number of solutions, and what the work queue counted."""
    with coop.WorkQueue(run.context, groups=run.report().worker_groups) as queue:
        queue.push(TAG, np.zeros(1, PLACEMENT))  # the empty board
        launch = run.launch.queens(queue=queue, n=n, cutoff=cutoff, solutions=coop.InOut(np.zeros(1, np.uint32)))
        return int(launch.results(timeout=120)["solutions"][0]), queue.report()


def main():
    with coop.Context(worker_groups=3) as context, \
            context.run(coop.Module(KERNEL, name="queens.cl"), local_items=1) as run:
        for n in (6, 8, 10):
            found, counts = solutions(run, n)
            if found != SOLUTIONS[n] or counts["outstanding"] != 0:
                sys.exit(f"{n} queens: {found} solutions instead of {SOLUTIONS[n]}, {counts['outstanding']} tasks left")
            print(f"{n} queens: {found} solutions, by {counts['executed']} tasks, {counts['stolen']} of them stolen")


if __name__ == "__main__":
    try:
        main()
    except (coop.NoDevice, coop.DeviceUnfit) as failure:
        print(failure)
        sys.exit(77)
