/* Ways in which an application of coop-net does the same, by the names that --style takes. */
#ifndef TOOLS_NET_STYLE_H
#define TOOLS_NET_STYLE_H

#include "tools/net/rank.h"

struct net_style {
    const char *name;
    const char *module_text;
    const uint64_t *module_bytes;
    int leaves_by_slot; /* nothing gathers what is in several slots */
    int is_coprocessor; /* kernels send no messages: the host exchanges by MPI what they leave */
};

/* One of several styles by its name, or the first for NULL; NULL with a message that lists them. */
const struct net_style *net_style_find(const struct net_style *styles, unsigned count, const char *name,
                                       struct tool_error *error);

/* Starts the run of its module, attached where it sends messages. */
int net_style_start(struct rank *rank, const struct net_style *style);

#endif
