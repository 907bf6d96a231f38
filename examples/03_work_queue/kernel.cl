/* In how many ways can queens stand on a board so that none attacks another? Each partial placement is a
 * task, which spawns a task for every square where the next row's queen may stand. */
#include "coop/kernel.clh"
#include "queens.h"

struct task {
    uint row;                  /* queens placed */
    uint columns, left, right; /* squares of the next row that are attacked, as bits */
};

/* Tasks [drawn, pushed) wait. Nothing is used twice, so it needs no wrap. */
struct queue {
    atomic_uint pending; /* tasks that are pushed and not done: 0 only when there will be no more */
    atomic_uint drawn;
    atomic_uint pushed;
    atomic_uint solutions;
    atomic_uint is_full[TASK_COUNT_MAX]; /* the task has been written */
    struct task tasks[TASK_COUNT_MAX];
};

enum { DRAWN, NOTHING_YET, FINISHED };

/* The task counts as pending before anybody can draw it. The store publishes it; pairs with the load in
 * `draw`. */
static void push(global struct queue *queue, struct task task)
{
    atomic_fetch_add_explicit(&queue->pending, 1u, memory_order_relaxed, memory_scope_device);
    uint place = atomic_fetch_add_explicit(&queue->pushed, 1u, memory_order_relaxed, memory_scope_device);
    queue->tasks[place] = task;
    atomic_store_explicit(&queue->is_full[place], 1u, memory_order_release, memory_scope_device);
}

/* Never waits: who holds nothing may end at offer_kill, and nothing is lost. */
static uint draw(global struct queue *queue, local struct task *task)
{
    uint place = atomic_load_explicit(&queue->drawn, memory_order_relaxed, memory_scope_device);

    if (atomic_load_explicit(&queue->pending, memory_order_relaxed, memory_scope_device) == 0) {
        return FINISHED;
    }
    if (place == TASK_COUNT_MAX ||
        atomic_load_explicit(&queue->is_full[place], memory_order_acquire, memory_scope_device) == 0 ||
        !atomic_compare_exchange_strong_explicit(&queue->drawn, &place, place + 1, memory_order_relaxed,
                                                 memory_order_relaxed, memory_scope_device)) {
        return NOTHING_YET;
    }
    *task = queue->tasks[place];
    return DRAWN;
}

static void try_square(global struct queue *queue, const local struct task *task, uint square)
{
    struct task next = {task->row + 1, task->columns | square, (task->left | square) << 1,
                        (task->right | square) >> 1};

    if ((square & (task->columns | task->left | task->right)) != 0) {
        return;
    }
    if (next.row == BOARD) {
        atomic_fetch_add_explicit(&queue->solutions, 1u, memory_order_relaxed, memory_scope_device);
    } else {
        push(queue, next);
    }
}

/* The host has pushed the empty board. A work-group holds no task at the head of the loop, where it may end,
 * or bring in new ones, which begin behind request_fork and draw for themselves. */
coop_kernel void place_queens(global struct queue *queue)
{
    local struct task task;
    local uint outcome;

    for (;;) {
        offer_kill();
        request_fork();
        if (get_local_id(0) == 0) {
            outcome = draw(queue, &task);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (outcome == FINISHED) {
            return;
        }
        if (outcome == DRAWN) {
            for (uint column = (uint)get_local_id(0); column < BOARD; column += (uint)get_local_size(0)) {
                try_square(queue, &task, 1u << column);
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); /* everybody has pushed, and read `task` */
        if (get_local_id(0) == 0 && outcome == DRAWN) {
            atomic_fetch_sub_explicit(&queue->pending, 1u, memory_order_relaxed, memory_scope_device);
        }
    }
}

/* Something else, which wants work-groups meanwhile. */
kernel void squares(global uint *values, uint count)
{
    uint i = (uint)get_global_id(0);

    if (i < count) {
        values[i] = i * i;
    }
}
