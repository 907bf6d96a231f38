/* A graph behind its handle. Stands on: a plan (plan_form.h), which says what waits for what. */
#ifndef COOP_HOST_GRAPH_GRAPH_FORM_H
#define COOP_HOST_GRAPH_GRAPH_FORM_H

#include "coop/graph.h"
#include "host/base/object.h"
#include "host/base/opencl.h"
#include "host/graph/plan_form.h"
#include "host/graph/scalar.h"
#include "host/graph/tensor.h"

#define COOP_GRAPH_DEVICES_MAX 8u

#define COOP_GRAPH_GIVEN 255u /* a task: all of it */

struct coop_graph_staging;
struct coop_graph_watch;

/* What a graph has in one context of OpenCL, which is a domain's: its devices follow one another. Within a
 * domain commands wait for events; what goes on to another one goes through the host (graph_staging.h). */
struct coop_graph_domain {
    uint32_t first; /* device */
    uint32_t device_count;
    cl_context opencl;                        /* borrowed from a queue, which keeps it */
    cl_device_id ids[COOP_GRAPH_DEVICES_MAX]; /* of each of its devices */
    uint32_t id_count;                        /* of those that differ */
    cl_program program;
    cl_program cells; /* the library's own kernels */
    cl_kernel copy;
    cl_kernel fill;
};

/* What a node of the plan runs. Kernels and memory are those of each domain. */
struct coop_graph_item {
    cl_kernel kernels[COOP_GRAPH_DEVICES_MAX];
    struct coop_graph_launch *launch; /* the same in runs: graph_launch.h */
    unsigned char *cell_bytes;        /* of a filling in runs; cells are NULL */
    uint64_t local_items[3];
    uint32_t argument_count;
    uint32_t accesses[COOP_GRAPH_ARGUMENTS_MAX]; /* of the plan, of each argument; COOP_PLAN_NONE: a value */
    int is_shared;                               /* other items have the same kernels */
    const cl_mem *passed[COOP_GRAPH_ARGUMENTS_MAX]; /* to a kernel at last: a block's or a scalar's memory */
    cl_mem cells[COOP_GRAPH_DEVICES_MAX];           /* of a filling */
    struct coop_graph_reduction *reduction;         /* borrowed; of both nodes of a reduction */
    coop_graph_function *function;
    void *data;
};

/* A tensor or a scalar of the graph: its number is the plan's. */
struct coop_graph_tensor {
    struct coop_tensor_object *object; /* NULL: a scalar */
    struct coop_scalar_object *scalar;
    cl_mem components[COOP_GRAPH_DEVICES_MAX]; /* of each domain */
    cl_mem border_cells[COOP_GRAPH_DEVICES_MAX];
    uint32_t component_count;
    /* Of a scalar, to each device of another domain than the first one's; NULL: none */
    struct coop_graph_staging *stagings[COOP_GRAPH_DEVICES_MAX];
    struct coop_component *list; /* of the components; in runs the memory objects are NULL */
    uint64_t resizes;            /* of the tensor, that the graph has seen when it was finished */
    int is_written;              /* a scalar: by a task that was given; not settled yet */
};

/* Memory for a border between devices: of a border task, for each side. */
struct coop_graph_piece {
    cl_mem there;                       /* used on the device that has the cells */
    cl_mem here;                        /* used on the device that takes them */
    struct coop_graph_staging *staging; /* NULL: both devices are of one domain */
};

/* Of a task whose kernel runs in parts (graph_overlap.h). */
struct coop_graph_halo {
    unsigned dimensions;         /* bits: in which it is split; 0: it is not */
    uint32_t width;              /* of the strips, in cells: the most padding that the kernel reads */
    struct coop_plan_list waits; /* tasks that the inner part waits for */
};

#define COOP_KIND_GRAPH ((enum coop_kind)(COOP_KIND_OF_GRAPH + 2))

struct coop_graph_object {
    struct coop_object base;
    const struct coop_graph_executor *executor; /* graph_executor.h */
    struct coop_graph_runs *runs;               /* in runs alone: graph_runs.h */
    coop_devices *devices;                      /* borrowed */
    coop_context *context;                      /* borrowed, of the first device */
    struct coop_plan plan;
    struct coop_graph_item *items; /* of each node, in no order; nodes have their numbers */
    uint32_t item_count;
    struct coop_graph_object **parts; /* graphs that are nodes of it, with a reference to each */
    uint32_t part_count;
    uint32_t part_of; /* in how many graphs it is a node */
    uint32_t lent;    /* of those, how many run */
    struct coop_graph_reduction **reductions;
    uint32_t reduction_count;
    struct coop_graph_tensor *tensors;
    uint32_t *memory; /* of each tensor: whose blocks are its blocks in the step that is given now */
    uint32_t *next_memory;
    uint32_t device_count;
    uint32_t domains_of[COOP_GRAPH_DEVICES_MAX]; /* of each device */
    struct coop_graph_domain domains[COOP_GRAPH_DEVICES_MAX];
    uint32_t domain_count;
    cl_command_queue queues[2 * COOP_GRAPH_DEVICES_MAX]; /* of each device; and for borders, of each device */
    uint32_t queue_count;                                /* the devices, or twice as many with overlap */
    enum coop_overlap overlap;
    struct coop_graph_halo *halos;   /* of each task; NULL: no overlap */
    char *text;                      /* of the user's kernels, on queues */
    uint32_t *order;                 /* of the tasks; NULL: not finished */
    cl_event *events;                /* of each task in this step; NULL where it has none */
    unsigned char *stages;           /* of each task in this step: how many were given, or ..._GIVEN */
    struct coop_graph_piece *pieces; /* two of each task */
    cl_event *waits;                 /* room for a list of them */
    struct coop_graph_watch *watch;  /* graph_watch.h; NULL: there is no timeline */
    uint32_t given;                  /* the task whose commands are given now */
    uint64_t times;
    struct coop_graph_condition condition; /* without a predicate: none */
    uint32_t condition_scalar;             /* its number */
    uint64_t rounds;                       /* given since the start */
    int is_running;
    uint32_t under_way;   /* in runs: launches that have not left the devices */
    uint32_t held;        /* storages whose tensors are not resized: all while the graph runs, or none */
    uint64_t steps_ahead; /* that are given, at most */
    int is_step_over;     /* the last step was given, and no task of the next one is */
    uint64_t stages_given;
    int is_away;                               /* what is next waits for bytes from another domain */
    int is_beyond;                             /* more was given behind what `ends` marks */
    uint64_t steps_left;                       /* not given yet, the one that is partly given included */
    uint32_t position;                         /* in the order: the next task to give */
    cl_event ends[2 * COOP_GRAPH_DEVICES_MAX]; /* of what was given first, of each queue; NULL: no such */
};

#endif
