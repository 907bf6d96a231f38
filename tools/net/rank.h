/* A rank of coop-net, from the opening of its net to the end: what all applications do alike. */
#ifndef TOOLS_NET_RANK_H
#define TOOLS_NET_RANK_H

#include "tools/error/tool_error.h"
#include <coop/launch.h>
#include <coop/net.h>

#define RANK_WAIT_NS ((uint64_t)600 * 1000000000)

struct rank_options {
    uint64_t local_items;
    uint64_t groups; /* work-groups that send */
    uint64_t buffer_bytes;
    uint64_t timeout_us;
    uint64_t row;       /* ranks_in_row of coop_net_options */
    int leaves_by_slot; /* as coop_net_options has it */
};

struct rank {
    const struct rank_options *options;
    coop_context *context;
    coop_net_loop *loop; /* NULL: the ranks are MPI's */
    uint32_t loop_rank;
    struct tool_error *error;

    coop_net *net;
    coop_module *module;
    coop_run *run;
    struct coop_net_report report;
    int is_attached;
    double began_ms;
    double began_cpu_ms;
};

/* What has been done, over all ranks; the same at all of them. */
struct rank_result {
    uint32_t rank;
    uint32_t ranks;
    double time_ms;    /* from a barrier before the first launch to one behind the last; the longest of the
                          ranks' */
    double cpu_ms;     /* of all processes; with a loop, of this one */
    uint64_t messages; /* in buffers, over all pairs of ranks */
    uint64_t buffers;
    uint64_t buffer_bytes; /* with their heads */
    uint64_t full_buffers;
    uint64_t waits;
    uint64_t spilled_bytes;
    uint64_t buffers_bytes;      /* of memory, taken for buffers */
    uint64_t forwarded_messages; /* by another rank than those that have sent and applied them */
    uint64_t wrong_elements;     /* that are not the sequential ones; each rank adds its own */
    uint64_t wrong_pairs;        /* of ranks, with not as many messages sent as received as applied */
    uint64_t numbers[4];         /* the application's own */
};

/* 0; -1 with the library's message. */
int rank_check(struct rank *rank, coop_status status);

/* Opens the net, and says who this rank is. Arrays are made next. */
int rank_open(struct rank *rank, struct rank_result *result);

/* This rank's part of an array of the net. */
struct rank_part {
    coop_buffer *buffer;
    uint64_t first;
    uint64_t count;
};

/* Makes an array by blocks. Collective.
 * part  out; may be NULL. */
int rank_array(struct rank *rank, uint64_t elements, uint32_t element_bytes, struct rank_part *part);

/* Starts a run of the module, and attaches it. */
int rank_start(struct rank *rank, const char *module_text, uint64_t module_bytes);

/* Starts a run of a module without messages. */
int rank_start_alone(struct rank *rank, const char *module_text, uint64_t module_bytes);

/* A buffer of the rank's own; at least one byte of `from` for each of `bytes`, or NULL: zeros. */
int rank_buffer(struct rank *rank, const void *from, uint64_t bytes, coop_buffer **buffer);

/* So many work-items of an ordinary kernel, or some more: whole work-groups. */
struct coop_ndrange rank_range(const struct rank *rank, uint64_t items);

/* Waits for all ranks; then the clocks begin. */
int rank_begin(struct rank *rank);

/* Waits for a launch, whose posting was `posted`, and gives its handle back. */
int rank_await(struct rank *rank, coop_status posted, coop_launch *launch);

/* Waits for all ranks; the clocks end. */
int rank_end(struct rank *rank, struct rank_result *result);

/* Compares what each pair of ranks has sent with what was received and applied, if they send messages, and
 * adds up over the ranks. */
int rank_count(struct rank *rank, struct rank_result *result);

/* Closes the net and ends the run, also behind a failure; `status` is what has been so far. */
int rank_close(struct rank *rank, int status);

#endif
