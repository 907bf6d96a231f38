/* One comparison of accessors with indices by hand: an application in a layout, as ordinary OpenCL. */
#ifndef LAB_BENCH_ACCESSORS_CASE_H
#define LAB_BENCH_ACCESSORS_CASE_H

#include "tools/baseline/plain_device.h"
#include "tools/error/tool_error.h"

#include <coop/element.h>

/* An application, whose kernel NAME has accessors and whose NAME_by_hand has none. */
struct accessors_form {
    const char *name;
    const char *text;
    const struct coop_element *element;
    uint32_t dimensions;
    uint32_t padding;
    int is_in_place;
    float number; /* the kernels' last own argument */
};

struct accessors_case {
    const struct accessors_form *form;
    const struct plain_device *device;
    cl_context context;
    cl_command_queue queue; /* with profiling */
    uint64_t local_items;
    uint64_t timeout_ns;
    uint64_t cells[2];
    struct coop_view view;
    uint64_t bytes;
    cl_program program;
    cl_kernel kernels[2]; /* with accessors, by hand */
    cl_mem from;
    cl_mem to;
};

/* Builds both kernels for the layout, and makes the memory; form to cells are set. What it has made,
 * accessors_case_clear releases, after a failure too. */
int accessors_case_make(struct accessors_case *of, enum coop_layout layout, struct tool_error *error);
void accessors_case_clear(struct accessors_case *of);

/* Runs one of the kernels, and says how long that took on the device. */
int accessors_case_run(struct accessors_case *of, unsigned kernel, uint64_t *ns, struct tool_error *error);

/* Whether both kernels make the same bytes of the same first values. */
int accessors_case_compare(struct accessors_case *of, int *is_same, struct tool_error *error);

#endif
