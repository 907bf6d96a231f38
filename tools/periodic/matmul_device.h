/* A periodic job's matrix product (matmul.h) as a regular kernel of a run. */
#ifndef TOOLS_MATMUL_DEVICE_H
#define TOOLS_MATMUL_DEVICE_H

#include "matmul.h"
#include "tools/session/session.h"

struct matmul_device {
    const struct session *session;
    struct matmul matmul;
    coop_buffer *a;
    coop_buffer *b;
    coop_buffer *c;
};

/* Bytes of device memory that matrices of that size take. */
uint64_t matmul_device_bytes(uint32_t n);

/* Fills a and b with numbers made from `seed`. On failure *device holds what matmul_device_clear releases. */
int matmul_device_init(struct matmul_device *device, const struct session *session, uint32_t n,
                       uint32_t depth, uint64_t seed, struct tool_error *error);

/* Posts a product. `salt` should differ from that of the product before. */
int matmul_device_launch(struct matmul_device *device, const struct coop_launch_options *options,
                         uint32_t salt, coop_launch **launch, struct tool_error *error);

/* Counts the rows of c that are wrong, of `count` rows from `first` on; the product with that salt must have
 * ended. */
int matmul_device_check(struct matmul_device *device, uint32_t salt, uint32_t first, uint32_t count,
                        uint32_t *wrong, struct tool_error *error);

void matmul_device_clear(struct matmul_device *device);

#endif
