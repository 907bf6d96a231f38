/* Graphs as data under a fuzzer: what must hold of every sequence of words.
 *
 * No crash, no sanitizer's report, no leak, no hang (libFuzzer's own); what is refused, a word or the whole,
 * has a message; what the check accepts has an order of all tasks that keeps the edges, and the values of its
 * places are the same in every such order. The words are those of include/coop/graph.h as the library hands
 * them to its plan; kernels, devices and bytes are not in it: tests/graph/random.c has them. */
#include "host/graph/plan_border.h"
#include "host/graph/plan_check.h"
#include "says.h"

#include <stdlib.h>
#include <string.h>

enum { ORDERS = 3 };

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

/* A value for each place: what a task reads is mixed into what it writes. */
struct machine {
    uint64_t values[SAYS_PLACES_MAX];
    uint64_t seen;
    int is_writing;
};

static void touch(void *context, uint32_t place, int writes)
{
    struct machine *machine = context;

    if (place >= SAYS_PLACES_MAX) {
        says_fail("a task touches place %u", place);
    }
    if (!machine->is_writing) {
        machine->seen = (machine->seen ^ machine->values[place]) * UINT64_C(0x9e3779b97f4a7c15) + 1;
    } else if (writes) {
        machine->values[place] = machine->seen + place;
    }
}

static void run_task(const struct coop_plan *plan, uint32_t task, struct machine *machine)
{
    machine->seen = task;
    machine->is_writing = 0;
    coop_plan_touches(plan, task, touch, machine);
    machine->is_writing = 1;
    coop_plan_touches(plan, task, touch, machine);
}

/* The i-th task to look at: of turn 0 in the order of the check, then backwards, by number, and from the
 * middle on. */
static uint32_t pick(const struct coop_plan *plan, const uint32_t *order, uint32_t turn, uint32_t i)
{
    uint32_t count = plan->task_count;

    switch (turn) {
    case 0:
        return order[i];
    case 1:
        return order[count - 1 - i];
    case 2:
        return count - 1 - i;
    default:
        return order[(i + count / 2) % count];
    }
}

static int may_run(const struct coop_plan *plan, uint32_t task, const unsigned char *is_done)
{
    for (uint32_t i = 0; i < plan->tasks[task].before_count; i++) {
        if (!is_done[plan->tasks[task].before[i]]) {
            return 0;
        }
    }
    return !is_done[task];
}

/* Runs the tasks, each when all before it have run. */
static void run(const struct coop_plan *plan, const uint32_t *order, uint32_t turn, struct machine *machine)
{
    static unsigned char is_done[2 * SAYS_TASKS_MAX];
    uint32_t done = 0;

    if (plan->task_count > sizeof is_done) {
        says_fail("there are %u tasks", plan->task_count);
    }
    memset(machine, 0, sizeof *machine);
    memset(is_done, 0, sizeof is_done);
    for (uint32_t passes = 0; done < plan->task_count; passes++) {
        if (passes > (turn == 0 ? 0 : plan->task_count)) {
            says_fail("the order does not keep the edges");
        }
        for (uint32_t i = 0; i < plan->task_count; i++) {
            uint32_t task = pick(plan, order, turn, i);

            if (may_run(plan, task, is_done)) {
                run_task(plan, task, machine);
                is_done[task] = 1;
                done++;
            }
        }
    }
}

static void check_accepted(const struct coop_plan *plan, const uint32_t *order)
{
    static struct machine right;
    static struct machine other;

    run(plan, order, 0, &right);
    for (uint32_t turn = 1; turn <= ORDERS; turn++) {
        run(plan, order, turn, &other);
        if (memcmp(right.values, other.values, sizeof right.values) != 0) {
            says_fail("two orders of an accepted graph give two results");
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct says_bytes left = {bytes, length};
    struct coop_plan plan = says_plan(&left);
    uint32_t *order = NULL;
    coop_status status;

    plan.message[0] = '\0';
    status = coop_plan_check(&plan, &order);
    if (status == COOP_OK) {
        if (plan.task_count > 0) {
            check_accepted(&plan, order);
        }
    } else if (status != COOP_INVALID_ARGUMENT || order != NULL || plan.message[0] == '\0') {
        says_fail("the check ends with status %d and \"%s\"", (int)status, plan.message);
    }
    free(order);
    coop_plan_clear(&plan);
    return 0;
}
