#include "host/workqueue/work_failure.h"

#include "coop/shared/task.h"
#include <stdio.h>

static void say_misfit(uint32_t detail, char *to, size_t capacity)
{
    uint32_t number = detail & 0xffffff;

    switch (detail >> 24) {
    case COOP_WORK_OTHER_TASKS:
        snprintf(to, capacity, "; this one has tasks of %u bytes, and the kernel's are others", number);
        break;
    case COOP_WORK_FEWER_GROUPS:
        snprintf(to, capacity, "; this one was made for %u work-groups", number);
        break;
    case COOP_WORK_SMALL_BOX:
        snprintf(
            to, capacity,
            "; between domains a batch of its team has at most %u tasks, fewer than the kernel takes out "
            "of a queue at once; create the team with more overflow_tasks and box_bytes",
            number);
        break;
    default:
        snprintf(to, capacity, "; there is none at that address");
        break;
    }
}

static void say_full(const struct coop_failure_record *failure, char *to, size_t capacity)
{
    int used = snprintf(to, capacity, "; it has overflow_tasks %llu and outbox_tasks %llu, and ",
                        (unsigned long long)failure->begin, (unsigned long long)failure->end);

    if (failure->detail != 0) {
        snprintf(to + used, capacity - (size_t)used, "a task with the tag %u was to be pushed",
                 failure->detail);
    } else {
        snprintf(to + used, capacity - (size_t)used,
                 "the work-group was to end, and found no room for the tasks that it held");
    }
}

void coop_work_failure_say(const struct coop_failure_record *failure, char *to, size_t capacity)
{
    switch (failure->kind.only_through_accessors) {
    case COOP_FAILURE_WORK_QUEUE:
        say_misfit(failure->detail, to, capacity);
        break;
    case COOP_FAILURE_WORK_TAG:
        snprintf(to, capacity, "; the task's tag is %u", failure->detail);
        break;
    case COOP_FAILURE_WORK_FULL:
        say_full(failure, to, capacity);
        break;
    default: /* COOP_FAILURE_WORK_RIGHTS */
        snprintf(to, capacity, "; it wanted to %s them",
                 failure->detail & COOP_DATA_WRITE ? "write" : "read");
        break;
    }
}
