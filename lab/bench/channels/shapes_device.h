/* The tree of shapes.cl on the device: items of some bytes, by a flow graph and by the source's arrays. */
#ifndef LAB_BENCH_SHAPES_DEVICE_H
#define LAB_BENCH_SHAPES_DEVICE_H

#include "lab/bench/base/bench.h"
#include "shapes_items.h"
#include "tools/session/session.h"

#include <coop/channel.h>

enum shapes_side { SHAPES_CHANNEL, SHAPES_ARRAYS, SHAPES_SIDES };

/* A point of the table. */
struct shapes_point {
    uint32_t bytes;   /* of an item: 8, 16, 32, 64 or 128 */
    uint32_t targets; /* channels, 1 to 16 */
    uint32_t block_items;
};

struct shapes_device {
    const struct bench_options *options;
    struct shapes_point point;
    struct session session;
    uint32_t depth; /* of the tree */
    uint64_t items;
    struct coop_channel_options channels[SHAPES_CHANNELS_MAX];
    struct coop_edge edges[SHAPES_CHANNELS_MAX * SHAPES_CHANNELS_MAX];
    struct coop_flow_options flow;
    coop_buffer *graph;
    coop_buffer *arrays;
    coop_buffer *lanes;
};

/* What a launch has done. */
struct shapes_run {
    double wall_ns; /* an item */
    double cpu_ns;
    double fill; /* items divided by the lanes that their batches offered */
    int is_wrong;
};

/* Opens a device for the point. On failure *device is what shapes_device_close takes. */
int shapes_device_open(struct shapes_device *device, const struct bench_options *options,
                       const struct shapes_point *point, struct tool_error *error);

int shapes_device_run(struct shapes_device *device, enum shapes_side side, struct shapes_run *run,
                      struct tool_error *error);

int shapes_device_close(struct shapes_device *device, struct tool_error *error);

#endif
