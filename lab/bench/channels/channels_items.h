/* A tree whose nodes do nothing but make two more: an item of a channel, and a task of a work queue. */
#ifndef LAB_BENCH_CHANNELS_ITEMS_H
#define LAB_BENCH_CHANNELS_ITEMS_H

#include <coop/shared/channel.h>
#include <coop/shared/task.h>

struct branch {
    coop_u32 depth; /* of the tree below it */
    coop_u32 pad0[3];
};

struct twig {
    coop_u32 depth;
    coop_u32 pad0[3];
};

coop_channels(branch);
coop_tasks(twig);

#endif
