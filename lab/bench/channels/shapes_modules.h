/* The modules of shapes.cl, one for each size of items. */
#ifndef LAB_BENCH_SHAPES_MODULES_H
#define LAB_BENCH_SHAPES_MODULES_H

#include <coop/coop.h>

struct shapes_module {
    uint32_t item_bytes;
    const char *text;
    const size_t *bytes;
    coop_status (*by_channel)(coop_run *run, coop_address graph, uint32_t targets, coop_address lanes,
                              coop_launch **launch);
    coop_status (*by_arrays)(coop_run *run, coop_address arrays, coop_launch **launch);
};

/* That of items of so many bytes: 8, 16, 32, 64 or 128. */
const struct shapes_module *shapes_module_of(uint32_t item_bytes);

#endif
