/* Item tasks: every number is run once, whatever happens to the work-groups. */
#include "coop/kernel.clh"
#include "coop/workqueue.clh"
#include "each_tasks.h"

static uint scramble(uint x)
{
    x = (x ^ (x >> 16)) * 0x7feb352du;
    x = (x ^ (x >> 15)) * 0x846ca68bu;
    return x ^ (x >> 16);
}

/* Sets the number's bit; counts those that were set already. */
static void run_number(uint number, global atomic_uint *bits, global atomic_uint *twice)
{
    uint bit = 1u << (number & 31u);

    if (atomic_fetch_or_explicit(&bits[number >> 5], bit, memory_order_relaxed, memory_scope_device) & bit) {
        atomic_fetch_add_explicit(twice, 1u, memory_order_relaxed, memory_scope_device);
    }
}

static void run_all(struct item_range range, global atomic_uint *bits, global atomic_uint *twice)
{
    for (uint i = 0; i < range.count; i++) {
        run_number(range.first + i, bits, twice);
    }
}

/* Part i of `parts` of the numbers behind the first. */
static struct item_range part_of(struct item_range range, uint parts, uint i)
{
    uint rest = range.count - 1;
    uint begin = (uint)((ulong)rest * (i * i) / (parts * parts));
    uint end = (uint)((ulong)rest * ((i + 1) * (i + 1)) / (parts * parts));
    struct item_range part = {range.first + 1 + begin, end - begin, range.seed};

    return part;
}

static int push(struct item_range part, int for_group, local struct coop_work *work)
{
    return for_group ? coop_try_push_group_range(work, (struct group_range){part})
                     : coop_try_push_item_range(work, part);
}

/* Each work-item has a range of its own; some push one by one, some reserve places, which may stay ranges of
 * nothing. With `mixes` some parts are for the whole work-group. What finds no room is run at once. */
static void item_range(struct item_range range, local struct coop_work *work, uint mixes,
                       global atomic_uint *bits, global atomic_uint *twice)
{
    uint random = scramble(range.first ^ range.seed);
    uint parts = 1 + random % PARTS_MAX;
    uint place = ~0u;

    if (range.count == 0) {
        return;
    }
    run_number(range.first, bits, twice);
    if (random & 64u) {
        place = coop_work_reserve(work, parts);
    }
    for (uint i = 0; i < parts; i++) {
        struct item_range part = part_of(range, parts, i);

        if (place != ~0u) {
            coop_put_item_range(work, place + i, part);
        } else if (part.count > 0 && !push(part, mixes && (random >> (8 + i) & 3u) == 0, work)) {
            run_all(part, bits, twice);
        }
    }
}

static void item_flood(struct item_flood task, local struct coop_work *work, uint mixes,
                       global atomic_uint *bits, global atomic_uint *twice)
{
    for (uint i = 0; i < task.tasks; i++) {
        coop_push_item_flood(work, (struct item_flood){0});
    }
}

coop_kernel void stealing(global struct coop_workqueue *queue, global atomic_uint *bits,
                          global atomic_uint *twice)
{
    local struct coop_work work;

    coop_work_begin(&work, queue);
    for (;;) {
        offer_kill();
        request_fork();
        coop_work_next(&work);
        if (coop_work_is_done(&work)) {
            break;
        }
        coop_work_run_each((item_range, item_flood), &work, 0, bits, twice);
    }
}

#ifndef STEALING_ALONE /* work_plain.c */

/* The parts of a work-group's range, which its work-items push, are again for one or for all. */
static void group_range(const local struct group_range *task, local struct coop_work *work, uint mixes,
                        global atomic_uint *bits, global atomic_uint *twice)
{
    if (get_local_id(0) == 0 && task->of.count > 0) {
        run_number(task->of.first, bits, twice);
    }
    for (uint i = (uint)get_local_id(0); i < PARTS_MAX && task->of.count > 0; i += (uint)get_local_size(0)) {
        struct item_range part = part_of(task->of, PARTS_MAX, i);

        if (part.count > 0 && !push(part, (i & 1u) != 0, work)) {
            run_all(part, bits, twice);
        }
    }
}

/* Tasks of both kinds. */
coop_kernel void mixing(global struct coop_workqueue *queue, global atomic_uint *bits,
                        global atomic_uint *twice)
{
    local struct coop_work work;

    coop_work_begin(&work, queue);
    for (;;) {
        offer_kill();
        request_fork();
        coop_work_next(&work);
        if (coop_work_is_done(&work)) {
            break;
        }
        if (coop_work_is_for_each(&work)) {
            coop_work_run_each((item_range), &work, 1, bits, twice);
        } else {
            coop_work_run((group_range), &work, 1, bits, twice);
        }
    }
}

/* Batches at resizing barriers, at which work-groups that have tasks in their seats end. */
coop_kernel void rounds(global struct coop_workqueue *queue, global atomic_uint *bits,
                        global atomic_uint *twice, global atomic_uint *done)
{
    local struct coop_work work;
    transmit uint round = 0;

    coop_work_begin(&work, queue);
    for (;;) {
        for (uint i = 0; i < 10; i++) {
            coop_work_next(&work);
            if (coop_work_is_done(&work) && get_local_id(0) == 0) {
                atomic_store_explicit(&done[round & 1u], 1u, memory_order_relaxed, memory_scope_device);
            }
            coop_work_run_each((item_range), &work, 0, bits, twice);
        }
        round++;
        resizing_global_barrier();
        if (atomic_load_explicit(&done[(round - 1) & 1u], memory_order_relaxed, memory_scope_device) != 0) {
            break;
        }
    }
}

/* Leaves when it has run a few batches: what it then has in its seats, others run. */
coop_kernel void leaving(global struct coop_workqueue *queue, global atomic_uint *bits,
                         global atomic_uint *twice)
{
    local struct coop_work work;
    uint left = get_group_id(0) == 0 ? ~0u : 20u;

    coop_work_begin(&work, queue);
    while (left > 0 && !coop_work_is_done(&work)) {
        left--;
        coop_work_next(&work);
        coop_work_run_each((item_range), &work, 0, bits, twice);
    }
}

/* Work-items push before they have their own tasks, for a while. */
coop_kernel void pushing_first(global struct coop_workqueue *queue, global atomic_uint *bits,
                               global atomic_uint *twice)
{
    local struct coop_work work;
    uint left = 100;

    coop_work_begin(&work, queue);
    for (;;) {
        coop_work_next(&work);
        if (coop_work_is_done(&work)) {
            break;
        }
        if (coop_work_is_for_each(&work)) {
            if (left > 0) {
                left--;
                coop_try_push_item_range(&work, (struct item_range){0});
            }
            coop_work_run_each((item_range), &work, 0, bits, twice);
        }
    }
}

/* Work-items but the first go past their tasks. */
coop_kernel void skipping(global struct coop_workqueue *queue, global atomic_uint *bits,
                          global atomic_uint *twice)
{
    local struct coop_work work;

    coop_work_begin(&work, queue);
    for (;;) {
        offer_kill();
        coop_work_next(&work);
        if (coop_work_is_done(&work)) {
            break;
        }
        if (get_local_id(0) == 0) {
            coop_work_run_each((item_range), &work, 0, bits, twice);
        }
    }
}

/* Leaves batches as they are, which have no tag. */
coop_kernel void forgetting(global struct coop_workqueue *queue, global atomic_uint *bits,
                            global atomic_uint *twice)
{
    local struct coop_work work;

    coop_work_begin(&work, queue);
    for (;;) {
        offer_kill();
        coop_work_next(&work);
        if (coop_work_is_done(&work)) {
            break;
        }
        if (coop_work_tag(&work) != COOP_TASK_NONE) {
            coop_work_run_each((item_range), &work, 0, bits, twice);
        }
    }
}

#endif
