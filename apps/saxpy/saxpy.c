/* saxpy on a tensor of one dimension. */
#include "saxpy_elements.h"
#include "saxpy_kernels.h"
#include "tools/grid/grid_command.h"

static void fill(const double at[3], int is_target, void *cell)
{
    struct number *number = cell;

    number->value = (float)(is_target ? 1 - at[0] : at[0]);
}

static void step(const struct coop_view *view, const void *from, void *to)
{
    const struct number *x = from;
    struct number *y = to;

    for (uint32_t i = 0; i < view->extent[0]; i++) {
        y[i].value = SAXPY_FACTOR * x[i].value + y[i].value;
    }
}

static const struct grid_form form = {
    .about = "Adds a multiple of one row of numbers to another one: y += a x.\n",
    .element = &coop_element_number,
    .dimensions = 1,
    .cells = {1 << 20},
    .moved_bytes = 3 * sizeof(float),
    .kernels = saxpy_kernels,
    .kernel_count = SAXPY_KERNEL_COUNT,
    .fill = fill,
    .step = step,
};

const struct application application_saxpy = {.name = "saxpy",
                                              .summary = "adds a multiple of one tensor to another",
                                              .command = grid_command,
                                              .form = &form,
                                              .source = "BLAS",
                                              .primitives = "none",
                                              .input = "a size"};
