/* Work-items as fibers: of the reference, the untranslated kernels, and of a module whose kernels keep their
 * barriers. */
#include <stddef.h>
#include <stdlib.h>
#include <ucontext.h>

#include "world.h"

enum { STACK = 1 << 16, GROUPS_MAX = 6, ITEMS_MAX = 64 };

struct fiber {
    ucontext_t context;
    char *stack;
    unsigned long group[3];
    unsigned item;
    int is_done;
    int waits_globally;
};

static struct fiber *running;
static ucontext_t scheduler;
static void (*work_item)(void *data, unsigned long group, unsigned item);
static void *work_item_data;

/* Local memory of each work-group, with room for a vector of any size behind the end. */
static struct {
    char a[LOCAL_BYTES_A + 24] __attribute__((aligned(128)));
    char b[LOCAL_BYTES_B + 48] __attribute__((aligned(128)));
} plain_locals[GROUPS_MAX];

/* Values that the work-items of each work-group give each other. */
static uint64_t plain_rooms[GROUPS_MAX][ITEMS_MAX];

size_t shim_id(unsigned what, unsigned dimension);
void *shim_room(void);
void shim_global_barrier(void);

size_t shim_id(unsigned what, unsigned dimension)
{
    size_t item = running->item;

    switch (what) {
    case 0:
        return dimensions;
    case 1:
        for (unsigned i = 0; i < dimension; ++i) {
            item /= local_items[i];
        }
        return item % local_items[dimension];
    case 2:
        return local_items[dimension];
    case 3:
        return running->group[dimension];
    case 4:
        return grid[dimension];
    default:
        return item;
    }
}

static unsigned long group_of(const struct fiber *fiber)
{
    return fiber->group[0] + grid[0] * (fiber->group[1] + grid[1] * fiber->group[2]);
}

void *shim_room(void)
{
    return plain_rooms[group_of(running)];
}

void shim_barrier(void)
{
    running->waits_globally = 0;
    swapcontext(&running->context, &scheduler);
}

void shim_global_barrier(void)
{
    running->waits_globally = 1;
    swapcontext(&running->context, &scheduler);
}

static void fiber_main(void)
{
    work_item(work_item_data, group_of(running), running->item);
    running->is_done = 1;
    swapcontext(&running->context, &scheduler);
}

static void fiber_start(struct fiber *fiber, unsigned long group, unsigned item)
{
    fiber->stack = malloc(STACK);
    fiber->item = item;
    fiber->group[0] = group % grid[0];
    fiber->group[1] = group / grid[0] % grid[1];
    fiber->group[2] = group / grid[0] / grid[1];
    getcontext(&fiber->context);
    fiber->context.uc_stack.ss_sp = fiber->stack;
    fiber->context.uc_stack.ss_size = STACK;
    makecontext(&fiber->context, fiber_main, 0);
}

/* Runs one group until it ends or waits for the others. */
static int group_advance(struct fiber *fibers, unsigned items)
{
    for (;;) {
        for (unsigned i = 0; i < items; ++i) {
            if (!fibers[i].is_done) {
                running = &fibers[i];
                swapcontext(&scheduler, &fibers[i].context);
            }
        }
        if (fibers[0].is_done || fibers[0].waits_globally) {
            return !fibers[0].is_done;
        }
    }
}

void run_fibers(unsigned groups, void (*body)(void *data, unsigned long group, unsigned item), void *data)
{
    unsigned items = (unsigned)(local_items[0] * local_items[1] * local_items[2]);
    struct fiber *fibers = calloc(groups * items, sizeof *fibers);
    int is_live = 1;

    work_item = body;
    work_item_data = data;
    for (unsigned i = 0; i < groups * items; ++i) {
        fiber_start(&fibers[i], i / items, i % items);
    }
    while (is_live) {
        is_live = 0;
        for (unsigned i = 0; i < groups; ++i) {
            if (!fibers[i * items].is_done) {
                is_live |= group_advance(&fibers[i * items], items);
            }
        }
    }
    for (unsigned i = 0; i < groups * items; ++i) {
        free(fibers[i].stack);
    }
    free(fibers);
}

struct plain {
    struct memory *memory;
    kernel_function *kernel;
};

static void run_plain_item(void *data, unsigned long group, unsigned item)
{
    struct plain *plain = data;

    (void)item;
    plain->kernel(plain->memory->data, plain->memory->out, problem_size, plain_locals[group].a,
                  plain_locals[group].b);
}

void run_plain(struct memory *memory, unsigned kernel)
{
    struct plain plain = {memory, (kernel_function *)(void (*)(void))kernels[kernel]};

    run_fibers((unsigned)(grid[0] * grid[1] * grid[2]), run_plain_item, &plain);
}
