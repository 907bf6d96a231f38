/* Flow graphs for the host: the memory in which cooperative kernels keep small items, each to be processed by
 * one work-item (coop/channel.clh; user's manual: docs/tasks.md#channels).
 *
 * A flow graph is a piece of device memory of coop_flow_bytes() bytes, whose address a kernel takes as its
 * parameter `global struct coop_flowgraph *`. The host makes it, pushes the first items, launches the kernel,
 * waits, and may then read what happened. The host makes the graph anew with coop_flow_init before each
 * launch. Threads, handles and errors: coop.h. */
#ifndef COOP_CHANNEL_H
#define COOP_CHANNEL_H

#include "coop/buffer.h"
#include "coop/shared/channel.h"

#ifdef __cplusplus
extern "C" {
#endif

/* {0} means the defaults, except for item_bytes where there is no code (coop_flow_options). */
struct coop_channel_options {
    uint32_t item_bytes;  /* 4 to 256, a multiple of 4: the size of the channel's struct */
    uint32_t block_items; /* places of a block: a power of two, 1 to 4096; 0: 256 */
    /* Capacity. 0: enough by the rule and for first_items; with levels, less (docs/tasks.md#channels). */
    uint32_t blocks;
    uint64_t first_items; /* that the host pushes before the launch; only for the default of `blocks` */
    /* Begin a batch of fewer only when nothing else can be done; 0: half of block_items, by group 1. */
    uint32_t least_items;
    uint32_t levels; /* depth of recursion through this channel, at most 256; 0: none (a cycle is refused) */
    uint32_t rank;   /* the place among the channels, 1 the first to be run; 0: by distance to the sinks */
    uint32_t batch_items; /* items that one batch takes at most; 0: block_items, by group 1 */
    int by_group;         /* all work-items process an item together */
    int keeps;            /* its consumer may call coop_keep_<name> */
    const char *name;     /* for messages; NULL: its number. Read during the call only */
    int opens;            /* the beginning of a task: each item may take a closure (docs/tasks.md) */
    int resumes;          /* where tasks go on: each item is a closure, so item_bytes is 4 */
};

/* One run of an item of channel `from` emits at most `most` items into channel `to`. Channels are named by
 * their tags, coop_channel_<name>. */
struct coop_edge {
    uint32_t from;
    uint32_t to;
    uint32_t most;
};

/* What a kernel's text does with its channels. coopc writes the constant <kernel>_flow_code into the module's
 * header. */
enum coop_flow_use {
    COOP_FLOW_RUNS = 1, /* the kernel runs the channel's items */
    COOP_FLOW_KEEPS = 2 /* it calls coop_keep_<name> */
};
struct coop_flow_stage {
    const char *name;    /* NULL: no channel has the tag */
    uint32_t item_bytes; /* of its struct */
    uint32_t uses;       /* enum coop_flow_use */
};
struct coop_flow_code {
    const char *kernel_name;
    const struct coop_flow_stage *stages; /* that of tag t is stages[t - 1] */
    uint32_t stage_count;
    const struct coop_edge
        *edges; /* who may emit into which channel; their `most` is 0: coopc cannot know it */
    uint32_t edge_count;
    /* So many of them, the first ones, stand in functions of their channels. The others are of a kernel that
     * processes items in its own text: it may not emit along each of them. */
    uint32_t certain_count;
};

struct coop_flow_options {
    uint32_t groups; /* work-groups that may take part: at least the limit of the launch. 0 is refused */
    const struct coop_channel_options *channels; /* that of tag t is channels[t - 1] */
    uint32_t channel_count;                      /* 1 to 32 */
    const struct coop_edge *edges;
    uint32_t edge_count;
    enum coop_flow_policy policy;
    /* <kernel>_flow_code of the module's header: coop_flow_bytes and coop_flow_init refuse channels and edges
     * that the kernel does not have, and say which are missing; names and item_bytes need not be given. NULL:
     * not checked. */
    const struct coop_flow_code *code;
    uint32_t closure_bytes; /* of the largest closure, with its head: 16 to 256; 0: no closures */
    /* Capacity. 0: twice groups x block_items x levels, the largest of channels that open (docs/tasks.md). */
    uint32_t closures;
    uint32_t roots; /* tasks that the host waits for (coop_flow_root), beside `closures` */
    /* COOP_FLOW_CLOSURES of the module, or more: free closures that a work-group may keep at hand, in the
     * rule (closures_rule of coop_flow_counts). 0: 1024. */
    uint32_t closure_stock;
};

/* Bytes that a flow graph with these options takes; 0 when the options are invalid (coop_last_error says
 * why). */
COOP_API uint64_t coop_flow_bytes(const struct coop_flow_options *options);

/* Makes an empty flow graph in `buffer` from `offset` on, a multiple of 128.
 * Blocks   for the copy.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  an option is out of its range, a cycle has no levels, an edge is no edge, or
 *                        the buffer is too small; the message says which, and what it should be. */
COOP_API coop_status coop_flow_init(coop_buffer *buffer, uint64_t offset,
                                    const struct coop_flow_options *options);

/* Adds `count` items to the channel with the tag `channel`, before the launch.
 * items  count structs of item_bytes each; read during the call only. May be NULL where count is 0.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  there is no such channel, its items have other bytes, there is no flow graph at that
 *                        place, or a kernel has damaged it.
 * COOP_OUT_OF_MEMORY     the channel has not blocks enough: give it first_items, or more blocks. */
COOP_API coop_status coop_flow_push(coop_buffer *buffer, uint64_t offset, uint32_t channel, const void *items,
                                    size_t item_bytes, uint64_t count);

/* Gives one of the graph's roots to a task that the host pushes, before the launch: a closure that waits for
 * it and keeps its result.
 * up  out; for the task's item. {COOP_NO_CLOSURE, 0} on failure.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  there is no flow graph at that place, or a kernel has damaged it.
 * COOP_OUT_OF_MEMORY     the graph has no more roots: make it with more. */
COOP_API coop_status coop_flow_root(coop_buffer *buffer, uint64_t offset, struct coop_up *up);

/* Reads the result of a task that has a root, after the launch has ended.
 * up     what coop_flow_root gave.
 * value  out: `bytes` bytes, the size of the result; may be NULL where bytes is 0.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  there is no such root or no flow graph at that place, the graph is damaged, or
 *                        closure_bytes has no room for such a result.
 * COOP_BUSY              the task has not returned: the launch has ended early. */
COOP_API coop_status coop_flow_result(coop_buffer *buffer, uint64_t offset, struct coop_up up, void *value,
                                      size_t bytes);

/* What has happened in one channel, or in all together. */
struct coop_flow_counts {
    uint64_t pushed;        /* items, by the host */
    uint64_t emitted;       /* items, by kernels */
    uint64_t kept;          /* items that came again */
    uint64_t run;           /* items: pushed + emitted + kept, unless the launch ended early */
    uint64_t batches;       /* run / batches is their mean fill */
    uint64_t small;         /* batches of fewer than least_items */
    uint64_t shared;        /* blocks that a work-group gave to others */
    uint64_t taken;         /* blocks that a work-group took from others */
    uint64_t refusals;      /* times that a batch found no room for what it may emit */
    uint64_t chained;       /* blocks that work-groups gave up at their end */
    uint64_t deepest;       /* the deepest level that was run; of all channels together the deepest of them */
    uint64_t blocks;        /* the channel's capacity */
    uint64_t blocks_free;   /* at the moment */
    uint64_t blocks_most;   /* in use at once, work-groups' stocks among them: a peak, or a little more */
    uint64_t blocks_rule;   /* what always suffices but for the host's items (K9) */
    uint64_t opened;        /* closures that items have taken */
    uint64_t closed;        /* closures that items have given back: opened, unless the launch ended early */
    uint64_t closures;      /* of the whole graph: its capacity */
    uint64_t closures_free; /* at the moment */
    uint64_t closures_most; /* taken at once, work-groups' stocks among them: a peak, or a little more */
    uint64_t closures_rule; /* what always suffices */
    /* 1: neither the host nor an edge feeds the channel, so its function is never called; of all channels
     * together how many there are of this kind. */
    uint64_t unfed;
};

/* Reports what has happened. Call it after the launch has ended.
 * channel      a channel's tag, or UINT32_MAX for the sum over all.
 * counts       out.
 * outstanding  out, may be NULL: items that were not run, 0 unless the kernel or the run ended early.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  there is no such channel, there is no flow graph at that place, or a kernel has
 *                        damaged it. */
COOP_API coop_status coop_flow_report(coop_buffer *buffer, uint64_t offset, uint32_t channel,
                                      struct coop_flow_counts *counts, uint64_t *outstanding);

#ifdef __cplusplus
}
#endif
#endif
