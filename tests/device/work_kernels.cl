/* Work stealing: every number is run once, whatever happens to the work-groups. */
#include "coop/kernel.clh"
#include "coop/workqueue.clh"
#include "work_tasks.h"

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

/* Part i of `parts` of the numbers behind the first; every work-item finds the same ones. */
static struct range part_of(const local struct range *range, uint parts, uint i)
{
    uint rest = range->count - 1;
    uint begin = (uint)((ulong)rest * (i * i) / (parts * parts));
    uint end = (uint)((ulong)rest * ((i + 1) * (i + 1)) / (parts * parts));
    struct range part = {range->first + 1 + begin, end - begin, range->seed};

    return part;
}

/* The parts are pushed by all work-items: one by one, or by one of them in a batch, which may hold ranges of
 * nothing. What finds no room is run at once. */
static void range(const local struct range *range, local struct coop_work *work, global atomic_uint *bits,
                  global atomic_uint *twice)
{
    uint random = scramble(range->first ^ range->seed);
    uint parts = 1 + random % PARTS_MAX;
    uint place = ~0u;

    if (range->count == 0) {
        return;
    }
    if (get_local_id(0) == 0) {
        run_number(range->first, bits, twice);
    }
    if (random & 64u) {
        if (get_local_id(0) != 0) {
            return;
        }
        place = coop_work_reserve(work, parts);
        for (uint i = 0; i < parts; i++) {
            struct range part = part_of(range, parts, i);
            if (place != ~0u) {
                coop_put_range(work, place + i, part);
            }
            for (uint j = 0; place == ~0u && j < part.count; j++) {
                run_number(part.first + j, bits, twice);
            }
        }
        return;
    }
    for (uint i = (uint)get_local_id(0); i < parts; i += (uint)get_local_size(0)) {
        struct range part = part_of(range, parts, i);
        if (part.count > 0 && !coop_try_push_range(work, part)) {
            for (uint j = 0; j < part.count; j++) {
                run_number(part.first + j, bits, twice);
            }
        }
    }
}

static void faulty(const local struct faulty *task, local struct coop_work *work, global atomic_uint *bits,
                   global atomic_uint *twice)
{
    struct faulty more = {WANTS_NOTHING, 0, {0, 0, 0, 0}};

    if (get_local_id(0) != 0) {
        return;
    }
    if (task->what == WANTS_TO_READ) {
        global uint *word = (global uint *)coop_work_data(work, task->data, COOP_DATA_READ);
        atomic_fetch_add_explicit(twice, *word, memory_order_relaxed, memory_scope_device);
    } else if (task->what == WANTS_TO_WRITE) {
        coop_work_data(work, task->data, COOP_DATA_WRITE);
    } else if (task->what == WANTS_TO_FILL) {
        for (uint i = 0; i < 100000; i++) {
            coop_push_faulty(work, more);
        }
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
        coop_work_run((range, faulty), &work, bits, twice);
    }
}

#ifndef STEALING_ALONE /* work_plain.c */

/* As range, by several work-items: one finds a part, another one pushes it, and a barrier stands between. */
static void range_by_turns(const local struct range *range, local struct coop_work *work,
                           local struct range *scratch, global atomic_uint *bits, global atomic_uint *twice)
{
    uint item = (uint)get_local_id(0);
    uint items = (uint)get_local_size(0);

    if (item == 0) {
        run_number(range->first, bits, twice);
    }
    for (uint i = item; i < PARTS_MAX; i += items) {
        scratch[i] = part_of(range, PARTS_MAX, i);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = items - 1 - item; i < PARTS_MAX; i += items) {
        struct range part = scratch[PARTS_MAX - 1 - i];
        if (part.count > 0 && !coop_try_push_range(work, part)) {
            for (uint j = 0; j < part.count; j++) {
                run_number(part.first + j, bits, twice);
            }
        }
    }
}

/* Tasks with barriers, in a switch of the kernel's own; one calls a helper that holds a barrier. */
coop_kernel void switching(global struct coop_workqueue *queue, global atomic_uint *bits,
                           global atomic_uint *twice)
{
    local struct coop_work work;
    local struct range scratch[PARTS_MAX];
    local uint whole;

    coop_work_begin(&work, queue);
    for (;;) {
        offer_kill();
        request_fork();
        coop_work_next(&work);
        if (coop_work_is_done(&work)) {
            break;
        }
        switch (coop_work_tag(&work)) {
        case coop_tag_range:
            if (get_local_id(0) == get_local_size(0) - 1) {
                whole = coop_task_parameters(&work, range)->count;
            }
            barrier(CLK_LOCAL_MEM_FENCE);
            if (whole > 3) {
                range_by_turns(coop_task_parameters(&work, range), &work, scratch, bits, twice);
            } else if (get_local_id(0) == 0) {
                for (uint i = 0; i < whole; i++) {
                    run_number(coop_task_parameters(&work, range)->first + i, bits, twice);
                }
            }
            break;
        case COOP_TASK_NONE:
            break;
        default:
            coop_work_unknown(&work);
            break;
        }
    }
}

static void push_half(local struct coop_work *work, struct turns part, global atomic_uint *bits,
                      global atomic_uint *twice)
{
    if (part.count > 0 && !coop_try_push_turns(work, part)) {
        for (uint i = 0; i < part.count; i++) {
            run_number(part.first + i, bits, twice);
        }
    }
}

/* The last work-item finds what is left behind the first number, and two push a half each: barriers and a
 * collective stand between. */
static void turns(const local struct turns *task, local struct coop_work *work, local struct turns *halves,
                  global atomic_uint *bits, global atomic_uint *twice)
{
    uint item = (uint)get_local_id(0);
    uint last = work_group_reduce_max(item);

    if (item == last) {
        uint left = task->count - 1;

        halves[0] = (struct turns){task->first + 1, left / 2, task->seed};
        halves[1] = (struct turns){task->first + 1 + left / 2, left - left / 2, task->seed};
    }
    if (item == 0) {
        run_number(task->first, bits, twice);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item == 0) {
        push_half(work, halves[0], bits, twice);
    }
    if (item == last) {
        push_half(work, halves[1], bits, twice);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

coop_kernel void taking_turns(global struct coop_workqueue *queue, global atomic_uint *bits,
                              global atomic_uint *twice)
{
    local struct coop_work work;
    local struct turns halves[2];

    coop_work_begin(&work, queue);
    for (;;) {
        offer_kill();
        request_fork();
        coop_work_next(&work);
        if (coop_work_is_done(&work)) {
            break;
        }
        coop_work_run((turns), &work, halves, bits, twice);
    }
}

/* Work-groups that may end in any order, and are all there before the first of them looks for a task. */
coop_kernel coop_kill_any void meeting_first(global struct coop_workqueue *queue, global atomic_uint *bits,
                                             global atomic_uint *twice)
{
    local struct coop_work work;

    coop_work_begin(&work, queue);
    global_barrier();
    for (;;) {
        offer_kill();
        coop_work_next(&work);
        if (coop_work_is_done(&work)) {
            break;
        }
        if (coop_work_tag(&work) == coop_tag_range) {
            range(coop_task_parameters(&work, range), &work, bits, twice);
        }
    }
}

/* Rounds of tasks between resizing barriers, at which work-groups that hold tasks end. Who finds the work
 * done says so in the word of the round; all read it behind the barrier, when nobody can write it any
 * more. */
coop_kernel void rounds(global struct coop_workqueue *queue, global atomic_uint *bits,
                        global atomic_uint *twice, global atomic_uint *done)
{
    local struct coop_work work;
    transmit uint round = 0;

    coop_work_begin(&work, queue);
    for (;;) {
        for (uint i = 0; i < 20; i++) {
            coop_work_next(&work);
            if (coop_work_is_done(&work) && get_local_id(0) == 0) {
                atomic_store_explicit(&done[round & 1u], 1u, memory_order_relaxed, memory_scope_device);
            }
            if (coop_work_tag(&work) == coop_tag_range) {
                range(coop_task_parameters(&work, range), &work, bits, twice);
            }
        }
        round++;
        resizing_global_barrier();
        if (atomic_load_explicit(&done[(round - 1) & 1u], memory_order_relaxed, memory_scope_device) != 0) {
            break;
        }
    }
}

/* A coop_work_run for each kind of task: none runs on with a task of the other kind. */
coop_kernel void sorting(global struct coop_workqueue *queue, global atomic_uint *bits,
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
        if (coop_work_tag(&work) == coop_tag_range) {
            coop_work_run((range), &work, bits, twice);
        } else {
            coop_work_run((faulty), &work, bits, twice);
        }
    }
}

/* Leaves when it has run a few tasks: what it then holds, others run. */
coop_kernel void leaving(global struct coop_workqueue *queue, global atomic_uint *bits,
                         global atomic_uint *twice)
{
    local struct coop_work work;
    uint left = get_group_id(0) == 0 ? ~0u : 50u;

    coop_work_begin(&work, queue);
    while (left > 0 && !coop_work_is_done(&work)) {
        left--;
        coop_work_next(&work);
        if (coop_work_tag(&work) == coop_tag_range) {
            range(coop_task_parameters(&work, range), &work, bits, twice);
        }
    }
}

#endif
