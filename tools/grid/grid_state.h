/* What is known of a run of an application of grids. */
#ifndef TOOLS_GRID_STATE_H
#define TOOLS_GRID_STATE_H

#include "grid_form.h"
#include "tools/measure/samples.h"

#define GRID_STEPS_MAX 1000000

struct grid_options {
    const char *device;
    enum coop_layout layout;
    uint64_t tile;
    uint64_t cells[3];
    uint64_t steps;
    uint64_t groups;
    uint64_t local_items; /* in x, where there are no tiles */
    double timeout_s;
    int aligned;
    int verify;
};

struct grid {
    const struct grid_form *form;
    struct grid_options options;
    const struct grid_kernel *kernel;
    coop_devices *devices;
    coop_module *module;
    coop_run *run;
    coop_tensor *from;
    coop_tensor *to; /* `from` again where the kernel has one tensor */
    struct coop_view view;
    unsigned char *cells; /* of `to`, without padding, after the last step */
    struct coop_device_report device;
    struct samples step_ms;
    double difference; /* largest, relative to the largest value, where it was looked for */
    int is_same;       /* bit for bit */
};

#endif
