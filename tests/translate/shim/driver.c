/* Runs the translated module and the untranslated source and compares what they leave in memory.
 *
 * The module is stepped work-item by work-item, as the megakernel would; at every primitive a random
 * scheduler kills and forks work-groups. Joining work-groups start from poisoned variables, so that a value
 * that should have been transmitted, or kept, and was not shows. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coop/shared/op.h"
#include "group.h"
#include "world.h"

enum { GROUPS_MAX = 5, ITEMS_MAX = 64, TRANSMIT = 384, STEPS_MAX = 200000 };

unsigned shim_step(struct coop_group *coop, void *vars, void *locals);
unsigned shim_chain(unsigned kernel_index, unsigned state);
unsigned shim_takes_group(void);
unsigned shim_keeps_barriers(void);
unsigned shim_vars_bytes(void);
unsigned shim_locals_bytes(void);

struct arguments {
    uint64_t data;
    uint64_t out;
    int n;
    int pad;
    uint64_t local_bytes[2];
};

struct worker {
    struct coop_group group;
    unsigned char *vars; /* one area per work-item */
    unsigned char *locals;
    uint64_t transmit_in[TRANSMIT / 8];
    uint64_t transmit_out[TRANSMIT / 8];
    int is_live;
    unsigned waits; /* the global operation it has arrived at, or 0 */
};

struct instance {
    struct worker workers[GROUPS_MAX];
    unsigned active;
    int has_returned;
    int is_cooperative;
    unsigned kernel;
    struct arguments arguments;
    struct memory *memory;
};

static int may_suspend; /* the kernels are coop_may_kill_all */

static unsigned items_per_group(void)
{
    return (unsigned)(local_items[0] * local_items[1] * local_items[2]);
}

/* With checks of addresses: all accesses of these kernels are right. */
void shim_wrong_access(unsigned line);
void shim_wrong_access(unsigned line)
{
    fprintf(stderr, "the right access in line %u is called wrong\n", line);
    exit(1);
}

static void worker_begin(struct instance *instance, unsigned long id, unsigned slot, unsigned state,
                         const struct worker *parent)
{
    struct worker *worker = &instance->workers[slot];

    memset(worker->vars, 0xA5, (size_t)shim_vars_bytes() * items_per_group());
    memset(worker->locals, 0xA5, shim_locals_bytes());
    memset(worker->transmit_out, 0xA5, TRANSMIT);
    memset(worker->transmit_in, 0xA5, TRANSMIT);
    if (parent != NULL) {
        memcpy(worker->transmit_in, parent->transmit_out, TRANSMIT);
    }
    worker->group.kernel_index = instance->kernel;
    worker->group.state = state;
    worker->group.begins = 1;
    worker->group.arena = (unsigned char *)instance->memory;
    worker->group.args = (const unsigned char *)&instance->arguments;
    worker->group.transmit_in = (unsigned char *)worker->transmit_in;
    worker->group.transmit_out = (unsigned char *)worker->transmit_out;
    worker->group.dimensions = dimensions;
    memcpy(worker->group.local_items, local_items, sizeof local_items);
    memcpy(worker->group.groups, grid, sizeof grid);
    worker->group.group[0] = instance->is_cooperative ? id : id % grid[0];
    worker->group.group[1] = instance->is_cooperative ? 0 : id / grid[0] % grid[1];
    worker->group.group[2] = instance->is_cooperative ? 0 : id / grid[0] / grid[1];
    worker->is_live = 1;
    worker->waits = 0;
}

/* coopc cuts a kernel at every barrier, so that none is left in the module's code. */
void shim_item_barrier(void);
void shim_item_barrier(void)
{
    fprintf(stderr, "a barrier in the module, whose work-items run one after the other\n");
    exit(1);
}

void shim_parted(void);
void shim_parted(void)
{
    fprintf(stderr, "work-items of a loop disagree\n");
    exit(1);
}

/* What each work-item says at the end of a step. */
struct step {
    struct worker *worker;
    unsigned next[ITEMS_MAX];
};

static void step_item(void *data, unsigned long id, unsigned item)
{
    struct step *step = data;
    struct worker *worker = step->worker;
    struct coop_group group = worker->group;

    (void)id;
    group.item = item;
    step->next[item] = shim_step(&group, worker->vars + (size_t)item * shim_vars_bytes(), worker->locals);
}

static unsigned worker_step(struct worker *worker)
{
    unsigned calls = shim_takes_group() ? 1 : items_per_group();
    struct step step = {.worker = worker, .next = {0}};
    unsigned first;

    if (shim_keeps_barriers()) {
        run_fibers(1, step_item, &step);
    } else {
        for (unsigned i = 0; i < calls; ++i) {
            step_item(&step, 0, i);
        }
    }
    first = step.next[0];
    for (unsigned i = 1; i < calls; ++i) {
        if (step.next[i] != first) {
            fprintf(stderr, "work-items disagree: item 0 goes to %#x, item %u to %#x\n", first, i,
                    step.next[i]);
            exit(1);
        }
    }
    worker->group.begins = 0;
    worker->group.state = first & 0xffffff;
    return first >> 24;
}

static void fork_groups(struct instance *instance, unsigned count, const struct worker *parent)
{
    for (; count > 0 && instance->active < GROUPS_MAX; --count) {
        worker_begin(instance, instance->active, instance->active, parent->group.state, parent);
        ++instance->active;
    }
}

static void set_groups(struct instance *instance)
{
    for (unsigned i = 0; i < GROUPS_MAX && instance->is_cooperative; ++i) {
        instance->workers[i].group.groups[0] = instance->active;
    }
}

/* The only work-group is killed and resumed: as far as it can tell, at once. */
static void suspend(struct instance *instance)
{
    struct worker *worker = &instance->workers[0];
    static struct worker parked;

    if (may_suspend && instance->active == 1 && worker->is_live && rand() % 2 == 0) {
        parked = *worker;
        worker_begin(instance, 0, 0, parked.group.state, &parked);
    }
}

static void perform(struct instance *instance, unsigned id, unsigned operation)
{
    struct worker *worker = &instance->workers[id];

    switch (operation) {
    case COOP_OP_RETURN:
        worker->is_live = 0;
        instance->has_returned = 1;
        break;
    case COOP_OP_NONE:
    case COOP_OP_BARRIER:
        break;
    case COOP_OP_OFFER_KILL:
        if (id > 0 && id == instance->active - 1 && rand() % 2 == 0) {
            worker->is_live = 0;
            --instance->active;
        } else if (!instance->has_returned) {
            suspend(instance);
        }
        break;
    case COOP_OP_REQUEST_FORK:
        if (!instance->has_returned) {
            fork_groups(instance, (unsigned)rand() % 3, worker);
        }
        break;
    case COOP_OP_GLOBAL_BARRIER:
    case COOP_OP_RESIZING_BARRIER:
        worker->waits = operation;
        break;
    default:
        fprintf(stderr, "unknown operation %u\n", operation);
        exit(1);
    }
    set_groups(instance);
}

/* The states that hold nothing but a primitive, as the leader performs them (cl/worker.cl), or, at random, by
 * steps. A work-group that was resumed begins with a step. */
static void chain(struct instance *instance, unsigned id, unsigned operation)
{
    struct worker *worker = &instance->workers[id];

    while (coop_op_may_chain(operation) && worker->is_live && !worker->group.begins && rand() % 4 != 0) {
        unsigned next = shim_chain(worker->group.kernel_index, worker->group.state);

        operation = next >> 24;
        if (operation == COOP_OP_NONE) {
            return;
        }
        worker->group.state = next & 0xffffff;
        perform(instance, id, operation);
    }
}

/* Opens the global barrier when everybody has arrived; a resizing one picks a new number of groups. */
static void open_barrier(struct instance *instance)
{
    unsigned operation = instance->workers[0].waits;
    unsigned wanted = 1 + (unsigned)rand() % GROUPS_MAX;

    for (unsigned i = 0; i < instance->active; ++i) {
        if (instance->workers[i].waits != operation) {
            return;
        }
    }
    for (unsigned i = 0; i < instance->active; ++i) {
        instance->workers[i].waits = 0;
    }
    if (operation == COOP_OP_RESIZING_BARRIER) {
        while (instance->active > wanted) {
            instance->workers[--instance->active].is_live = 0;
        }
        if (wanted == 1) {
            suspend(instance);
        }
        fork_groups(instance, wanted - instance->active, &instance->workers[0]);
        set_groups(instance);
    }
}

static void run_cooperative(struct instance *instance)
{
    int is_live = 1;

    for (unsigned steps = 0; is_live; ++steps) {
        is_live = 0;
        for (unsigned i = 0; i < instance->active; ++i) {
            struct worker *worker = &instance->workers[i];

            if (worker->is_live && worker->waits == 0) {
                unsigned operation = worker_step(worker);

                perform(instance, i, operation);
                chain(instance, i, operation);
            }
        }
        for (unsigned i = 0; i < instance->active; ++i) {
            is_live |= instance->workers[i].is_live;
        }
        if (is_live && instance->workers[0].waits != 0) {
            open_barrier(instance);
        }
        if (steps > STEPS_MAX) {
            fprintf(stderr, "the module does not end\n");
            exit(1);
        }
    }
}

static void run_regular(struct instance *instance)
{
    unsigned long groups = grid[0] * grid[1] * grid[2];

    for (unsigned long id = 0; id < groups; ++id) {
        unsigned operation = COOP_OP_BARRIER;

        worker_begin(instance, id, 0, 0, NULL);
        for (unsigned steps = 0; operation != COOP_OP_RETURN; ++steps) {
            operation = worker_step(&instance->workers[0]);
            if (steps > STEPS_MAX || coop_op_has_keyword(operation)) {
                fprintf(stderr, "the module does not end, or asks for operation %u\n", operation);
                exit(1);
            }
        }
    }
}

static void run_module(struct memory *memory, unsigned kernel, int is_cooperative)
{
    struct instance instance = {
        .active = 0, .kernel = kernel, .is_cooperative = is_cooperative, .memory = memory};

    instance.arguments.data = offsetof(struct memory, data);
    instance.arguments.out = offsetof(struct memory, out);
    instance.arguments.n = problem_size;
    instance.arguments.local_bytes[0] = LOCAL_BYTES_A;
    instance.arguments.local_bytes[1] = LOCAL_BYTES_B;
    for (unsigned i = 0; i < GROUPS_MAX; ++i) {
        instance.workers[i].vars =
            aligned_alloc(64, ((size_t)shim_vars_bytes() * items_per_group() + 63) / 64 * 64);
        instance.workers[i].locals = aligned_alloc(64, ((size_t)shim_locals_bytes() + 63) / 64 * 64);
    }
    if (is_cooperative) {
        for (; instance.active < grid[0]; ++instance.active) {
            worker_begin(&instance, instance.active, instance.active, 0, NULL);
        }
        set_groups(&instance);
        run_cooperative(&instance);
    } else {
        run_regular(&instance);
    }
    for (unsigned i = 0; i < GROUPS_MAX; ++i) {
        free(instance.workers[i].vars);
        free(instance.workers[i].locals);
    }
}

static int compare(const struct memory *plain, const struct memory *module, unsigned seed)
{
    int is_zero = 1;

    for (int i = 0; i < WORDS; ++i) {
        if (plain->out[i] != module->out[i] || plain->data[i] != module->data[i]) {
            fprintf(stderr, "%lu work-items, seed %u: out[%d] is %d, not %d; data[%d] is %d, not %d\n",
                    local_items[0], seed, i, module->out[i], plain->out[i], i, module->data[i],
                    plain->data[i]);
            return 1;
        }
        is_zero &= plain->out[i] == 0;
    }
    if (is_zero) {
        fprintf(stderr, "the kernel wrote nothing: the test shows nothing\n");
    }
    return is_zero;
}

/* Of each kernel, the last kind holds for those that are left. */
static const char *kind_of(char **kinds, int kind_count, unsigned kernel)
{
    return kinds[(int)kernel < kind_count ? (int)kernel : kind_count - 1];
}

static int is_kernel(unsigned kernel)
{
    return kernel < KERNELS_MAX && kernels[kernel] != NULL;
}

/* Runs the kernels one after the other, as `kinds` says: the untranslated ones once, since no seed changes
 * what they do, and the module's under the scheduler of each seed. */
static int run_kernels(char **kinds, int kind_count, unsigned items)
{
    static struct memory plain;
    static struct memory module;

    memory_fill(&plain);
    for (unsigned i = 0; is_kernel(i); ++i) {
        take_shape(kind_of(kinds, kind_count, i), items);
        run_plain(&plain, i);
    }
    for (unsigned seed = 1; seed <= 40; ++seed) {
        srand(seed);
        memory_fill(&module);
        for (unsigned i = 0; is_kernel(i); ++i) {
            const char *kind = kind_of(kinds, kind_count, i);

            take_shape(kind, items);
            run_module(&module, i, strcmp(kind, "cooperative") == 0);
        }
        if (compare(&plain, &module, seed) != 0) {
            return 1;
        }
    }
    return 0;
}

/* driver kind... [items...]: the kinds are names, the work-items of a work-group numbers. */
int main(int count, char **arguments)
{
    int kinds = 0;

    may_suspend = getenv("COOP_MAY_SUSPEND") != NULL;
    while (kinds + 1 < count && strchr("0123456789", arguments[kinds + 1][0]) == NULL) {
        ++kinds;
    }
    for (int i = kinds + 1; i < count; ++i) {
        if (run_kernels(arguments + 1, kinds, (unsigned)atoi(arguments[i])) != 0) {
            return 1;
        }
    }
    return 0;
}
