/* Channels and flow graphs: items wait in blocks until there are enough for a work-group. What lies in
 * memory, and the steps that need no device: what a work-group takes next, what it may begin, what it gives
 * to others.
 *
 * Stands on: types.h, limits.h, ring.h, closure.h. Used by: device/block.clh and those above it (on the
 * device), host/channel/ (fills it), tests and models (directly). Protocol: docs/protocol/channels.md.
 *
 * Terms. An *item* is a small struct; one work-item processes it with the one function of its *channel*. A
 * *block* has places for B items of one channel, B a power of two. A *batch* is what a work-group runs
 * between two calls of coop_flow_next: items of one block. A *list* is what a work-group holds of one channel
 * and level of recursion: whole blocks, and the *open* block, which it still fills. A *lease* is a block that
 * a running batch may emit into. A work-group's *stock* is the free blocks that it keeps at hand. A *ring*
 * holds blocks that any work-group may take. A *chain* is all that a work-group held at its end. A *spare* is
 * the block that is always there for items that a batch keeps.
 *
 * Invariants:
 *   K1   a block is in exactly one place: the free set, a stock, a lease, a batch, a list, a ring, a chain,
 *        or it is a spare. Who takes it from a set or ring alone owns it.
 *   K2   each item that was pushed, emitted or kept is run exactly once, as often as that happened.
 *   K3   one work-item writes a place, in a block that its work-group holds. A place is read only behind its
 *        leader's release and the reader's leader's acquire, or behind a barrier of the one work-group.
 *   K4   a batch has a lease for everything that its items may emit, and the spare for what they keep. So
 *        nothing in a step waits or fails for want of room.
 *   K5   putting into a ring, and giving a block back, never fail and never wait for anybody.
 *   K6   an item is in the count of outstanding items before another work-group can see it. The count is 0
 *        exactly when there is no item, and stays 0 then.
 *   K7   a work-group ends with no block, stock or lease.
 *   K8   coop_flow_bound blocks of an acyclic graph's channel always suffice.
 *   K9   coop_flow_bound_of_levels blocks of a recursive channel always suffice, unless the oldest are first.
 *   K10  a launch fails as full only if nothing runs and nothing can be admitted.
 *   K11  a batch is of one channel, and of one level where the channel has levels.
 * Source: Orr, "Fine-grain task aggregation and coordination on GPUs" (doctoral thesis, chapter 4), has
 * channels with one array each and a scheduler in hardware; Ren et al., "Exploiting Vector and Multicore
 * Parallelism for Recursive, Data- and Task-Parallel Programs" (PPoPP 2017), has blocks by level. Why they
 * are otherwise here: decision 0038. */
#ifndef COOP_SHARED_CHANNEL_H
#define COOP_SHARED_CHANNEL_H

#include "coop/shared/closure.h"
#include "coop/shared/item.h"
#include "coop/shared/limits.h"
#include "coop/shared/ring.h"
#include "coop/shared/types.h"

/* coopc sets COOP_FLOW for modules that have a flow graph; other modules need none of this. */
#if !COOP_ON_DEVICE || (defined(COOP_FLOW) && COOP_FLOW)

/* What a work-group has local memory for. A module sets its own with coopc -DCOOP_FLOW_...=. */
#ifndef COOP_FLOW_CHANNELS
#define COOP_FLOW_CHANNELS COOP_FLOW_CHANNELS_DEFAULT /* channels of a graph */
#endif
/* The levels of all channels together, of which a channel without levels has one: a multiple of 32. */
#ifndef COOP_FLOW_LISTS
#define COOP_FLOW_LISTS 256
#endif
#ifndef COOP_FLOW_EDGES
#define COOP_FLOW_EDGES COOP_FLOW_EDGES_DEFAULT /* edges of a graph */
#endif
#ifndef COOP_FLOW_LEASES
#define COOP_FLOW_LEASES 64 /* blocks that one batch may emit into */
#endif
#ifndef COOP_FLOW_STOCK
#define COOP_FLOW_STOCK 8 /* free blocks of a channel that a work-group keeps at hand; at least 1 */
#endif
/* Free closures that a work-group keeps at hand, and items of a batch that may take or give back one each: a
 * multiple of 2. 0: the module has no closures. */
#ifndef COOP_FLOW_CLOSURES
#define COOP_FLOW_CLOSURES 0
#endif

#define COOP_FLOW_BLOCK_ITEMS_MAX 4096u
#define COOP_FLOW_ITEM_BYTES_MAX 256u
#define COOP_FLOW_LEVELS_MAX 256u
#define COOP_FLOW_NONE 0xffffffffu /* no channel, list or block */

#define COOP_FLOW_BLOCKS_MAX (1u << COOP_RING_BLOCK_BITS) /* blocks of a graph */

COOP_STATIC_ASSERT(COOP_FLOW_CHANNELS >= 1 && COOP_FLOW_CHANNELS <= COOP_FLOW_CHANNELS_MAX,
                   "COOP_FLOW_CHANNELS is 1 to 32");
COOP_STATIC_ASSERT(COOP_FLOW_LISTS % 32 == 0 && COOP_FLOW_LISTS >= COOP_FLOW_CHANNELS,
                   "COOP_FLOW_LISTS is a multiple of 32, at least COOP_FLOW_CHANNELS");
COOP_STATIC_ASSERT(COOP_FLOW_STOCK >= 1, "COOP_FLOW_STOCK is at least 1");
COOP_STATIC_ASSERT(COOP_FLOW_CLOSURES >= 0 && COOP_FLOW_CLOSURES % 2 == 0, "COOP_FLOW_CLOSURES is even");

/* Where the pure steps find a work-group's lists. */
#if COOP_ON_DEVICE
#define COOP_FLOW_SPACE local
#else
#define COOP_FLOW_SPACE
#endif

/* ---- the free set ---- */

/* Who takes k blocks first subtracts k from the count of free blocks; if there were fewer, it adds k again
 * and has none. A giver sets the bits first and adds to the count then. So a taker finds its k bits: the set
 * bits are never fewer than the count and what takers have yet to find. */

/* How many are free, as far as the count says: one that was subtracted from in vain is too low for a moment,
 * and may be below 0. */
static inline coop_u64 coop_set_count_of(coop_u64 count)
{
    return count >> 63 ? 0 : count;
}

/* The `count` lowest of the set bits, or all if there are fewer. */
static inline coop_u64 coop_set_lowest(coop_u64 bits, coop_u32 count)
{
    coop_u64 rest = bits;

    for (; count > 0 && rest != 0; count--) {
        rest &= rest - 1;
    }
    return bits ^ rest;
}

/* ---- levels ---- */

/* Where an edge leads, in a channel with levels. */
enum coop_flow_direction {
    COOP_FLOW_TO_FIRST,  /* to the first level */
    COOP_FLOW_TO_DEEPER, /* it is part of a cycle: to the next level */
    COOP_FLOW_TO_ABOVE   /* to a point, where a parent goes on: to the level before */
};

/* The level at which an item of level `level` emits along an edge; `levels` are those of the channel that the
 * edge leads to (0: none). Deeper than the last level there is none: what would be there stays in the last
 * one, and the bound does not hold for it. */
static inline coop_u32 coop_flow_level(coop_u32 level, coop_u32 direction, coop_u32 levels)
{
    coop_u32 next = 0;

    if (direction == COOP_FLOW_TO_DEEPER) {
        next = level + 1;
    } else if (direction == COOP_FLOW_TO_ABOVE && level > 0) {
        next = level - 1;
    }
    if (levels == 0) {
        return 0;
    }
    return next < levels ? next : levels - 1;
}

/* ---- admission (K4) ---- */

/* The blocks that `items` items need, each of which emits at most `most` items into a list whose open block
 * has `fill` items (0: there is none), beside that open block. */
static inline coop_u32 coop_flow_need(coop_u32 fill, coop_u32 most, coop_u32 items, coop_u32 block_items)
{
    coop_u64 places = (coop_u64)fill + (coop_u64)most * items;
    coop_u64 blocks = (places + block_items - 1) / block_items;

    return (coop_u32)(fill > 0 ? blocks - 1 : blocks);
}

/* The items that `blocks` blocks beside the open one admit, at most `items`. */
static inline coop_u32 coop_flow_admitted(coop_u32 fill, coop_u32 most, coop_u32 blocks, coop_u32 items,
                                          coop_u32 block_items)
{
    coop_u64 places = ((coop_u64)blocks + (fill > 0)) * block_items - fill;
    coop_u64 admitted = most > 0 ? places / most : items;

    return admitted < items ? (coop_u32)admitted : items;
}

/* ---- settling: what has become of a batch ---- */

/* Of a list whose open block had `fill` items when the batch began, and into which the batch has emitted up
 * to place `end`: so many of its blocks, the open one first, are whole; the next holds `rest` items, or there
 * is no open block. */
struct coop_flow_settled {
    coop_u32 whole;
    coop_u32 rest;
};

static inline struct coop_flow_settled coop_flow_settled(coop_u32 end, coop_u32 block_items)
{
    struct coop_flow_settled settled;

    settled.whole = end / block_items;
    settled.rest = end % block_items;
    return settled;
}

/* ---- the choice ---- */

enum coop_flow_policy {
    COOP_FLOW_SINKS_FIRST,   /* nearest the sinks, then deepest, then newest: little memory */
    COOP_FLOW_FULLEST_FIRST, /* whole blocks of any channel before others: lanes are full */
    COOP_FLOW_OLDEST_FIRST   /* all whole blocks go through the rings: breadth first */
};

/* What a work-group holds: a bit for each list. */
#define COOP_FLOW_MARK_WORDS (COOP_FLOW_LISTS / 32)
struct coop_flow_marks {
    coop_u32 whole[COOP_FLOW_MARK_WORDS];   /* there is a block that is not the open one */
    coop_u32 ready[COOP_FLOW_MARK_WORDS];   /* the open block has at least the channel's least_items */
    coop_u32 open[COOP_FLOW_MARK_WORDS];    /* there is an open block */
    coop_u32 refused[COOP_FLOW_MARK_WORDS]; /* nothing of it can be admitted at the moment */
};

/* The lists of the channels, and the channels by rank, those nearest the sinks first. */
struct coop_flow_order {
    coop_u16 first_list[COOP_FLOW_CHANNELS];
    coop_u16 lists[COOP_FLOW_CHANNELS]; /* of the channel: its levels, at least 1 */
    coop_u8 by_rank[COOP_FLOW_CHANNELS];
    coop_u8 component[COOP_FLOW_CHANNELS]; /* channels on a common cycle, or one alone; 0 nearest the sinks */
    coop_u32 channel_count;
};

static inline void coop_flow_mark(COOP_FLOW_SPACE coop_u32 *marks, coop_u32 list, int is_set)
{
    coop_u32 bit = (coop_u32)1 << list % 32;

    marks[list / 32] = is_set ? marks[list / 32] | bit : marks[list / 32] & ~bit;
}

/* What is asked for of a list. */
enum coop_flow_want {
    COOP_FLOW_WANT_WHOLE, /* whole blocks */
    COOP_FLOW_WANT_READY, /* whole blocks, or enough items in the open one */
    COOP_FLOW_WANT_OPEN   /* whatever the open block has */
};

static inline coop_u32 coop_flow_marked(COOP_FLOW_SPACE const struct coop_flow_marks *marks, coop_u32 word,
                                        coop_u32 want)
{
    coop_u32 bits = marks->open[word];

    if (want != COOP_FLOW_WANT_OPEN) {
        bits = marks->whole[word] | (want == COOP_FLOW_WANT_READY ? marks->ready[word] : 0);
    }
    return bits & ~marks->refused[word];
}

/* Those of word `word`'s lists that are among the `count` from `first` on. */
static inline coop_u32 coop_flow_within(coop_u32 word, coop_u32 first, coop_u32 count)
{
    coop_u32 from = first > word * 32 ? first - word * 32 : 0;
    coop_u32 end = first + count - word * 32; /* the word is one of the span's, so this is at least 1 */
    coop_u32 below = end >= 32 ? 0xffffffffu : ((coop_u32)1 << end) - 1u;

    return below & (0xffffffffu << from);
}

static inline coop_u32 coop_flow_top(coop_u32 bits)
{
#if COOP_ON_DEVICE
    return 31u - clz(bits);
#else
    return 31u - (coop_u32)__builtin_clz(bits);
#endif
}

/* The deepest of a channel's lists that has what is wanted, or COOP_FLOW_NONE. */
static inline coop_u32 coop_flow_deepest(COOP_FLOW_SPACE const struct coop_flow_marks *marks, coop_u32 first,
                                         coop_u32 count, coop_u32 want)
{
    for (coop_u32 word = (first + count - 1) / 32 + 1; word-- > first / 32;) {
        coop_u32 bits = coop_flow_marked(marks, word, want) & coop_flow_within(word, first, count);
        if (bits != 0) {
            return word * 32 + coop_flow_top(bits);
        }
    }
    return COOP_FLOW_NONE;
}

/* The shallowest of them. */
static inline coop_u32 coop_flow_shallowest(COOP_FLOW_SPACE const struct coop_flow_marks *marks,
                                            coop_u32 first, coop_u32 count, coop_u32 want)
{
    for (coop_u32 word = first / 32; word <= (first + count - 1) / 32; word++) {
        coop_u32 bits = coop_flow_marked(marks, word, want) & coop_flow_within(word, first, count);
        if (bits != 0) {
            return word * 32 + coop_flow_top(bits & (0u - bits));
        }
    }
    return COOP_FLOW_NONE;
}

struct coop_flow_choice {
    coop_u32 channel; /* COOP_FLOW_NONE: there is nothing */
    coop_u32 list;
};

/* Is list `a` of channel `from` to be run before list `b` of the same component, deepest first? */
static inline int coop_flow_is_deeper(COOP_FLOW_SPACE const struct coop_flow_order *order,
                                      struct coop_flow_choice a, struct coop_flow_choice b)
{
    return b.list == COOP_FLOW_NONE ||
           a.list - order->first_list[a.channel] > b.list - order->first_list[b.channel];
}

/* The next list to run from: the component nearest the sinks, or nearest the sources, and in it the deepest
 * level. */
static inline struct coop_flow_choice coop_flow_choose(COOP_FLOW_SPACE const struct coop_flow_marks *marks,
                                                       COOP_FLOW_SPACE const struct coop_flow_order *order,
                                                       coop_u32 want, int from_sinks)
{
    struct coop_flow_choice best = {COOP_FLOW_NONE, COOP_FLOW_NONE};
    coop_u32 component = 0;

    for (coop_u32 i = 0; i < order->channel_count; i++) {
        struct coop_flow_choice choice;
        choice.channel = order->by_rank[from_sinks ? i : order->channel_count - 1 - i];
        choice.list =
            coop_flow_deepest(marks, order->first_list[choice.channel], order->lists[choice.channel], want);
        if (best.list != COOP_FLOW_NONE && order->component[choice.channel] != component) {
            return best;
        }
        if (choice.list != COOP_FLOW_NONE && coop_flow_is_deeper(order, choice, best)) {
            best = choice;
            component = order->component[choice.channel];
        }
    }
    return best;
}

/* Where a pass over the lists ends: at a refused list of a recursive channel. What is shallower in its
 * component, or farther from the sinks, would only feed what has no room. */
struct coop_flow_limit {
    coop_u32 component; /* COOP_FLOW_NONE: none */
    coop_u32 level;
};

static inline int coop_flow_may_try(COOP_FLOW_SPACE const struct coop_flow_order *order,
                                    struct coop_flow_choice choice, struct coop_flow_limit limit)
{
    coop_u32 component = order->component[choice.channel];

    return component < limit.component ||
           (component == limit.component && choice.list - order->first_list[choice.channel] >= limit.level);
}

/* May a block be taken from the channel's ring? Behind a limit only of what is nearer the sinks: other blocks
 * could not be run, and would be held. */
static inline int coop_flow_may_take(COOP_FLOW_SPACE const struct coop_flow_order *order, coop_u32 channel,
                                     struct coop_flow_limit limit)
{
    return order->component[channel] < limit.component;
}

/* The list to share from: farthest from the sinks, then shallowest. What is there has the most before it. */
static inline struct coop_flow_choice coop_flow_farthest(COOP_FLOW_SPACE const struct coop_flow_marks *marks,
                                                         COOP_FLOW_SPACE const struct coop_flow_order *order,
                                                         coop_u32 want)
{
    struct coop_flow_choice choice;

    for (coop_u32 i = order->channel_count; i-- > 0;) {
        choice.channel = order->by_rank[i];
        choice.list = coop_flow_shallowest(marks, order->first_list[choice.channel],
                                           order->lists[choice.channel], want);
        if (choice.list != COOP_FLOW_NONE) {
            return choice;
        }
    }
    choice.channel = COOP_FLOW_NONE;
    choice.list = COOP_FLOW_NONE;
    return choice;
}

/* ---- sharing ---- */

/* Does a work-group that holds `whole` whole blocks and `open` open ones put a whole block into a ring of
 * `in_ring` blocks? So many are `wanted` there: first one for each work-group, then one for each idle one, a
 * hint. */
static inline int coop_flow_shares(coop_u32 whole, coop_u32 open, coop_u64 in_ring, coop_u32 wanted)
{
    return whole >= 1 && whole + open >= 2 && in_ring < wanted;
}

/* The same for an open block: only when `idle` work-groups have nothing to do. */
static inline int coop_flow_shares_open(coop_u32 whole, coop_u32 open, coop_u64 in_ring, coop_u32 idle)
{
    return idle > 0 && open >= 1 && whole + open >= 2 && in_ring == 0;
}

/* ---- bounds ---- */

/* K8: blocks of a channel that is on no cycle; `most` is what one batch may emit into it, in blocks, rounded
 * up. For each of `groups` work-groups an open block, what a batch may add to it, the block that is run, and
 * the spare. */
static inline coop_u64 coop_flow_bound(coop_u32 groups, coop_u32 most)
{
    return (coop_u64)groups * ((coop_u64)most + 3);
}

/* K9: blocks of a channel on a cycle that is `levels` deep. On each level a work-group has fewer than most +
 * 1 blocks; and `most` + 3 for the batch with its leases, the spare and what it has taken from a ring; and
 * two in rings. */
static inline coop_u64 coop_flow_bound_of_levels(coop_u32 groups, coop_u32 levels, coop_u32 most)
{
    return (coop_u64)groups * ((coop_u64)levels * (most + 1ul) + most + 5);
}

/* What a recursive channel gets when nobody says otherwise; admission makes do with it. */
static inline coop_u64 coop_flow_default_of_levels(coop_u32 groups, coop_u32 levels, coop_u32 most)
{
    return (coop_u64)groups * ((coop_u64)levels + most + 5);
}

/* ---- full (K10) ---- */

/* What a work-group says of itself in its node. A work-group is quiet when it holds no lease and no stock,
 * and has begun nothing since it became so: it takes no block before it has said that it is busy. */
enum coop_flow_state {
    COOP_FLOW_ABSENT,
    COOP_FLOW_BUSY,
    COOP_FLOW_REFUSED, /* it holds items, and none can be admitted */
    COOP_FLOW_IDLE     /* it holds none, and has found none */
};

/* The inquiry word counts up. While it is odd, leaders also try what lies beyond a limit (coop_flow_may_try):
 * the last means before a launch fails. */
static inline coop_u64 coop_flow_inquiry(coop_u64 before, int is_desperate)
{
    coop_u64 even = (before | 1) + 1;

    return is_desperate ? even + 1 : even;
}

/* A node's word: the state, and how many times it has changed. */
static inline coop_u64 coop_flow_node_word(coop_u64 changes, coop_u32 state)
{
    return changes << 2 | state;
}

static inline coop_u32 coop_flow_node_state(coop_u64 word)
{
    return (coop_u32)word & 3u;
}

/* ---- in memory ---- */

#define COOP_FLOWGRAPH_MAGIC 0x46776f63u /* "cowF" */
#define COOP_FLOWGRAPH_VERSION 3u

/* NVIDIA's lines are 128 bytes wide where words of different writers meet. */
#define COOP_FLOW_LINE_BYTES 128

/* A graph begins with its head. The host writes it once, except where said otherwise. Places are byte offsets
 * from the head. */
struct coop_flowgraph {
    coop_u32 magic;
    coop_u32 version;
    coop_u32 channel_count;
    coop_u32 edge_count;
    coop_u32 groups;       /* work-groups that can take part */
    coop_u32 list_count;   /* of all channels */
    coop_u32 policy;       /* enum coop_flow_policy */
    coop_u32 block_count;  /* of all channels */
    coop_u32 chain_places; /* a power of two, at least block_count */
    coop_u32 lease_count;  /* that a batch of one item takes, at most */
    coop_u64 bytes;        /* all of it */
    coop_u64 channels_at;  /* struct coop_channel [channel_count] */
    coop_u64 edges_at;     /* struct coop_flow_edge [edge_count], by `from` */
    coop_u64 nodes_at;     /* struct coop_flow_node [groups] */
    coop_u64 counts_at;    /* coop_u64 [groups][channel_count][COOP_FLOW_COUNTS] */
    coop_u64 spares_at;    /* coop_word32 [groups][channel_count]: block numbers */
    coop_u64 blocks_at;    /* struct coop_block [block_count] */
    coop_u64 chains_at;    /* coop_word64 [chain_places]: the ring of chains */
    coop_u8 pad1[COOP_FLOW_LINE_BYTES - 104];
    coop_word64 outstanding; /* K6; writers: leaders, by adding */
    coop_u8 pad2[COOP_FLOW_LINE_BYTES - 8];
    coop_word64 chain_tickets; /* chains put; writers: leaders, by adding */
    coop_u8 pad3[COOP_FLOW_LINE_BYTES - 8];
    coop_word64 chains_taken; /* writers: leaders, by exchanging */
    coop_u8 pad4[COOP_FLOW_LINE_BYTES - 8];
    coop_word32 idle; /* work-groups that have nothing to do, a hint; writers: leaders, by adding */
    coop_word32 told; /* 1: the channels are in the trace; writers: leaders, the first one wins */
    coop_u8 pad5[COOP_FLOW_LINE_BYTES - 8];
    coop_word64 inquiry; /* coop_flow_inquiry; writers: leaders, by exchanging (K10) */
    coop_u8 pad6[COOP_FLOW_LINE_BYTES - 8];
    coop_word32 fault; /* enum coop_failure; writers: leaders, the first one wins */
    coop_word32 fault_detail;
    coop_u8 pad7[COOP_FLOW_LINE_BYTES - 8];
    /* Closures; the host writes the line before the launch. */
    coop_u64 closures_at;      /* closures [closure_count] */
    coop_u64 closures_free_at; /* coop_word64 [(closure_count + 63) / 64]: a bit for each free closure */
    coop_u32 closure_count;    /* 0: none */
    coop_u32 closure_bytes;    /* of each: a multiple of 16 */
    coop_u32 closure_bound;    /* that the rule asks for, for messages */
    coop_u32 root_count;       /* the first closures, which the host gives to the tasks that it waits for */
    coop_u32 roots_given;
    coop_u32 closure_stock; /* free ones that a work-group keeps at hand, at most */
    coop_u8 pad8[COOP_FLOW_LINE_BYTES - 40];
    coop_word64 free_closures; /* the count of the free set; writers: leaders, by adding */
    coop_u8 pad9[COOP_FLOW_LINE_BYTES - 8];
};
COOP_SIZE_IS(struct coop_flowgraph, 9 * COOP_FLOW_LINE_BYTES);

enum coop_channel_flags {
    COOP_CHANNEL_KEEPS = 1,    /* its items may be kept; there are spares */
    COOP_CHANNEL_BY_GROUP = 2, /* all work-items process an item together */
    COOP_CHANNEL_OPENS = 4,    /* a beginning: each item may take a closure */
    COOP_CHANNEL_RESUMES = 8   /* a point: each item is a closure, which it may give back */
};

#define COOP_CHANNEL_NAME_BYTES 24

struct coop_channel {
    coop_u32 item_bytes;  /* a multiple of 4 */
    coop_u32 block_shift; /* B = 1 << block_shift */
    coop_u32 first_block; /* the number of its first block */
    coop_u32 block_count; /* spares included */
    coop_u32 least_items;
    coop_u32 batch_items;
    coop_u32 levels; /* 0: none */
    coop_u32 first_list;
    coop_u32 rank;       /* 0: nearest the sinks; each once, those of a component one behind the other */
    coop_u32 flags;      /* enum coop_channel_flags */
    coop_u32 first_edge; /* of those that lead away from it */
    coop_u32 edge_count;
    coop_u32 ring_places;               /* a power of two, at least block_count */
    coop_u32 component;                 /* struct coop_flow_order */
    coop_u32 bound;                     /* blocks that the rule asks for, for messages */
    coop_u32 fed_by;                    /* edges that lead to it from others */
    coop_u64 items_at;                  /* items [block_count][B] */
    coop_u64 free_at;                   /* coop_word64 [(block_count + 63) / 64]: a bit for each free block */
    coop_u64 ring_at;                   /* coop_word64 [ring_places] */
    char name[COOP_CHANNEL_NAME_BYTES]; /* for messages; ends with 0 */
    coop_u64 pushed;                    /* items, by the host */
    coop_u64 first_blocks;              /* that these are in: the ring's first tickets */
    coop_word64 free_blocks;            /* the count of the free set; writers: leaders, by adding */
    coop_u8 pad1[COOP_FLOW_LINE_BYTES - 8];
    coop_word64 tickets; /* blocks put into the ring; writers: leaders, by adding */
    coop_u8 pad2[COOP_FLOW_LINE_BYTES - 8];
    coop_word64 taken; /* blocks taken from it; writers: leaders, by exchanging */
    coop_u8 pad3[COOP_FLOW_LINE_BYTES - 8];
};
COOP_SIZE_IS(struct coop_channel, 4 * COOP_FLOW_LINE_BYTES);

struct coop_flow_edge {
    coop_u32 from;
    coop_u32 to;
    coop_u32 most;      /* items that one run of an item emits, at most; at least 1 */
    coop_u32 direction; /* enum coop_flow_direction */
};
COOP_SIZE_IS(struct coop_flow_edge, 16);

/* Users' code writes and reads items with their own types, and leaders copy kept ones as words: so a word may
 * alias any of them. */
typedef coop_u32 __attribute__((may_alias)) coop_item_word;

/* A block's header. Who owns the block writes and reads it; a putter's release and a taker's acquire hand it
 * on. While a block is a free one or the open one its header says nothing. */
struct coop_block {
    coop_u32 channel;
    coop_u32 level;
    coop_u32 first; /* place of the first item that has not been run */
    coop_u32 count;
    coop_u32 next; /* in a list or chain; COOP_FLOW_NONE: the last */
    coop_u32 pad0[3];
};
COOP_SIZE_IS(struct coop_block, 32);

struct coop_flow_node {
    coop_word64 word; /* coop_flow_node_word; writer: the leader of the number's work-group */
    coop_word64 seen; /* the last inquiry before the leader's last look; writer: the same */
    coop_u8 pad0[COOP_FLOW_LINE_BYTES - 16];
};
COOP_SIZE_IS(struct coop_flow_node, COOP_FLOW_LINE_BYTES);

/* What is counted for each number and channel. The leader of the number's work-group adds, one at a time; the
 * host reads the counts after the launch. */
enum coop_flow_tally {
    COOP_FLOW_EMITTED, /* items */
    COOP_FLOW_KEPT,    /* items */
    COOP_FLOW_RUN,     /* items */
    COOP_FLOW_BATCHES,
    COOP_FLOW_SMALL,                      /* batches of fewer than least_items */
    COOP_FLOW_SHARED,                     /* blocks put into the ring */
    COOP_FLOW_TAKEN,                      /* blocks taken from the ring */
    COOP_FLOW_REFUSALS,                   /* times that a batch was not admitted */
    COOP_FLOW_CHAINED,                    /* blocks given up in a chain */
    COOP_FLOW_OPENED,                     /* closures taken by items */
    COOP_FLOW_CLOSED,                     /* closures given back by items */
    COOP_FLOW_MAXIMA,                     /* from here on */
    COOP_FLOW_DEEPEST = COOP_FLOW_MAXIMA, /* the deepest level that was run */
    /* Blocks out of the free set at once, after this leader's claim; others may just claim in vain. */
    COOP_FLOW_MOST_BLOCKS,
    COOP_FLOW_MOST_CLOSURES, /* the same of closures; the graph's first channel has it */
    COOP_FLOW_COUNTS = 14
};

/* Why a graph does not fit the kernel, in the detail of COOP_FAILURE_FLOW_GRAPH: one of these, and a number.
 * */
enum coop_flow_misfit {
    COOP_FLOW_FITS,
    COOP_FLOW_NO_GRAPH,      /* the memory holds none, or one of another version */
    COOP_FLOW_FEWER_GROUPS,  /* with the number of work-groups that it was made for */
    COOP_FLOW_MORE_CHANNELS, /* than COOP_FLOW_CHANNELS: with its channels */
    COOP_FLOW_MORE_LISTS,    /* than COOP_FLOW_LISTS: with its lists */
    COOP_FLOW_MORE_LEASES,   /* than COOP_FLOW_LEASES: with those that one item may need */
    COOP_FLOW_MORE_EDGES,    /* than COOP_FLOW_EDGES: with its edges */
    COOP_FLOW_OTHER_ITEMS,   /* with the channel whose items have other bytes */
    COOP_FLOW_MORE_CLOSURES, /* than COOP_FLOW_CLOSURES, which is 0 */
    COOP_FLOW_MORE_STOCK     /* with COOP_FLOW_CLOSURES, which is more than the graph's rule knows of */
};
/* What a step did that the graph does not allow, in the detail of COOP_FAILURE_FLOW_CHANNEL: one of these,
 * and the channel's tag. */
enum coop_flow_misuse {
    COOP_FLOW_NO_CONSUMER = 1,   /* the kernel does not run the channel's items */
    COOP_FLOW_KEEPS_NONE,        /* an item was kept whose channel keeps none, or another's */
    COOP_FLOW_KEPT_TWICE,        /* an item was kept more than once */
    COOP_FLOW_OPENS_NONE,        /* an item took a closure that may take none, or a second one */
    COOP_FLOW_RESUMES_NONE,      /* an item gave a closure back that has none, or a second one */
    COOP_FLOW_RETURNS_TO_NOBODY, /* an item returned to a closure that waits for no child */
    COOP_FLOW_FREES_TWICE        /* a closure that is free already was given back; the channel may be 0 */
};

/* In place of a channel: for want of closures nothing was admitted. */
#define COOP_FLOW_SHORT_OF_CLOSURES 0xffffu
#define COOP_FLOW_MISFIT(what, number) ((coop_u32)(what) << 24 | (number))

#endif
#endif
