/* Graphs without devices, for what they decide themselves: tensors whose blocks lie in plain memory, kernels
 * that the test ends, and functions of the library that the linker takes from alone.c instead. */
#ifndef TESTS_GRAPH_ALONE_H
#define TESTS_GRAPH_ALONE_H

#include "host/graph/graph_form.h"
#include "host/graph/graph_runs.h"
#include "host/graph/plan.h"

enum { ALONE_TENSORS = 6, ALONE_BLOCKS = 24, ALONE_ITEMS = 64, ALONE_TASKS = 256 };

/* How a launch or a function of the test's goes. */
struct alone_launch {
    int is_posted;
    void (*end)(void *user, coop_status outcome, const struct coop_launch_stats *stats);
    void *user;
};

extern struct alone {
    struct coop_graph_object graph;
    struct coop_tensor_object objects[ALONE_TENSORS];
    struct coop_scalar_object scalars[ALONE_TENSORS];
    struct coop_block blocks[ALONE_TENSORS][ALONE_BLOCKS];
    struct coop_graph_tensor tensors[ALONE_TENSORS];
    uint32_t memory[2][ALONE_TENSORS];
    struct coop_graph_item items[ALONE_ITEMS];
    struct coop_graph_runs runs;

    struct alone_launch launches[ALONE_TASKS]; /* of each task */
    uint32_t posted;                           /* launches in all */
    uint32_t destroyed;
    uint32_t stopped;                   /* runs, by bits */
    uint32_t cells;                     /* borders, copies and fillings in all */
    void (*begins)(uint32_t task);      /* NULL, or told of each task that begins, but functions */
    coop_status (*post)(uint32_t task); /* NULL, or how posting ends */
    coop_status on_end;                 /* how asking for the end of a launch ends */

    const unsigned char *mapped[ALONE_BLOCKS]; /* of each block: its memory */
    unsigned char written[ALONE_TENSORS][8]
                         [8]; /* of each scalar and device: the last value that came there */
} alone;

void alone_make(uint32_t device_count);
void alone_clear(void);

/* A tensor of the element, whose blocks are dealt to the devices in their order. Returns its number. */
uint32_t alone_tensor(const struct coop_element *element, const uint32_t *parts, const uint32_t *cells,
                      uint32_t dimensions, uint32_t padding, unsigned rings);
uint32_t alone_scalar(enum coop_scalar_type type);

/* A node with an item of its own, whose number is that of the node's. */
void alone_add(enum coop_plan_kind kind, const char *name, enum coop_plan_where where,
               const struct coop_plan_access *accesses, uint32_t count);

/* Finds the order; with is_in_runs also what runs need. False where the graph is refused, which the first one
 * does not expect. */
void alone_finish(int is_in_runs);
int alone_try_finish(int is_in_runs);

/* The number of a node's task for that block. */
uint32_t alone_task(const char *name, uint32_t block);

/* The launch of a task ends. */
void alone_end(uint32_t task, coop_status outcome);

#endif
