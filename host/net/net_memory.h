/* The device's memory as a net sees it: a piece that begins with a struct coop_network. As coop_buffer_read
 * and its like, with `offset` from there. Tests have one of their own. */
#ifndef COOP_HOST_NET_NET_MEMORY_H
#define COOP_HOST_NET_NET_MEMORY_H

#include "coop/status.h"
#include <stdint.h>

struct coop_net_memory {
    coop_status (*read)(const struct coop_net_memory *memory, uint64_t offset, void *to, uint64_t bytes);
    coop_status (*write)(const struct coop_net_memory *memory, uint64_t offset, const void *from,
                         uint64_t bytes);
    /* Words of 8 bytes, each whole: acquire and release. */
    coop_status (*load_words)(const struct coop_net_memory *memory, uint64_t offset, uint64_t *words,
                              uint32_t count);
    coop_status (*store_words)(const struct coop_net_memory *memory, uint64_t offset, const uint64_t *words,
                               uint32_t count);
    /* Wakes who sleeps on a word of 4 bytes that was written. */
    void (*wake)(const struct coop_net_memory *memory, uint64_t offset);
};

#endif
