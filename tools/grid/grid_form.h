/* What an application of grids says of itself: a kernel on tensors for one cell, in each layout, and the same
 * in sequential C. */
#ifndef TOOLS_GRID_FORM_H
#define TOOLS_GRID_FORM_H

#include <coop/launch.h>
#include <coop/tensor.h>

/* The kernel, built for a layout and a size of tiles. */
struct grid_kernel {
    enum coop_layout layout;
    uint32_t tile; /* cells on a side, work-items on a side of a work-group; 0: without tiles */
    const char *text;
    const size_t *bytes;
    /* The launch of the module's header; `from` and `to` are one tensor where the form says so. */
    coop_status (*launch)(coop_run *run, coop_tensor *from, coop_tensor *to, const uint64_t *local_items,
                          const struct coop_launch_options *options, coop_launch **launch);
};

struct grid_form {
    const char *about; /* the first lines of --help */
    const struct coop_element *element;
    uint32_t dimensions;
    uint64_t cells[3]; /* unless --size says otherwise */
    uint32_t padding;
    int is_in_place;      /* the kernel has one tensor */
    unsigned moved_bytes; /* that the kernel must read or write for a cell */
    const struct grid_kernel *const *kernels;
    unsigned kernel_count;
    /* The first value of the cell whose middle is there, where the grid is from 0 to 1 in each dimension and
     * the padding around it; `is_target`: of `to`. */
    void (*fill)(const double at[3], int is_target, void *cell);
    /* One step. Both are whole blocks cell by cell, padding included, x fastest. */
    void (*step)(const struct coop_view *view, const void *from, void *to);
    float (*shade)(const void *cell); /* what a picture shows of a cell; NULL: there is no picture */
};

#endif
