/* What coopc refuses of a kernel's work queue (coop/workqueue.clh). */
#include "coopc/check/work.h"

#include <string.h>

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
            (reference->access == ACCESS_WRITE || reference->access == ACCESS_UPDATE)) {
            diag_error(ERROR_WORK_QUEUE_CHANGED, kernel->source, reference->offset,
                       "leave the parameter as it is.", "'%s', the work queue of '%s', is changed here",
                       kernel->workqueue->name, kernel->name);
            return;
        }
    }
}

void check_work(const struct kernel *kernel)
{
    const struct variable *work = kernel->work;
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
