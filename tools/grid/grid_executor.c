#include "grid_executor.h"

#include <string.h>

int grid_executor_read(const char *text, enum coop_executor *executor, struct tool_error *error)
{
    if (text != NULL && strcmp(text, "queues") != 0 && strcmp(text, "runs") != 0) {
        return tool_fail(error, "--executor is queues or runs, not \"%s\"", text);
    }
    *executor = text != NULL && text[0] == 'r' ? COOP_IN_RUNS : COOP_ON_QUEUES;
    return 0;
}

struct coop_run_options grid_executor_run(uint64_t tile)
{
    return (struct coop_run_options){.local_items = (uint32_t)(tile * tile)};
}
