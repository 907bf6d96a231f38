/* Litmus programs on an OpenCL device, launched as ordinary kernels: nothing of coop's runtime takes part. */
#ifndef TOOLS_INFO_LITMUS_RUN_H
#define TOOLS_INFO_LITMUS_RUN_H

#include "litmus.h"
#include "tools/baseline/plain_device.h"
#include "tools/error/tool_error.h"

#include <stdint.h>

/* How threads are laid out over work-groups. */
enum litmus_mapping {
    LITMUS_PLAIN,       /* one instance: thread t is work-group t */
    LITMUS_ROUND_ROBIN, /* instances side by side: work-group g is thread g % T */
    LITMUS_CHUNKED,     /* threads side by side: work-group g is thread g / instances */
    LITMUS_MAPPINGS
};
const char *litmus_mapping_name(enum litmus_mapping mapping);

struct litmus_device;

/* groups      work-groups of the widest launch
 * deadline_s  about so long a thread that does not end goes on; measured once, as a number of instructions */
int litmus_device_open(const struct plain_device *device, uint32_t groups, double deadline_s,
                       struct litmus_device **opened, struct tool_error *error);

/* Launches the program once. *work_groups that did not end within the bound: *unfinished.
 * Blocks until all work-groups have ended or given up. */
int litmus_device_run(struct litmus_device *device, const struct litmus_program *program,
                      enum litmus_mapping mapping, uint32_t *unfinished, struct tool_error *error);

/* NULL is accepted. */
void litmus_device_close(struct litmus_device *device);

#endif
