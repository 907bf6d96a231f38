/* Workloads on one queue for all work-groups. Where all tasks are there at the beginning the queue is a
 * counter; where tasks make tasks it is a ring (central.clh). */
#include "coop/kernel.clh"

#include "central.clh"
#include "apps/contains/contains.clh"
#include "apps/memset/memset.h"

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
