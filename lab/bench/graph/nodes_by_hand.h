/* Empty nodes without the library: bare enqueues on one queue that runs them in order, each with the events
 * that it waits for and one of its own. */
#ifndef LAB_BENCH_NODES_BY_HAND_H
#define LAB_BENCH_NODES_BY_HAND_H

#include "tools/baseline/plain_device.h"

#include <CL/cl.h>
#include <stdint.h>

struct nodes_by_hand {
    uint32_t side; /* cells of a block in x and y */
    cl_context context;
    cl_command_queue queue;
    cl_program program;
    cl_kernel count;
    cl_kernel columns[2][4]; /* of `cells[i]`, of each block */
    cl_kernel rows[2][4];
    cl_kernel around[2][4]; /* from `cells[i]` */
    cl_mem counter;
    cl_mem cells[2][4];
};

/* Makes the kernels and the memory, which is zeros; what it has made, nodes_by_hand_close releases, after a
 * failure too. */
int nodes_by_hand_open(struct nodes_by_hand *nodes, const struct plain_device *device, uint32_t side,
                       struct tool_error *error);
void nodes_by_hand_close(struct nodes_by_hand *nodes);

/* So many counts, one behind the other; waits for their end. */
int nodes_by_hand_chain(struct nodes_by_hand *nodes, uint64_t nodes_count, struct tool_error *error);

/* So many steps of 2 x 2 blocks, which close to a ring in both dimensions; an even number. */
int nodes_by_hand_steps(struct nodes_by_hand *nodes, uint64_t steps, struct tool_error *error);

/* The counter, and the cells of a block row by row. */
int nodes_by_hand_read(struct nodes_by_hand *nodes, uint32_t *counter, unsigned block, uint32_t *cells,
                       struct tool_error *error);

#endif
