#include "says.h"

#include "host/graph/plan_part.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TENSORS = 3, SCALARS = 2, STORAGES = TENSORS + SCALARS, WORDS_MAX = 24, DEPTH_MAX = 3 };

static const enum coop_plan_where wheres[] = {COOP_PLAN_BESIDE, COOP_PLAN_THEN, COOP_PLAN_THEN_BY_BLOCK};

void says_fail(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    fputs("fuzz_plan: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    abort();
}

static uint32_t take(struct says_bytes *bytes, uint32_t limit)
{
    if (bytes->left == 0) {
        return 0;
    }
    bytes->left--;
    return *bytes->next++ % limit;
}

/* ---- tensors ---- */

/* What all plans of an input have: tensors 0 and 1 are cut alike, 2 perhaps otherwise. */
struct world {
    struct coop_plan_storage tensors[TENSORS];
};

static struct world take_world(struct says_bytes *bytes)
{
    struct coop_plan_storage storage = {.cut = {{1 + take(bytes, 3), 1 + take(bytes, 3), 1}},
                                        .cells = {9, 7, 1},
                                        .dimensions = 2,
                                        .padding = take(bytes, 3),
                                        .rings = take(bytes, 4),
                                        .owned = take(bytes, 4)};
    struct world world;

    storage.owned &= ~storage.rings;
    if (take(bytes, 4) == 0) {
        storage.dimensions = 3;
        storage.cells[2] = 4;
        storage.cut.parts[2] = 1 + take(bytes, 2);
    }
    world.tensors[0] = storage;
    world.tensors[1] = storage;
    world.tensors[2] = storage;
    world.tensors[2].cut.parts[0] = 1 + take(bytes, 3);
    return world;
}

static struct coop_plan make_plan(const struct world *world)
{
    struct coop_plan plan;

    coop_plan_init(&plan);
    for (uint32_t i = 0; i < TENSORS; i++) {
        coop_plan_storage(&plan, &world->tensors[i]);
    }
    coop_plan_scalar(&plan, "speed");
    coop_plan_scalar(&plan, "step");
    return plan;
}

/* ---- words ---- */

/* Few, so that some are there twice; one is empty, and one too long. */
static const char *take_name(struct says_bytes *bytes)
{
    static const char *const names[] = {"a",
                                        "b",
                                        "c",
                                        "d",
                                        "e",
                                        "f",
                                        "g",
                                        "h",
                                        "i",
                                        "j",
                                        "k",
                                        "l",
                                        "m",
                                        "n",
                                        "o",
                                        "p",
                                        "q",
                                        "r",
                                        "a/b",
                                        "c/1/a",
                                        "b/2/c",
                                        "",
                                        "a name of forty bytes that is the longest",
                                        "a name of more than forty bytes, too long"};

    return names[take(bytes, sizeof names / sizeof names[0])];
}

static unsigned take_how(struct says_bytes *bytes)
{
    static const unsigned hows[] = {COOP_PLAN_READS,
                                    COOP_PLAN_WRITES,
                                    COOP_PLAN_READS | COOP_PLAN_WRITES,
                                    COOP_PLAN_READS | COOP_PLAN_PADDED,
                                    COOP_PLAN_READS | COOP_PLAN_WRITES | COOP_PLAN_PADDED,
                                    COOP_PLAN_READS | COOP_PLAN_WRITES | COOP_PLAN_PADDED |
                                        COOP_PLAN_EXCLUSIVE,
                                    COOP_PLAN_READS | COOP_PLAN_FILLS};

    return hows[take(bytes, sizeof hows / sizeof hows[0])];
}

/* As graph_node.c lets them be: tensors first, and a node that has some only reads scalars. */
static coop_status add(struct coop_plan *plan, struct says_bytes *bytes)
{
    struct coop_plan_access accesses[COOP_PLAN_ACCESSES + 1];
    uint32_t tensors = take(bytes, 4);
    uint32_t scalars = take(bytes, 3);
    uint32_t count = 0;
    const char *name = take_name(bytes);

    for (uint32_t i = 0; i < tensors; i++) {
        accesses[count++] = (struct coop_plan_access){take(bytes, TENSORS), take_how(bytes)};
    }
    if (tensors == 3 && scalars == 2) {
        while (count < COOP_PLAN_ACCESSES + 1) { /* one too many */
            accesses[count++] = accesses[0];
        }
        scalars = 0;
    }
    for (uint32_t i = 0; i < scalars; i++) {
        unsigned how = tensors > 0 ? (unsigned)COOP_PLAN_READS : 1 + take(bytes, 3);

        accesses[count++] = (struct coop_plan_access){TENSORS + take(bytes, SCALARS), how};
    }
    return coop_plan_add(plan, count > 0 ? COOP_PLAN_KERNEL : COOP_PLAN_HOST, name, 0, wheres[take(bytes, 3)],
                         accesses, count);
}

static coop_status add_part(struct coop_plan *plan, const struct world *world, struct says_bytes *bytes,
                            int depth);

static coop_status say_word(struct coop_plan *plan, const struct world *world, struct says_bytes *bytes,
                            int depth)
{
    static const uint32_t items[2] = {1, 2};
    const char *name;
    uint32_t tensor;

    switch (take(bytes, 8)) {
    case 0:
        name = take_name(bytes);
        tensor = take(bytes, TENSORS);
        return coop_plan_reduce(plan, name, items, wheres[take(bytes, 3)], tensor,
                                TENSORS + take(bytes, SCALARS));
    case 1:
        tensor = take(bytes, TENSORS);
        return coop_plan_swap(plan, tensor, take(bytes, TENSORS));
    case 2:
        name = take_name(bytes);
        return coop_plan_edge(plan, name, take_name(bytes));
    case 3:
        return depth < DEPTH_MAX ? add_part(plan, world, bytes, depth + 1) : COOP_OK;
    default:
        return add(plan, bytes);
    }
}

/* Words until there are no bytes, or enough; false: the plan is not to be used any more. */
static void say_words(struct coop_plan *plan, const struct world *world, struct says_bytes *bytes, int depth)
{
    uint32_t count = depth == 0 ? WORDS_MAX : 1 + take(bytes, 5);

    for (uint32_t i = 0; i < count && bytes->left > 0 && plan->task_count < SAYS_TASKS_MAX; i++) {
        uint32_t nodes = plan->node_count;
        uint32_t tasks = plan->task_count;
        coop_status status;

        plan->message[0] = '\0';
        status = say_word(plan, world, bytes, depth);
        if (status == COOP_INVALID_ARGUMENT) {
            if (plan->message[0] == '\0' || plan->node_count != nodes || plan->task_count != tasks) {
                says_fail("a word is refused with \"%s\", and there are %u nodes after %u", plan->message,
                          plan->node_count, nodes);
            }
        } else if (status != COOP_OK) {
            says_fail("a word ends with status %d", (int)status);
        }
    }
}

static coop_status add_part(struct coop_plan *plan, const struct world *world, struct says_bytes *bytes,
                            int depth)
{
    uint32_t numbers[STORAGES] = {0, 1, 2, 3, 4};
    struct coop_plan part = make_plan(world);
    const char *name = take_name(bytes);
    uint32_t times = take(bytes, 4);
    enum coop_plan_where where = wheres[take(bytes, 2)];
    coop_status status = COOP_OK;

    if (take(bytes, 2) == 1) {
        numbers[0] = 1;
        numbers[1] = 0;
    }
    say_words(&part, world, bytes, depth);
    if (plan->task_count + (uint64_t)times * part.task_count < SAYS_TASKS_MAX) {
        status = coop_plan_part(plan, name, where, &part, times, numbers, 0);
    }
    coop_plan_clear(&part);
    return status;
}

struct coop_plan says_plan(struct says_bytes *bytes)
{
    const struct world world = take_world(bytes);
    struct coop_plan plan = make_plan(&world);

    say_words(&plan, &world, bytes, 0);
    return plan;
}
