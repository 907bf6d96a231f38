/* Apart from the workloads' own files: the modules' headers name the same kernels. */
#include "clocked.h"

#include "contains_clocked_text.h"
#include "fib_clocked_text.h"
#include "memset_clocked_text.h"
#include "queens_clocked_text.h"
#include "uts_clocked_text.h"

const char *clocked_module_text(enum work_kind kind, size_t *bytes)
{
    switch (kind) {
    case WORK_CONTAINS:
        *bytes = contains_clocked_module_bytes;
        return contains_clocked_module_text;
    case WORK_FIB:
        *bytes = fib_clocked_module_bytes;
        return fib_clocked_module_text;
    case WORK_MEMSET:
        *bytes = memset_clocked_module_bytes;
        return memset_clocked_module_text;
    case WORK_QUEENS:
        *bytes = queens_clocked_module_bytes;
        return queens_clocked_module_text;
    case WORK_UTS:
        *bytes = uts_clocked_module_bytes;
        return uts_clocked_module_text;
    default:
        *bytes = 0;
        return NULL;
    }
}
