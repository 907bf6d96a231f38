/* What coopc refuses of a kernel's work queue (coop/workqueue.clh). */
#include "coopc/check/work.h"

#include <string.h>

#include "coopc/check/side.h"
#include "coopc/diag/diag.h"

static const struct call *find_call(const struct kernel *kernel, const char *name)
{
    for (size_t i = 0; i < kernel->function->calls.count; ++i) {
        const struct call *call = &kernel->function->calls.items[i];

        if (call->function == NULL && strcmp(call->name, name) == 0) {
            return call;
        }
    }
    return NULL;
}

static void check_others(const struct kernel *kernel)
{
    for (size_t i = 0; i < kernel->function->variables.count; ++i) {
        const struct variable *variable = kernel->function->variables.items[i];

        if (variable->is_work && !variable->is_parameter && variable != kernel->work) {
            diag_error(ERROR_SECOND_WORK_QUEUE, kernel->source, variable->offset,
                       "use one work queue, and tell its tasks apart by their tags.",
                       "'%s' is the second struct coop_work of '%s'; a kernel can have only one",
                       variable->name, kernel->name);
        }
        if (variable->is_workqueue && variable->is_parameter && variable != kernel->workqueue) {
            diag_error(
                ERROR_SECOND_WORK_QUEUE, kernel->source, variable->offset,
                "use one work queue, and tell its tasks apart by their tags.",
                "'%s' is the second work queue among the parameters of '%s'; a kernel can have only one",
                variable->name, kernel->name);
        }
    }
}

/* The runtime reads the launched value. */
static void check_queue(const struct kernel *kernel)
{
    for (size_t i = 0; i < kernel->function->references.count; ++i) {
        const struct reference *reference = &kernel->function->references.items[i];

        if (reference->variable == kernel->workqueue &&
            (reference->access == ACCESS_WRITE || reference->access == ACCESS_UPDATE ||
             reference->access == ACCESS_ADDRESS)) {
            diag_error(ERROR_WORK_QUEUE_CHANGED, kernel->source, reference->offset,
                       "leave the parameter as it is.", "'%s', the work queue of '%s', is changed here",
                       kernel->workqueue->name, kernel->name);
            return;
        }
    }
}

/* The calls of a function, from `first` on. */
static const struct call *next_call(const struct kernel *kernel, const char *name, size_t *first)
{
    while (*first < kernel->function->calls.count) {
        const struct call *call = &kernel->function->calls.items[(*first)++];

        if (strcmp(call->name, name) == 0) {
            return call;
        }
    }
    return NULL;
}

static size_t count_calls(const struct kernel *kernel, const char *name)
{
    size_t count = 0;

    for (size_t at = 0; next_call(kernel, name, &at) != NULL;) {
        ++count;
    }
    return count;
}

/* A batch holds tasks of all kinds that single work-items run, and a work-group's task is no batch. The calls
 * are those that coop_work_run and coop_work_run_each consist of. */
static void check_kinds(const struct kernel *kernel)
{
    size_t at = 0;
    const struct call *each = next_call(kernel, "coop_work_runs_each", &at);
    const struct call *second = next_call(kernel, "coop_work_runs_each", &at);
    size_t runs = count_calls(kernel, "coop_work_runs_on");
    bool asks =
        count_calls(kernel, "coop_work_is_for_each") > 0 || count_calls(kernel, "coop_work_tag") > runs;

    if (second != NULL) {
        diag_error(ERROR_MIXED_TASKS, kernel->source, second->offset,
                   "name all item tasks of the kernel in one coop_work_run_each.",
                   "'%s' has a second coop_work_run_each, and a batch may hold tasks of both", kernel->name);
    } else if (each != NULL && runs > 0 && !asks) {
        diag_error(
            ERROR_MIXED_TASKS, kernel->source, each->offset,
            string_printf("write if (coop_work_is_for_each(&%s)) around it, and coop_work_run behind else.",
                          kernel->work->name),
            "'%s' has a coop_work_run and a coop_work_run_each, and comes to both with each task",
            kernel->name);
    }
}

/* The functions of item tasks are called by single work-items. */
static void check_item_task(const struct unit *unit, const char *name)
{
    for (size_t i = 0; i < unit->functions.count; ++i) {
        const struct function *function = unit->functions.items[i];

        if (!function->has_body || !function->canonical->splits || strcmp(function->name, name) != 0) {
            continue;
        }
        for (size_t j = 0; j < function->calls.count; ++j) {
            if (operation_splits(function->calls.items[j].operation)) {
                diag_error(
                    ERROR_BARRIER_IN_ITEM_TASK, function->source, function->calls.items[j].offset,
                    "make it a task of coop_tasks, which all work-items run, or leave the barrier out.",
                    "'%s' waits for all work-items in the item task '%s', which each work-item runs "
                    "for itself",
                    function->calls.items[j].name, name);
                return;
            }
        }
    }
}

void check_item_tasks(const struct model *model)
{
    for (size_t i = 0; i < model->units.count; ++i) {
        const struct unit *unit = model->units.items[i];

        for (size_t j = 0; j < unit->names.count; ++j) {
            if (unit->names.items[j].kind == NAME_ENUMERATOR &&
                string_begins(unit->names.items[j].name, WORK_ITEM_TASK)) {
                check_item_task(unit, unit->names.items[j].name + strlen(WORK_ITEM_TASK));
            }
        }
    }
}

void check_work(const struct kernel *kernel)
{
    const struct variable *work = kernel->work;
    struct side side = {.object = work,
                        .shared = kernel->workqueue,
                        .begin = "coop_work_begin",
                        .next = "coop_work_next",
                        .error = ERROR_SECOND_WORK_QUEUE};
    const struct call *next = find_call(kernel, "coop_work_next");

    if (work == NULL) {
        if (next != NULL) {
            diag_error(ERROR_WORK_MISSING, kernel->source, next->offset,
                       "declare local struct coop_work work; in the kernel.",
                       "'%s' calls coop_work_next, but has no struct coop_work", kernel->name);
        }
        return;
    }
    check_others(kernel);
    if (kernel->function->kind != FUNCTION_COOPERATIVE) {
        diag_error(
            ERROR_WORK_IN_REGULAR, kernel->source, work->offset, "declare the kernel coop_kernel.",
            "'%s' is a struct coop_work in the regular kernel '%s', whose work-groups cannot share work",
            work->name, kernel->name);
    } else if (work->type.space != SPACE_LOCAL) {
        diag_error(
            ERROR_WORK_NOT_LOCAL, kernel->source, work->offset, "put local in front of it.",
            "'%s' is a struct coop_work that is not in local memory, so every work-item would have its own",
            work->name);
    } else if (kernel->workqueue == NULL) {
        diag_error(ERROR_WORK_WITHOUT_QUEUE, kernel->source, work->offset,
                   "give the kernel a parameter global struct coop_workqueue *queue.",
                   "'%s' is a struct coop_work, but '%s' has no work queue among its parameters", work->name,
                   kernel->name);
    } else if (find_call(kernel, "coop_work_begin") == NULL) {
        diag_error(
            ERROR_WORK_NOT_BEGUN, kernel->source, work->offset,
            string_printf("write coop_work_begin(&%s, %s); behind its declaration.", work->name,
                          kernel->workqueue->name),
            "'%s' is never set up by coop_work_begin, so the kernel would be wrong as ordinary OpenCL C",
            work->name);
    } else {
        check_queue(kernel);
        check_side(kernel, &side);
        check_kinds(kernel);
    }
}

static bool takes_work(const struct function *function)
{
    for (size_t i = 0; i < function->variables.count; ++i) {
        if (function->variables.items[i]->is_parameter && function->variables.items[i]->points_to_work) {
            return true;
        }
    }
    return false;
}

/* The runtime brings work queues only to modules that have a kernel with one. coop_tasks makes functions,
 * which all stand at its place: one message for all. */
void check_work_is_there(const struct model *model)
{
    static const char remedy[] = "declare a local struct coop_work in a cooperative kernel of the module, or "
                                 "leave this out of the module.";

    for (size_t i = 0; i < model->kernels.count; ++i) {
        if (model->kernels.items[i]->work != NULL) {
            return;
        }
    }
    for (size_t i = 0; i < model->units.count; ++i) {
        const struct unit *unit = model->units.items[i];
        size_t last = SIZE_MAX;

        for (size_t j = 0; j < unit->functions.count; ++j) {
            const struct function *function = unit->functions.items[j];

            if (!takes_work(function) || function->offset == last) {
                continue;
            }
            last = function->offset;
            if (string_begins(function->name, "coop_")) {
                diag_error(
                    ERROR_TASKS_WITHOUT_QUEUE, function->source, function->offset, remedy,
                    "tasks of a work queue are named here, but no kernel of the module has a work queue");
            } else {
                diag_error(ERROR_TASKS_WITHOUT_QUEUE, function->source, function->offset, remedy,
                           "'%s' takes a struct coop_work, but no kernel of the module has one",
                           function->name);
            }
        }
    }
}
