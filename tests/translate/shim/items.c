#include "items.h"

#include <stdio.h>
#include <stdlib.h>
#include <ucontext.h>

#include "group.h"

enum { ITEMS_MAX = 64, STACK = 1 << 16 };

struct item {
    ucontext_t context;
    char *stack;
    struct coop_group *group;
    void *vars;
    void *locals;
    unsigned next;
    int is_done;
};

int has_fibers;
static struct item items[ITEMS_MAX];
static struct item *running;
static ucontext_t stepper;

unsigned shim_step(struct coop_group *coop, void *vars, void *locals);
void shim_item_barrier(void);

void shim_item_barrier(void)
{
    if (!has_fibers) {
        fprintf(stderr, "a barrier in the module, whose work-items run one after the other\n");
        exit(1);
    }
    swapcontext(&running->context, &stepper);
}

static void item_main(void)
{
    running->next = shim_step(running->group, running->vars, running->locals);
    running->is_done = 1;
    swapcontext(&running->context, &stepper);
}

static void item_start(struct item *item)
{
    item->stack = item->stack == NULL ? malloc(STACK) : item->stack;
    item->is_done = 0;
    getcontext(&item->context);
    item->context.uc_stack.ss_sp = item->stack;
    item->context.uc_stack.ss_size = STACK;
    makecontext(&item->context, item_main, 0);
}

/* Every work-item goes to its next barrier, or to the end of the step: all must do the same. */
static unsigned advance(struct coop_group *group, unsigned count)
{
    unsigned done = 0;

    for (unsigned i = 0; i < count; ++i) {
        running = &items[i];
        group->item = i;
        swapcontext(&stepper, &items[i].context);
        done += items[i].is_done != 0;
    }
    if (done > 0 && done < count) {
        fprintf(stderr, "%u of %u work-items stand at a barrier\n", count - done, count);
        exit(1);
    }
    return done;
}

void items_run(struct coop_group *group, unsigned char *vars, unsigned vars_bytes, void *locals,
               unsigned count, unsigned *next)
{
    for (unsigned i = 0; i < count; ++i) {
        items[i].group = group;
        items[i].vars = vars + (size_t)i * vars_bytes;
        items[i].locals = locals;
        item_start(&items[i]);
    }
    while (advance(group, count) == 0) {
    }
    for (unsigned i = 0; i < count; ++i) {
        next[i] = items[i].next;
    }
}
