/* Graphs of kernels on tensors (tensor.h), over the blocks of tensors that are cut over devices.
 * Library coop::graph; user's manual: docs/tensors.md.
 *
 *     coop_graph_create(devices, &(struct coop_graph_options){.text = text}, &graph);
 *     heat_2_then_split(graph, &(struct heat_2_node){.from = coop_reads_padded(now),
 *                                                    .to = coop_writes(next), .part = 0.2}, "step", NULL);
 *     coop_graph_swap(graph, now, next);
 *     coop_graph_repeat(graph, 1000);
 *     coop_graph_start(graph);
 *     coop_graph_wait(graph, timeout_ns);
 *
 * coopc writes the functions of a kernel, here heat_2: they call coop_graph_split and coop_graph_then_split
 * (coop_add_kernels with NODES; coopc --nodes; a module's header).
 *
 * A node stands on a level. `coop_graph_split` puts it on the present one, beside those that are there,
 * behind all of the level before; `coop_graph_then_split` begins a level, and puts the node's work on a
 * block behind the work of the level before on that block alone. A node that reads padding gets nodes in
 * front that fill it, from the blocks beside and at the borders of the whole; they are called "border x for
 * <name>". They take the cells of the blocks beside after the level before, and nobody may write these
 * meanwhile: coop_graph_finish says who does.
 *
 * One thread at a time may use a graph. Threads, handles and errors: coop.h. */
#ifndef COOP_GRAPH_H
#define COOP_GRAPH_H

#include "coop/run.h"
#include "coop/scalar.h"
#include "coop/tensor.h"

#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct coop_graph coop_graph;

/* Where nodes are executed. */
enum coop_executor {
    COOP_ON_QUEUES = 0, /* ordinary kernels on OpenCL's queues */
    COOP_IN_RUNS = 1    /* launches, regular or cooperative, into a live run of the graph's on each device */
};

/* Whether a kernel's work-items that are away from the borders between devices run beside the copies of these
 * borders: between devices of one domain, on queues; elsewhere they do not. It is for kernels that reach at
 * most `padding` cells from their own cell, and ask for their place by coop_global_x and its like, not by
 * get_group_id or get_global_size. */
enum coop_overlap {
    COOP_OVERLAP_AUTO = 0, /* where a block has more than 2^18 cells, and no device is a processor */
    COOP_OVERLAP_ON = 1,
    COOP_OVERLAP_OFF = 2
};

enum { COOP_GRAPH_TIMELINE_MAX = 1 << 20 };

/* {0} but for the text means the defaults. */
struct coop_graph_options {
    /* Needed: OpenCL C with all that it includes, as coop_add_kernels makes it; for COOP_IN_RUNS a module
     * that coopc has written, as coop_add_module makes it. */
    const char *text;
    const char *build_options; /* for the device compiler, after "-cl-std=CL3.0"; may be NULL */
    enum coop_executor executor;
    /* COOP_IN_RUNS: how the run on each device is started; read during the call. NULL: the defaults.
     * worker_groups 0 is coop_devices_groups of the device. */
    const struct coop_run_options *run;
    enum coop_overlap overlap;
    /* COOP_ON_QUEUES: so many steps are given to the devices before the first of them has ended; 0: 16. With
     * 1 each waits for the one before, and a wait whose time is over names the node that has not ended. */
    uint32_t steps_ahead;
    /* So many of the last commands are kept with their times for coop_graph_write_timeline (graph_write.h),
     * at most COOP_GRAPH_TIMELINE_MAX. The queues then measure times, and starts ask devices for their
     * clocks. 0: none. */
    uint32_t timeline_commands;
};

/* What a kernel does with a tensor. */
enum coop_access {
    COOP_ACCESS_READS = 1,
    COOP_ACCESS_WRITES = 2,         /* its cells, not the padding */
    COOP_ACCESS_UPDATES = 3,        /* reads and writes */
    COOP_ACCESS_READS_PADDED = 4,   /* reads cells and padding; on this level nobody writes the cells */
    COOP_ACCESS_UPDATES_PADDED = 5, /* reads cells and padding, and writes the cells: a block waits until the
                                       blocks beside have taken its cells */
    COOP_ACCESS_FILLS = 6           /* reads cells, and writes the padding around the whole */
};

/* An argument of a kernel: a tensor, which stands for the two parameters of coop_tensor, a scalar, or a
 * value. */
struct coop_graph_argument {
    coop_tensor *tensor;
    enum coop_access access;
    const void *value; /* copied when the node is added */
    size_t bytes;
    coop_scalar *scalar;
};

enum { COOP_GRAPH_ARGUMENTS_MAX = 16 };

/* What a kernel's parameter is, for the functions that coopc writes: a message names what is missing. */
enum coop_graph_parameter_kind { COOP_TAKES_TENSOR = 1, COOP_TAKES_SCALAR = 2, COOP_TAKES_VALUE = 3 };

struct coop_graph_parameter {
    const char *name;
    enum coop_graph_parameter_kind kind;
};

/* {0} but for kernel and arguments means the defaults. */
struct coop_graph_node {
    const char *name;   /* for messages and edges, 1 to 40 bytes, its own; NULL: the kernel's */
    const char *kernel; /* of the text */
    struct coop_graph_argument arguments[COOP_GRAPH_ARGUMENTS_MAX]; /* all {0} behind the last */
    /* 0: the driver's choice; of a run, its local size in x, else 1 */
    uint64_t local_items[3];
    /* Of each argument, behind the last a name of NULL; NULL: it is not said. */
    const struct coop_graph_parameter *parameters;
    /* COOP_IN_RUNS: how it is launched, as with how many work-groups and what priority; read during the call.
     * NULL: the defaults. There are no `after`, `repeats` and `timeout_ns`. */
    const struct coop_launch_options *launch;
};

static inline struct coop_graph_argument coop_access_of(coop_tensor *tensor, enum coop_access access)
{
    struct coop_graph_argument argument = {tensor, access, NULL, 0, NULL};

    return argument;
}

#define coop_reads(tensor) coop_access_of(tensor, COOP_ACCESS_READS)
#define coop_writes(tensor) coop_access_of(tensor, COOP_ACCESS_WRITES)
#define coop_updates(tensor) coop_access_of(tensor, COOP_ACCESS_UPDATES)
#define coop_reads_padded(tensor) coop_access_of(tensor, COOP_ACCESS_READS_PADDED)
#define coop_updates_padded(tensor) coop_access_of(tensor, COOP_ACCESS_UPDATES_PADDED)
#define coop_fills(tensor) coop_access_of(tensor, COOP_ACCESS_FILLS)

static inline struct coop_graph_argument coop_value(const void *value, size_t bytes)
{
    struct coop_graph_argument argument = {NULL, COOP_ACCESS_READS, value, bytes, NULL};

    return argument;
}

static inline struct coop_graph_argument coop_scalar_access_of(coop_scalar *scalar, enum coop_access access)
{
    struct coop_graph_argument argument = {NULL, access, NULL, 0, scalar};

    return argument;
}

#define coop_reads_scalar(scalar) coop_scalar_access_of(scalar, COOP_ACCESS_READS)
#define coop_writes_scalar(scalar) coop_scalar_access_of(scalar, COOP_ACCESS_WRITES)
#define coop_updates_scalar(scalar) coop_scalar_access_of(scalar, COOP_ACCESS_UPDATES)

/* A node without arguments yet, for the functions that coopc writes.
 * name, local_items  may be NULL. */
static inline struct coop_graph_node coop_graph_node_of(const char *kernel,
                                                        const struct coop_graph_parameter *parameters,
                                                        const char *name, const uint64_t *local_items)
{
    struct coop_graph_node node;

    memset(&node, 0, sizeof node);
    node.name = name;
    node.kernel = kernel;
    node.parameters = parameters;
    if (local_items != NULL) {
        memcpy(node.local_items, local_items, sizeof node.local_items);
    }
    return node;
}

/* Makes an empty graph, and builds the text for the devices.
 * devices  must outlive the graph. Between those of several domains bytes go through the host.
 * graph    out; NULL on failure.
 * Blocks   for the compilation; of COOP_IN_RUNS, for the start of a run on each device, too.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  no text, no such executor, none of enum coop_overlap, or too many timeline_commands.
 * COOP_BUSY              a live run may leave no room for kernels on a device (coop_context_check_enqueue).
 * COOP_OPENCL_FAILED     the text does not build; coop_last_error()->details has the compiler's log.
 * COOP_INVALID_HANDLE, COOP_OUT_OF_MEMORY
 * COOP_IN_RUNS           statuses of coop_module_create and coop_run_start. */
COOP_API coop_status coop_graph_create(coop_devices *devices, const struct coop_graph_options *options,
                                       coop_graph **graph);

/* Waits for what was given to the devices, drops the steps that were not, and destroys the graph; one that is
 * a node of another graph ends to run, and that one keeps it. Of COOP_IN_RUNS it stops the runs instead,
 * which cut short what has not ended (coop_run_destroy), and is not called by a function of
 * coop_launch_on_end. The tensors stay. NULL is accepted. */
COOP_API void coop_graph_destroy(coop_graph *graph);

/* The run on device `index` of a graph that is executed in runs: others may launch kernels of the module
 * beside the nodes, as a periodic job. It is the graph's: do not destroy it. NULL for COOP_ON_QUEUES, and
 * where there is no such device. */
COOP_API coop_run *coop_graph_run(coop_graph *graph, uint32_t index);

/* Add a kernel, which runs once for each block of its tensors, with a work-item for each cell of the block,
 * rounded up to whole work-groups. A kernel without tensors is one work-item, on the first device; it alone
 * may write scalars, which all devices have afterwards. A cooperative kernel is launched once for each
 * block, with node->launch->groups work-groups at most; only graphs that are executed in runs have such.
 * Tensors and scalars are kept until the graph is destroyed.
 * node  read during the call.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT    no such kernel; not its number of arguments, or not what `parameters` says; a
 *                          value of another size; neither tensor nor scalar, or tensors that are cut
 *                          differently; a scalar that a kernel with tensors writes; a name that another
 *                          node has; the graph runs; a cooperative kernel on queues; launch options on
 *                          queues, or those that nodes do not have.
 * COOP_SIGNATURE_MISMATCH  the kernel was built for another element, layout, number of dimensions or type of
 *                          scalar, or writes a scalar that the node reads, or the reverse, where the driver
 *                          tells the types of parameters.
 * COOP_INVALID_HANDLE, COOP_OUT_OF_MEMORY, COOP_OPENCL_FAILED */
COOP_API coop_status coop_graph_split(coop_graph *graph, const struct coop_graph_node *node);
COOP_API coop_status coop_graph_then_split(coop_graph *graph, const struct coop_graph_node *node);

/* How a reduction joins two values: left + right; the right one where it is less, or greater, else the
 * left. */
enum coop_operator { COOP_SUM = 1, COOP_MIN = 2, COOP_MAX = 3 };

/* Add a reduction of all cells, without padding, into a scalar. Its bits are the same for every cut, layout
 * and number of devices: docs/tensors.md has the order. It is two nodes: "pieces of <name>", with a task
 * for each block, behind the level before, as a kernel of coop_graph_split or coop_graph_then_split is; and
 * `name`, behind them all.
 * member  of the element: "density", or "momentum[1]" of an array; not a vector.
 * scalar  as wide as the member or wider, and signed, unsigned or real as it is.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT    no such member or operator; as above.
 * COOP_SIGNATURE_MISMATCH  the scalar is of a type that does not hold the member's values.
 * COOP_INVALID_HANDLE, COOP_OUT_OF_MEMORY, COOP_OPENCL_FAILED */
COOP_API coop_status coop_graph_reduce(coop_graph *graph, const char *name, coop_tensor *tensor,
                                       const char *member, enum coop_operator operation, coop_scalar *scalar);
COOP_API coop_status coop_graph_then_reduce(coop_graph *graph, const char *name, coop_tensor *tensor,
                                            const char *member, enum coop_operator operation,
                                            coop_scalar *scalar);

/* Add a copy of all cells between tensors of one element and cut, whose layouts may differ; a filling of all
 * cells with one, the struct, which is copied. On a new level, block behind block.
 * name  as a node's.
 * Statuses as above. */
COOP_API coop_status coop_graph_copy(coop_graph *graph, const char *name, coop_tensor *from, coop_tensor *to);
COOP_API coop_status coop_graph_fill(coop_graph *graph, const char *name, coop_tensor *tensor,
                                     const void *cell);

/* A function of the host's. It runs in the thread that calls coop_graph_wait, and must not use the graph.
 * `coop_graph_emplace` puts it on the present level, the other two on a new one behind all that is there;
 * all that was added before it has ended when it runs. It may read and write tensors; swaps of the step
 * come at its end.
 * function  returns COOP_OK, or a status with which coop_graph_wait fails. */
typedef coop_status coop_graph_function(void *data);
COOP_API coop_status coop_graph_emplace(coop_graph *graph, const char *name, coop_graph_function *function,
                                        void *data);
COOP_API coop_status coop_graph_then(coop_graph *graph, const char *name, coop_graph_function *function,
                                     void *data);
COOP_API coop_status coop_graph_sync(coop_graph *graph, const char *name, coop_graph_function *function,
                                     void *data);

/* Add a graph as a node: all of its nodes, as often as coop_graph_repeat has said to it, each time behind the
 * time before. They are called "<name>/<node>", or "<name>/<time>/<node>" from "<name>/1/<node>" on, in
 * messages and in edges, where `name` alone means all of them. `part` stands on one level: its first level is
 * behind the level before, and the next level is behind its last one, block by block where the nodes are.
 * The check is that of the whole. From here on nothing can be added to `part`, which may be a node of several
 * graphs, be run by itself between their runs, and be destroyed.
 * name  as a node's; paths with all names have at most 127 bytes.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  `part` is the graph itself, is of other devices, has a condition, or repeats more
 *                        than 256 times; either of them is executed in runs; a name that another node
 *                        has; a path that is too long; as above.
 * COOP_INVALID_HANDLE, COOP_OUT_OF_MEMORY, COOP_OPENCL_FAILED */
COOP_API coop_status coop_graph_emplace_graph(coop_graph *graph, const char *name, coop_graph *part);
COOP_API coop_status coop_graph_then_graph(coop_graph *graph, const char *name, coop_graph *part);

/* For the nodes added from now on, and the repetitions to come, each tensor is what the other one was. After
 * coop_graph_wait, so it is for all. The tensors are of one element, layout, cut, padding and border. */
COOP_API coop_status coop_graph_swap(coop_graph *graph, coop_tensor *left, coop_tensor *right);

/* All of the node `after` begins when all of `before` has ended; either may be a graph's name.
 * COOP_INVALID_ARGUMENT: no such nodes. */
COOP_API coop_status coop_graph_edge(coop_graph *graph, const char *before, const char *after);

/* Whether the graph runs again. Called in the thread that calls coop_graph_wait, when all that was started
 * has ended; it may read tensors and scalars, and must not use the graph.
 * value   the scalar's, 4 or 8 bytes.
 * again   out; 0: the graph has ended.
 * Returns COOP_OK, or a status with which coop_graph_wait fails. */
typedef coop_status coop_graph_predicate(void *data, const void *value, int *again);

struct coop_graph_condition {
    coop_scalar *scalar;
    coop_graph_predicate *predicate;
    void *data;
    uint64_t every; /* rounds from one question to the next, which all run; 0: 1 */

    /* When so many have run and the predicate still holds, coop_graph_wait fails; 0: there is no limit but
     * the deadlines of coop_graph_wait. */
    uint64_t rounds_max;
};

/* A start runs the graph again and again, as long as a predicate over a scalar holds: at least once. The
 * question is one round trip to the device. It takes the place of coop_graph_repeat.
 * condition  read during the call; NULL: there is none any more.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  no predicate; the graph is finished.
 * COOP_INVALID_HANDLE, COOP_OUT_OF_MEMORY */
COOP_API coop_status coop_graph_conditional(coop_graph *graph, const struct coop_graph_condition *condition);

/* How many times the graph has run since the last start; 0 for a handle that is not live. */
COOP_API uint64_t coop_graph_rounds(coop_graph *graph);

/* How many times a start runs the graph, each behind the one before: 1 unless it is said. 0: not at all. */
COOP_API coop_status coop_graph_repeat(coop_graph *graph, uint64_t times);

/* Checks the graph; afterwards nothing can be added. coop_graph_start does it, too.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  two nodes touch the same cells or padding of a block, one of them writes, and no
 *                        path leads from one to the other; a node reads padding that nobody has filled
 *                        since it was written; edges run in a circle. The message has both nodes' names.
 *                        Or tensors of one node, or swapped ones, differ since one was resized
 *                        (coop_tensor_resize); the message has both sizes. A start finishes a graph again
 *                        whose tensors have other sizes.
 * COOP_BUSY              as coop_graph_create; or another thread resizes a tensor.
 * COOP_INVALID_HANDLE, COOP_OUT_OF_MEMORY, COOP_OPENCL_FAILED */
COOP_API coop_status coop_graph_finish(coop_graph *graph);

/* Begins to run the graph; coop_graph_wait goes on with it. Steps are given to the devices some ahead
 * (coop_graph_options); between
 * devices of several domains as far as bytes have come; in runs one at a time, by the wait.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  as coop_graph_finish; it runs already, or a graph runs that is a node of it, or of
 *                        which it is one; or a node reads a scalar that no node before it has written, and
 *                        nobody else has set.
 * COOP_BUSY              as coop_graph_finish.
 * COOP_TIMED_OUT         with timeline_commands: a device has not told its clock within a second.
 * COOP_INVALID_HANDLE, COOP_OUT_OF_MEMORY, COOP_OPENCL_FAILED
 * COOP_IN_RUNS: statuses of launches, and COOP_STOPPED where launches of the last start have not left. */
COOP_API coop_status coop_graph_start(coop_graph *graph);

/* Waits for the end of what was started. Until it has returned COOP_OK, nobody else may use the tensors.
 * Blocks  at most timeout_ns, and while a function of the host's runs. COOP_IN_RUNS, after a failure: up to
 *         10 s more, and as long as the runs take to stop (coop_run_stop).
 *
 * COOP_OK             all has ended, or nothing was started.
 * COOP_TIMED_OUT      it goes on; wait again. The message names a node that has not ended, its device, and
 *                     who waits for it: in runs the first one launched; on queues one of the last step given
 *                     (steps_ahead of coop_graph_options), where a graph has several devices.
 * COOP_OPENCL_FAILED  a command failed; what tensors and scalars have is undefined.
 * COOP_IN_RUNS: COOP_OUT_OF_MEMORY; a launch's status where it is not COOP_OK (coop_launch_wait), and the
 * message names the node and the device. What was under way has ended then, if need be with the runs, which
 * are stopped.
 * COOP_STALLED        the condition's rounds_max were not enough; the tensors are those of the last round.
 * Statuses of functions and predicates of the host's. */
COOP_API coop_status coop_graph_wait(coop_graph *graph, uint64_t timeout_ns);

#ifdef __cplusplus
}
#endif
#endif
