/* In a file of its own, since the modules' headers name the same kernels as those of the workloads' files. */
#include "clocked.h"

#include "apps/contains/task_contains.h"
#include "apps/fib/task_fib.h"
#include "apps/memset/task_memset.h"
#include "apps/queens/task_queens.h"
#include "apps/uts/task_uts.h"
#include "contains_clocked_text.h"
#include "fib_clocked_text.h"
#include "memset_clocked_text.h"
#include "queens_clocked_text.h"
#include "uts_clocked_text.h"
#include "uts_lanes_clocked_text.h"

const char *clocked_module_text(const struct work_problem *problem, size_t *bytes)
{
    const struct workload *workload = problem->workload;

    if (workload == &workload_contains) {
        *bytes = contains_clocked_module_bytes;
        return contains_clocked_module_text;
    }
    if (workload == &workload_fib) {
        *bytes = fib_clocked_module_bytes;
        return fib_clocked_module_text;
    }
    if (workload == &workload_memset) {
        *bytes = memset_clocked_module_bytes;
        return memset_clocked_module_text;
    }
    if (workload == &workload_queens) {
        *bytes = queens_clocked_module_bytes;
        return queens_clocked_module_text;
    }
    if (workload == &workload_uts && problem->lanes > 1) {
        *bytes = uts_lanes_clocked_module_bytes;
        return uts_lanes_clocked_module_text;
    }
    if (workload == &workload_uts) {
        *bytes = uts_clocked_module_bytes;
        return uts_clocked_module_text;
    }
    *bytes = 0;
    return NULL;
}
