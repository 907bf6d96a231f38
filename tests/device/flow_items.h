/* The items of the flow graph tests. */
#ifndef TESTS_DEVICE_FLOW_ITEMS_H
#define TESTS_DEVICE_FLOW_ITEMS_H

#include <coop/shared/channel.h>

/* Emits a token for each of the numbers, EMITTED_MAX at a time. */
struct document {
    coop_u32 first;
    coop_u32 count;
};

/* Runs a number. */
struct token {
    coop_u32 number;
};

/* Runs the number `first`, and splits the other count-1 between two nodes. */
struct node {
    coop_u32 first;
    coop_u32 count;
    coop_u32 seed;
};

/* Does what the graph does not allow: `what` is enum flow_fault_wanted. */
struct faulty {
    coop_u32 what;
};

enum flow_fault_wanted {
    WANTS_NOTHING,
    WANTS_MORE,
    WANTS_NO_EDGE,
    WANTS_NO_CHANNEL,
    WANTS_TO_KEEP,
    WANTS_TO_KEEP_TWICE,
    WANTS_NO_END
};

/* Of a channel that the graph lacks. */
struct absent {
    coop_u32 unused;
};

coop_channels(document, token, node, faulty, absent);

/* As long as the watchdog has to wait, many times over: most of a second and more. */
enum { EMITTED_MAX = 8, NO_END = 1 << 27 };

#endif
