#include "uts_device.h"

#include <stdlib.h>

static uint64_t table_bytes(const struct uts_rule *rule)
{
    return (uint64_t)rule->table_heights * UTS_CHILDREN_MAX * sizeof(uint32_t);
}

void uts_device_sizes(const struct task_device *device, uint64_t bytes[TASK_BUFFERS_MAX])
{
    bytes[UTS_TALLIES] = task_tallies_bytes(device);
    bytes[UTS_TABLE] =
        ((uint64_t)uts_tree_heights(device->problem->input) * UTS_CHILDREN_MAX + 1) * sizeof(uint32_t);
}

int uts_device_prepare(struct task_device *device, struct tool_error *error)
{
    struct uts_own *own = calloc(1, sizeof *own);

    device->own = own;
    if (own == NULL) {
        return tool_fail(error, "memory is exhausted");
    }
    return uts_tree_rule(device->problem->input, &own->rule, &own->table, error);
}

int uts_device_upload(struct task_device *device, struct tool_error *error)
{
    const struct uts_own *own = device->own;

    return own->table != NULL ? task_write(device, UTS_TABLE, own->table, table_bytes(&own->rule), error) : 0;
}

int uts_device_answer(struct task_device *device, struct answer *answer, struct tool_error *error)
{
    struct tally sum;

    if (task_read_tallies(device, UTS_TALLIES, 1u << UTS_DEPTH, &sum, error) != 0) {
        return -1;
    }
    answer_add(answer, "nodes", (int64_t)sum.counts[UTS_NODES]);
    answer_add(answer, "leaves", (int64_t)sum.counts[UTS_LEAVES]);
    answer_add(answer, "depth", (int64_t)sum.counts[UTS_DEPTH]);
    return 0;
}

void uts_device_clear(struct task_device *device)
{
    struct uts_own *own = device->own;

    if (own != NULL) {
        free(own->table);
        free(own);
    }
}
