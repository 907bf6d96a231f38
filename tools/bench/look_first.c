/* In a file of its own, since the modules' headers name the same kernels as those of the workloads' files. */
#include "look_first.h"

#include "apps/memset/task_memset.h"
#include "apps/uts/task_uts.h"
#include "memset_look_first_text.h"
#include "uts_look_first_text.h"

const char *look_first_module_text(const struct workload *workload, size_t *bytes)
{
    if (workload == &workload_memset) {
        *bytes = memset_look_first_module_bytes;
        return memset_look_first_module_text;
    }
    if (workload == &workload_uts) {
        *bytes = uts_look_first_module_bytes;
        return uts_look_first_module_text;
    }
    *bytes = 0;
    return NULL;
}
