/* Tasks. */
#include "coopc/task/task.h"

#include <string.h>

bool variables_have(const struct variables *variables, const struct variable *variable)
{
    for (size_t i = 0; i < variables->list.count; ++i) {
        if (variables->list.items[i] == variable) {
            return true;
        }
    }
    return false;
}

void variables_add(struct variables *variables, struct variable *variable)
{
    if (!variables_have(variables, variable)) {
        *LIST_ADD(&variables->list) = variable;
    }
}

bool variable_has_field(const struct variable *variable)
{
    return variable->home == HOME_COPY || variable->home == HOME_PLACE;
}

struct task *task_of(const struct tasks *tasks, const struct call *call)
{
    for (size_t i = 0; i < tasks->list.count && call->function != NULL; ++i) {
        if (tasks->list.items[i]->function->canonical == call->function->canonical) {
            return tasks->list.items[i];
        }
    }
    return NULL;
}

const struct spawn *task_spawn_at(const struct task *task, size_t offset)
{
    for (size_t i = 0; i < task->spawns.count; ++i) {
        if (range_holds(task->spawns.items[i].statement, offset)) {
            return &task->spawns.items[i];
        }
    }
    return NULL;
}

const struct point *task_end_point(const struct task *task)
{
    for (size_t i = 0; i < task->points.count; ++i) {
        if (task->points.items[i].kind == POINT_END) {
            return &task->points.items[i];
        }
    }
    return NULL;
}

size_t task_item_bytes(const struct task *task)
{
    size_t unit = task->arguments.alignment;

    return (UP_BYTES + unit - 1) / unit * unit + task->arguments.size;
}

size_t task_closure_bytes(const struct task *task)
{
    return task->points.count == 0 ? 0 : CLOSURE_HEAD_BYTES + task->closure.size;
}

size_t tasks_closure_bytes(const struct tasks *tasks)
{
    size_t most = CLOSURE_HEAD_BYTES + 8;

    for (size_t i = 0; i < tasks->list.count; ++i) {
        const struct task *task = tasks->list.items[i];
        size_t root = CLOSURE_HEAD_BYTES + (task->function->is_void ? 0 : task->function->result.size);

        most = task_closure_bytes(task) > most ? task_closure_bytes(task) : most;
        most = root > most ? root : most; /* the host's closure has the result alone */
    }
    return (most + CLOSURE_HEAD_BYTES - 1) / CLOSURE_HEAD_BYTES * CLOSURE_HEAD_BYTES;
}
