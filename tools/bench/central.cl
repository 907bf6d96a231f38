/* Workloads on one queue for all work-groups. Where all tasks are there at the beginning the queue is a
 * counter; where tasks make tasks it is a ring (D. Vyukov's bounded queue for many producers and
 * consumers): the work-item that advances `pushed` or `taken` owns the place, and `turn` hands the place to
 * the next one. */
#include "coop/kernel.clh"

#include "central_tasks.h"
#include "apps/contains/contains.clh"
#include "apps/memset/memset.h"

enum { CENTRAL_NOTHING, CENTRAL_TASK, CENTRAL_DONE };

static global struct central_place *central_place(global struct central_queue *queue, uint turn)
{
    return (global struct central_place *)(queue + 1) + (turn & queue->mask);
}

/* Counted as outstanding before any work-group can see it. */
static void central_push(global struct central_queue *queue, struct central_task task)
{
    uint turn = atomic_load_explicit(&queue->pushed, memory_order_relaxed, memory_scope_device);
    global struct central_place *place;

    atomic_fetch_add_explicit(&queue->outstanding, 1u, memory_order_relaxed, memory_scope_device);
    for (;;) {
        place = central_place(queue, turn);
        uint seen = atomic_load_explicit(&place->turn, memory_order_acquire, memory_scope_device);

        if (seen == turn) {
            if (atomic_compare_exchange_strong_explicit(&queue->pushed, &turn, turn + 1, memory_order_relaxed,
                                                        memory_order_relaxed, memory_scope_device)) {
                break;
            }
        } else if ((int)(seen - turn) < 0) {
            atomic_fetch_add_explicit(&queue->overflowed, 1u, memory_order_relaxed, memory_scope_device);
            atomic_fetch_sub_explicit(&queue->outstanding, 1u, memory_order_relaxed, memory_scope_device);
            return;
        } else {
            turn = atomic_load_explicit(&queue->pushed, memory_order_relaxed, memory_scope_device);
        }
    }
    place->task = task;
    atomic_store_explicit(&place->turn, turn + 1, memory_order_release, memory_scope_device);
}

static uint central_take(global struct central_queue *queue, local struct central_task *task)
{
    uint turn = atomic_load_explicit(&queue->taken, memory_order_relaxed, memory_scope_device);
    global struct central_place *place = central_place(queue, turn);

    if (atomic_load_explicit(&place->turn, memory_order_acquire, memory_scope_device) != turn + 1) {
        return atomic_load_explicit(&queue->outstanding, memory_order_acquire, memory_scope_device) == 0
                   ? CENTRAL_DONE
                   : CENTRAL_NOTHING;
    }
    if (!atomic_compare_exchange_strong_explicit(&queue->taken, &turn, turn + 1, memory_order_relaxed,
                                                 memory_order_relaxed, memory_scope_device)) {
        return CENTRAL_NOTHING;
    }
    *task = place->task;
    atomic_store_explicit(&place->turn, turn + queue->mask + 1, memory_order_release, memory_scope_device);
    return CENTRAL_TASK;
}

static void make_children(const local struct central_task *task, global struct central_queue *queue,
                          struct uts_rule rule, global const uint *table, global struct tally *tally)
{
    uint i;

    for (i = (uint)get_local_id(0); i < task->count; i += (uint)get_local_size(0)) {
        struct central_task child = {uts_child(task->state, i), task->height + 1, 0};

        child.count = uts_child_count(rule, table, child.height, uts_draw(child.state));
        tally->counts[UTS_NODES]++;
        if (child.count > 0) {
            central_push(queue, child);
        } else {
            tally->counts[UTS_LEAVES]++;
            if (child.height > tally->counts[UTS_DEPTH]) {
                tally->counts[UTS_DEPTH] = child.height;
            }
        }
    }
}

coop_kernel void central_uts(global struct central_queue *queue, global const uint *table, uint table_heights,
                             uint binomial_end, uint binomial_children, global struct tally *tallies)
{
    local struct central_task task;
    local uint outcome;

    for (;;) {
        offer_kill();
        request_fork();
        if (get_local_id(0) == 0) {
            outcome = central_take(queue, &task);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        if (outcome == CENTRAL_DONE) {
            break;
        }
        if (outcome == CENTRAL_TASK) {
            make_children(&task, queue,
                          (struct uts_rule){0, 0, table_heights, binomial_end, binomial_children}, table,
                          tally_own(tallies));
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        if (get_local_id(0) == 0 && outcome == CENTRAL_TASK) {
            atomic_fetch_sub_explicit(&queue->outstanding, 1u, memory_order_release, memory_scope_device);
        }
    }
}

/* The tasks [taken, pushed) are the numbers themselves. */
static uint central_draw(global struct central_queue *queue, uint count)
{
    return atomic_load_explicit(&queue->taken, memory_order_relaxed, memory_scope_device) < count
               ? atomic_fetch_add_explicit(&queue->taken, 1u, memory_order_relaxed, memory_scope_device)
               : count;
}

coop_kernel void central_words(global struct central_queue *queue, uint count, global ulong *words)
{
    local uint index;

    for (;;) {
        offer_kill();
        request_fork();
        if (get_local_id(0) == 0) {
            index = central_draw(queue, count);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (index >= count) {
            break;
        }
        if (get_local_id(0) == 0) {
            words[index] = memset_value(index);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

coop_kernel void central_documents(global struct central_queue *queue, uint count, global const uchar *text,
                                   global const uint *begins, global const uchar *word, uint letters,
                                   global struct document_mark *marks, global struct tally *tallies)
{
    local uint index;

    for (;;) {
        offer_kill();
        request_fork();
        if (get_local_id(0) == 0) {
            index = central_draw(queue, count);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (index >= count) {
            break;
        }
        search_text(index, text, begins, word, letters, marks, tallies);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
