/* From tasks to channels: the tasks of a file are found, checked, cut and written anew. The file is then read
 * again, and holds no task any more. */
#include "coopc/task/lower.h"

#include "coopc/diag/diag.h"
#include "coopc/task/check.h"
#include "coopc/task/climb.h"
#include "coopc/task/cut.h"
#include "coopc/task/emit.h"
#include "coopc/task/find.h"
#include "coopc/task/run.h"
#include "coopc/task/warn.h"

struct tasks *tasks_lower(struct unit *unit, struct unfolded_files *files)
{
    struct tasks *tasks = tasks_find(unit);

    check_syncs(tasks);
    runs_find(tasks);
    if (diag_error_count() == 0) {
        tasks_check(tasks);
    }
    if (tasks->list.count == 0 || diag_error_count() > 0) {
        return NULL;
    }
    tasks_warn(tasks);
    tasks_cut(tasks);
    climb_find(tasks);
    tasks_check_sizes(tasks);
    if (diag_error_count() > 0) {
        return NULL;
    }
    tasks_emit(tasks, files);
    return tasks;
}
