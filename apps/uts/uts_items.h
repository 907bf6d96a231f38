/* The item of uts by a flow graph: a node. */
#ifndef APPS_UTS_ITEMS_H
#define APPS_UTS_ITEMS_H

#include "coop/shared/channel.h"
#include "uts.h"

/* Children that a node emits at a time. */
#define UTS_NODE_CHILDREN 16

struct node {
    struct sha1_digest state;
    word32 height;
    word32 next; /* of the children; 0: the node has not been counted */
};

coop_channels(node);

#endif
